import type { Outcome } from '../../core/signals/ledger-entry.ts';
import { outcomeTexts } from './decision-texts.ts';
import './outcome.css';

/** The outcome of a signal, or of the coin beside it: its pip and the word. Never a colour. */
export function OutcomeWord({
  outcome,
  isCoin = false,
}: {
  readonly outcome: Outcome;
  readonly isCoin?: boolean;
}) {
  return (
    <span className="outcome">
      <OutcomePip outcome={outcome} isCoin={isCoin} />
      {outcomeTexts[outcome]}
    </span>
  );
}

interface OutcomePipProps {
  /** Undefined where there was no signal: the pip's place stays empty. */
  readonly outcome: Outcome | undefined;
  /** Of the coin beside the signal: grey, and dashed because it is random. */
  readonly isCoin?: boolean;
}

/**
 * How a signal ended: filled won, hollow lost, half filled unchanged, a dash void, a gap no signal. 10 px wide unless
 * `--pip-size` says otherwise. It stands beside words that say the same, or in a picture that is described.
 */
export function OutcomePip({ outcome, isCoin = false }: OutcomePipProps) {
  const looks = `outcome-pip outcome-pip--${outcome ?? 'none'}`;
  return <i className={isCoin ? `${looks} outcome-pip--coin` : looks} aria-hidden="true" />;
}
