import { describe, expect, test } from 'vitest';
import { type MemoryLedger, memoryLedger } from '../../support/memory-ledger.ts';
import { scriptedSignal } from '../../support/scripted-market.ts';
import { type DeskStory, drawSpecial, MONDAY_MS, roundAt, startDesk } from './desk-story.ts';

const START_MS = MONDAY_MS + 1000;
const EXPIRY_MS = START_MS + 60_000;

/** The desk of a server that starts at an instant on what the one before it left behind. */
function restart(killed: DeskStory, startMs: number): Promise<DeskStory> {
  return startDesk({ startMs, ledger: memoryLedger(killed.ledger.entries), seed: 2 });
}

describe('a signal that a killed server left open', () => {
  test('with its entry price recorded is settled when quotes are back before its expiry', async () => {
    const killed = await startDesk();
    await drawSpecial(killed);
    await killed.market.tickAt(START_MS + 1, { bid: 110_000 });
    const story = await restart(killed, START_MS + 30_000);
    await story.market.tickAt(EXPIRY_MS - 10, { bid: 110_004 });
    await story.market.tickAt(EXPIRY_MS + 10, { bid: 110_000 });
    await story.market.tickAt(EXPIRY_MS + 5010, { bid: 110_000 });
    expect(story.settled()).toMatchObject({
      outcome: 'won',
      enteredLate: { outcome: 'void', reason: 'server-down' },
      entry: { bid: 110_000 },
      exit: { bid: 110_004 },
    });
    expect(story.all('entered')).toHaveLength(1);
    expect(story.log.text()).toBe('');
  });

  test('is ended by the clock when no quote ever comes again', async () => {
    const killed = await startDesk();
    await drawSpecial(killed);
    await killed.market.tickAt(START_MS + 1, { bid: 110_000 });
    const story = await restart(killed, START_MS + 30_000);
    await story.market.clock.advanceTo(EXPIRY_MS + 15_001);
    expect(story.settled()).toMatchObject({ reason: 'server-down', atMs: EXPIRY_MS + 15_001 });
  });

  test.each([
    ['the very instant of its decision', MONDAY_MS],
    ['the very instant of its start', START_MS],
  ])('is followed on when the server is back at %s', async (_when, startMs) => {
    const killed = await startDesk();
    await drawSpecial(killed);
    const story = await restart(killed, startMs);
    await story.market.tickAt(START_MS, { bid: 110_000 });
    await story.market.tickAt(EXPIRY_MS, { bid: 110_001 });
    await story.market.tickAt(EXPIRY_MS + 1, { bid: 110_000 });
    await story.market.tickAt(EXPIRY_MS + 5001, { bid: 110_000 });
    expect(story.settled().outcome).toBe('won');
    // A desk that is handed on within two seconds was not away.
    expect(story.all('outage').filter(({ reason }) => reason === 'server-down')).toEqual([]);
  });

  test('before its start is entered and settled as if nothing had been', async () => {
    const killed = await startDesk();
    await drawSpecial(killed);
    const story = await restart(killed, MONDAY_MS + 400);
    await story.market.tickAt(START_MS - 10, { bid: 110_000 });
    await story.market.tickAt(EXPIRY_MS - 10, { bid: 109_999 });
    await story.market.tickAt(EXPIRY_MS + 10, { bid: 110_000 });
    await story.market.tickAt(EXPIRY_MS + 5010, { bid: 110_000 });
    expect(story.settled()).toMatchObject({ outcome: 'lost', entry: { bid: 110_000 } });
  });

  test.each([
    ['past its start without an entry price', START_MS + 1, false],
    ['past its expiry', EXPIRY_MS, true],
  ])('is void at once when the server is back %s', async (_when, startMs, isEntered) => {
    const killed = await startDesk();
    await drawSpecial(killed);
    if (isEntered) await killed.market.tickAt(START_MS + 1, { bid: 110_000 });
    const story = await restart(killed, startMs);
    expect(story.settled()).toMatchObject({ outcome: 'void', reason: 'server-down', atMs: startMs });
    expect(story.desk.openSignals).toBe(0);
  });

  test('is void when quotes come back only after its expiry', async () => {
    const killed = await startDesk();
    await drawSpecial(killed);
    await killed.market.tickAt(START_MS + 1, { bid: 110_000 });
    const story = await restart(killed, START_MS + 30_000);
    await story.market.tickAt(EXPIRY_MS + 1, { bid: 110_004 });
    expect(story.settled().reason).toBe('server-down');
  });

  test('is void when the clock now reads earlier than its decision', async () => {
    const killed = await startDesk();
    await drawSpecial(killed);
    const story = await restart(killed, MONDAY_MS - 3_600_000);
    expect(story.settled().reason).toBe('clock-set');
    expect(story.all('outage')).toMatchObject([
      { reason: 'clock-set', fromMs: MONDAY_MS - 3_600_000, toMs: MONDAY_MS },
    ]);
  });
});

test('a desk that was handed on records known outcomes when it stops in its turn, hours later', async () => {
  const killed = await startDesk();
  await roundAt(killed.market, MONDAY_MS);
  const story = await restart(killed, MONDAY_MS + 400);
  const decidedMs = MONDAY_MS + 3_600_000;
  await story.market.tickAt(decidedMs - 500, { bid: 110_000 });
  await roundAt(story.market, decidedMs, [scriptedSignal(decidedMs, '1min')]);
  await story.market.tickAt(decidedMs + 61_000, { bid: 110_001 });
  await story.market.tickAt(decidedMs + 61_100, { bid: 110_001 });
  await story.desk.stop();
  expect(story.settled()).toMatchObject({ outcome: 'won', enteredLate: { reason: 'server-down' } });
  expect(story.log.text()).toBe('');
});

test('an end that the ledger refuses does not take the outage from another signal', async () => {
  const ledger = memoryLedger();
  const append = ledger.append;
  // As a ledger does whose entries contradict this one.
  const refusing: MemoryLedger = {
    ...ledger,
    append: async (entries) => {
      const isRefused = entries.some((entry) => entry.kind === 'settled' && entry.outcome === 'lost');
      return isRefused ? Promise.reject(new Error('it contradicts another entry')) : append(entries);
    },
  };
  const story = await startDesk({ ledger: refusing });
  for (const pair of ['EUR/USD', 'USD/CAD'] as const) {
    await story.requests.ask({ userId: 'ann', key: pair, pair, timeframe: '1min' });
    await story.market.tickAt(MONDAY_MS - 500, { pair, bid: 110_000 });
  }
  const signals = (['EUR/USD', 'USD/CAD'] as const).map((pair) =>
    scriptedSignal(MONDAY_MS, '1min', { pair }),
  );
  await roundAt(story.market, MONDAY_MS, signals);
  for (const atMs of [EXPIRY_MS, EXPIRY_MS + 100]) {
    await story.market.tickAt(atMs, { pair: 'EUR/USD', bid: 109_999 });
    await story.market.tickAt(atMs, { pair: 'USD/CAD', bid: 110_001 });
  }
  await story.desk.stop();
  expect(story.settled().outcome).toBe('won');
});

test('a desk uses no quote that is older than what the desk before it has used, whatever comes again', async () => {
  const killed = await startDesk();
  await drawSpecial(killed);
  await killed.market.tickAt(START_MS + 100, { bid: 110_001 });
  const story = await restart(killed, START_MS + 500);
  await story.market.tick({ bid: 110_000, atMs: MONDAY_MS - 500 });
  await story.market.tick({ bid: 109_000, atMs: START_MS - 100 });
  await story.market.tickAt(EXPIRY_MS, { bid: 110_004 });
  await story.market.tickAt(EXPIRY_MS + 6000, { bid: 110_004 });
  expect(story.settled()).toMatchObject({ outcome: 'won', enteredLate: { reason: 'server-down' } });
});

describe('the time without a server', () => {
  test('is an outage from the last entry to the start in market hours', async () => {
    const killed = await startDesk();
    await roundAt(killed.market, MONDAY_MS);
    const story = await restart(killed, MONDAY_MS + 300_000);
    expect(story.all('outage')).toMatchObject([
      { reason: 'server-down', fromMs: MONDAY_MS, toMs: MONDAY_MS + 300_000, atMs: MONDAY_MS + 300_000 },
    ]);
  });

  test('is none outside the market hours, nor before the first start', async () => {
    const killed = await startDesk();
    expect(killed.ledger.entries).toEqual([]);
    const lateMs = Date.UTC(2018, 1, 5, 17) - 60_000;
    await roundAt(killed.market, lateMs);
    const story = await restart(killed, lateMs + 3 * 3_600_000);
    // From the last entry on the market was open for a minute more.
    expect(story.all('outage')).toHaveLength(1);
    const evening = await startDesk({ startMs: lateMs + 60_000 });
    await evening.requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '5s' });
    await roundAt(evening.market, lateMs + 65_000, [], '5s');
    const next = await restart(evening, lateMs + 3 * 3_600_000);
    expect(next.all('outage')).toEqual([]);
  });

  test('is an outage at any hour while a signal was open', async () => {
    const eveningMs = Date.UTC(2018, 1, 5, 19);
    const killed = await startDesk({ startMs: eveningMs });
    await killed.requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '30s' });
    const decidedMs = eveningMs + 30_000;
    await roundAt(killed.market, decidedMs, [scriptedSignal(decidedMs, '30s')], '30s');
    const story = await restart(killed, decidedMs + 2001);
    expect(story.all('outage')).toMatchObject([
      { reason: 'server-down', fromMs: decidedMs, toMs: decidedMs + 2001 },
    ]);
  });

  test('is recorded at any hour when the clock was set back meanwhile: the ledger goes back only behind it', async () => {
    const eveningMs = Date.UTC(2018, 1, 5, 19);
    const killed = await startDesk({ startMs: eveningMs });
    await killed.requests.ask({ userId: 'ann', key: 'k', pair: 'EUR/USD', timeframe: '5s' });
    await roundAt(killed.market, eveningMs + 5000, [], '5s');
    const story = await restart(killed, eveningMs - 60_000);
    expect(story.all('outage')).toMatchObject([
      { reason: 'clock-set', fromMs: eveningMs - 60_000, toMs: eveningMs + 5000 },
    ]);
  });

  test('does not let a decision that was made be made again', async () => {
    const killed = await startDesk();
    await drawSpecial(killed);
    const story = await restart(killed, MONDAY_MS + 100);
    await story.market.round({
      timeframe: '1min',
      decidedMs: MONDAY_MS,
      decisions: [scriptedSignal(MONDAY_MS, '1min')],
    });
    expect(story.all('signal')).toHaveLength(1);
  });
});

test.each([
  ['not decided again where the desk before it has given a signal', true, 'signal'],
  ['not decided again where the desk before it has abstained', false, 'abstained'],
] as const)('a minute of P-Special is %s', async (_what, hasSignal, kind) => {
  const ended = await startDesk();
  const signals = hasSignal ? [scriptedSignal(MONDAY_MS, '1min')] : [];
  await ended.market.tickAt(MONDAY_MS - 500, { bid: 110_000 });
  await roundAt(ended.market, MONDAY_MS, signals);
  const story = await restart(ended, MONDAY_MS + 300);
  await story.market.round({
    timeframe: '1min',
    decidedMs: MONDAY_MS,
    decisions: [scriptedSignal(MONDAY_MS, '1min')],
  });
  expect(story.ledger.entries.map(({ entry }) => entry.kind)).toEqual([kind]);
});

test('an outage begins when the market was last heard of, not with the last entry', async () => {
  const killed = await startDesk();
  await drawSpecial(killed);
  const ledger = memoryLedger(killed.ledger.entries);
  const story = await startDesk({ startMs: MONDAY_MS + 50_000, ledger, lastBeatMs: MONDAY_MS + 45_000 });
  expect(story.all('outage')).toMatchObject([{ fromMs: MONDAY_MS + 45_000, toMs: MONDAY_MS + 50_000 }]);
});

test('a start without a database fails, and says so', async () => {
  const ledger = memoryLedger();
  ledger.away('unreachable');
  await expect(startDesk({ ledger })).rejects.toThrow('the database is away');
});
