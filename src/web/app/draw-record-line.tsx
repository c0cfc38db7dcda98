import { epochMs, SECOND_MS } from '../../core/time/instant.ts';
import { DrawGauge } from '../features/draws/draw-gauge.tsx';
import { setAlarm } from '../lib/clock.ts';
import { createLazyPart } from '../lib/lazy-part.ts';
import { now } from '../lib/now.ts';
import { useStore } from '../lib/store.ts';

/** A first visit has long been drawn by then. */
const LATER_MS = 10 * SECOND_MS;

const drawRecord = createLazyPart(async () => {
  await new Promise<void>((resolve) => setAlarm(epochMs(now() + LATER_MS), resolve));
  const { DrawRecord } = await import('../features/draws/draw-record.tsx');
  return DrawRecord;
});

/** What a drawn confidence was worth, once that is known. */
export function DrawRecordLine({ drawn }: { readonly drawn: number | undefined }) {
  const { part: DrawRecord } = useStore(drawRecord);
  return (
    <div className="draw-record">
      {DrawRecord === undefined ? <DrawGauge drawn={drawn} /> : <DrawRecord drawn={drawn} />}
    </div>
  );
}
