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
  const session = useSession();
  const state = useSessionState();
  const [api] = useState(() => createAlertsApi(apiOf(session)));
  if (state.status === 'loading') return <Loading />;
  if (state.status === 'signed-out') return <SignInFirst />;
  return (
    <PageFrame email={state.email} title={uiTexts.alerts}>
      <AlertsView api={api} />
    </PageFrame>
  );
}
