import type { Outcome } from '../../core/signals/ledger-entry.ts';
import { OutcomePip } from './outcome-pip.tsx';
import './outcome-word.css';

const WORDS: Readonly<Record<Outcome, string>> = {
  won: 'Won',
  lost: 'Lost',
  unchanged: 'Unchanged',
  void: 'Void',
};

/** How a signal ended: its pip and the word. Never a colour. */
export function OutcomeWord({ outcome }: { readonly outcome: Outcome }) {
  return (
    <span className="outcome">
      <OutcomePip outcome={outcome} />
      {WORDS[outcome]}
    </span>
  );
}
