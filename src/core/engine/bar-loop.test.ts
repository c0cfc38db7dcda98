import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { fadingModel } from '../../../tests/support/engine-model.ts';
import { barWalk } from '../../../tests/support/price-walks.ts';
import type { BarColumns } from '../market/bars.ts';
import type { AbstentionReason } from './reasons.ts';
import { BarLoop } from './bar-loop.ts';
import { recordedConfidence } from './confidence-text.ts';
import { type Brain, brainOf } from './model.ts';
import { PairEngine } from './pair-engine.ts';

/** Monday 5 February 2018, 01:00 UTC: far from rollover and weekend. */
const MONDAY_MS = Date.UTC(2018, 1, 5, 1);
const MINUTE_MS = 60_000;
const pair = 'EUR/USD';

/** What was said at the close of one bar. */
type Said =
  | { readonly atMs: number; readonly kind: 'abstention'; readonly reason: AbstentionReason }
  | { readonly atMs: number; readonly kind: 'signal'; readonly up: boolean; readonly chance: number };

/** What the loop says at the close of each of the first `rows` bars. */
function decideAll(bars: BarColumns, rows = bars.length, brain: Brain = brainOf(fadingModel())): Said[] {
  const said = new Map<number, Said>();
  const loop = new BarLoop({
    pair,
    brain,
    sink: {
      settled: (atMs, up, chance) => void said.set(atMs, { atMs, kind: 'signal', up, chance }),
      abstained: (reason, atMs) => void said.set(atMs, { atMs, kind: 'abstention', reason }),
    },
  });
  for (let row = 0; row < rows; row += 1) loop.push(...rowOf(bars, row));
  loop.end();
  return Array.from(bars.openTimeMs.subarray(0, rows), (ms) => said.get(ms + MINUTE_MS) as Said);
}

function rowOf(bars: BarColumns, row: number): [number, number, number, number, number] {
  return [bars.openTimeMs, bars.open, bars.high, bars.low, bars.close].map((column) => column[row]) as never;
}

interface Settled {
  readonly atMs: number;
  readonly up: boolean;
  readonly chance: number;
  readonly outcome: number | undefined;
}

function settleAll(bars: BarColumns): { settled: Settled[]; abstained: Map<AbstentionReason, number> } {
  const settled: Settled[] = [];
  const abstained = new Map<AbstentionReason, number>();
  const loop = new BarLoop({
    pair,
    brain: brainOf(fadingModel()),
    sink: {
      settled: (atMs, up, chance, outcome) => void settled.push({ atMs, up, chance, outcome }),
      abstained: (reason) => void abstained.set(reason, (abstained.get(reason) ?? 0) + 1),
    },
  });
  for (let row = 0; row < bars.length; row += 1) loop.push(...rowOf(bars, row));
  loop.end();
  return { settled, abstained };
}

describe('no lookahead', () => {
  test('a signal is the same whatever comes after it: the future is cut off or replaced at random instants', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 399 }), (seed, otherSeed, cut) => {
        const bars = barWalk({ seed, length: 400, startMs: MONDAY_MS, fade: 0.3, missing: 0.02 });
        const whole = decideAll(bars);
        expect(decideAll(bars, cut)).toEqual(whole.slice(0, cut));

        const other = barWalk({ seed: otherSeed, length: 400, startMs: MONDAY_MS, price: 170_000 });
        const spliced = {
          length: 400,
          openTimeMs: bars.openTimeMs,
          open: splice(bars.open, other.open, cut),
          high: splice(bars.high, other.high, cut),
          low: splice(bars.low, other.low, cut),
          close: splice(bars.close, other.close, cut),
        };
        expect(decideAll(spliced).slice(0, cut)).toEqual(whole.slice(0, cut));
      }),
      { numRuns: 12 },
    );
  });

  test('the last closed bar does matter: a changed close changes the signal', () => {
    const bars = barWalk({ seed: 1, length: 200, startMs: MONDAY_MS, fade: 0.3 });
    const changed = { ...bars, close: bars.close.slice() };
    changed.close[199] = (changed.close[199] as number) + 40;
    expect(decideAll(changed).at(-1)).not.toEqual(decideAll(bars).at(-1));
  });
});

function splice(first: Int32Array, then: Int32Array, from: number): Int32Array {
  const joined = first.slice();
  joined.set(then.subarray(from), from);
  return joined;
}

test('streaming equals batch: features after a long gap do not depend on what came before it', () => {
  fc.assert(
    fc.property(fc.nat(), fc.integer({ min: 1, max: 300 }), (seed, warmUp) => {
      const bars = barWalk({ seed, length: 700, startMs: MONDAY_MS });
      bars.openTimeMs.subarray(warmUp).forEach((ms, row, after) => void (after[row] = ms + 6 * MINUTE_MS));
      const alone = Object.fromEntries(
        Object.entries(bars).map(([name, column]) => [name, column.slice?.(warmUp) ?? 700 - warmUp]),
      ) as unknown as BarColumns;
      const theirs = learned(alone);
      expect(learned(bars).slice(-theirs.length)).toEqual(theirs);
      expect(theirs.length).toBeGreaterThan(200);
    }),
    { numRuns: 8 },
  );
});

/** The features that a brain is taught with, one decision after the other. */
function learned(bars: BarColumns): Float64Array[] {
  const features: Float64Array[] = [];
  const learn = (values: Float64Array): void => void features.push(values.slice());
  decideAll(bars, bars.length, { weights: undefined, curve: undefined, learn });
  return features;
}

function ohlc(bars: BarColumns, row: number): [number, number, number, number] {
  return rowOf(bars, row).slice(1) as never;
}

test('mirrored prices give the mirrored signal with the same confidence', () => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const bars = barWalk({ seed, length: 700, startMs: MONDAY_MS, fade: 0.3, missing: 0.01 });
      const mirror = (column: Int32Array): Int32Array => column.map((price) => 300_000 - price);
      const mirrored = {
        length: bars.length,
        openTimeMs: bars.openTimeMs,
        open: mirror(bars.open),
        high: mirror(bars.low),
        low: mirror(bars.high),
        close: mirror(bars.close),
      };
      const theirs = decideAll(mirrored);
      for (const [row, ours] of decideAll(bars).entries()) {
        const other = theirs[row];
        if (ours.kind !== 'signal' || other?.kind !== 'signal') {
          expect(other?.kind).toBe(ours.kind);
          continue;
        }
        expect(other.chance).toBeCloseTo(ours.chance, 11);
        if (ours.chance > 0.50000001) expect(other.up).not.toBe(ours.up);
      }
    }),
    { numRuns: 8 },
  );
});

test('the price level and the step do not matter, only moves in units of their own volatility', () => {
  const bars = barWalk({ seed: 3, length: 500, startMs: MONDAY_MS, fade: 0.3 });
  const scaled = (column: Int32Array): Int32Array => column.map((price) => price * 3 + 5_000);
  const theirs = decideAll({
    ...bars,
    open: scaled(bars.open),
    high: scaled(bars.high),
    low: scaled(bars.low),
    close: scaled(bars.close),
  });
  for (const [row, ours] of decideAll(bars).entries()) {
    const other = theirs[row];
    expect(other?.kind).toBe(ours.kind);
    if (ours.kind === 'signal' && other?.kind === 'signal') expect(other.chance).toBeCloseTo(ours.chance, 11);
  }
});

test('confidence lies between 50 and 65, however often a pair comes true, and the reasons add up to it', () => {
  const bars = barWalk({ seed: 11, length: 2000, startMs: MONDAY_MS, fade: 0.9 });
  const engine = new PairEngine({
    pair,
    timeframe: '1min',
    brain: brainOf(fadingModel()),
    quotedBarsNeeded: 0,
  });
  let waits = false;
  const signals = Array.from({ length: bars.length }, (_, row) => {
    const [open, high, low, close] = ohlc(bars, row);
    if (waits) engine.settle(Math.sign(close - open) as -1 | 0 | 1);
    engine.pushBar(open, high, low, close);
    const decision = engine.decide((bars.openTimeMs[row] as number) + MINUTE_MS);
    waits = decision.kind === 'signal' || decision.reason === 'undecided';
    return decision;
  }).filter((decision) => decision.kind === 'signal');
  expect(Math.max(...signals.map(({ confidence }) => confidence))).toBeCloseTo(65, 12);
  for (const { confidence, reasons } of signals) {
    expect(confidence).toBeGreaterThanOrEqual(50);
    expect(confidence).toBeLessThanOrEqual(65 + 1e-12);
    const added = Object.values(reasons).reduce((sum, points) => sum + points, 50);
    expect(added).toBeCloseTo(recordedConfidence(confidence), 9);
  }
});

describe('it abstains', () => {
  test('where neither side is claimed to be likelier by 0.15 points, and still learns from how that ended', () => {
    // Twenty hours: they end before the day's rollover.
    const bars = barWalk({ seed: 12, length: 1200, startMs: MONDAY_MS });
    const learn = vi.fn<(features: Float64Array, score: number | undefined, up: boolean) => void>();
    const { weights, curve } = brainOf(fadingModel());
    const decisions = decideAll(bars, 1200, { weights, curve, learn });
    const followed = Array.from({ length: 1199 - 120 }, (_, index) => index + 120).filter(
      (row) => bars.close[row + 1] !== bars.open[row + 1],
    );
    const scores = learn.mock.calls.map(([, score]) => Math.abs(score ?? Number.NaN));
    expect(scores).toHaveLength(followed.length);
    const silent = followed.filter((row) => {
      const decision = decisions[row] as Said;
      if (decision.kind === 'signal') expect(decision.chance).toBeGreaterThanOrEqual(0.5015 - 1e-6);
      else expect(decision.reason).toBe('undecided');
      return decision.kind !== 'signal';
    });
    expect(silent.length).toBeGreaterThan(20);
  });

  test('until it has 121 closed bars in a row', () => {
    const reasons = decideAll(barWalk({ seed: 2, length: 130, startMs: MONDAY_MS })).map((decision) =>
      decision.kind === 'signal' ? 'signal' : decision.reason,
    );
    expect(reasons.lastIndexOf('history')).toBe(119);
    expect(reasons[120]).toBe('signal');
  });

  test('on the bar after a missing minute, and counts the minute as stale', () => {
    const bars = barWalk({ seed: 3, length: 200, startMs: MONDAY_MS });
    const late = {
      ...bars,
      openTimeMs: bars.openTimeMs.map((ms, row) => (row < 150 ? ms : ms + 2 * MINUTE_MS)),
    };
    const decisions = decideAll(late);
    expect(decisions[149]?.kind).toBe('signal');
    expect(decisions[150]).toMatchObject({ kind: 'abstention', reason: 'gap' });
    expect(decisions[151]?.kind).toBe('signal');
    const { settled, abstained } = settleAll(late);
    expect(abstained.get('stale')).toBe(2);
    // The signal of bar 149 was to be entered in a minute that had no quote.
    expect(
      settled.find(({ atMs }) => atMs === (late.openTimeMs[149] as number) + MINUTE_MS)?.outcome,
    ).toBeUndefined();
  });

  test('for 120 bars after a hole of more than five minutes', () => {
    const bars = barWalk({ seed: 2, length: 400, startMs: MONDAY_MS });
    const late = {
      ...bars,
      openTimeMs: bars.openTimeMs.map((ms, row) => (row < 150 ? ms : ms + 5 * MINUTE_MS)),
    };
    const decisions = decideAll(late);
    expect(decisions[269]).toMatchObject({ reason: 'history' });
    expect(decisions[270]?.kind).toBe('signal');
  });

  test.each([
    ['winter', Date.UTC(2018, 1, 5, 21, 55), Date.UTC(2018, 1, 5, 23, 5)],
    ['summer', Date.UTC(2018, 6, 9, 20, 55), Date.UTC(2018, 6, 9, 22, 5)],
  ])('from 16:55 to 18:05 in New York in %s', (_season, fromMs, toMs) => {
    const decisions = decideAll(barWalk({ seed: 4, length: 600, startMs: fromMs - 300 * MINUTE_MS }));
    for (const decision of decisions.slice(130)) {
      const inside = decision.atMs >= fromMs && decision.atMs < toMs;
      const said = decision.kind === 'abstention' ? decision.reason : 'signal';
      if (inside) expect(said).toBe('rollover');
      else expect(['signal', 'undecided']).toContain(said);
    }
  });

  test('when more than 15 of the last 60 minutes had no quote', () => {
    const bars = barWalk({ seed: 5, length: 400, startMs: MONDAY_MS });
    const thin = {
      ...bars,
      openTimeMs: bars.openTimeMs.map(
        (_, row) => MONDAY_MS + (row < 200 ? row : row + Math.floor((row - 200) / 2)) * MINUTE_MS,
      ),
    };
    const decisions = decideAll(thin);
    expect(decisions.slice(250, 350).filter((d) => d.kind === 'signal')).toEqual([]);
    expect(decisions[301]).toMatchObject({ reason: expect.stringMatching(/thin|gap/) });
  });

  test('while the brain has learned too little, but the brain learns how it ended', () => {
    const bars = barWalk({ seed: 8, length: 300, startMs: MONDAY_MS });
    const learn = vi.fn<(features: Float64Array, score: number | undefined, up: boolean) => void>();
    const decisions = decideAll(bars, 300, { weights: undefined, curve: undefined, learn });
    expect(decisions.at(-1)).toMatchObject({ reason: 'untrained' });
    const changed = Array.from({ length: 179 }, (_, i) => i + 121).filter(
      (row) => bars.close[row] !== bars.open[row],
    );
    expect(learn.mock.calls.map(([, score, up]) => [score, up])).toEqual(
      changed.map((row) => [undefined, (bars.close[row] as number) > (bars.open[row] as number)]),
    );
  });
});

test('a signal is settled from the next minute’s open to its close, and a tie is a tie', () => {
  const bars = barWalk({ seed: 9, length: 500, startMs: MONDAY_MS });
  const { settled } = settleAll(bars);
  // After the last bar there is no next one: the outcome of its signal is unknown.
  const expected = decideAll(bars).flatMap(({ kind }, row) =>
    kind === 'signal' ? [Math.sign((bars.close[row + 1] as number) - (bars.open[row + 1] as number))] : [],
  );
  expect(settled.map(({ outcome }) => outcome ?? Number.NaN)).toEqual(expected);
  expect(expected.length).toBeGreaterThan(300);
  expect(expected.includes(0)).toBe(true);
});

test('bars that go back in time or share a minute are refused', () => {
  const loop = new BarLoop({ pair, brain: brainOf(fadingModel()) });
  loop.push(MONDAY_MS, 1, 1, 1, 1);
  expect(() => loop.push(MONDAY_MS, 1, 1, 1, 1)).toThrow('order of time');
});
