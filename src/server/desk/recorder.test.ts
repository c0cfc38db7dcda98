import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { memoryLedger } from '../../../tests/support/memory-ledger.ts';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { epochMs, HOUR_MS } from '../../core/time/instant.ts';
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

test('a clock that is set back while the database is gone is told first, and the database asked again by the new time', async () => {
  const { clock, pass, set } = runningClock();
  const ledger = memoryLedger();
  const { log } = memoryLog();
  const recorder = new Recorder({ ledger, clock, newId: randomUUID, log, figures: createDeskFigures() });
  ledger.away('unreachable');
  await recorder.keep([recorder.outage(NINE_MS - 60_000, NINE_MS, 'no-feed')]);
  set(NINE_MS - HOUR_MS);
  await recorder.clockSet(epochMs(NINE_MS), epochMs(NINE_MS - HOUR_MS));
  ledger.away(undefined);
  await pass(1000);
  const told = ledger.entries.map(({ entry }) => entry.kind === 'outage' && entry.reason);
  expect(told).toEqual(['clock-set', 'database-lost', 'no-feed']);
  expect(recorder.isLost).toBe(false);
  await recorder.stop();
});

test('one entry that the ledger refuses does not take those kept with it', async () => {
  const { clock, pass } = runningClock();
  const ledger = memoryLedger();
  const { log, entries } = memoryLog();
  const append: typeof ledger.append = (added) =>
    added.some((entry) => entry.kind === 'outage' && entry.reason === 'no-feed')
      ? Promise.reject(new Error('a rule is broken'))
      : ledger.append(added);
  const recorder = new Recorder({
    ledger: { ...ledger, append },
    clock,
    newId: randomUUID,
    log,
    figures: createDeskFigures(),
  });
  ledger.away('unreachable');
  await recorder.keep([recorder.outage(NINE_MS - 1, NINE_MS, 'server-down')]);
  await recorder.keep([recorder.outage(NINE_MS - 60_000, NINE_MS, 'no-feed')]);
  ledger.away(undefined);
  await pass(1000);
  expect(ledger.entries.map(({ entry }) => entry.kind === 'outage' && entry.reason)).toEqual([
    'database-lost',
    'server-down',
  ]);
  expect(entries().map(({ msg }) => msg)).toContain('the ledger refused what the desk gave it (outage)');
  expect(recorder.isLost).toBe(false);
});

test('a lost database is asked again each second on the wall’s clock, and why it fails otherwise is said', async () => {
  const { clock, pass } = runningClock();
  const ledger = memoryLedger();
  const { log, entries } = memoryLog();
  let asked = 0;
  const openSignals: typeof ledger.openSignals = () => {
    asked += 1;
    return asked === 1 ? Promise.reject(new Error('a row is odd')) : ledger.openSignals();
  };
  const recorder = new Recorder({
    ledger: { ...ledger, openSignals },
    clock: { ...clock, speed: 60 },
    newId: randomUUID,
    log,
    figures: createDeskFigures(),
  });
  ledger.away('unreachable');
  await recorder.keep([recorder.outage(NINE_MS - 1, NINE_MS, 'server-down')]);
  ledger.away(undefined);
  await pass(59_999);
  expect(asked).toBe(0);
  await pass(1);
  expect([asked, recorder.isLost]).toEqual([1, true]);
  expect(entries().at(-1)).toMatchObject({
    msg: 'what was kept could not be recorded; it is tried again',
    err: { message: 'a row is odd' },
  });
  await pass(60_000);
  expect([asked, recorder.isLost]).toEqual([2, false]);
});
