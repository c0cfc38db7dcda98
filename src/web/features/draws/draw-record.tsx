import { breakEvenRate, neededInHundred } from '../../../core/record/verdict.ts';
import type { RecordSummary } from '../../../core/wire/record.ts';
import { apiOf } from '../../lib/api-client.ts';
import { formatCount } from '../../lib/figures.ts';
import { usePayout } from '../../lib/payout.ts';
import { perSignIn } from '../../lib/session/per-sign-in.ts';
import type { Session } from '../../lib/session/session.ts';
import { useSession } from '../../lib/session/session-context.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { DrawGauge } from './live-signal-card.tsx';
import { texts } from './texts.ts';

/** Fewer settled draws prove nothing, */
const ENOUGH_DRAWS = 1_000;
/** and of fewer measured signals not even a rate is shown. */
const ENOUGH_SIGNALS = 30;

const recordOf = perSignIn((session: Session) => {
  const record = createStore<RecordSummary | undefined>(undefined);
  apiOf(session)
    .json<RecordSummary>('/api/record')
    .then(record.set, () => {});
  return record;
});

/** The live record: a replay's draws and signals are no part of it. Undefined until it is known, and where the server does not answer. */
function useLiveRecord(): RecordSummary | undefined {
  const record = useStore(recordOf(useSession()));
  return record?.label === null ? record : undefined;
}

/** What random draws were worth on the live record's control arm, with their count; the drawn confidence alone before there are 1,000. */
export function DrawRecord({ drawn }: { readonly drawn: number }) {
  const draws = useLiveRecord()?.controlArm;
  if (draws === undefined || draws.rate === null || draws.settled < ENOUGH_DRAWS)
    return <DrawGauge drawn={drawn} />;
  const inHundred = Math.round(draws.rate * 100);
  const right = formatCount(inHundred);
  return (
    <>
      <DrawGauge drawn={drawn} right={{ inHundred, words: texts.rightMark({ right }) }} />
      <p className="signal__note">{texts.right({ right, count: formatCount(draws.settled), b: <b /> })}</p>
    </>
  );
}

/** What the measured source came to, once it is known. */
export function OtherRight() {
  const engine = useLiveRecord()?.engineArm;
  const payout = usePayout();
  if (engine === undefined || engine.rate === null || engine.settled < ENOUGH_SIGNALS)
    return texts.otherScored;
  // A new element: a browser takes a text that is replaced by one of figures in isolates for moved.
  return (
    <span>
      {texts.otherRight({
        right: formatCount(Math.round(engine.rate * 100)),
        needed: formatCount(neededInHundred(breakEvenRate(payout / 100))),
      })}
    </span>
  );
}
