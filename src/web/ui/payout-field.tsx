import { usePayoutInput } from '../lib/payout.ts';
import { texts } from './texts.ts';
import './report.css';

/** The reader's payout, in percent, with a field for it inside a sentence, and what is wrong with its input. */
export function usePayoutField() {
  const { percent, problem, inputProps } = usePayoutInput();
  const isWrong = problem !== undefined;
  return {
    percent,
    field: (
      <input
        {...inputProps}
        className="input payout-field"
        aria-label={texts.payout}
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? 'payout-problem' : undefined}
      />
    ),
    problem: isWrong ? (
      <span className="problem" id="payout-problem" role="alert">
        {problem}
      </span>
    ) : null,
  };
}

/** Why something could not be done, in one sentence; nothing while there is none. */
export function Refused({ why }: { readonly why: string | undefined }) {
  if (why === undefined) return null;
  return (
    <p className="problem" role="alert">
      {why}
    </p>
  );
}
