import { useMemo } from 'react';
import { MINUTE_MS } from '../../core/time/instant.ts';
import { type ApiClientOptions, createApiClient } from '../lib/api-client.ts';
import { useConfig } from './config-context.ts';
import { CheckView } from '../features/check/check-view.tsx';
import { useSession, useSessionState } from '../lib/session/session-context.ts';
import { shellTexts } from './shell-texts.ts';
import { PageFrame } from './page-frame.tsx';

/** The check of any track record, for every visitor; works offline too. */
export function CheckPage() {
  const session = useSessionState();
  const { accessToken } = useSession();
  const { market, publicRecord, publicPrices } = useConfig();
  const isSignedIn = session.status === 'signed-in';
  const onOurs =
    market && (isSignedIn || publicRecord)
      ? () => recordFile(isSignedIn ? { getToken: accessToken } : {})
      : undefined;
  const mayHavePrices = isSignedIn || publicPrices;
  const pricesApi = useMemo(
    () => (mayHavePrices ? createApiClient(isSignedIn ? { getToken: accessToken } : {}) : undefined),
    [mayHavePrices, isSignedIn, accessToken],
  );
  return (
    <PageFrame
      email={session.status === 'signed-in' ? session.email : undefined}
      title={shellTexts.checkTitle}
      worksOffline
      hasRiskNote
    >
      <CheckView onOurs={onOurs} pricesApi={pricesApi} />
    </PageFrame>
  );
}

function recordFile(options: ApiClientOptions): Promise<Blob> {
  return createApiClient(options).ask('/api/record/signals.csv?zone=UTC', (answer) => answer.blob(), {
    timeoutMs: 2 * MINUTE_MS,
  });
}
