import type { Direction } from '../../../../core/market/direction.ts';
import type { Outcome } from '../../../../core/signals/ledger-entry.ts';

interface MarkPictureProps {
  readonly direction: Direction;
  readonly outcome: Outcome;
}

/** A past signal as the chart draws it. Beside words that say the same. */
export function MarkPicture({ direction, outcome }: MarkPictureProps) {
  const [tip, base] = direction === 'CALL' ? [1, 9] : [9, 1];
  const whole = `M5.5 ${tip}L10 ${base}H1Z`;
  const half = `M5.5 ${tip}V${base}H1Z`;
  return (
    <svg
      className={`price-chart__mark price-chart__mark--${direction === 'CALL' ? 'call' : 'put'}`}
      viewBox="0 0 11 10"
      aria-hidden="true"
    >
      {outcome === 'void' ? (
        <path d="M1 5h9" strokeWidth="2" />
      ) : (
        <path d={whole} fill={outcome === 'won' ? 'currentColor' : 'none'} />
      )}
      {outcome === 'unchanged' ? <path d={half} fill="currentColor" stroke="none" /> : null}
    </svg>
  );
}
