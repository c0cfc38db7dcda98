import { useMemo } from 'react';
import { Link } from 'wouter';
import { MINUTE_MS } from '../../core/time/instant.ts';
import { type ApiClientOptions, createApiClient } from '../lib/api-client.ts';
import { useConfig } from './config-context.ts';
import { CheckView } from '../features/check/check-view.tsx';
import { useSession, useSessionState } from '../lib/session/session-context.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { RiskNote } from '../ui/risk-note.tsx';
import { HomeHeader } from './home-header.tsx';
import { HomeLink } from './home-link.tsx';
import { LanguageField } from './language-field.tsx';
import { ThemeButton } from './theme-button.tsx';
import { usePage } from './use-page.ts';
import { shellTexts } from './shell-texts.ts';

/** The check of any track record: for everybody, and it works on when the line is down. */
export function CheckPage() {
  const session = useSessionState();
  const { accessToken } = useSession();
  const { market, publicRecord, publicPrices } = useConfig();
  const isSignedIn = session.status === 'signed-in';
  const onOurs =
    market && (isSignedIn || publicRecord)
      ? () => recordFile(isSignedIn ? { getToken: accessToken } : {})
      : undefined;
  const mayHavePrices = isSignedIn || publicPrices;
  const pricesApi = useMemo(
    () => (mayHavePrices ? createApiClient(isSignedIn ? { getToken: accessToken } : {}) : undefined),
    [mayHavePrices, isSignedIn, accessToken],
  );
  const main = usePage(shellTexts.checkTitle);
  return (
    <div className="page">
      <a className="skip-link" href="#main">
        {shellTexts.skip}
      </a>
      {session.status === 'signed-in' ? <HomeHeader email={session.email} /> : <OpenHeader />}
      <main ref={main} id="main" tabIndex={-1} className="wrap main">
        <ErrorBoundary title={shellTexts.checkStopped}>
          <CheckView onOurs={onOurs} pricesApi={pricesApi} />
        </ErrorBoundary>
      </main>
      <footer className="foot">
        <div className="wrap">
          <RiskNote />
        </div>
      </footer>
    </div>
  );
}

/** Every settled signal of this server's record, as its own page saves it. */
function recordFile(options: ApiClientOptions): Promise<Blob> {
  return createApiClient(options).ask('/api/record/signals.csv?zone=UTC', (answer) => answer.blob(), {
    timeoutMs: 2 * MINUTE_MS,
  });
}

function OpenHeader() {
  return (
    <header className="top">
      <div className="wrap">
        <HomeLink />
        <span className="top__push" />
        <LanguageField />
        <ThemeButton />
        <Link href="/auth" className="btn btn--line btn--small">
          {shellTexts.signIn}
        </Link>
      </div>
    </header>
  );
}
