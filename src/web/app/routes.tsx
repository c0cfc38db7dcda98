import { lazy, Suspense } from 'react';
import { Redirect, useLocation } from 'wouter';
import { useSessionState } from '../lib/session/session-context.ts';
import { AuthPage } from './auth-page.tsx';
import { useConfig } from './config-context.ts';
import { HomePage } from './home-page.tsx';
import { Loading } from './loading.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { isRecordPath } from './record-path.ts';
import { pageAskedFor } from './sign-in-first.tsx';

/** Fetched when it is first asked for: a visit of the other screens does not pay for it. */
const RecordPage = lazy(() => import('./record-page.tsx').then((page) => ({ default: page.RecordPage })));

const CheckPage = lazy(() => import('./check-page.tsx').then((page) => ({ default: page.CheckPage })));

/** Which screen an address shows, to whom. Addresses are taken to the letter, as the server takes them. */
export function Routes() {
  const [path] = useLocation();
  const { market } = useConfig();
  if (market && isRecordPath(path)) {
    return (
      <Suspense fallback={<Loading />}>
        <RecordPage />
      </Suspense>
    );
  }
  switch (path) {
    case '/':
      return <Home />;
    case '/auth':
      return <Auth />;
    case '/check':
      return (
        <Suspense fallback={<Loading />}>
          <CheckPage />
        </Suspense>
      );
    default:
      return <NotFoundPage />;
  }
}

function Home() {
  const session = useSessionState();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed-out') return <Redirect to="/auth" replace />;
  return <HomePage email={session.email} />;
}

function Auth() {
  const session = useSessionState();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed-in') return <Redirect to={pageAskedFor() ?? '/'} replace />;
  return <AuthPage />;
}
