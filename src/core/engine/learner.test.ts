import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { barWalk } from '../../../tests/support/price-walks.ts';
import type { AbstentionReason } from './reasons.ts';
import { BarLoop } from './bar-loop.ts';
import { FEATURE_COUNT, FEATURES } from './feature-table.ts';
import { DECISIONS_NEEDED, Learner, OnlineLogistic } from './learner.ts';
import { brainOf, type EngineModel } from './model.ts';

const MONDAY_MS = Date.UTC(2018, 1, 5);
const DAY_MS = 86_400_000;

function fitOn(fade: number, seed: number): EngineModel | undefined {
  const learner = new Learner();
  const loop = new BarLoop({ pair: 'EUR/USD', brain: learner });
  const bars = barWalk({ seed, length: 40_000, startMs: MONDAY_MS, fade });
  for (let row = 0; row < bars.length; row += 1) {
    learner.advanceTo(Math.floor((bars.openTimeMs[row] as number) / DAY_MS) * DAY_MS);
    loop.push(
      ...([bars.openTimeMs, bars.open, bars.high, bars.low, bars.close].map((c) => c[row]) as [
        number,
        number,
        number,
        number,
        number,
      ]),
    );
  }
  return learner.model('1min');
}

/** Scores other bars of the same kind with a model: how often it was right, and what it claimed. */
function score(
  model: EngineModel,
  fade: number,
  seed: number,
): { n: number; right: number; claimed: number; abstained: Map<AbstentionReason, number> } {
  const abstained = new Map<AbstentionReason, number>();
  let n = 0;
  let right = 0;
  let claimed = 0;
  const loop = new BarLoop({
    pair: 'USD/CAD',
    brain: brainOf(model),
    sink: {
      abstained: (reason) => void abstained.set(reason, (abstained.get(reason) ?? 0) + 1),
      settled: (_at, up, chance, outcome) => {
        if (outcome === undefined || outcome === 0) return;
        n += 1;
        right += outcome > 0 === up ? 1 : 0;
        claimed += chance;
      },
    },
  });
  const bars = barWalk({ seed, length: 40_000, startMs: MONDAY_MS, fade });
  for (let row = 0; row < bars.length; row += 1)
    loop.push(
      ...([bars.openTimeMs, bars.open, bars.high, bars.low, bars.close].map((c) => c[row]) as [
        number,
        number,
        number,
        number,
        number,
      ]),
    );
  return { n, right: right / n, claimed: claimed / n, abstained };
}

describe('a learner', () => {
  test('finds a fade that is there, and claims no more than it delivers on bars it has not seen', () => {
    const model = fitOn(0.4, 1) as EngineModel;
    const { n, right, claimed } = score(model, 0.4, 2);
    expect(n).toBeGreaterThan(20_000);
    expect(right).toBeGreaterThan(0.56);
    expect(claimed).toBeGreaterThan(0.54);
    expect(claimed).toBeLessThan(right + 0.005);
  });

  test('has nothing to say after a pure walk: no claim above 50 % is proven', () => {
    const { n, abstained } = score(fitOn(0, 3) as EngineModel, 0, 4);
    expect(n).toBe(0);
    expect(abstained.get('unproven')).toBeGreaterThan(20_000);
  });

  test('a model fitted where there is an edge soon claims next to nothing where there is none', () => {
    const model = fitOn(0.4, 1) as EngineModel;
    expect(score(model, 0, 5).claimed).toBeLessThan(0.508);
  });

  test('gives no model before it has seen enough', () => {
    const learner = new Learner();
    learner.advanceTo(0);
    const features = new Float64Array(FEATURE_COUNT).fill(0.1);
    for (let index = 1; index < DECISIONS_NEEDED; index += 1)
      learner.learn(features, undefined, index % 2 === 0);
    expect(learner.model('5s')).toBeUndefined();
    learner.learn(features, undefined, true);
    expect(learner.model('5s')).toBeDefined();
  });

  test('keeps its weights through a day and cannot go back to an earlier one', () => {
    const learner = new Learner();
    const random = seededRandom(1);
    learner.advanceTo(0);
    const teach = (): void => {
      for (let index = 0; index < DECISIONS_NEEDED; index += 1) {
        const sign = random() % 2 === 0 ? 1 : -1;
        learner.learn(new Float64Array(FEATURE_COUNT).fill(sign), undefined, sign < 0);
      }
    };
    teach();
    learner.advanceTo(DAY_MS - 1);
    expect(learner.weights).toBeUndefined();
    learner.advanceTo(DAY_MS);
    const known = learner.weights?.slice();
    expect(known?.[0]).toBeLessThan(0);
    teach();
    expect(learner.weights).toEqual(known);
    expect(() => learner.advanceTo(0)).toThrow('back in time');
  });
});

test('online logistic regression comes within a hundredth of the weights that made the outcomes', () => {
  const truth = [0.4, -0.25, 0];
  const random = seededRandom(9);
  const logistic = new OnlineLogistic(3);
  const uniform = (): number => random() / 2 ** 32;
  for (let index = 0; index < 400_000; index += 1) {
    const features = Float64Array.from([uniform() * 2 - 1, uniform() * 2 - 1, uniform() * 2 - 1]);
    const odds = truth.reduce((sum, weight, at) => sum + weight * (features[at] as number), 0);
    logistic.learn(features, uniform() < 1 / (1 + Math.exp(-odds)));
    if (index % 10_000 === 0) logistic.refit();
  }
  logistic.refit();
  for (const [at, weight] of truth.entries())
    expect(Math.abs((logistic.weights[at] as number) - weight)).toBeLessThan(0.015);
});

describe('a stored model is refused', () => {
  const model = fitOn(0.4, 1) as EngineModel;

  test('when another engine made it', () => {
    expect(() => brainOf({ ...model, engineVersion: 'other' })).toThrow('fit it again');
  });

  test('when a weight is missing', () => {
    const { [FEATURES[3]?.name ?? '']: _gone, ...rest } = model.weights;
    expect(() => brainOf({ ...model, weights: rest })).toThrow('no weight for "body"');
  });

  test('when it may claim more than 65 %', () => {
    expect(() => brainOf({ ...model, curve: { ...model.curve, cap: 0.66 } })).toThrow('50 % to 65 %');
  });

  test('when its curve falls', () => {
    expect(() =>
      brainOf({ ...model, curve: { ...model.curve, sizes: [0, 0.1, 0.2], logOdds: [0, 0.2, 0.1] } }),
    ).toThrow('rise');
  });

  test('but not when it has been through JSON', () => {
    expect(brainOf(JSON.parse(JSON.stringify(model)) as EngineModel).weights).toEqual(brainOf(model).weights);
  });
});
