import { expect, test } from 'vitest';
import { ENGINE_VERSION } from '../../../src/core/engine/model.ts';
import { scriptedSignal } from '../../support/scripted-market.ts';
import { drawSpecial, MONDAY_MS, roundAt, startDesk } from './desk-story.ts';

const START_MS = MONDAY_MS + 1000;
const EXPIRY_MS = START_MS + 60_000;

test('a special signal is recorded, entered and settled with the quotes at its start and expiry', async () => {
  const story = await startDesk();
  const { market } = story;
  await drawSpecial(story, { direction: 'CALL', confidence: 53.127 });
  const signal = story.signal();
  expect(signal).toMatchObject({
    kind: 'signal',
    atMs: MONDAY_MS,
    mode: 'special',
    source: 'kraken',
    pair: 'EUR/USD',
    timeframe: '1min',
    decidedMs: MONDAY_MS,
    startMs: START_MS,
    expiryMs: EXPIRY_MS,
    direction: 'CALL',
    confidence: 53.13,
    engine: ENGINE_VERSION,
  });
  expect(signal.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(signal.reasons).toEqual({ 'last-bar-up': expect.any(Number) });

  await market.tickAt(START_MS - 300, { bid: 110_003 });
  expect(story.all('entered')).toEqual([]);
  await market.tickAt(START_MS + 200, { bid: 110_009 });
  expect(story.all('entered')).toEqual([
    {
      kind: 'entered',
      atMs: START_MS + 200,
      signal: signal.id,
      quote: { bid: 110_003, ask: 110_005, timeMs: START_MS - 300, ageMs: 300 },
    },
  ]);

  await market.tickAt(EXPIRY_MS, { bid: 110_004 });
  expect(story.all('settled')).toEqual([]);
  await market.tickAt(EXPIRY_MS + 700, { bid: 109_000 });
  expect(story.all('settled')).toEqual([]);
  await market.tickAt(EXPIRY_MS + 5300, { bid: 111_000 });
  expect(story.settled()).toEqual({
    kind: 'settled',
    atMs: EXPIRY_MS + 5300,
    signal: signal.id,
    outcome: 'won',
    control: signal.control === 'CALL' ? 'won' : 'lost',
    entry: { bid: 110_003, ask: 110_005, timeMs: START_MS - 300, ageMs: 300 },
    exit: { bid: 110_004, ask: 110_006, timeMs: EXPIRY_MS, ageMs: 0 },
    provenMs: EXPIRY_MS + 700,
    enteredLate: {
      outcome: 'lost',
      entry: { bid: 110_009, ask: 110_011, timeMs: START_MS + 200, ageMs: 4800 },
      exit: { bid: 109_000, ask: 109_002, timeMs: EXPIRY_MS + 700, ageMs: 4300 },
      provenMs: EXPIRY_MS + 5300,
    },
  });
  expect(story.desk.openSignals).toBe(0);
  expect(story.log.text()).toBe('');
});

test('the entry price is that of the newest quote before the start, though it came before the decision', async () => {
  const story = await startDesk();
  const { market } = story;
  for (const [agoMs, bid] of [
    [3000, 110_001],
    [2000, 110_002],
    [1000, 110_003],
  ] as const)
    await market.tickAt(MONDAY_MS - agoMs, { bid });
  await roundAt(market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '1min')]);
  await market.tickAt(START_MS + 1, { bid: 110_009 });
  expect(story.all('entered')).toMatchObject([{ quote: { bid: 110_003, ageMs: 2000 } }]);
});

test('of quotes dated the same the last one counts', async () => {
  const story = await startDesk();
  const { market } = story;
  await drawSpecial(story);
  await market.tickAt(START_MS - 20, { bid: 110_001, atMs: START_MS - 100 });
  await market.tickAt(START_MS - 10, { bid: 110_002, atMs: START_MS - 100 });
  await market.tickAt(START_MS + 1, { bid: 110_009 });
  expect(story.all('entered')).toMatchObject([{ quote: { bid: 110_002 } }]);
});

test('a quote is done with only when what it made final is recorded: a replay waits for that', async () => {
  const story = await startDesk();
  const { market, ledger } = story;
  await drawSpecial(story);
  const release = ledger.hold();
  const telling = market.tickAt(START_MS + 1, { bid: 110_009 });
  const first = await Promise.race([telling, new Promise((resolve) => setImmediate(resolve, 'waiting'))]);
  expect(first).toBe('waiting');
  release();
  await telling;
  expect(story.all('entered')).toHaveLength(1);
});

test('of several pairs the one with the highest confidence is issued, of equals the first', async () => {
  const story = await startDesk();
  const at = (decidedMs: number, confidences: Record<string, number>) =>
    roundAt(
      story.market,
      decidedMs,
      Object.entries(confidences).map(([pair, confidence]) =>
        scriptedSignal(decidedMs, '1min', { pair, confidence }),
      ),
    );
  await at(MONDAY_MS, { 'EUR/USD': 51, 'EUR/GBP': 54.2, 'USD/CAD': 53 });
  await at(MONDAY_MS + 60_000, { 'EUR/JPY': 52, 'USD/JPY': 52 });
  expect(story.all('signal').map(({ pair }) => pair)).toEqual(['EUR/GBP', 'USD/JPY']);
});

test('a minute in which no pair signals is recorded with the reason for each pair', async () => {
  const story = await startDesk();
  await roundAt(story.market, MONDAY_MS);
  expect(story.all('abstained')).toMatchObject([
    {
      mode: 'special',
      timeframe: '1min',
      decidedMs: MONDAY_MS,
      source: 'kraken',
      reasons: {
        'EUR/USD': 'undecided',
        'USD/JPY': 'undecided',
        'EUR/JPY': 'undecided',
        'EUR/GBP': 'undecided',
        'USD/CAD': 'undecided',
      },
    },
  ]);
});

test('without a live feed the minute is an abstention without a source', async () => {
  const story = await startDesk();
  await story.market.report({ isLive: false, source: null, reason: 'no-feed' });
  await story.market.clock.advanceTo(MONDAY_MS);
  await story.market.round({ timeframe: '1min', decidedMs: MONDAY_MS, decisions: [] });
  const [abstained] = story.all('abstained');
  expect(abstained).toMatchObject({ reasons: { 'EUR/USD': 'no-feed', 'USD/CAD': 'no-feed' } });
  expect(abstained).not.toHaveProperty('source');
});

test('outside the market hours, and for other timeframes, nothing special is issued', async () => {
  const evening = Date.UTC(2018, 1, 5, 18);
  const story = await startDesk({ startMs: evening - 1000 });
  await roundAt(story.market, evening, [scriptedSignal(evening, '1min')]);
  expect(story.ledger.entries).toEqual([]);
  const open = await startDesk();
  await roundAt(open.market, MONDAY_MS, [scriptedSignal(MONDAY_MS, '30s')], '30s');
  expect(open.ledger.entries).toEqual([]);
});

test('a round that comes only at its start is not issued: it could not have been entered', async () => {
  const story = await startDesk();
  await story.market.clock.advanceTo(START_MS);
  await story.market.round({
    timeframe: '1min',
    decidedMs: MONDAY_MS,
    decisions: [scriptedSignal(MONDAY_MS, '1min')],
  });
  expect(story.all('abstained')[0]?.reasons).toMatchObject({ 'EUR/USD': 'late', 'USD/JPY': 'late' });
});

test('the control arm is drawn fairly, and independently of the signal', async () => {
  const story = await startDesk({ startMs: MONDAY_MS - 60_000 });
  for (let minute = 0; minute < 400; minute += 1) {
    const decidedMs = MONDAY_MS + minute * 60_000;
    const direction = minute % 2 === 0 ? 'CALL' : 'PUT';
    await roundAt(story.market, decidedMs, [scriptedSignal(decidedMs, '1min', { direction })]);
  }
  const signals = story.all('signal');
  const same = signals.filter(({ direction, control }) => direction === control).length;
  const calls = signals.filter(({ control }) => control === 'CALL').length;
  expect(signals).toHaveLength(400);
  // Four standard deviations of 400 fair draws.
  expect(Math.abs(same - 200)).toBeLessThan(40);
  expect(Math.abs(calls - 200)).toBeLessThan(40);
});
