import type { ReactNode } from 'react';
import { breakEvenRate } from '../../../core/record/verdict.ts';
import { formatRate } from '../../lib/figures.ts';
import { usePayout } from '../../lib/payout.ts';
import { MeasuredTag } from '../../ui/measured-tag.tsx';

interface MarketConfidenceProps {
  /** The confidence in view, as a fraction of 1; left out while there is none. */
  readonly rate?: number;
  readonly children: ReactNode;
}

/** A measured confidence never stands without what it takes to come out even, and says so when that is more. */
export function MarketConfidence({ rate, children }: MarketConfidenceProps) {
  const percent = usePayout();
  const breakEven = breakEvenRate(percent / 100);
  const needs = `needs ${formatRate(breakEven)} at your payout of ${percent}%`;
  return (
    <>
      <div className="signal__line">
        {children}
        <MeasuredTag />
      </div>
      <p className="signal__note">
        {rate !== undefined && rate < breakEven
          ? `Below break-even: it ${needs}.`
          : `It ${needs} to break even.`}
      </p>
    </>
  );
}
