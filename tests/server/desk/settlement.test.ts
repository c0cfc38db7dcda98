import { expect, test } from 'vitest';
import { scriptedSignal } from '../../support/scripted-market.ts';
import { drawSpecial, MONDAY_MS, roundAt, startDesk } from './desk-story.ts';

const START_MS = MONDAY_MS + 1000;
const EXPIRY_MS = START_MS + 60_000;

test('a feed that falls silent after the entry leaves the signal void, and no client waits for ever', async () => {
  const story = await startDesk();
  await drawSpecial(story);
  await story.market.tickAt(START_MS + 100, { bid: 110_001 });
  await story.market.clock.advanceTo(EXPIRY_MS + 60_000);
  expect(story.settled()).toMatchObject({ outcome: 'void', control: 'void', reason: 'no-exit' });
  expect(story.settled().atMs).toBe(EXPIRY_MS + 15_001);
});

test('a feed that falls silent right before the expiry proves nothing', async () => {
  const story = await startDesk();
  await drawSpecial(story);
  await story.market.tickAt(EXPIRY_MS - 100, { bid: 110_001 });
  await story.market.clock.advanceTo(EXPIRY_MS + 60_000);
  expect(story.settled().reason).toBe('no-proof');
});

test('a quote that is on its way for 15 s still proves what ended before it came', async () => {
  const story = await startDesk();
  await drawSpecial(story);
  await story.market.tickAt(EXPIRY_MS - 100, { bid: 110_001 });
  await story.market.tickAt(EXPIRY_MS + 16_000, { bid: 110_002, atMs: EXPIRY_MS + 14_000 });
  expect(story.settled()).toMatchObject({ outcome: 'won', provenMs: EXPIRY_MS + 14_000 });
});

test('quotes of another feed or another pair settle nothing', async () => {
  const story = await startDesk();
  await drawSpecial(story);
  await story.market.tickAt(START_MS + 100, { bid: 110_001, source: 'deriv' });
  await story.market.tickAt(EXPIRY_MS + 100, { bid: 120_001, pair: 'USD/JPY' });
  await story.market.tickAt(EXPIRY_MS + 200, { bid: 110_001, source: 'deriv' });
  expect(story.all('settled')).toEqual([]);
  await story.market.clock.advanceTo(EXPIRY_MS + 60_000);
  expect(story.settled().outcome).toBe('void');
});

test('a signal keeps to the feed that made it when another one is preferred meanwhile', async () => {
  const story = await startDesk();
  await drawSpecial(story);
  await story.market.report({ source: 'deriv' });
  await story.market.tickAt(EXPIRY_MS, { bid: 110_050, source: 'kraken' });
  await story.market.tickAt(EXPIRY_MS, { bid: 90_000, source: 'deriv' });
  await story.market.tickAt(EXPIRY_MS + 1, { bid: 110_050, source: 'kraken' });
  await story.market.tickAt(EXPIRY_MS + 5001, { bid: 90_000, source: 'kraken' });
  expect(story.settled()).toMatchObject({ outcome: 'won', exit: { bid: 110_050 } });
});

test('a pair on which two feeds disagree gets no new signal on any request', async () => {
  const story = await startDesk();
  const { market, requests } = story;
  await market.tick({ bid: 110_000 });
  await market.report({ disagreements: ['EUR/USD'] });
  const asked = { userId: 'ann', timeframe: '1min' } as const;
  await requests.ask({ ...asked, key: 'a', pair: 'EUR/USD' });
  await requests.ask({ ...asked, key: 'b', pair: 'USD/JPY' });
  await roundAt(market, MONDAY_MS, [
    scriptedSignal(MONDAY_MS, '1min', { pair: 'EUR/USD', confidence: 60 }),
    scriptedSignal(MONDAY_MS, '1min', { pair: 'USD/JPY', confidence: 51 }),
  ]);
  expect(story.all('signal').map(({ mode, pair }) => `${mode} ${pair}`)).toEqual([
    'special USD/JPY',
    'bot USD/JPY',
  ]);
  expect(story.all('abstained')).toMatchObject([{ mode: 'bot', reasons: { 'EUR/USD': 'feeds-disagree' } }]);
});

test.each([
  ['at its start', START_MS, 'feeds-disagree'],
  ['at its expiry', EXPIRY_MS, 'feeds-disagree'],
  ['in between only', START_MS + 20_000, undefined],
])('a signal on whose pair two feeds disagree %s: %s', async (_when, disputedMs, reason) => {
  const story = await startDesk();
  const { market } = story;
  await drawSpecial(story);
  const steps = [
    { atMs: disputedMs - 50, disagreements: ['EUR/USD' as const] },
    { atMs: disputedMs + 50, disagreements: [] },
    { atMs: EXPIRY_MS - 10, bid: 110_002 },
    { atMs: EXPIRY_MS + 500, bid: 110_002 },
    { atMs: EXPIRY_MS + 5001, bid: 110_002 },
  ];
  for (const { atMs, bid, disagreements } of steps.sort((a, b) => a.atMs - b.atMs)) {
    await market.clock.reach(atMs);
    if (disagreements !== undefined) await market.report({ disagreements });
    if (bid !== undefined) await market.tick({ bid });
  }
  expect(story.settled().reason).toBe(reason);
  expect(story.settled().dispute?.other.source).toBe(reason === undefined ? undefined : 'deriv');
});

test('the entry price is recorded although no quote comes after the start', async () => {
  const story = await startDesk();
  await drawSpecial(story);
  await story.market.clock.advanceTo(START_MS + 15_001);
  expect(story.all('entered')).toMatchObject([
    { atMs: START_MS + 15_001, quote: { bid: 110_000, ageMs: 1500 } },
  ]);
});

test('a stop records an outcome that is known already', async () => {
  const story = await startDesk();
  await drawSpecial(story);
  await story.market.tickAt(EXPIRY_MS, { bid: 110_001 });
  await story.market.tickAt(EXPIRY_MS + 100, { bid: 110_001 });
  await story.desk.stop();
  const enteredLate = { outcome: 'void', reason: 'server-down' };
  expect(story.settled()).toMatchObject({ outcome: 'won', enteredLate });
});

test('without a fresh quote at its start a signal is void at once', async () => {
  const story = await startDesk();
  await roundAt(story.market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '1min')]);
  await story.market.tickAt(START_MS + 10, { bid: 110_000 });
  expect(story.settled()).toMatchObject({ reason: 'no-entry', atMs: START_MS + 10 });
  expect(story.all('entered')).toEqual([]);
});

test('a quote dated after the start that came before the decision does not hide the one before it', async () => {
  const story = await startDesk();
  const { market } = story;
  await market.tickAt(MONDAY_MS - 600, { bid: 110_000 });
  // The source's clock is two seconds ahead.
  await market.tickAt(MONDAY_MS - 500, { bid: 110_009, atMs: MONDAY_MS + 1400 });
  await roundAt(market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '1min')]);
  await market.clock.advanceTo(START_MS);
  expect(story.all('entered')).toMatchObject([{ quote: { bid: 110_000, ageMs: 1600 } }]);
});
