import type { AdminAccount } from '../../../core/wire/admin.ts';
import { Pip } from '../../ui/pip.tsx';
import { Badge } from '../../ui/tag.tsx';
import { accountTexts, stateTexts } from './texts.ts';

/** An account's state as pip and word, and whether it is an admin's. */
export function StateWord({ account: { state, isAdmin } }: { readonly account: AdminAccount }) {
  return (
    <span className="admin__state">
      <Pip isOn={state === 'active'} />
      {stateTexts[state]}
      {isAdmin ? <Badge>{accountTexts.admin}</Badge> : null}
    </span>
  );
}
