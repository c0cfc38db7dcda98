import { describe, expect, test } from 'vitest';
import { fadingModel } from '../../../tests/support/engine-model.ts';
import { barWalk, tickWalk } from '../../../tests/support/price-walks.ts';
import type { Timeframe } from '../market/timeframes.ts';
import { BarLoop, type DecisionSink } from './bar-loop.ts';
import { Learner } from './learner.ts';
import { brainOf, ENGINE_VERSION } from './model.ts';
import type { Decision } from './pair-engine.ts';
import type { Reasons } from './reasons.ts';
import { TickLoop } from './tick-loop.ts';

const MONDAY_MS = Date.UTC(2018, 1, 5, 1);
const DAY_MS = 86_400_000;

/** All that a loop decided, in a few numbers: each decision's instant, side and chance has its part in them. */
function summary() {
  const reasons: Record<string, number> = {};
  const totals = { settled: 0, right: 0, unknown: 0, claimed: 0, weighed: 0 };
  const sink: DecisionSink = {
    abstained: (reason) => {
      reasons[reason] = (reasons[reason] ?? 0) + 1;
    },
    settled: (atMs, up, chance, outcome) => {
      totals.settled += 1;
      if (outcome === undefined) totals.unknown += 1;
      else if (outcome > 0 === up) totals.right += 1;
      totals.claimed += chance;
      totals.weighed += (up ? 1 : -1) * chance * ((atMs / 5000) % 997);
    },
  };
  const rounded = () => ({
    ...totals,
    claimed: Number(totals.claimed.toFixed(6)),
    weighed: Number(totals.weighed.toFixed(4)),
  });
  return { sink, numbers: () => ({ reasons, ...rounded() }) };
}

const rounded = (values: readonly number[]) => values.map((value) => Number(value.toFixed(9)));

/** Records are kept by the engine's name. A number that changes here means another engine: it needs another name. */
describe(`what the engine ${ENGINE_VERSION} says of made-up prices stays what it is`, () => {
  test('its name', () => {
    expect(ENGINE_VERSION).toBe('fade-logit-3');
  });

  test('when it learns from minute bars with holes', () => {
    const learner = new Learner();
    const { sink, numbers } = summary();
    const loop = new BarLoop({ pair: 'EUR/USD', brain: learner, sink });
    const bars = barWalk({ seed: 21, length: 36_000, startMs: MONDAY_MS, fade: 0.4, missing: 0.02 });
    for (let row = 0; row < bars.length; row += 1) {
      const [openMs, open, high, low, close] = [
        bars.openTimeMs,
        bars.open,
        bars.high,
        bars.low,
        bars.close,
      ].map((column) => column[row]) as [number, number, number, number, number];
      learner.advanceTo(Math.floor(openMs / DAY_MS) * DAY_MS);
      loop.push(openMs, open, high, low, close);
    }
    loop.end();
    const model = learner.model('1min');
    expect(numbers()).toEqual({
      reasons: {
        history: 120,
        stale: 561,
        untrained: 11_667,
        gap: 711,
        rollover: 1694,
        unproven: 1304,
        undecided: 66,
      },
      settled: 20_438,
      right: 12_469,
      unknown: 402,
      claimed: 12_356.431332,
      weighed: 5316.1375,
    });
    expect(rounded(Object.values(model?.weights ?? {}))).toEqual([
      -0.277391939, -0.290595055, 0.047527818, -0.283136768, -0.002578183, -0.06851513, 0.001783116,
      0.208519949, 0.064132868, 0.062076997, 0.049563134, -0.049670265, 0.069801905, -0.004016244,
      -0.239742037, -0.13562376, -0.042276482, -0.005081471, -0.033340521, -0.039008168, -0.066604517,
      0.003050375, 0.020354192, -0.006723599, -0.040431214, 0.082643512, 0.074094011,
    ]);
    expect(model?.fitted).toEqual({
      decisions: 31_359,
      firstMs: 1_517_788_800_000,
      lastMs: 1_519_948_800_000,
    });
    expect(rounded(model?.curve.sizes ?? [])).toEqual([
      0, 0.060104093, 0.185256867, 0.325503246, 0.501050309, 0.853085319,
    ]);
    expect(rounded(model?.curve.logOdds ?? [])).toEqual([
      0, 0.056377926, 0.171985908, 0.266630802, 0.385271818, 0.626154326,
    ]);
    expect(model?.curve.cap).toBe(0.65);
  });

  test.each<[Timeframe, object, Reasons]>([
    [
      '5s',
      {
        reasons: { history: 1094, stale: 637, undecided: 5471 },
        settled: 2813,
        right: 1367,
        unknown: 76,
        claimed: 1423.006152,
        weighed: 42_122.0486,
      },
      {
        'bollinger-down': 0.03,
        'earlier-bars-down': 0.06,
        'ema-distance-down': 0.01,
        'last-bar-down': 0.03,
        'momentum-down': 0.02,
        'rsi-down': 0.01,
      },
    ],
    [
      '30s',
      {
        reasons: { history: 850, stale: 107, undecided: 193 },
        settled: 520,
        right: 233,
        unknown: 21,
        claimed: 263.652093,
        weighed: 3724.0056,
      },
      {
        'bar-shape-up': 0.06,
        'earlier-bars-down': -0.03,
        'ema-distance-up': 0.01,
        'last-bar-up': 0.15,
        'momentum-down': -0.02,
      },
    ],
  ])('when it decides on quotes every %s', (timeframe, expected, reasons) => {
    const decisions: Decision[] = [];
    const { sink, numbers } = summary();
    const loop = new TickLoop({
      pair: 'EUR/USD',
      timeframe,
      brain: brainOf(fadingModel(timeframe)),
      onDecision: (decision) => void decisions.push(decision),
      sink,
    });
    const ticks = tickWalk({ seed: 22, length: 60_000, startMs: MONDAY_MS, fade: 0.4 });
    for (let row = 0; row < ticks.length; row += 1)
      loop.push(ticks.timeMs[row] as number, ticks.bid[row] as number, ticks.ask[row] as number);
    loop.end();
    expect(numbers()).toEqual(expected);
    const signals = decisions.filter((decision) => decision.kind === 'signal');
    expect(signals.at(-1)?.reasons).toEqual(reasons);
  });
});
