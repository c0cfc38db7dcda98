import type { Outcome } from '../../../core/ledger/ledger-entry.ts';
import { Pip } from '../../ui/pip.tsx';
import { OUTCOME_WORDS } from './record-format.ts';

/** A filled pip for won, a hollow one for all else, and the word. */
export function OutcomeMark({ outcome }: { readonly outcome: Outcome }) {
  return (
    <span className={outcome === 'won' ? 'outcome' : 'outcome outcome--off'}>
      <Pip isOn={outcome === 'won'} />
      {OUTCOME_WORDS[outcome]}
    </span>
  );
}
