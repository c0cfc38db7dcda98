import { expect, it } from 'vitest';
import { madeUpTrades } from '../../../tests/support/made-up-trades.ts';
import { checkRecord } from './check-record.ts';
import { binomialAtLeast, clopperPearson } from './binomial.ts';
import { ALONE } from './luck.ts';
import type { Judgement } from './judgement.ts';
import { coinDots, groupPictures, luckShares, moneyCurves } from './pictures.ts';

const OPTIONS = {
  ties: 'refund',
  lookedAt: 1,
  bankroll: undefined,
  seed: 7,
  offsetMsAt: () => 0,
  hasOrder: true,
  signals: { unresolved: 0, announcedGales: 0 },
} as const;
const COIN = { chance: 0.5, lostAtWorst: 0 };

it('ends the curve with the profit, and about as many flippers above it as the figure says', () => {
  const trades = madeUpTrades(11, 333, { stakes: [5, 10], payouts: [0.75, 0.9], tieChance: 0.05 });
  for (const ties of ['refund', 'lose'] as const) {
    const curves = moneyCurves(trades, { ties, seed: 7 });
    const { money, n } = checkRecord(trades, { ...OPTIONS, ties });
    expect(curves.trades.at(-1)).toBe(n);
    expect(curves.own).toHaveLength(curves.trades.length);
    expect(curves.own.at(-1)).toBeCloseTo(money.profit as number, 9);
    const above = curves.flippers.filter(
      (points) => (points.at(-1) as number) > (money.profit as number) + 1e-9,
    ).length;
    expect(Math.abs(above / 200 - (money.flippersAbove as number))).toBeLessThan(0.13);
    expect(curves.trades.length).toBeLessThanOrEqual(121);
  }
});

it('places 100 dots of 60 coins with the median in the middle and 5 at 37 or more', () => {
  const dots = coinDots(60);
  expect(dots).toHaveLength(100);
  expect(dots[49]).toBe(30);
  // P(X >= 37) is 4.6 %.
  expect(dots.filter((heads) => heads >= 37)).toHaveLength(5);
  expect(coinDots(1)).toEqual([...Array<number>(50).fill(0), ...Array<number>(50).fill(1)]);
  expect(coinDots(1_000_000)[50]).toBe(500_006);
});

it('places as many dots at or above a record as the verdict says that luck does as well', () => {
  // 120 trades, three at once: 40 bets. 84 wins are 28 of them; P(X >= 28) is 0.8 %, of 120 coins it would be 0.001 %.
  const bets = { bets: 40, lostAtWorst: 0, chance: 0.5 };
  expect(luckShares(bets).filter((share) => share >= 84 / 120)).toHaveLength(1);
  // A coin with two doublings wins 7 of 8.
  const doubled = luckShares({ ...bets, chance: 0.875 });
  expect(doubled[49]).toBe(35 / 40);
  // 10 signals without an end are bets as well: shares of 50.
  const shares = luckShares({ ...bets, lostAtWorst: 10 });
  expect(shares.every((share) => share === Math.round(share * 50) / 50)).toBe(true);
});

it('shows 82 of 100 at 10 against 40 beside those who have only luck at 80 %, not beside coins', () => {
  const trades = madeUpTrades(3, 100, { payouts: [0.25] }).map((trade, at) => {
    const isWon = (at * 82) % 100 < 82;
    return { ...trade, outcome: isWon ? 'won' : 'lost', profit: isWon ? 2.5 : -10 } as const;
  });
  const { money, judgement } = checkRecord(trades, OPTIONS);
  expect(judgement).toMatchObject({ against: 'break-even' });
  // More wins than 82 of 100, each at 80 %.
  expect(money.flippersAbove).toBeCloseTo(binomialAtLeast(83, 100, 0.8), 12);
  const { flippers } = moneyCurves(trades, { ...OPTIONS, oneBet: 'break-even' });
  const above = flippers.filter((points) => (points.at(-1) as number) > (money.profit as number) + 1e-9);
  expect(Math.abs(above.length / 200 - (money.flippersAbove as number))).toBeLessThan(0.13);
  const [pairs] = groupPictures(
    (['A', 'B'] as const).map(
      (value) => ({ by: 'pair', value, n: 50, won: 41, bets: 50, p: 1, pHolm: 1 }) as const,
    ),
    judgement as Judgement,
  );
  expect(pairs?.best?.chance).toBeCloseTo(1 - (1 - binomialAtLeast(41, 50, 0.8)) ** 2, 12);
});

it('draws as many who end higher, whether their stakes are alike or not, also above 5,000 trades', () => {
  const of = (count: number, stakes: number[]) =>
    checkRecord(madeUpTrades(5, count, { chance: 0.8, payouts: [0.25], stakes }), OPTIONS).money
      .flippersAbove as number;
  expect(Math.abs(of(400, [10]) - of(400, [10, 10.000_001]))).toBeLessThan(0.02);
  expect(Math.abs(of(5_100, [10]) - of(5_100, [10, 10.000_001]))).toBeLessThan(0.02);
});

it('gives each group of 10 an interval that holds for all of them, and says how often the best of as many coins does as well', () => {
  const made = (value: string, n: number, won: number) =>
    ({ by: 'pair', value, n, won, bets: n, p: n < 10 ? null : 0.5, pHolm: null }) as const;
  const [pairs] = groupPictures([made('A', 24, 16), made('B', 15, 9), made('C', 9, 9)], COIN);
  expect(pairs?.groups.map(({ interval }) => interval)).toEqual([
    clopperPearson(16, 24, 0.025),
    clopperPearson(9, 15, 0.025),
    null,
  ]);
  // Of the best of 20 each interval has the level at which one of 20 misses in 5 %: 1 - 0.95^(1 / 20).
  const [best] = groupPictures([made('A', 24, 16), made('B', 15, 9)], COIN, { ...ALONE, lookedAt: 20 });
  expect(best?.groups[0]?.interval?.low).toBeCloseTo(clopperPearson(16, 24, (1 - 0.95 ** 0.05) / 2).low, 12);
  expect(pairs?.best).toMatchObject({ value: 'A', of: 2 });
  expect(pairs?.best?.chance).toBeCloseTo(1 - (1 - binomialAtLeast(16, 24, 0.5)) ** 2, 12);
});

it('joins single hours to blocks of three where most of their trades are in hours of fewer than 10', () => {
  const hour = (value: number, n: number, won: number) =>
    ({ by: 'hour', value, n, won, bets: n, p: null, pHolm: null }) as const;
  const [thin] = groupPictures([hour(9, 10, 6), hour(10, 9, 5), hour(12, 4, 4), hour(23, 2, 1)], COIN);
  expect(thin?.hours).toBe(3);
  expect(thin?.groups.map(({ value, n, won }) => [value, n, won])).toEqual([
    [9, 19, 11],
    [12, 4, 4],
    [21, 2, 1],
  ]);
  expect(thin?.groups[0]?.interval).toEqual(clopperPearson(11, 19, 0.05));
  expect(thin?.best).toMatchObject({ value: 9, of: 1 });
  const [full] = groupPictures([hour(9, 10, 6), hour(10, 9, 5)], COIN);
  expect(full).toMatchObject({ hours: 1, groups: [{ value: 9 }, { value: 10, interval: null }] });
});

it('leaves out a kind with one group, which is the record once more', () => {
  const made = (by: 'pair' | 'direction', value: string, n: number, won: number) =>
    ({ by, value, n, won, bets: n, p: null, pHolm: null }) as const;
  const [directions, ...others] = groupPictures(
    [made('pair', 'A', 40, 26), made('direction', 'CALL', 20, 14), made('direction', 'PUT', 20, 12)],
    COIN,
  );
  expect(others).toEqual([]);
  expect(directions?.groups[0]?.interval).toEqual(clopperPearson(14, 20, 0.025));
});

it('takes signals without an end as lost where a group won more than luck, and as won where it won less', () => {
  const trades = madeUpTrades(2, 80, { chance: 0.5 }).map((trade, at) => ({
    ...trade,
    pair: at % 2 === 0 ? 'EUR/USD' : 'GBP/USD',
    outcome: at % 2 === 0 ? ('won' as const) : ('lost' as const),
    profit: at % 2 === 0 ? 8 : -10,
  }));
  const of = (unresolved: number) =>
    checkRecord(trades, { ...OPTIONS, signals: { unresolved, announcedGales: 0 } });
  const byPair = (unresolved: number) =>
    of(unresolved).groups.flatMap(({ by, p }) => (by === 'pair' ? [p as number] : []));
  expect(byPair(0).every((p) => p < 1e-9)).toBe(true);
  expect(byPair(40).every((p) => p > 0.3)).toBe(true);
  const { groups, judgement } = of(40);
  const [pairs] = groupPictures(groups, judgement as Judgement);
  expect(pairs?.groups.map(({ interval }) => interval)).toMatchObject([{ high: 1 }, { low: 0 }]);
  expect(pairs?.groups[0]?.interval?.low).toBeLessThan(0.5);
  expect(pairs?.best?.chance).toBeGreaterThan(0.5);
});
