import { epochMs, SECOND_MS } from '../../core/time/instant.ts';
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

/** How often random draws were right, once that is known. */
export function DrawRecordLine() {
  const { part: DrawRecord } = useStore(drawRecord);
  return DrawRecord === undefined ? null : <DrawRecord />;
}
