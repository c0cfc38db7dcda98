import type { Outcome } from '../../core/signals/ledger-entry.ts';
import { OutcomePip } from './outcome-pip.tsx';
import { outcomeTexts } from './measured-texts.ts';
import './outcome-word.css';

/** How a signal, or the coin that was tossed beside it, ended: its pip and the word. Never a colour. */
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
