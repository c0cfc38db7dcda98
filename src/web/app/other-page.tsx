import { useLocation } from 'wouter';
import { createLazyPart, withTexts } from '../lib/lazy-part.ts';
import { useSessionState } from '../lib/session/session-context.ts';
import { Fetched, Loading } from './fetched.tsx';
import { NotFoundPage } from './not-found-page.tsx';

/** Fetched only for a signed-in trader who opens it. */
const adminPage = createLazyPart(() => import('./admin-page.tsx').then((page) => page.AdminPage));

const alertsPage = withTexts(() => import('./alerts-page.tsx').then((page) => page.AlertsPage), 'alerts');
const labPage = withTexts(() => import('./lab-page.tsx').then((page) => page.LabPage), 'record', 'lab');

/** Screens that no first visit opens. */
export function OtherPage() {
  const [path] = useLocation();
  if (path === '/alerts') return <Fetched page={alertsPage}>{(AlertsPage) => <AlertsPage />}</Fetched>;
  if (path === '/lab') return <Fetched page={labPage}>{(LabPage) => <LabPage />}</Fetched>;
  return path === '/admin' ? <Admin /> : <NotFoundPage />;
}

function Admin() {
  const session = useSessionState();
  if (session.status === 'loading') return <Loading />;
  // As any unknown address: the sign-in page would show that there is something.
  if (session.status === 'signed-out' && session.why === 'no-session') return <NotFoundPage />;
  return <Fetched page={adminPage}>{(AdminPage) => <AdminPage />}</Fetched>;
}
