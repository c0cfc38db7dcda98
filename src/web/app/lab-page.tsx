import { useMemo } from 'react';
import { LabView } from '../features/lab/lab-view.tsx';
import { texts } from '../features/lab/texts.ts';
import { createApiClient } from '../lib/api-client.ts';
import { useSession, useSessionState } from '../lib/session/session-context.ts';
import { useConfig } from './config-context.ts';
import { PageFrame } from './page-frame.tsx';

/** The Lab: for everybody; the server's prices for those who may have them. */
export function LabPage() {
  const session = useSessionState();
  const { accessToken } = useSession();
  const { publicPrices, authUrl } = useConfig();
  const email = session.status === 'signed-in' ? session.email : undefined;
  const apis = useMemo(() => {
    // Another one for another account.
    const trader = email === undefined ? undefined : createApiClient({ getToken: accessToken });
    // With accounts of a hosted project this server keeps nothing of them.
    const isOwn = new URL(authUrl, location.origin).origin === location.origin;
    const prices = trader ?? (publicPrices ? createApiClient({}) : undefined);
    return { account: isOwn ? trader : undefined, prices };
  }, [email, publicPrices, authUrl, accessToken]);
  return (
    <PageFrame email={email} title={texts.title} stopped={texts.stopped} worksOffline hasRiskNote>
      <LabView apis={apis} />
    </PageFrame>
  );
}
