import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { memoryLedger, type MemoryLedger } from '../../../tests/support/memory-ledger.ts';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { scaledPrice } from '../../core/market/instruments.ts';
import { voidFor } from '../../core/signals/settlement.ts';
import { epochMs, HOUR_MS } from '../../core/time/instant.ts';
import type { DeskClock } from '../market/desk-clock.ts';
import { createDeskFigures } from './desk-status.ts';
import { type Draft, Recorder } from './recorder.ts';
import { quoted } from '../../../tests/support/quoted.ts';
import { settledFor, signalAt } from '../../../tests/support/entries.ts';
import { signalId } from '../../core/signals/ledger-entry.ts';

const NINE_MS = Date.UTC(2018, 1, 5, 9);

/** A clock like that of live prices: it does not wait for what its alarms do. */
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
    const written = ledger.entries.map(({ entry }) => entry.kind === 'outage' && entry.reason);
    expect(written).toEqual(['database-lost', 'no-feed', 'clock-set', 'database-lost']);
    expect(new Set(ledger.entries.map(({ entry }) => 'id' in entry && entry.id)).size).toBe(written.length);
  },
);

test('a clock that is set back while the database is gone is recorded first, and the database asked again by the new time', async () => {
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
  const written = ledger.entries.map(({ entry }) => entry.kind === 'outage' && entry.reason);
  expect(written).toEqual(['clock-set', 'database-lost', 'no-feed']);
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
  expect(entries().map(({ msg }) => msg)).toContain(
    'the ledger refused an entry of the kind outage; others are not logged',
  );
  expect(recorder.isLost).toBe(false);
});

describe('a signal whose price the ledger refuses', () => {
  const { atMs: _atMs, ...signal } = signalAt(NINE_MS);
  const { atMs: _otherMs, ...other } = signalAt(NINE_MS, {
    id: signalId(randomUUID()),
    mode: 'bot',
  });
  const quote = quoted({ bid: 108_500, ask: 108_512, timeMs: NINE_MS + 900, ageMs: 100 });
  const bent = { ...quote, bid: scaledPrice(108_400) };
  const start: Draft = { kind: 'entered', signal: other.id, quote };
  const contradicted: Draft = { kind: 'entered', signal: signal.id, quote: bent };
  const late: Draft = { kind: 'settled', signal: signal.id, ...voidFor('late') };

  async function recorded(
    keep: (recorder: Recorder, pass: (ms: number) => Promise<void>, ledger: MemoryLedger) => Promise<void>,
  ) {
    const { clock, pass } = runningClock();
    const ledger = memoryLedger();
    const { log, entries } = memoryLog();
    const figures = createDeskFigures();
    const recorder = new Recorder({ ledger, clock, newId: randomUUID, log, figures });
    await recorder.issue([signal, other]);
    await pass(1_100);
    await recorder.keep([start]);
    await keep(recorder, pass, ledger);
    const said = entries().filter(({ msg }) => String(msg).includes('refused'));
    const written = ledger.entries.slice(3).map(({ entry }) => entry);
    return { ledger, figures, said, written };
  }

  test('ends as void with what was refused, and is logged once for each kind', async () => {
    const { ledger, said, written } = await recorded(async (recorder) => {
      await recorder.keep([contradicted]);
      await recorder.keep([contradicted, late]);
    });
    expect(written).toMatchObject([
      { kind: 'settled', outcome: 'void', reason: 'refused', refused: { entry: bent } },
    ]);
    expect((await ledger.openSignals()).map((open) => open.signal.id)).toEqual([other.id]);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatchObject({ err: { message: expect.stringContaining('(L1)') } });
  });

  test('ends so as well when the database was away meanwhile', async () => {
    const { written } = await recorded(async (recorder, pass, ledger) => {
      ledger.away('unreachable');
      await recorder.keep([contradicted]);
      ledger.away(undefined);
      await pass(1_000);
    });
    expect(written).toMatchObject([
      { kind: 'outage', reason: 'database-lost' },
      { kind: 'settled', outcome: 'void', reason: 'refused', refused: { entry: bent } },
    ]);
  });

  test('is given up where the void itself is refused, as that of a signal that has ended', async () => {
    const { written } = await recorded(async (recorder) => {
      await recorder.keep([late]);
      await recorder.keep([late]);
    });
    expect(written).toMatchObject([{ kind: 'settled', outcome: 'void', reason: 'late' }]);
  });

  test('a settlement that others contradict becomes a void with what it said', async () => {
    const { written } = await recorded(async (recorder, pass) => {
      await recorder.keep([{ kind: 'entered', signal: signal.id, quote }]);
      await pass(66_200);
      const end = settledFor({ ...signal, atMs: 0 }, { entry: quote, control: 'lost' });
      const { atMs: _at, ...won } = { ...end, exit: quoted({ ...end.exit, bid: 108_600, ask: 108_612 }) };
      await recorder.keep([{ ...won, signal: other.id } as Draft]);
      await pass(9_000);
      await recorder.keep([{ kind: 'settled', signal: signal.id, ...voidFor('no-exit') }]);
    });
    expect(written.at(-1)).toMatchObject({
      kind: 'settled',
      signal: signal.id,
      reason: 'refused',
      refused: { reason: 'no-exit' },
    });
  });
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
