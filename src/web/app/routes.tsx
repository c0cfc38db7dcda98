import { Redirect, useLocation } from 'wouter';
import { useSessionState } from '../lib/session/session-context.ts';
import { useConfig } from './config-context.ts';
import { Fetched } from './fetched.tsx';
import { Loading } from './loading.tsx';
import { authPage, checkPage, homePage, otherPage, recordPage } from './pages.ts';
import { isRecordPath } from './record-path.ts';
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
