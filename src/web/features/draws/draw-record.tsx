import { useEffect, useState } from 'react';
import type { RecordRate, RecordSummary } from '../../../core/wire/record.ts';
import { createApiClient } from '../../lib/api-client.ts';
import { formatCount } from '../../lib/figures.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { DrawGauge } from './draw-gauge.tsx';
import { drawsTexts } from './draw-record-texts.ts';

/** Fewer settled draws say nothing. */
const ENOUGH = 1_000;

/** What random draws were worth on the live record's control arm, with their count; the drawn confidence alone before there are 1,000. */
export function DrawRecord({ drawn }: { readonly drawn: number | undefined }) {
  const session = useSession();
  const [draws, setDraws] = useState<RecordRate>();
  useEffect(() => {
    const aborted = new AbortController();
    const api = createApiClient({ getToken: session.accessToken });
    api.json<RecordSummary>('/api/record', { signal: aborted.signal }).then(
      // A replay's draws are not part of the live record.
      ({ label, controlArm }) => (label === null ? setDraws(controlArm) : undefined),
      // Without an answer the card says no less than before.
      () => undefined,
    );
    return () => aborted.abort();
  }, [session]);
  if (draws === undefined || draws.rate === null || draws.settled < ENOUGH)
    return <DrawGauge drawn={drawn} />;
  const inHundred = Math.round(draws.rate * 100);
  const right = formatCount(inHundred);
  return (
    <>
      <DrawGauge drawn={drawn} right={{ inHundred, words: drawsTexts.rightMark({ right }) }} />
      <p className="signal__note">{drawsTexts.right({ right, count: formatCount(draws.settled) })}</p>
    </>
  );
}
