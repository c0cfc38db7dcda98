import { expect, test } from 'vitest';
import { scriptedSignal } from '../../support/scripted-market.ts';
import { drawSpecial, MONDAY_MS, roundAt, startDesk } from './desk-story.ts';

const START_MS = MONDAY_MS + 1000;
const EXPIRY_MS = START_MS + 60_000;

test('signals, abstentions, endings and outages are counted when they are durable, not before', async () => {
  const story = await startDesk();
  const { market, ledger } = story;
  const { figures } = story.desk;
  expect([figures.open(), figures.appendFailures]).toEqual([0, 0]);
  const release = ledger.hold();
  const drawing = drawSpecial(story);
  await new Promise(setImmediate);
  expect([figures.signals, figures.open()]).toEqual([{}, 1]);
  release();
  await drawing;
  expect([figures.signals, figures.open()]).toEqual([{ special: 1 }, 1]);

  await market.tickAt(EXPIRY_MS, { bid: 110_002 });
  await market.tickAt(EXPIRY_MS + 1, { bid: 110_002 });
  for (const minute of [2, 3]) await roundAt(market, MONDAY_MS + minute * 60_000);
  await roundAt(market, MONDAY_MS + 240_000, [scriptedSignal(MONDAY_MS + 240_000, '1min')]);
  await market.report({ isLive: false, source: null });
  await market.clock.advanceTo(MONDAY_MS + 340_000);
  await market.report({ isLive: true, source: 'kraken' });
  expect(figures).toMatchObject({
    signals: { special: 2 },
    settled: { won: 1, void: 1 },
    voids: { 'no-entry': 1 },
    abstentions: { special: 2 },
    outages: { 'no-feed': 1 },
    appendFailures: 0,
  });
});

test('requests are counted by what became of them', async () => {
  const { desk, requests } = await startDesk();
  const pairs = ['EUR/USD', 'USD/JPY', 'USD/INR', 'BTC/USD'];
  for (const pair of pairs) await requests.ask({ userId: 'ann', key: pair, pair, timeframe: '5s' });
  expect(desk.figures.requests).toEqual({ accepted: 2, 'no-public-price': 1, 'unknown-pair': 1 });
});

test('each append that the database did not answer is counted, and the time of each that it did is reported', async () => {
  const story = await startDesk();
  const { figures } = story.desk;
  const tookMs: number[] = [];
  figures.onAppendMs = (ms) => tookMs.push(ms);
  story.ledger.away('unreachable');
  await drawSpecial(story);
  expect(figures.appendFailures).toBe(1);
  await story.market.clock.advanceTo(START_MS + 1500);
  expect([figures.appendFailures, tookMs]).toEqual([3, []]);
  story.ledger.away(undefined);
  await story.market.clock.advanceTo(START_MS + 2000);
  expect([figures.appendFailures, tookMs.length]).toEqual([3, 1]);
  expect(tookMs[0]).toBeGreaterThanOrEqual(0);
  expect(tookMs[0]).toBeLessThan(performance.now());
});

test('a round without a request does not go to the database', async () => {
  const story = await startDesk();
  let appends = 0;
  story.desk.figures.onAppendMs = () => {
    appends += 1;
  };
  await roundAt(story.market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '30s')], '30s');
  expect(appends).toBe(0);
});
