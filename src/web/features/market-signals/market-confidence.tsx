import type { ReactNode } from 'react';
import { breakEvenRate } from '../../../core/record/verdict.ts';
import { formatRate } from '../../lib/figures.ts';
import { usePayout } from '../../lib/payout.ts';
import { MeasuredTag } from '../../ui/measured-tag.tsx';

/** A measured confidence never stands without what it takes to come out even. */
export function MarketConfidence({ children }: { readonly children: ReactNode }) {
  const percent = usePayout();
  return (
    <>
      <div className="signal__line">
        {children}
        <MeasuredTag />
      </div>
      <p className="signal__note">
        It needs {formatRate(breakEvenRate(percent / 100))} at your payout of {percent}% to break even.
      </p>
    </>
  );
}
