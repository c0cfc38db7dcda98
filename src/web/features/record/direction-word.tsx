import type { Direction } from '../../../core/signals/signal.ts';

const ARROWS = { CALL: 'M8 13.25V3M3.75 7 8 2.75 12.25 7', PUT: 'M8 2.75V13M3.75 9 8 13.25 12.25 9' };

/** CALL or PUT with its small arrow. */
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
