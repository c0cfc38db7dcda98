import { useState } from 'react';
import { createAlertsApi } from '../features/alerts/alerts-api.ts';
import { AlertsView } from '../features/alerts/alerts-view.tsx';
import { apiOf } from '../lib/api-client.ts';
import { useSession, useSessionState } from '../lib/session/session-context.ts';
import { texts as uiTexts } from '../ui/texts.ts';
import { Loading } from './fetched.tsx';
import { PageFrame } from './page-frame.tsx';
import { SignInFirst } from './sign-in-first.tsx';

export function AlertsPage() {
  const session = useSessionState();
  if (session.status === 'loading') return <Loading />;
  if (session.status === 'signed-out') return <SignInFirst />;
  return <SignedInAlerts email={session.email} />;
}

function SignedInAlerts({ email }: { readonly email: string }) {
  const session = useSession();
  const [api] = useState(() => createAlertsApi(apiOf(session)));
  return (
    <PageFrame email={email} title={uiTexts.alerts}>
      <AlertsView api={api} />
    </PageFrame>
  );
}
