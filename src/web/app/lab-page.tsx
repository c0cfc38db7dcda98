import { useMemo } from 'react';
import { LabView } from '../features/lab/lab-view.tsx';
import { texts } from '../features/lab/texts.ts';
import { createApiClient } from '../lib/api-client.ts';
import { useSession, useSessionState } from '../lib/session/session-context.ts';
import { useConfig } from './config-context.ts';
import { PageFrame } from './page-frame.tsx';

export function LabPage() {
  const session = useSessionState();
  const { accessToken } = useSession();
  const { publicPrices, authUrl } = useConfig();
  const email = session.status === 'signed-in' ? session.email : undefined;
  const apis = useMemo(() => {
    // A new client for another account.
    const trader = email === undefined ? undefined : createApiClient({ getToken: accessToken });
    // With accounts of a hosted project this server stores nothing for them.
    const isOwn = new URL(authUrl, location.origin).origin === location.origin;
    const prices = trader ?? (publicPrices ? createApiClient({}) : undefined);
    return { account: isOwn ? trader : undefined, prices };
  }, [email, publicPrices, authUrl, accessToken]);
  return (
    <PageFrame email={email} title={texts.title} worksOffline hasRiskNote>
      <LabView apis={apis} />
    </PageFrame>
  );
}
