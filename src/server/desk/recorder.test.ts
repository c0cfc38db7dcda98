import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { memoryLedger } from '../../../tests/support/memory-ledger.ts';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { epochMs, HOUR_MS } from '../../core/kit/time.ts';
import type { DeskClock } from '../market/desk-clock.ts';
import { createDeskFigures } from './desk-figures.ts';
import { Recorder } from './recorder.ts';

const NINE_MS = Date.UTC(2018, 1, 5, 9);

/** A clock as that of live prices: nobody waits for what its alarms do. */
function runningClock() {
  let nowMs = NINE_MS;
  const alarms = new Set<{ readonly at: number; readonly ring: () => unknown }>();
  const clock: DeskClock = {
    speed: 1,
    now: () => epochMs(nowMs),
    setAlarm(at, ring) {
      const alarm = { at, ring };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
  };
  return {
    clock,
    async pass(ms: number) {
      nowMs += ms;
      for (const alarm of [...alarms].filter(({ at }) => at <= nowMs)) {
        alarms.delete(alarm);
        void alarm.ring();
      }
      await new Promise(setImmediate);
    },
    set(ms: number) {
      nowMs = ms;
    },
  };
}

test.each([
  ['forward', NINE_MS + HOUR_MS],
  ['back', NINE_MS - HOUR_MS],
])(
  'what was kept is recorded once when the clock is set %s while it is being recorded',
  async (_, afterMs) => {
    const { clock, pass, set } = runningClock();
    const ledger = memoryLedger();
    const { log } = memoryLog();
    const recorder = new Recorder({ ledger, clock, newId: randomUUID, log, figures: createDeskFigures() });
    ledger.away('unreachable');
    await recorder.keep([recorder.outage(NINE_MS - 60_000, NINE_MS, 'no-feed')]);
    ledger.away(undefined);
    const release = ledger.hold();
    await pass(1000);
    const beforeMs = clock.now();
    set(afterMs);
    await recorder.clockSet(beforeMs, epochMs(afterMs));
    await pass(1000);
    release();
    await pass(1000);
    expect(recorder.isLost).toBe(false);
    await recorder.stop();
    const told = ledger.entries.map(({ entry }) => entry.kind === 'outage' && entry.reason);
    expect(told).toEqual(['database-lost', 'no-feed', 'clock-set', 'database-lost']);
    expect(new Set(ledger.entries.map(({ entry }) => 'id' in entry && entry.id)).size).toBe(told.length);
  },
);
