import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Outcome } from '../signals/ledger-entry.ts';
import { HOUR_MS, MINUTE_MS } from '../time/instant.ts';
import { SCORED_PAIRS } from '../market/instruments.ts';
import { wilsonInterval } from '../statistics/wilson.ts';
import { ALPHA, sequenceInterval } from './confidence-sequence.ts';
import { OutageTally } from './ledger-fold.ts';
import { settle, type SettledSignal } from '../../../tests/support/settled-signal.ts';
import { RecordBook } from './record-book.ts';

const DAY_START = Date.UTC(2026, 10, 18);

function signal(minute: number, changes: Partial<SettledSignal> = {}): SettledSignal {
  const decidedMs = DAY_START + minute * MINUTE_MS;
  return {
    mode: 'special',
    pair: 'EUR/USD',
    timeframe: '1min',
    confidence: 54.2,
    decidedMs,
    startMs: decidedMs + 1_000,
    settledMs: decidedMs + 62_000,
    outcome: 'won',
    control: 'lost',
    ...changes,
  };
}

function book(signals: Iterable<SettledSignal>): RecordBook {
  const filled = new RecordBook();
  for (const each of signals) settle(filled, each);
  return filled;
}

/** Void together, unchanged together; else each side by itself. */
const ending = fc.constantFrom<{ outcome: Outcome; control: Outcome }>(
  { outcome: 'won', control: 'won' },
  { outcome: 'won', control: 'lost' },
  { outcome: 'lost', control: 'won' },
  { outcome: 'lost', control: 'lost' },
  { outcome: 'unchanged', control: 'unchanged' },
  { outcome: 'void', control: 'void' },
);
const signals = fc
  .array(
    fc.record({
      gapMinutes: fc.nat(3),
      ending,
      pair: fc.constantFrom(...SCORED_PAIRS),
      timeframe: fc.constantFrom('5s' as const, '30s' as const, '1min' as const),
      mode: fc.constantFrom('special' as const, 'bot' as const),
      late: fc.constantFrom<Outcome>('won', 'lost', 'unchanged', 'void'),
      confidence: fc.integer({ min: 5_000, max: 6_500 }).map((hundredths) => hundredths / 100),
    }),
    { maxLength: 600 },
  )
  .map((drawn) => {
    let minute = 0;
    return drawn.map(({ gapMinutes, ending: { outcome, control }, late, ...rest }) => {
      minute += gapMinutes;
      const reason = outcome === 'void' ? ({ reason: 'no-proof' } as const) : { enteredLate: late };
      return signal(minute, { ...rest, outcome, control, ...reason });
    });
  });

describe('the fold', () => {
  it('counts what a batch over all signals counts', () => {
    fc.assert(
      fc.property(signals, (drawn) => {
        const figures = book(drawn).figures();
        const decided = drawn.filter(({ outcome }) => outcome === 'won' || outcome === 'lost');
        const specials = drawn.filter(({ mode }) => mode === 'special');
        const scored = decided.filter(({ mode }) => mode === 'special');
        const won = scored.filter(({ outcome }) => outcome === 'won').length;
        const unchangedOf = (some: typeof drawn) =>
          some.filter(({ outcome }) => outcome === 'unchanged').length;
        const unchanged = unchangedOf(specials);
        expect(figures.engineArm).toMatchObject({
          settled: scored.length,
          won,
          lost: scored.length - won,
          unchanged,
          wilson: wilsonInterval(won, scored.length),
        });
        const late = (wanted: Outcome) => specials.filter(({ enteredLate }) => enteredLate === wanted).length;
        expect(figures.lateArm).toMatchObject({
          won: late('won'),
          lost: late('lost'),
          unchanged: late('unchanged'),
        });
        expect(figures.controlArm.won).toBe(specials.filter(({ control }) => control === 'won').length);
        const bots = drawn.filter(({ mode }) => mode === 'bot');
        expect(figures.bot.engineArm.won).toBe(bots.filter(({ outcome }) => outcome === 'won').length);
        expect(figures.bot.controlArm.won).toBe(bots.filter(({ control }) => control === 'won').length);
        expect(figures.bot.lateArm.won).toBe(bots.filter(({ enteredLate }) => enteredLate === 'won').length);
        expect(figures.bot.engineArm.settled).toBe(decided.length - scored.length);
        expect(figures.voids.total).toBe(drawn.length - decided.length - unchangedOf(drawn));
        for (const [{ cells }, some, same] of [
          [figures.byMode, decided, drawn],
          [figures.byPair, decided, drawn],
          [figures.byTimeframe, decided, drawn],
          [figures.bins, scored, specials],
        ] as const) {
          expect(cells.reduce((sum, cell) => sum + cell.settled, 0)).toBe(some.length);
          expect(cells.reduce((sum, cell) => sum + cell.unchanged, 0)).toBe(unchangedOf([...same]));
        }
        for (const [cells, keyOf] of [
          [figures.byMode.cells, (each: SettledSignal) => each.mode],
          [figures.byPair.cells, (each: SettledSignal) => each.pair],
          [figures.byTimeframe.cells, (each: SettledSignal) => each.timeframe],
        ] as const) {
          for (const cell of cells) {
            const inside = decided.filter((each) => keyOf(each) === cell.key);
            const share = (count: number) => (inside.length === 0 ? null : count / inside.length);
            expect(cell).toMatchObject({
              rate: share(inside.filter(({ outcome }) => outcome === 'won').length),
              controlRate: share(inside.filter(({ control }) => control === 'won').length),
            });
          }
        }
        expect([figures.brier.coin, figures.logLoss.coin]).toEqual([0.25, Math.LN2]);
        if (scored.length === 0) {
          expect([figures.engineArm.rate, figures.brier.value, figures.logLoss.value]).toEqual([
            null,
            null,
            null,
          ]);
          return;
        }
        const granted = scored.map(({ outcome, confidence }) =>
          outcome === 'won' ? confidence / 100 : 1 - confidence / 100,
        );
        const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
        expect(figures.engineArm.rate).toBeCloseTo(won / scored.length, 12);
        const last = figures.points.at(-1);
        expect(last).toMatchObject({ settled: scored.length, rate: won / scored.length });
        expect(last?.controlRate).toBe(figures.controlArm.won / scored.length);
        expect(figures.rateUnchangedLost).toBeCloseTo(won / (scored.length + unchanged), 12);
        expect(figures.brier.value).toBeCloseTo(mean(granted.map((chance) => (1 - chance) ** 2)), 10);
        expect(figures.logLoss.value).toBeCloseTo(mean(granted.map((chance) => -Math.log(chance))), 10);
      }),
    );
  });

  it('does not depend on the order in which signals of the same minute are settled', () => {
    fc.assert(
      fc.property(signals, fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (drawn, keys) => {
        const reordered = drawn
          .map((each) => ({ each, key: keys.next().value as number }))
          .sort((a, b) => a.each.decidedMs - b.each.decidedMs || a.key - b.key)
          .map(({ each }) => each);
        const { points: pointsA, brier: brierA, logLoss: lossA, bins: binsA, ...a } = book(drawn).figures();
        const {
          points: pointsB,
          brier: brierB,
          logLoss: lossB,
          bins: binsB,
          ...b
        } = book(reordered).figures();
        expect(b).toEqual(a);
        // Sums of fractions differ in their last digits.
        expect(brierB.value ?? 0).toBeCloseTo(brierA.value ?? 0, 10);
        expect(lossB.value ?? 0).toBeCloseTo(lossA.value ?? 0, 10);
        const counted = (cells: typeof binsA.cells) => cells.map((cell) => ({ ...cell, stated: undefined }));
        expect(counted(binsB.cells)).toEqual(counted(binsA.cells));
        expect(pointsB.at(-1)).toEqual(pointsA.at(-1));
      }),
    );
  });
});

describe('intervals', () => {
  it('of an engine with one signal a minute are the plain sequence over all minutes that are complete', () => {
    const { engineArm, controlArm } = book(
      Array.from({ length: 1_002 }, (_, minute) =>
        signal(minute, {
          outcome: minute % 5 === 0 ? 'lost' : 'won',
          control: minute % 4 === 0 ? 'won' : 'lost',
        }),
      ),
    ).figures();
    expect(engineArm.watched).toEqual(sequenceInterval(800, 1_000, ALPHA));
    expect(controlArm.watched).toEqual(sequenceInterval(250, 1_000, ALPHA));
  });

  it('of the difference hold engine minus control and lie within -1 and 1', () => {
    const { difference } = book(
      Array.from({ length: 400 }, (_, minute) =>
        signal(minute, {
          outcome: minute % 5 === 0 ? 'lost' : 'won',
          control: minute % 2 === 0 ? 'won' : 'lost',
        }),
      ),
    ).figures();
    expect(difference.value).toBeCloseTo(0.3, 12);
    expect(difference.interval.low).toBeGreaterThan(0.05);
    expect(difference.interval.high).toBeLessThan(0.5);
    expect(new RecordBook().figures().difference).toEqual({ value: null, interval: { low: -1, high: 1 } });
  });

  it('of cells are corrected for their number: 99 % each for five pairs, 99.375 % for eight ranges', () => {
    const { byPair, bins } = new RecordBook().figures();
    expect([byPair.level, bins.level]).toEqual([1 - 0.05 / 5, 1 - 0.05 / 8]);
    const { byPair: filled } = book(
      Array.from({ length: 502 }, (_, minute) => signal(minute, { outcome: minute % 5 ? 'won' : 'lost' })),
    ).figures();
    const cell = filled.cells.find(({ key }) => key === 'EUR/USD');
    expect(cell?.interval).toEqual(sequenceInterval(400, 500, 0.05 / 5));
  });
});

it('leaves every rate and interval as it was when the price is unchanged', () => {
  const filled = book(
    Array.from({ length: 10 }, (_, minute) => signal(minute, { control: minute % 2 ? 'won' : 'lost' })),
  );
  const { points, difference, brier, engineArm } = filled.figures();
  for (let minute = 10; minute < 20; minute += 1)
    settle(filled, signal(minute, { outcome: 'unchanged', control: 'unchanged' }));
  const after = filled.figures();
  expect([after.points, after.difference, after.brier]).toEqual([points, difference, brier]);
  expect(after.engineArm).toEqual({ ...engineArm, unchanged: 10 });
});

it('counts what won and lost by weekday and hour of the start at UTC+5', () => {
  const startMs = Date.parse('2026-11-22T23:30:00Z');
  const { byWeekHour } = book([
    signal(0, { startMs }),
    signal(1, { startMs, outcome: 'lost' }),
    signal(2, { startMs, outcome: 'unchanged' }),
    signal(3, { startMs: startMs - 5 * HOUR_MS }),
  ]).figures();
  expect(byWeekHour).toEqual([
    { weekday: 1, hour: 4, settled: 2, won: 1 },
    { weekday: 7, hour: 23, settled: 1, won: 1 },
  ]);
});

it.each([
  [50, 50, 51],
  [50.99, 50, 51],
  [51, 51, 52],
  [64.99, 60, 65],
  [65, 60, 65],
  [70, 60, 65],
  [49, 50, 51],
])('files a stated confidence of %s percent under %s to %s', (confidence, from, to) => {
  const { bins } = book([signal(0, { confidence })]).figures();
  expect(bins.cells.filter(({ settled }) => settled > 0)).toMatchObject([
    { from, to, stated: confidence / 100 },
  ]);
});

it('keeps the log loss finite when a certainty was wrong', () => {
  const { logLoss } = book([signal(0, { confidence: 100, outcome: 'lost' })]).figures();
  expect(logLoss.value).toBeCloseTo(-Math.log(0.0001), 6);
});

it('draws at most 120 points however many signals there are, in order, the last of them now', () => {
  const filled = new RecordBook();
  for (let count = 1; count <= 3_001; count += 1) {
    settle(filled, signal(count, { outcome: count % 3 === 0 ? 'won' : 'lost' }));
    if (count > 250 && count % 61 !== 0) continue;
    const { points } = filled.figures();
    expect(points.length).toBeLessThanOrEqual(120);
    expect(points.at(-1)?.settled).toBe(count);
  }
  const { points, engineArm } = filled.figures();
  expect(points.length).toBeGreaterThan(50);
  expect(points.at(-1)).toMatchObject({ rate: engineArm.rate });
  const settled = points.map((point) => point.settled);
  expect(settled).toEqual(settled.toSorted((a, b) => a - b));
});

it('counts voids, abstentions and outages by their reasons, the most frequent first', () => {
  const filled = book([
    signal(0, { outcome: 'void', control: 'void', reason: 'no-exit' }),
    signal(1, { outcome: 'void', control: 'void', reason: 'no-proof' }),
    signal(2, { outcome: 'void', control: 'void', reason: 'no-proof' }),
  ]);
  filled.abstain({ reasons: { 'EUR/USD': 'stale', 'USD/JPY': 'thin', 'EUR/JPY': 'stale' } });
  filled.abstain({ reasons: {} });
  const figures = filled.figures();
  expect(figures.voids).toEqual({
    total: 3,
    byReason: [
      { reason: 'no-proof', count: 2 },
      { reason: 'no-exit', count: 1 },
    ],
  });
  expect(figures.abstentions).toEqual({
    total: 2,
    byReason: [
      { reason: 'stale', pairs: 2 },
      { reason: 'thin', pairs: 1 },
    ],
  });
  expect(filled.settled).toBe(0);

  const outages = new OutageTally();
  outages.add({ reason: 'no-feed', fromMs: 1_000, toMs: 4_000 });
  outages.add({ reason: 'clock-set', fromMs: 9_000, toMs: 2_000 });
  outages.add({ reason: 'no-feed', fromMs: 5_000, toMs: 6_000 });
  expect(outages.outages).toEqual({
    total: 3,
    totalMs: 4_000,
    byReason: [
      { reason: 'no-feed', count: 2, totalMs: 4_000 },
      { reason: 'clock-set', count: 1, totalMs: 0 },
    ],
  });
});

it('refuses a signal that belongs to no cell', () => {
  expect(() => settle(new RecordBook(), signal(0, { pair: 'USD/INR' as 'EUR/USD' }))).toThrow(
    'the record has no cell "USD/INR"',
  );
});
