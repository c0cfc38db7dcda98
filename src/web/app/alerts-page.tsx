import { useState } from 'react';
import { createAlertsApi } from '../features/alerts/alerts-api.ts';
import { AlertsView } from '../features/alerts/alerts-view.tsx';
import { texts } from '../features/alerts/texts.ts';
import { createApiClient } from '../lib/api-client.ts';
import { useSession, useSessionState } from '../lib/session/session-context.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { HomeHeader } from './home-header.tsx';
import { Loading } from './loading.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { shellTexts } from './shell-texts.ts';
import { SignInFirst } from './sign-in-first.tsx';
import { usePage } from './use-page.ts';

/** What a trader is told, when and where: for those who are signed in. */
export function AlertsPage() {
  const session = useSessionState();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed-out') return <SignInFirst />;
  return <SignedInAlerts email={session.email} />;
}

function SignedInAlerts({ email }: { readonly email: string }) {
  const session = useSession();
  const [api] = useState(() => createAlertsApi(createApiClient({ getToken: session.accessToken })));
  const main = usePage(texts.title);
  return (
    <div className="page">
      <a className="skip-link" href="#main">
        {shellTexts.skip}
      </a>
      <HomeHeader email={email} />
      <OfflineBanner />
      <main ref={main} id="main" tabIndex={-1} className="wrap main">
        <ErrorBoundary title={texts.stopped}>
          <AlertsView api={api} />
        </ErrorBoundary>
      </main>
      <footer className="foot">
        <div className="wrap">
          <p className="foot__user">{shellTexts.signedInAs({ email })}</p>
        </div>
      </footer>
    </div>
  );
}
