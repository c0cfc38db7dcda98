import { Picture } from './picture.tsx';
import { waffleLabel } from './report-texts.ts';
import './waffle.css';

const COLUMNS = 25;
const CELL = 16;
const RADIUS = 6.6;

interface WaffleProps {
  /** Number of filled pips. */
  readonly right: number;
  /** Pips from `right` up to this number are outlined; where it is reached, the pip is ringed. */
  readonly needed: number;
  /** Number of pips: 100, or fewer where a rate would say nothing. */
  readonly all?: number;
  readonly isCoin?: boolean;
}

/** A pip for each of so many signals, 25 in a row: those that were right, and those that are needed besides. */
export function Waffle({ right, needed, all = 100, isCoin = false }: WaffleProps) {
  const rows = Math.ceil(Math.max(all, 1) / COLUMNS);
  const looks = ['waffle', isCoin ? 'waffle--coin' : '', all < 100 ? 'waffle--few' : ''];
  return (
    <svg
      className={looks.filter(Boolean).join(' ')}
      viewBox={`0 0 ${COLUMNS * CELL} ${rows * CELL}`}
      aria-hidden="true"
    >
      <path className="waffle__off" d={pips(Math.max(right, needed), all, RADIUS)} />
      <path className="waffle__need" d={pips(right, needed, RADIUS - 1)} />
      <path className="waffle__right" d={pips(0, right, RADIUS)} />
      {needed > right || needed === 0 ? null : (
        <path className="waffle__enough" d={pips(needed - 1, needed, RADIUS + 1.2)} />
      )}
    </svg>
  );
}

/** The same as a picture, described. */
export function WafflePicture(props: WaffleProps) {
  return (
    <Picture label={waffleLabel(props.right, props.needed, props.all)}>
      <Waffle {...props} />
    </Picture>
  );
}

/** Circles from one place of the grid up to, not including, another. */
function pips(from: number, to: number, radius: number): string {
  let path = '';
  for (let at = from; at < to; at += 1) {
    const x = (at % COLUMNS) * CELL + CELL / 2 - radius;
    const y = Math.floor(at / COLUMNS) * CELL + CELL / 2;
    path += `M${x} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0 ${radius} ${radius} 0 1 0 ${-2 * radius} 0`;
  }
  return path;
}
