import { useState } from 'react';
import type { PublicConfig } from '../../core/wire/public-config.ts';
import { createLazyPart } from '../lib/lazy-part.ts';
import type { Session } from '../lib/session/session.ts';
import { SessionContext, useSessionState } from '../lib/session/session-context.ts';
import { useStore } from '../lib/store.ts';
import { ErrorBoundary } from '../ui/notice.tsx';
import { toasts } from '../ui/toasts.ts';
import { ConfigContext, useConfig } from './config-context.ts';
import './app.css';
import { Redirect, useLocation } from 'wouter';
import { Fetched, Loading } from './fetched.tsx';
import { authPage, checkPage, homePage, otherPage, recordPage } from './pages.ts';
import { isRecordPath, pageAskedFor } from './sign-in-first.tsx';

const toaster = createLazyPart(() => import('../ui/toaster.tsx').then((module) => module.Toaster));

interface AppProps {
  readonly config: PublicConfig;
  readonly session: Session;
}

export function App({ config, session }: AppProps) {
  return (
    <>
      <ErrorBoundary className="alone">
        <ConfigContext value={config}>
          <SessionContext value={session}>
            <Routes />
          </SessionContext>
        </ConfigContext>
      </ErrorBoundary>
      <Toasts />
    </>
  );
}

/** The code that shows toasts is fetched for the first one. */
function Toasts() {
  const hasToasts = useStore(toasts).length > 0;
  const [isWanted, setWanted] = useState(hasToasts);
  if (hasToasts && !isWanted) setWanted(true);
  return isWanted ? <FetchedToaster /> : null;
}

function FetchedToaster() {
  const { part: Toaster } = useStore(toaster);
  return Toaster === undefined ? null : <Toaster />;
}

/** The screen of an address. Addresses are compared exactly, as on the server. */
function Routes() {
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
