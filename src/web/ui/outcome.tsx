import type { Outcome } from '../../core/signals/ledger-entry.ts';
import { outcomeTexts } from './decision-texts.ts';
import './outcome.css';

interface OutcomePipProps {
  readonly outcome: Outcome;
  /** Of the coin beside the signal: grey, and dashed because it is random. */
  readonly isCoin?: boolean;
}

/**
 * How a signal ended: filled won, hollow lost, half filled unchanged, a dash void. 10 px wide unless
 * `--pip-size` says otherwise. It stands beside words that say the same, or in a picture that is described.
 */
export function OutcomePip({ outcome, isCoin = false }: OutcomePipProps) {
  const looks = `outcome-pip outcome-pip--${outcome}`;
  return <i className={isCoin ? `${looks} outcome-pip--coin` : looks} aria-hidden="true" />;
}

/** The outcome of a signal, or of the coin beside it: its pip and the word. Never a colour. */
export function OutcomeWord(props: OutcomePipProps) {
  return (
    <span className="outcome">
      <OutcomePip {...props} />
      {outcomeTexts[props.outcome]}
    </span>
  );
}
