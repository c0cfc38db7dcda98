import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fadingModel } from '../../../tests/support/engine-model.ts';
import { tickWalk } from '../../../tests/support/price-walks.ts';
import type { TickColumns } from '../market/tick.ts';
import { BOT_TIMEFRAMES, type Timeframe, timeframeMs } from '../market/timeframes.ts';
import { brainOf } from './model.ts';
import type { Decision } from './pair-engine.ts';
import { TickLoop } from './tick-loop.ts';

/** Monday 5 February 2018, 01:00 UTC. */
const MONDAY_MS = Date.UTC(2018, 1, 5, 1);
const pair = 'EUR/USD';

interface Settled {
  readonly atMs: number;
  readonly up: boolean;
  readonly outcome: number | undefined;
}

function play(
  ticks: TickColumns,
  timeframe: Timeframe,
  rows = ticks.length,
  timerEveryMs = Number.POSITIVE_INFINITY,
): { decisions: Decision[]; settled: Settled[] } {
  const decisions: Decision[] = [];
  const settled: Settled[] = [];
  const loop = new TickLoop({
    pair,
    timeframe,
    brain: brainOf(fadingModel(timeframe)),
    onDecision: (decision) => void decisions.push(decision),
    sink: {
      abstained: () => undefined,
      settled: (atMs, up, _chance, outcome) => void settled.push({ atMs, up, outcome }),
    },
  });
  for (let row = 0; row < rows; row += 1) {
    const timeMs = ticks.timeMs[row] as number;
    const sinceMs = (ticks.timeMs[row - 1] ?? timeMs) + timerEveryMs;
    for (let timerMs = sinceMs; timerMs < timeMs; timerMs += timerEveryMs) loop.advanceTo(timerMs);
    loop.push(timeMs, ticks.bid[row] as number, ticks.ask[row] as number);
  }
  return { decisions, settled };
}

/** Bid plus ask of the last quote at or before an instant: looked up in the whole file, unlike in the loop. */
function priceAt(ticks: TickColumns, ms: number): { price: number; ageMs: number } {
  let row = 0;
  let after = ticks.length;
  while (after - row > 1) {
    const middle = (row + after) >> 1;
    if ((ticks.timeMs[middle] as number) <= ms) row = middle;
    else after = middle;
  }
  return {
    price: (ticks.bid[row] as number) + (ticks.ask[row] as number),
    ageMs: ms - (ticks.timeMs[row] as number),
  };
}

describe.each(BOT_TIMEFRAMES)('signals of %s', (timeframe) => {
  test('are the same when the file is cut off at random instants', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 1, max: 3999 }), (seed, cut) => {
        const ticks = tickWalk({ seed, length: 4000, startMs: MONDAY_MS, fade: 0.4 });
        const whole = play(ticks, timeframe);
        const part = play(ticks, timeframe, cut);
        expect(part.decisions).toEqual(whole.decisions.slice(0, part.decisions.length));
        expect(part.settled).toEqual(whole.settled.slice(0, part.settled.length));
      }),
      { numRuns: 8 },
    );
  });

  test('are the same whether a timer tells the time between the quotes or not, through silences of any length', () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 100, max: 9000 }), (seed, everyMs) => {
        const ticks = tickWalk({ seed, length: 4000, startMs: MONDAY_MS, fade: 0.4 });
        expect(play(ticks, timeframe, ticks.length, everyMs)).toEqual(play(ticks, timeframe));
      }),
      { numRuns: 6 },
    );
  });

  test('are entered a second after the decision and end a timeframe after entry, at the last quote there was', () => {
    const ticks = tickWalk({ seed: 5, length: 60_000, startMs: MONDAY_MS, fade: 0.4, pauses: false });
    const { settled } = play(ticks, timeframe);
    let known = 0;
    for (const { atMs, outcome } of settled) {
      const entry = priceAt(ticks, atMs + 1000);
      const end = priceAt(ticks, atMs + 1000 + timeframeMs(timeframe));
      if (outcome === undefined) continue;
      known += 1;
      expect(outcome).toBe(Math.sign(end.price - entry.price));
      expect(Math.max(entry.ageMs, end.ageMs)).toBeLessThanOrEqual(15_000);
    }
    expect(known).toBeGreaterThan(300);
  });
});

const quietTicks = (seconds: number, step = 1): [number, number, number][] =>
  Array.from({ length: seconds / step }, (_, index) => [
    MONDAY_MS + index * step * 1000 + 200,
    110_000 + ((index * index * 7) % 37),
    110_002 + ((index * index * 7) % 37),
  ]);

function fiveSeconds(): { loop: TickLoop; decisions: Decision[]; settled: Settled[] } {
  const decisions: Decision[] = [];
  const settled: Settled[] = [];
  const loop = new TickLoop({
    pair,
    timeframe: '5s',
    brain: brainOf(fadingModel('5s')),
    onDecision: (decision) => void decisions.push(decision),
    sink: {
      abstained: () => undefined,
      settled: (atMs, up, _chance, outcome) => void settled.push({ atMs, up, outcome }),
    },
  });
  return { loop, decisions, settled };
}

test('a feed that goes silent is stale after 15 s, when a timer tells the time', () => {
  const { loop, decisions } = fiveSeconds();
  for (const tick of quietTicks(900)) loop.push(...tick);
  const lastQuoteMs = MONDAY_MS + 899_200;
  loop.advanceTo(lastQuoteMs + 31_000);
  const after = decisions.filter(({ decidedAtMs }) => decidedAtMs > lastQuoteMs);
  expect(after.map((decision) => (decision.kind === 'signal' ? 'signal' : decision.reason))).toEqual([
    'signal',
    'signal',
    'signal',
    'stale',
    'stale',
    'stale',
    'stale',
  ]);
});

test('a signal whose expiry no later quote proves is not settled', () => {
  const { loop, settled } = fiveSeconds();
  for (const tick of quietTicks(900)) loop.push(...tick);
  loop.push(MONDAY_MS + 899_200 + 60_000, 110_000, 110_002);
  expect(settled.slice(-3).map(({ outcome }) => outcome)).toEqual([undefined, undefined, undefined]);
});

test('a spread of several times its usual width is no time to enter', () => {
  const { loop, decisions } = fiveSeconds();
  for (const tick of quietTicks(900)) loop.push(...tick);
  loop.push(MONDAY_MS + 899_900, 109_990, 110_012);
  loop.advanceTo(MONDAY_MS + 900_001);
  expect(decisions.at(-1)).toMatchObject({ kind: 'abstention', reason: 'spread' });
});

test('quotes that go back in time are refused', () => {
  const { loop } = fiveSeconds();
  loop.push(MONDAY_MS, 1, 2);
  expect(() => loop.push(MONDAY_MS - 1, 1, 2)).toThrow('order of time');
});
