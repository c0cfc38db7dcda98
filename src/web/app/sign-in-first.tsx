import { Redirect } from 'wouter';
import { useSessionState } from '../lib/session/session-context.ts';

/** The part of a history entry that keeps the page requested before the sign-in. */
interface AuthEntry {
  readonly askedFor: string;
}

/** Leads to the sign-in, and from there back to this page; after Sign Out, which is no wish to come back, to the home page. */
export function SignInFirst() {
  const session = useSessionState();
  const isLeaving = session.status === 'signed-out' && session.why === 'chosen';
  return (
    <Redirect
      to="/auth"
      replace
      {...(isLeaving ? {} : { state: askingFor(`${location.pathname}${location.search}`) })}
    />
  );
}

/** For a link to the sign-in that leads back to the present page. */
export function askingFor(page: string): AuthEntry {
  return { askedFor: page };
}

/** The page that this sign-in leads to; undefined where none was requested. */
export function pageAskedFor(): string | undefined {
  const entry = history.state as Partial<AuthEntry> | null;
  const page = entry?.askedFor;
  // A history entry outlives the page that wrote it: it counts only if it names a page of this app.
  if (typeof page !== 'string') return undefined;
  const path = page.replace(/\?.*/, '');
  return /^\/a(?:dmin|lerts)$/.test(path) || isRecordPath(path) ? page : undefined;
}

export function isRecordPath(path: string): boolean {
  return /^\/record(?:\/[\da-f-]{36})?$/.test(path);
}
