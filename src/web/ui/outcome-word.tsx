import type { Outcome } from '../../core/signals/ledger-entry.ts';
import { OutcomePip } from './outcome-pip.tsx';
import { outcomeTexts } from './measured-texts.ts';
import './outcome-word.css';

/** How a signal ended: its pip and the word. Never a colour. */
export function OutcomeWord({ outcome }: { readonly outcome: Outcome }) {
  return (
    <span className="outcome">
      <OutcomePip outcome={outcome} />
      {outcomeTexts[outcome]}
    </span>
  );
}
