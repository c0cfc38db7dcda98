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
  const { publicPrices } = useConfig();
  const isSignedIn = session.status === 'signed-in';
  const mayHavePrices = isSignedIn || publicPrices;
  const pricesApi = useMemo(
    () => (mayHavePrices ? createApiClient(isSignedIn ? { getToken: accessToken } : {}) : undefined),
    [mayHavePrices, isSignedIn, accessToken],
  );
  return (
    <PageFrame
      email={session.status === 'signed-in' ? session.email : undefined}
      title={texts.title}
      stopped={texts.stopped}
      worksOffline
      hasRiskNote
    >
      <LabView pricesApi={pricesApi} />
    </PageFrame>
  );
}
