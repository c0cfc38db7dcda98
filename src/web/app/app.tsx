import { useState } from 'react';
import { SessionContext } from '../lib/session/session-context.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Notice } from '../ui/notice.tsx';
import { Toaster } from '../ui/toaster.tsx';
import { ConfigContext } from './config-context.ts';
import { Loading } from './loading.tsx';
import { Routes } from './routes.tsx';
import { type Start, start } from './start.ts';
import './app.css';

/** The whole page, once it is known how it started: the screen that the address asks for, or another try. */
export function App({ firstStart }: { readonly firstStart: Start }) {
  const [outcome, setOutcome] = useState<Start | undefined>(firstStart);

  function retry() {
    setOutcome(undefined);
    void start().then(setOutcome);
  }

  return (
    <>
      <ErrorBoundary title="The page stopped working" className="alone">
        {outcome === undefined ? <Loading /> : <Started outcome={outcome} onRetry={retry} />}
      </ErrorBoundary>
      <Toaster />
    </>
  );
}

function Started({ outcome, onRetry }: { outcome: Start; onRetry: () => void }) {
  if (!outcome.isReady) {
    return (
      <Notice className="alone" title="The page could not start" hint={outcome.reason} onRetry={onRetry} />
    );
  }
  return (
    <ConfigContext value={outcome.config}>
      <SessionContext value={outcome.session}>
        <Routes />
      </SessionContext>
    </ConfigContext>
  );
}
