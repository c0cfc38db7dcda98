import { Redirect } from 'wouter';
import { useSessionState } from '../lib/session/session-context.ts';

/** What an entry of the browser's history keeps of the page that was asked for before the sign-in. */
interface AuthEntry {
  readonly askedFor: string;
}

/** Leads to the sign-in, and from there back to this page; after Sign Out, which is no wish to come back, to the home page. */
export function SignInFirst() {
  const session = useSessionState();
  const isLeaving = session.status === 'signed-out' && session.why === 'chosen';
  return <Redirect to="/auth" replace {...(isLeaving ? {} : { state: askingFor(currentPage()) })} />;
}

/** For a link to the sign-in that leads back to the page in view. */
export function askingFor(page: string): AuthEntry {
  return { askedFor: page };
}

/** The address of the page in view, with its query. */
function currentPage(): string {
  return `${location.pathname}${location.search}`;
}

/** The page that the sign-in in view leads to; undefined where none was asked for. */
export function pageAskedFor(): string | undefined {
  const entry = history.state as Partial<AuthEntry> | null;
  const page = entry?.askedFor;
  // A history entry outlives the page that wrote it: it counts only as far as it names a page of this app.
  if (typeof page !== 'string') return undefined;
  const path = page.replace(/\?.*/, '');
  return /^\/a(?:dmin|lerts)$/.test(path) || isRecordPath(path) ? page : undefined;
}

/** Whether an address is the record's, or that of one signal of it. */
export function isRecordPath(path: string): boolean {
  return /^\/record(?:\/[\da-f-]{36})?$/.test(path);
}
