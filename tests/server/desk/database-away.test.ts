import { expect, test } from 'vitest';
import { type MemoryLedger, memoryLedger } from '../../support/memory-ledger.ts';
import { scriptedSignal } from '../../support/scripted-market.ts';
import { type DeskStory, drawSpecial, MONDAY_MS, roundAt, startDesk } from './desk-story.ts';
import { countsOf } from '../../support/counts.ts';

const START_MS = MONDAY_MS + 1000;
const EXPIRY_MS = START_MS + 60_000;

const errorsOf = ({ log }: DeskStory) =>
  log
    .entries()
    .filter(({ level }) => level === 'error')
    .map(({ msg }) => msg);

test.each(['unreachable', 'answer-lost'] as const)(
  'with the database %s for 30 s, settlements wait and keep their quotes, and the outage is reported',
  async (how) => {
    const story = await startDesk();
    const { market, ledger } = story;
    await drawSpecial(story);
    await market.tickAt(START_MS + 1, { bid: 110_000 });
    await market.tickAt(EXPIRY_MS, { bid: 110_007 });
    ledger.away(how);
    await market.tickAt(EXPIRY_MS + 100, { bid: 110_009 });
    await market.tickAt(EXPIRY_MS + 5100, { bid: 110_009 });
    await market.clock.advanceTo(EXPIRY_MS + 35_100);
    expect(story.all('signal')).toHaveLength(1);
    ledger.away(undefined);
    await market.clock.advanceTo(EXPIRY_MS + 37_000);
    expect(story.settled()).toMatchObject({ outcome: 'won', exit: { bid: 110_007 } });
    // That of the minute without a round is another.
    expect(story.all('outage').filter(({ reason }) => reason !== 'missed')).toMatchObject([
      { reason: 'database-lost', fromMs: EXPIRY_MS + 5100, toMs: EXPIRY_MS + 35_100 + 1000 },
    ]);
    expect(errorsOf(story)).toEqual(['the database does not answer; no market signals until it does']);
  },
);

test('signals due while the database is away are not issued; the next one after it is', async () => {
  const story = await startDesk();
  const { market, ledger } = story;
  ledger.away('unreachable');
  await drawSpecial(story);
  await roundAt(market, MONDAY_MS + 60_000, [scriptedSignal(MONDAY_MS + 60_000, '1min')]);
  ledger.away(undefined);
  await market.clock.advanceTo(MONDAY_MS + 100_000);
  const third = MONDAY_MS + 120_000;
  await market.tickAt(third - 100, { bid: 110_000 });
  await roundAt(market, third, [scriptedSignal(third, '1min')]);
  expect(story.signal().decidedMs).toBe(third);
  expect(story.all('outage')).toMatchObject([{ fromMs: MONDAY_MS, toMs: MONDAY_MS + 61_000 }]);
  expect((await countsOf(story.figures.appendFailures))['']).toBeGreaterThan(1);
});

test('nothing is issued until the outage is recorded, though the database would answer before', async () => {
  const story = await startDesk({ startMs: MONDAY_MS - 2000 });
  const { market, ledger, requests } = story;
  await requests.ask({ userId: 'ann', key: 'k', pair: 'USD/CAD', timeframe: '5s' });
  ledger.away('unreachable');
  await drawSpecial(story);
  ledger.away(undefined);
  await roundAt(market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '5s', { pair: 'USD/CAD' })], '5s');
  expect(ledger.entries).toEqual([]);
  await market.clock.advanceTo(MONDAY_MS + 2000);
  expect(ledger.entries.map(({ entry }) => entry)).toMatchObject([
    { kind: 'outage', reason: 'database-lost' },
    { kind: 'abstained', mode: 'bot', reasons: { 'USD/CAD': 'late' } },
  ]);
});

test('an outage begins with the first of several that the database did not answer, and is reported once', async () => {
  const story = await startDesk();
  const { market, ledger } = story;
  await market.report({ isLive: false, source: null });
  const release = ledger.hold();
  await market.clock.advanceTo(MONDAY_MS);
  const deciding = roundAt(market, MONDAY_MS);
  await new Promise(setImmediate);
  await market.clock.advanceTo(MONDAY_MS + 300);
  const reporting = market.report({ isLive: true, source: 'kraken' });
  await new Promise(setImmediate);
  ledger.away('unreachable');
  release();
  await Promise.all([deciding, reporting]);
  ledger.away(undefined);
  await market.clock.advanceTo(MONDAY_MS + 5000);
  expect(story.all('outage').map(({ reason, fromMs }) => [reason, fromMs])).toEqual([
    ['database-lost', MONDAY_MS],
    ['no-feed', MONDAY_MS - 60_000],
  ]);
  expect(errorsOf(story)).toHaveLength(1);
  expect(await countsOf(story.figures.appendFailures)).toEqual({ '': 2 });
});

test('an entry price whose record was in doubt is recorded once', async () => {
  const story = await startDesk();
  const { market, ledger } = story;
  await drawSpecial(story);
  ledger.away('answer-lost');
  await market.tickAt(START_MS + 1, { bid: 110_000 });
  ledger.away(undefined);
  await market.clock.advanceTo(START_MS + 5000);
  expect(story.all('entered')).toHaveLength(1);
  expect(errorsOf(story)).toEqual(['the database does not answer; no market signals until it does']);
});

test('what is kept while the rest is being recorded comes after it, without an outage of no length', async () => {
  const story = await startDesk();
  const { market, ledger } = story;
  await drawSpecial(story);
  ledger.away('unreachable');
  await market.tickAt(START_MS + 1, { bid: 110_000 });
  ledger.away(undefined);
  const release = ledger.hold();
  const retrying = market.clock.reach(START_MS + 1002);
  await new Promise(setImmediate);
  const setting = market.clockSet(START_MS + 1001, START_MS + 1001);
  await new Promise(setImmediate);
  release();
  await Promise.all([retrying, setting]);
  expect(
    story.ledger.entries.map(({ entry }) => (entry.kind === 'outage' ? entry.reason : entry.kind)),
  ).toEqual(['signal', 'database-lost', 'entered', 'clock-set', 'settled']);
  expect(errorsOf(story)).toHaveLength(1);
});

test('a signal that was recorded though the answer was lost is void when the database is back', async () => {
  const story = await startDesk();
  const { market, ledger, desk } = story;
  ledger.away('answer-lost');
  await drawSpecial(story);
  expect(desk.openSignals).toBe(0);
  ledger.away(undefined);
  await market.clock.advanceTo(MONDAY_MS + 5000);
  expect(story.settled()).toMatchObject({ signal: story.signal().id, reason: 'late' });
});

test('a signal that is recorded only after its start is void at once', async () => {
  const story = await startDesk();
  const { market, ledger } = story;
  const release = ledger.hold();
  const drawing = drawSpecial(story);
  await new Promise(setImmediate);
  await market.clock.advanceTo(START_MS + 1);
  const telling = market.tick({ bid: 110_001 });
  release();
  await Promise.all([drawing, telling]);
  expect(story.settled()).toMatchObject({ reason: 'late', atMs: START_MS + 1 });
  expect(story.all('entered')).toEqual([]);
});

test('a signal that takes until its very start to be recorded counts', async () => {
  const story = await startDesk();
  const { market, ledger } = story;
  const release = ledger.hold();
  const drawing = drawSpecial(story);
  await new Promise(setImmediate);
  await market.clock.reach(START_MS);
  release();
  await drawing;
  await market.tickAt(START_MS + 5, { bid: 110_000 });
  expect(story.all('entered')).toMatchObject([{ signal: story.signal().id }]);
});

test('a request that the database missed is given up when it is back, new ones are refused at once', async () => {
  const story = await startDesk();
  const { requests, market, ledger } = story;
  const ask = (key: string) => requests.ask({ userId: 'ann', key, pair: 'EUR/USD', timeframe: '1min' });
  await ask('k');
  ledger.away('unreachable');
  await roundAt(market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '1min')]);
  expect(await ask('l')).toEqual({
    kind: 'refused',
    code: 'unavailable',
    reason: 'database-lost',
  });
  ledger.away(undefined);
  await market.clock.advanceTo(MONDAY_MS + 2000);
  expect(story.all('abstained')).toMatchObject([{ mode: 'bot', reasons: { 'EUR/USD': 'late' } }]);
  expect(await ask('k')).toMatchObject({ decision: { entry: { kind: 'abstained' } } });
});

test('an outage whose record was in doubt is reported once', async () => {
  const story = await startDesk();
  const { market, ledger } = story;
  ledger.away('unreachable');
  await drawSpecial(story);
  await market.clock.advanceTo(MONDAY_MS + 900);
  const release = ledger.hold();
  ledger.away(undefined);
  const retrying = market.clock.advanceTo(MONDAY_MS + 1000);
  await new Promise(setImmediate);
  ledger.away('answer-lost');
  release();
  await retrying;
  ledger.away(undefined);
  await market.clock.advanceTo(MONDAY_MS + 10_000);
  expect(story.all('outage')).toMatchObject([
    { fromMs: MONDAY_MS, toMs: MONDAY_MS + 1000 },
    { fromMs: MONDAY_MS + 1000, toMs: MONDAY_MS + 2000 },
  ]);
});

test('what the ledger refuses is said and does not stop the desk', async () => {
  const story = await startDesk();
  const { market } = story;
  await drawSpecial(story);
  await roundAt(market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '1min')]);
  expect(story.all('abstained')).toMatchObject([{ mode: 'special', reasons: { 'EUR/USD': 'repeated' } }]);
  expect(story.log.entries().map(({ level, msg }) => [level, msg])).toEqual([
    ['error', 'the ledger refused an entry of the kind signal; others are not logged'],
  ]);
  await market.tickAt(EXPIRY_MS, { bid: 110_002 });
  await market.tickAt(EXPIRY_MS + 5001, { bid: 110_002 });
  expect(story.settled().outcome).toBe('won');
});

test('an entry price that the ledger refuses is said, and the desk goes on: the database is there', async () => {
  const ledger = memoryLedger();
  const append: MemoryLedger['append'] = (entries) =>
    entries.some(({ kind }) => kind === 'entered')
      ? Promise.reject(new Error('a rule is broken'))
      : ledger.append(entries);
  const story = await startDesk({ ledger: { ...ledger, append } });
  const { market } = story;
  await drawSpecial(story);
  await market.tickAt(START_MS + 1, { bid: 110_000 });
  expect(errorsOf(story)).toEqual([
    'the ledger refused an entry of the kind entered; others are not logged',
    // No other entry contradicts the price, so that it does not void the signal either.
    'the ledger refused an entry of the kind settled; others are not logged',
  ]);
  await roundAt(market, MONDAY_MS + 60_000, [scriptedSignal(MONDAY_MS + 60_000, '1min')]);
  expect(ledger.entries.map(({ entry }) => entry.kind)).toEqual(['signal', 'signal']);
});

test('a stop while the database is away says that settlements are missing', async () => {
  const story = await startDesk();
  const { market, ledger, desk } = story;
  await drawSpecial(story);
  ledger.away('unreachable');
  await market.tickAt(START_MS + 1, { bid: 110_000 });
  await desk.stop();
  expect(errorsOf(story).at(-1)).toMatch(/the last settlements could not be recorded/);
  expect(market.clock.nextAlarmAt).toBeUndefined();
});

test('after a stop the database is not asked again', async () => {
  const story = await startDesk();
  const { market, ledger, desk } = story;
  await drawSpecial(story);
  ledger.away('unreachable');
  await market.tickAt(START_MS + 1, { bid: 110_000 });
  ledger.away(undefined);
  const release = ledger.hold();
  const retrying = market.clock.advanceTo(START_MS + 1001);
  const stopping = desk.stop();
  await new Promise(setImmediate);
  ledger.away('unreachable');
  release();
  await Promise.all([retrying, stopping]);
  expect(market.clock.nextAlarmAt).toBeUndefined();
});
