import type { Outcome } from '../../core/signals/ledger-entry.ts';
import { Pip } from './pip.tsx';
import './outcome-word.css';

const WORDS: Readonly<Record<Outcome, string>> = {
  won: 'Won',
  lost: 'Lost',
  unchanged: 'Unchanged',
  void: 'Void',
};

/** How a signal ended: a filled pip for a win, a hollow one otherwise, and the word. Never a colour. */
export function OutcomeWord({ outcome }: { readonly outcome: Outcome }) {
  return (
    <span className="outcome">
      <Pip isOn={outcome === 'won'} />
      {WORDS[outcome]}
    </span>
  );
}
