import type { usePayoutInput } from '../../lib/payout.ts';
import { texts as uiTexts } from '../../ui/texts.ts';

export function PayoutField({ problem, inputProps }: Omit<ReturnType<typeof usePayoutInput>, 'percent'>) {
  return (
    <input
      {...inputProps}
      className="input payout-field"
      aria-label={uiTexts.payout}
      aria-invalid={problem === undefined ? undefined : true}
      aria-describedby={problem === undefined ? undefined : 'payout-problem'}
    />
  );
}

export function PayoutProblem({ problem }: { readonly problem: string | undefined }) {
  if (problem === undefined) return null;
  return (
    <p className="payout-problem" id="payout-problem" role="alert">
      {problem}
    </p>
  );
}
