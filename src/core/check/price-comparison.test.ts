import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { DayBars, DayTicks } from '../market/day-prices.ts';
import { scaledPrice } from '../market/instruments.ts';
import { endedOn, PriceAt } from '../signals/settlement.ts';
import { epochMs } from '../time/instant.ts';
import { PriceComparison } from './price-comparison.ts';
import type { Trade } from './trade.ts';

const DAY = 20_515;
const DAY_START = DAY * 86_400_000;
const trade = (atMs: number, change: Partial<Trade> = {}): Trade => ({
  timeMs: epochMs(DAY_START + atMs),
  pair: 'EUR/USD',
  direction: 'CALL',
  expirySeconds: 60,
  entryPrice: null,
  outcome: 'won',
  stake: 10,
  payout: 0.8,
  profit: 8,
  ...change,
});
/** Quotes of a spread of 2 steps about the given mids. */
const quotes = (...points: readonly (readonly [timeMs: number, mid: number])[]): DayTicks => ({
  kind: 'ticks',
  timeMs: Int32Array.from(points, ([timeMs]) => timeMs),
  bid: Int32Array.from(points, ([, mid]) => mid - 1),
  ask: Int32Array.from(points, ([, mid]) => mid + 1),
});
const compare = (trades: readonly Trade[], ...days: readonly (DayTicks | DayBars)[]) => {
  const comparison = new PriceComparison(trades);
  for (const [at, prices] of days.entries()) comparison.add('EUR/USD', DAY + at, prices);
  return comparison.result();
};

it('counts the claimed wins that did not happen, the farthest first, and by how many pips', () => {
  const prices = quotes(
    [1_000, 108_000],
    [59_000, 108_025],
    [61_500, 108_025],
    [63_000, 108_025],
    [119_000, 107_990],
    [122_000, 108_000],
  );
  const { outcomes, missed, missedByAPip } = compare(
    [
      trade(2_000),
      trade(2_000, { direction: 'PUT' }),
      trade(60_000, { entryPrice: 1.0801 }),
      trade(2_000, { direction: 'PUT', outcome: 'lost' }),
    ],
    prices,
  );
  expect(outcomes.won).toEqual({ won: 1, lost: 2, unchanged: 0 });
  expect(outcomes.lost).toEqual({ won: 0, lost: 1, unchanged: 0 });
  expect(missedByAPip).toBe(2);
  expect(
    missed.map(({ direction, entry, exit, claimedEntry, pips }) => [
      direction,
      entry,
      exit,
      claimedEntry,
      pips,
    ]),
  ).toEqual([
    ['CALL', 1.08025, 1.0799, 1.0801, 3.5],
    ['PUT', 1.08, 1.08025, null, 2.5],
  ]);
});

it('has no price where the last quote is 15 s old, or none within 15 s of the expiry shows that prices went on', () => {
  const tooOld = quotes([1_000, 108_000], [62_000, 108_010], [90_000, 108_010]);
  expect(compare([trade(16_000)], tooOld)).toMatchObject({ unpriced: 0 });
  expect(compare([trade(16_001)], tooOld)).toMatchObject({ unpriced: 1 });
  expect(compare([trade(1_000)], quotes([1_000, 108_000], [61_000, 108_010]))).toMatchObject({ unpriced: 1 });
});

it('finds an expiry after midnight in the next day', () => {
  const evening = quotes([86_399_000, 108_000]);
  const night = quotes([58_000, 108_010], [60_000, 108_010]);
  expect(compare([trade(86_399_000)], evening).unpriced).toBe(1);
  expect(compare([trade(86_399_000)], evening, night).outcomes.won.won).toBe(1);
});

const bars = (
  ...rows: readonly (readonly [minute: number, open: number, high: number, low: number, close: number])[]
): DayBars => {
  const column = (at: number) => Int32Array.from(rows, (row) => row[at] as number);
  return {
    kind: 'm1',
    timeMs: column(0).map((minute) => minute * 60_000),
    open: column(1),
    high: column(2),
    low: column(3),
    close: column(4),
  };
};

it('settles on one-minute bars only what no price inside of them contradicts', () => {
  const prices = bars(
    [0, 100, 104, 99, 101],
    [1, 101, 110, 101, 109],
    [2, 109, 112, 108, 111],
    [3, 111, 111, 104, 105],
  );
  // At whole minutes the close and the open that meet there.
  expect(compare([trade(60_000)], prices).outcomes.won).toEqual({ won: 1, lost: 0, unchanged: 0 });
  // Inside: 99 to 104 before, 101 to 110 after.
  expect(compare([trade(30_000)], prices).open).toBe(1);
  expect(compare([trade(30_000, { expirySeconds: 120 })], prices).outcomes.won.won).toBe(1);
  expect(
    compare([trade(30_000, { expirySeconds: 120, direction: 'PUT' })], prices).missed[0]?.pips,
  ).toBeCloseTo(0.4, 12);
  expect(compare([trade(230_000)], prices).unpriced).toBe(1);
});

it('says what it cannot compare: what is missing, and pairs that only their broker quotes', () => {
  const comparison = new PriceComparison([
    trade(0, { timeMs: null }),
    trade(0, { direction: null }),
    trade(0, { pair: 'EUR/USD OTC' }),
    trade(0, { pair: 'USD/JPY' }),
    trade(86_390_000),
  ]);
  expect(comparison.result()).toMatchObject({ unclear: 2, withoutMarket: 1, unpriced: 2 });
  expect(comparison.wanted()).toEqual([
    { pair: 'EUR/USD', day: DAY, lookups: 1 },
    { pair: 'EUR/USD', day: DAY + 1, lookups: 1 },
    { pair: 'USD/JPY', day: DAY, lookups: 2 },
  ]);
});

it('holds the claimed price at entry beside the real one, and leaves out what is no price of the pair', () => {
  const prices = quotes([1_000, 108_000]);
  const at = (entryPrice: number, change: Partial<Trade> = {}) => trade(2_000, { entryPrice, ...change });
  const { entries } = compare(
    [at(1.0799), at(1.0802), at(1.08005), at(1.0803, { direction: 'PUT' }), at(14.3)],
    prices,
  );
  expect(entries?.compared).toBe(4);
  expect(entries?.medianPips).toBeCloseTo(1.5, 9);
  expect(entries).toMatchObject({ better: 2, worse: 1 });
  expect(compare([trade(2_000)], prices).entries).toBeNull();
});

it('agrees on quotes with the rules that settle this server’s own signals', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(20_000), fc.integer({ min: -3, max: 3 })), { minLength: 1, maxLength: 30 }),
      fc.nat(120_000),
      fc.constantFrom('CALL' as const, 'PUT' as const),
      (steps, atMs, direction) => {
        let time = 0;
        const points = steps.map(([wait, move]) => [(time += wait), 108_000 + move] as const);
        const [start, expiry] = [new PriceAt(atMs), new PriceAt(atMs + 60_000)];
        for (const [timeMs, mid] of points)
          for (const price of [start, expiry])
            price.see({ bid: scaledPrice(mid - 1), ask: scaledPrice(mid + 1), timeMs });
        const { outcome } = endedOn(direction, start, expiry);
        const { outcomes, unpriced } = compare([trade(atMs, { direction })], quotes(...points));
        expect(unpriced).toBe(outcome === 'void' ? 1 : 0);
        if (outcome !== 'void') expect(outcomes.won[outcome]).toBe(1);
      },
    ),
    { seed: 1 },
  );
});
