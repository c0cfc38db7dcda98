import { Link } from 'wouter';
import type { AdminAccount } from '../../../core/wire/admin.ts';
import { currentLocale } from '../../lib/catalogue.ts';
import { once } from '../../lib/once.ts';
import { Badge, Pip } from '../../ui/tag.tsx';
import { addressOf } from './place.ts';
import { accountTexts, stateTexts } from './texts.ts';
import '../../ui/report.css';

const local = once(
  () => new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'medium' }),
);

/** `22 Nov 2026, 14:32:18` on the reader's own clock. */
export function formatInstant(ms: number): string {
  return local().format(ms);
}

export function zoneName(): string {
  return local().resolvedOptions().timeZone;
}

/** An instant in the reader's zone; "never" where there is none. */
export function Moment({ ms }: { readonly ms: number | null }) {
  if (ms === null) return accountTexts.never;
  return <time dateTime={new Date(ms).toISOString()}>{formatInstant(ms)}</time>;
}

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

/** A link to an account; `text` may be anything that a trader wrote. */
export function AccountLink({ id, text }: { readonly id: string; readonly text: string }) {
  return (
    <Link href={addressOf({ part: 'accounts', account: id })} className="reach">
      <bdi>{text}</bdi>
    </Link>
  );
}
