import { Suspense, use, useState } from 'react';
import { SessionContext } from '../lib/session/session-context.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Notice } from '../ui/notice.tsx';
import { Toaster } from '../ui/toast.tsx';
import { ConfigContext } from './config-context.ts';
import { Loading } from './loading.tsx';
import { Routes } from './routes.tsx';
import { start } from './start.ts';
import './app.css';

/** The whole page: waits for the configuration, then shows the screen that the address asks for. */
export function App() {
  const [starting, setStarting] = useState(start);
  return (
    <>
      <ErrorBoundary part="The page" className="alone">
        <Suspense fallback={<Loading />}>
          <Started starting={starting} onRetry={() => setStarting(start())} />
        </Suspense>
      </ErrorBoundary>
      <Toaster />
    </>
  );
}

function Started({ starting, onRetry }: { starting: ReturnType<typeof start>; onRetry: () => void }) {
  const outcome = use(starting);
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
