import { Redirect, Route, Switch } from 'wouter';
import { useSessionState } from '../lib/session/session-context.ts';
import { AuthPage } from './auth-page.tsx';
import { HomePage } from './home-page.tsx';
import { Loading } from './loading.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Which screen an address shows, to whom. */
export function Routes() {
  return (
    <Switch>
      <Route path="/">
        <Home />
      </Route>
      <Route path="/auth">
        <Auth />
      </Route>
      <Route>
        <NotFoundPage />
      </Route>
    </Switch>
  );
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
