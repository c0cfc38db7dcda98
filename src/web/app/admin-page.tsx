import { useState } from 'react';
import { createAdminApi } from '../features/admin/admin-api.ts';
import { AdminView } from '../features/admin/admin-view.tsx';
import { createSignInAgain } from '../features/admin/sign-in-again.ts';
import { adminTexts } from '../features/admin/texts.ts';
import { createApiClient } from '../lib/api-client.ts';
import { useSession, useSessionState } from '../lib/session/session-context.ts';
import { useStore } from '../lib/store.ts';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { useConfig } from './config-context.ts';
import { HomeHeader } from './home-header.tsx';
import { Loading } from './loading.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { OfflineBanner } from './offline-banner.tsx';
import { shellTexts } from './shell-texts.ts';
import { SignInFirst } from './sign-in-first.tsx';
import { usePage } from './use-page.ts';

/** The screen of operators, for those whom the server takes for one; to all others the 404 page. */
export function AdminPage() {
  const session = useSession();
  const state = useSessionState();
  const [api] = useState(() => createAdminApi(createApiClient({ getToken: session.accessToken })));
  const { value: self, problem } = useStore(api.self);
  const isRefused = useStore(api.isRefused);
  if (state.status === 'signed-out') return self === undefined ? <NotFoundPage /> : <SignInFirst />;
  if (isRefused) return <NotFoundPage />;
  if (state.status === 'loading' || (self === undefined && problem === undefined)) return <Loading />;
  return <SignedInAdmin api={api} email={state.email} />;
}

function SignedInAdmin({
  api,
  email,
}: {
  readonly api: ReturnType<typeof createAdminApi>;
  readonly email: string;
}) {
  const session = useSession();
  const { authUrl } = useConfig();
  const main = usePage(adminTexts.title);
  const [signInAgain] = useState(() => createSignInAgain({ session, email, authUrl }));
  return (
    <div className="page">
      <a className="skip-link" href="#main">
        {shellTexts.skip}
      </a>
      <HomeHeader email={email} />
      <OfflineBanner />
      <main ref={main} id="main" tabIndex={-1} className="wrap main">
        <ErrorBoundary title={adminTexts.stopped}>
          <AdminView api={api} signInAgain={signInAgain} />
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
