import { type ComponentType, lazy, Suspense } from 'react';
import { Redirect, useLocation } from 'wouter';
import { type LaterPart, loadTexts } from '../lib/catalogue.ts';
import { createLazyPart } from '../lib/lazy-part.ts';
import { useSessionState } from '../lib/session/session-context.ts';
import { useStore } from '../lib/store.ts';
import { Notice } from '../ui/notice.tsx';
import { AuthPage } from './auth-page.tsx';
import { useConfig } from './config-context.ts';
import { Loading } from './loading.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { isRecordPath } from './record-path.ts';
import { pageAskedFor } from './sign-in-first.tsx';
import { shellTexts } from './shell-texts.ts';

/** Fetched when it is first asked for: a visit of the other screens does not pay for it. */
const RecordPage = later('record', () => import('./record-page.tsx').then((page) => page.RecordPage));

const CheckPage = later('check', () => import('./check-page.tsx').then((page) => page.CheckPage));

/** Comes in one file with what signs in (vite.config.ts): for those who are signed in, or about to be. */
const homePage = createLazyPart(() => import('./home-page.tsx').then((page) => page.HomePage));

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
  return <SignedInHome email={session.email} />;
}

function SignedInHome({ email }: { readonly email: string }) {
  const { part: HomePage, hasFailed } = useStore(homePage);
  if (hasFailed) {
    return (
      <Notice
        className="alone"
        title={shellTexts.pageDidNotLoad}
        hint={shellTexts.checkConnection}
        onRetry={homePage.retry}
      />
    );
  }
  return HomePage === undefined ? <Loading /> : <HomePage email={email} />;
}

function Auth() {
  const session = useSessionState();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed-in') return <Redirect to={pageAskedFor() ?? '/'} replace />;
  return <AuthPage />;
}

/** A page that comes with its texts. */
function later(part: LaterPart, load: () => Promise<ComponentType>) {
  return lazy(async () => {
    const [page] = await Promise.all([load(), loadTexts(part)]);
    return { default: page };
  });
}
