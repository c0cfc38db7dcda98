import { beforeAll, describe, expect, test } from 'vitest';
import { MemoryDatasets } from '../../../tests/support/memory-datasets.ts';
import type { Scores } from '../../core/scoring/score-book.ts';
import type { Dataset, DatasetMeta } from '../../server/market/dataset-store.ts';
import { evaluationDocument } from './evaluate-command.ts';
import { type Evaluation, evaluateHistory, fitModel } from './evaluate-history.ts';
import { textReport } from './text-report.ts';

const MONDAY_MS = Date.UTC(2018, 1, 5);
const LATER_MS = Date.UTC(2018, 6, 2);
const sets = new MemoryDatasets();
const { read } = sets;
const options = { timeframe: undefined, payout: 0.8, read };
let fitted: DatasetMeta;
let fading: DatasetMeta;
let walking: DatasetMeta;
let evaluation: Evaluation;

beforeAll(async () => {
  fitted = sets.addBars('fitted', 'EUR/USD', { seed: 1, length: 30_000, startMs: MONDAY_MS, fade: 0.4 });
  fading = sets.addBars('fading', 'USD/CAD', { seed: 2, length: 30_000, startMs: LATER_MS, fade: 0.4 });
  walking = sets.addBars('walking', 'USD/JPY', { seed: 4, length: 30_000, startMs: LATER_MS, fade: 0 });
  evaluation = await evaluateHistory({ ...options, fit: [fitted], score: [fading, walking] });
});

describe('fitting on one data set and scoring others', () => {
  test('finds the edge where it is, and none in a pure walk', () => {
    const [onFading, onWalking] = evaluation.timeframes[0]?.sets.map(({ scores }) => scores) ?? [];
    expect(onFading?.accuracy).toBeGreaterThan(0.56);
    expect(onFading?.logLoss).toBeLessThan(Math.LN2 - 0.004);
    expect(onFading?.accuracyTop5).toBeGreaterThan(onFading?.accuracy ?? 1);
    expect(onFading?.coverage).toBeGreaterThan(0.9);
    expect(onWalking?.coverage).toBeLessThan(0.2);
    expect(onWalking?.accuracyInterval.low).toBeLessThan(0.5);
    expect(onWalking?.accuracyInterval.high).toBeGreaterThan(0.5);
    expect(onWalking?.logLoss).toBeGreaterThan(Math.LN2 - 0.0006);
  });

  test('pools all decisions', () => {
    const [timeframe] = evaluation.timeframes;
    const sum = (timeframe?.sets ?? []).reduce((total, { scores }) => total + (scores?.n ?? 0), 0);
    expect(timeframe?.pooled?.n).toBe(sum);
  });

  test('depends on nothing in the scored sets: the same model comes out without them', async () => {
    expect(await fitModel([fitted], '1min', read)).toEqual(evaluation.timeframes[0]?.model);
  });

  test('a set scores the same beside others as by itself', async () => {
    const alone = await evaluateHistory({ ...options, fit: [fitted], score: [walking] });
    expect(alone.timeframes[0]?.sets[0]?.scores).toEqual(evaluation.timeframes[0]?.sets[1]?.scores);
  });

  test('every minute is accounted for: a score, unchanged, unsettled or an abstention with its reason', () => {
    for (const { meta, scores, abstentions } of evaluation.timeframes[0]?.sets ?? []) {
      const { stale: _missing, ...judged } = abstentions;
      const silent = Object.values(judged).reduce((sum, times) => sum + times, 0);
      const { n, unchanged, unsettled } = scores as Scores;
      expect(n + unchanged + unsettled + silent).toBe(meta.rows);
    }
  });

  test('says when scored days were fitted on', async () => {
    expect(evaluation.notes).toEqual([]);
    const same = sets.addBars('same-days', 'EUR/USD', { seed: 8, length: 500, startMs: MONDAY_MS });
    const other = sets.addBars('other-pair', 'EUR/GBP', { seed: 8, length: 500, startMs: MONDAY_MS });
    const { notes } = await evaluateHistory({ ...options, fit: [fitted], score: [same, other] });
    expect(notes).toEqual([
      'same-days overlaps fitted in time, and both are EUR/USD: this is not out of sample.',
      'other-pair overlaps fitted in time: another pair, the same days.',
    ]);
  });

  test('refuses to fit on too little, in a sentence', async () => {
    const short = sets.addBars('short', 'EUR/USD', { seed: 5, length: 5_000, startMs: MONDAY_MS });
    await expect(evaluateHistory({ ...options, fit: [short], score: [walking] })).rejects.toMatchObject({
      code: 'failure',
      message: 'There is too little history in short to fit on at 1min.',
    });
  });
});

describe('walking forward', () => {
  test('scores no day before it has learned from earlier ones, then finds the edge', async () => {
    const { timeframes } = await evaluateHistory({ ...options, fit: undefined, score: [fitted, fading] });
    const [first, second] = timeframes[0]?.sets ?? [];
    expect(first?.abstentions.untrained).toBeGreaterThanOrEqual(10_000);
    expect(second?.abstentions.untrained).toBeUndefined();
    expect(second?.scores?.accuracy).toBeGreaterThan(0.56);
  });

  test('a later set changes nothing of what was scored before it began', async () => {
    const alone = await evaluateHistory({ ...options, fit: undefined, score: [fitted] });
    const both = await evaluateHistory({ ...options, fit: undefined, score: [fitted, fading] });
    expect(both.timeframes[0]?.sets[0]).toEqual(alone.timeframes[0]?.sets[0]);
  });

  test('has each data set in memory only from its first day to its last', async () => {
    sets.reads.length = 0;
    await evaluateHistory({ ...options, fit: undefined, score: [fading, fitted] });
    expect(sets.reads).toEqual(['fitted', 'fading']);
  });
});

describe('short timeframes', () => {
  test('minute bars cannot settle them, and are refused by name', async () => {
    await expect(
      evaluateHistory({ ...options, timeframe: '15s', fit: [fitted], score: [walking] }),
    ).rejects.toMatchObject({
      code: 'usage',
      message: 'Minute bars cannot settle a signal of 15s: fitted, walking.',
    });
  });

  test('ticks are scored at all five, from the longest', async () => {
    const quotes = sets.addTicks('quotes', 'EUR/USD', {
      seed: 4,
      length: 60_000,
      startMs: MONDAY_MS,
      fade: 0.5,
    });
    const { timeframes } = await evaluateHistory({ ...options, fit: undefined, score: [quotes] });
    expect(timeframes.map(({ timeframe }) => timeframe)).toEqual(['1min', '30s', '15s', '10s', '5s']);
  });

  test('ticks that hold too little for the long timeframes are fitted and scored at the short ones', async () => {
    const walk = { length: 90_000, startMs: MONDAY_MS, fade: 0.5 };
    const fit = [sets.addTicks('fit-ticks', 'EUR/USD', { seed: 6, ...walk })];
    const score = [sets.addTicks('score-ticks', 'USD/CAD', { seed: 7, ...walk, startMs: LATER_MS })];
    const { timeframes, notes } = await evaluateHistory({ ...options, fit, score });
    expect(timeframes.map(({ timeframe }) => timeframe)).toEqual(['5s']);
    expect(timeframes[0]?.model?.fitted.decisions).toBeGreaterThan(10_000);
    expect(notes).toEqual(['There is too little history in fit-ticks to fit on at 1min, 30s, 15s, 10s.']);
  });

  test('crossed quotes are left out: the scores are those of the same ticks without them', async () => {
    const walk = { seed: 4, length: 30_000, startMs: MONDAY_MS, fade: 0.5 };
    const score = [sets.addTicks('crossed', 'EUR/USD', walk)];
    const withCrossed = async (name: string) => crossed(await read(name));
    const [clean, dirty] = await Promise.all(
      [read, withCrossed].map((from) => evaluateHistory({ ...options, read: from, fit: undefined, score })),
    );
    expect(dirty?.timeframes).toEqual(clean?.timeframes);
  });
});

/** After each quote one at the same instant whose bid is far above its ask. */
function crossed(dataset: Dataset): Dataset {
  if (dataset.kind !== 'ticks') return dataset;
  const { timeMs, bid, ask, length } = dataset.ticks;
  const twice = (values: ArrayLike<number>, less = 0) =>
    Array.from({ length: 2 * length }, (_, at) => (values[at >> 1] ?? 0) - (at % 2) * less);
  const ticks = {
    length: 2 * length,
    timeMs: Float64Array.from(twice(timeMs)),
    bid: Int32Array.from(twice(bid, -50)),
    ask: Int32Array.from(twice(ask, 80)),
  };
  return { ...dataset, ticks };
}

describe('the report', () => {
  test('as JSON has the promised fields per data set and pooled, in fractions of 1', () => {
    const document = JSON.parse(JSON.stringify(evaluationDocument(evaluation)));
    const shape = {
      n: expect.any(Number),
      accuracy: expect.any(Number),
      accuracyTop5: expect.any(Number),
      logLoss: expect.any(Number),
      brier: expect.any(Number),
      ece: expect.any(Number),
      unchanged: expect.any(Number),
      abstentions: { history: 120, rollover: expect.any(Number), stale: expect.any(Number) },
    };
    expect(document).toMatchObject({ ok: true, mode: 'fit-score', fit: ['fitted'], timeframe: '1min' });
    const strange = { ...shape, abstentions: expect.objectContaining({ history: expect.any(Number) }) };
    expect(document.datasets).toMatchObject([
      { name: 'fading', pair: 'USD/CAD', ...strange },
      { name: 'walking', pair: 'USD/JPY', ...strange },
    ]);
    expect(document.pooled).toMatchObject(strange);
    expect(document.pooled.accuracy).toBeLessThan(1);
    for (const bin of document.pooled.bins) {
      expect(Object.keys(bin).toSorted()).toEqual(['claimed', 'from', 'high', 'low', 'n', 'observed', 'to']);
      expect(bin.claimed).toBeGreaterThanOrEqual(bin.from);
      expect(bin.claimed).toBeLessThanOrEqual(bin.to);
    }
  });

  test('says as text with a plus sign how much better than a coin it is', () => {
    const text = textReport(evaluation)
      .split('\n')
      .find((line) => line.startsWith('pooled'));
    const logLoss = evaluation.timeframes[0]?.pooled?.logLoss ?? Number.NaN;
    expect(text).toContain(`${logLoss < Math.LN2 ? '+' : '-'}${Math.abs(Math.LN2 - logLoss).toFixed(6)}`);
  });

  test('as text has a row for each set, the pool and a coin', () => {
    const text = textReport(evaluation);
    for (const row of ['fading', 'walking', 'pooled', 'a coin', '50.0-5[01].5'])
      expect(text).toMatch(new RegExp(`^${row} +[\\d,]+ `, 'm'));
    expect(text).toContain('break-even is 55.56 %');
  });
});
