import type { Direction } from '../../core/market/direction.ts';
import './direction-face.css';
import './icon.css';

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
