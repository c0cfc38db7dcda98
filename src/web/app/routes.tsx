import type { ReactNode } from 'react';
import { Redirect, useLocation } from 'wouter';
import type { LazyPart } from '../lib/lazy-part.ts';
import { useSessionState } from '../lib/session/session-context.ts';
import { useStore } from '../lib/store.ts';
import { Notice } from '../ui/notice.tsx';
import { useConfig } from './config-context.ts';
import { Loading } from './loading.tsx';
import { authPage, checkPage, homePage, otherPage, recordPage } from './pages.ts';
import { isRecordPath } from './record-path.ts';
import { shellTexts } from './shell-texts.ts';
import { pageAskedFor } from './sign-in-first.tsx';

/** Which screen an address shows, to whom. Addresses are taken to the letter, as the server takes them. */
export function Routes() {
  const [path] = useLocation();
  const { market } = useConfig();
  if (market && isRecordPath(path))
    return <Fetched page={recordPage}>{(RecordPage) => <RecordPage />}</Fetched>;
  switch (path) {
    case '/':
      return <Home />;
    case '/auth':
      return <Auth />;
    case '/check':
      return <Fetched page={checkPage}>{(CheckPage) => <CheckPage />}</Fetched>;
    default:
      return <Fetched page={otherPage}>{(OtherPage) => <OtherPage />}</Fetched>;
  }
}

function Home() {
  const session = useSessionState();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed-out') return <Redirect to="/auth" replace />;
  return <Fetched page={homePage}>{(HomePage) => <HomePage email={session.email} />}</Fetched>;
}

function Auth() {
  const session = useSessionState();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed-in') return <Redirect to={pageAskedFor() ?? '/'} replace />;
  return <Fetched page={authPage}>{(AuthPage) => <AuthPage />}</Fetched>;
}

interface FetchedProps<Page> {
  readonly page: LazyPart<Page>;
  readonly children: (page: Page) => ReactNode;
}

function Fetched<Page>({ page, children }: FetchedProps<Page>) {
  const { part, hasFailed } = useStore(page);
  if (part !== undefined) return children(part);
  if (!hasFailed) return <Loading />;
  return (
    <Notice
      className="alone"
      title={shellTexts.pageDidNotLoad}
      hint={shellTexts.checkConnection}
      onRetry={page.retry}
    />
  );
}
