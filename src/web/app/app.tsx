import { useState } from 'react';
import type { PublicConfig } from '../../core/wire/public-config.ts';
import { createLazyPart } from '../lib/lazy-part.ts';
import type { Session } from '../lib/session/session.ts';
import { SessionContext } from '../lib/session/session-context.ts';
import { useStore } from '../lib/store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { toasts } from '../ui/toasts.ts';
import { ConfigContext } from './config-context.ts';
import { Routes } from './routes.tsx';
import { shellTexts } from './shell-texts.ts';
import './app.css';

const toaster = createLazyPart(() => import('../ui/toaster.tsx').then((module) => module.Toaster));

interface AppProps {
  readonly config: PublicConfig;
  readonly session: Session;
}

/** The whole page: the screen that the address asks for. */
export function App({ config, session }: AppProps) {
  return (
    <>
      <ErrorBoundary title={shellTexts.pageStopped} className="alone">
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

/** What shows toasts is fetched for the first one. */
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
