import type { Direction } from '../../core/market/direction.ts';
import './direction-face.css';
import './card.css';

/** The lit pips of 25, five in a row, are an arrow. */
const PATHS = {
  CALL: drawPips([2, 6, 7, 8, 10, 12, 14, 17, 22]),
  PUT: drawPips([2, 7, 10, 12, 14, 16, 17, 18, 22]),
  blank: drawPips([]),
};

/** Five by five pips; the lit ones point the way. A decoration: the word CALL or PUT always stands beside it. */
export function DirectionFace({ shows }: { readonly shows: 'CALL' | 'PUT' | 'blank' }) {
  const { lit, dim } = PATHS[shows];
  return (
    <svg
      className={`face face--${shows.toLowerCase()}`}
      viewBox="0 0 100 100"
      fill="currentColor"
      aria-hidden="true"
    >
      <path d={lit} />
      <path className="face__dim" d={dim} />
    </svg>
  );
}

/** What is signalled, in the largest letters of its card. */
export function SignalName({ pair, direction }: { readonly pair: string; readonly direction: Direction }) {
  return (
    <>
      <p className="signal__pair">{pair}</p>
      <p className={`signal__direction direction--${direction.toLowerCase()}`}>{direction}</p>
    </>
  );
}

function drawPips(lit: readonly number[]): { lit: string; dim: string } {
  const paths = { lit: '', dim: '' };
  for (let at = 0; at < 25; at += 1) {
    const [x, y] = [11.5 + 16 * (at % 5), 18 + 16 * Math.floor(at / 5)];
    paths[lit.includes(at) ? 'lit' : 'dim'] += `M${x} ${y}a6.5 6.5 0 1 0 13 0 6.5 6.5 0 1 0-13 0`;
  }
  return paths;
}

const ARROWS: Readonly<Record<Direction, string>> = {
  CALL: 'M8 13.25V3M3.75 7 8 2.75 12.25 7',
  PUT: 'M8 2.75V13M3.75 9 8 13.25 12.25 9',
};

/** A direction where there is no room for a face: an arrow and the word, which says it where colours look alike. */
export function DirectionWord({ direction }: { readonly direction: Direction }) {
  return (
    <span className={`direction direction--${direction.toLowerCase()}`}>
      <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
        <path d={ARROWS[direction]} />
      </svg>
      {direction}
    </span>
  );
}
