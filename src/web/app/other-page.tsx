import { lazy, Suspense } from 'react';
import { useLocation } from 'wouter';
import { useSessionState } from '../lib/session/session-context.ts';
import { Loading } from './loading.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Fetched for who is signed in and asks for it: no other visit pays for it. */
const AdminPage = lazy(() => import('./admin-page.tsx').then((page) => ({ default: page.AdminPage })));

/** What an address shows that is none of the pages for traders. */
export function OtherPage() {
  const [path] = useLocation();
  return path === '/admin' ? <Admin /> : <NotFoundPage />;
}

function Admin() {
  const session = useSessionState();
  if (session.status === 'loading') return <Loading />;
  // As any unknown address: the sign-in page would tell that there is something.
  if (session.status === 'signed-out' && session.why === 'nobody') return <NotFoundPage />;
  return (
    <Suspense fallback={<Loading />}>
      <AdminPage />
    </Suspense>
  );
}
