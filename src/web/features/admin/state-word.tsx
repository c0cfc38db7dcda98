import type { AdminAccount } from '../../../core/protocol/admin-protocol.ts';
import { Badge } from '../../ui/tag.tsx';
import { accountTexts, stateTexts } from './texts.ts';

/** An account's state as pip and word, and whether it is an admin's. */
export function StateWord({ account: { state, isAdmin } }: { readonly account: AdminAccount }) {
  return (
    <span className="admin__state">
      <i className={state === 'active' ? 'pip' : 'pip pip--off'} aria-hidden="true" />
      {stateTexts[state]}
      {isAdmin ? <Badge>{accountTexts.admin}</Badge> : null}
    </span>
  );
}
