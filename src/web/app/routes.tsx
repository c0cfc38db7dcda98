import { Redirect, useLocation } from 'wouter';
import { useSessionState } from '../lib/session/session-context.ts';
import { AuthPage } from './auth-page.tsx';
import { HomePage } from './home-page.tsx';
import { Loading } from './loading.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Which screen an address shows, to whom. Addresses are taken to the letter, as the server takes them. */
export function Routes() {
  const [path] = useLocation();
  switch (path) {
    case '/':
      return <Home />;
    case '/auth':
      return <Auth />;
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
  if (session.status === 'signed-in') return <Redirect to="/" replace />;
  return <AuthPage />;
}
