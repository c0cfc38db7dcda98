import fc from 'fast-check';
import { expect, it } from 'vitest';
import { madeUpTrades } from '../../../tests/support/made-up-trades.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { epochMs } from '../time/instant.ts';
import { binomialAtLeast } from './binomial.ts';
import { checkRecord, type CheckOptions } from './check-record.ts';
import { losingRunChance, NO_STAKING } from './staking.ts';
import { bestOf, judgeLuck } from './luck.ts';
import { holm } from './groups.ts';
import type { Trade } from './trade.ts';

const OPTIONS: CheckOptions = {
  ties: 'refund',
  lookedAt: 1,
  bankroll: undefined,
  seed: 1,
  offsetMsAt: () => 0,
  hasOrder: true,
  signals: { unresolved: 0, announcedGales: 0 },
};
const check = (trades: readonly Trade[], options: Partial<CheckOptions> = {}) =>
  checkRecord(trades, { ...OPTIONS, ...options });

it('says no stake, return per stake or next stake where only gains and losses are said', () => {
  const trades = tradesOf('wlwllw', (at) => ({ stake: 10 + at }));
  const { money, ev, staking } = check(trades, { signals: { ...OPTIONS.signals, hasDistances: true } });
  expect(money).toMatchObject({ staked: null, profit: check(trades).money.profit });
  expect(ev).toEqual({ perStake: null, low: null, high: null });
  expect(staking).toEqual({ ...NO_STAKING, flatProfit: null });
});

/** Trades with the given endings (w, l, t), a stake of 10 and a payout of 0.8, without times. */
const tradesOf = (endings: string, change: (at: number) => Partial<Trade> = () => ({})): Trade[] =>
  [...endings].map((ending, at) => {
    const outcome = ending === 'w' ? 'won' : ending === 'l' ? 'lost' : 'tied';
    const trade: Trade = {
      timeMs: null,
      pair: null,
      direction: null,
      expirySeconds: null,
      entryPrice: null,
      outcome,
      stake: 10,
      payout: 0.8,
      profit: 0,
      ...change(at),
    };
    return {
      ...trade,
      profit: outcome === 'won' ? trade.stake * trade.payout : outcome === 'lost' ? -trade.stake : 0,
    };
  });

it('says of 37 of 60 at 80 % what the sentence needs', () => {
  const figures = check(tradesOf('w'.repeat(37) + 'l'.repeat(23)), { lookedAt: 20 });
  expect(figures).toMatchObject({ n: 60, won: 37, lost: 23, tied: 0 });
  expect(figures.winRate).toBeCloseTo(37 / 60, 12);
  expect(figures.neededWins).toBeCloseTo(60 / 1.8, 11);
  expect(figures.breakEvenRate).toBeCloseTo(1 / 1.8, 13);
  expect(figures.judgement?.pOfCoin).toBeCloseTo(0.04623049053646187, 13);
  expect(figures.judgement?.pOfBreakEven).toBeCloseTo(binomialAtLeast(37, 60, 1 / 1.8), 12);
  expect(figures.money.staked).toBe(600);
  expect(figures.money.profit).toBe(66);
  expect(figures.money.worstFall).toBe(230);
  expect(figures.money.flippersAbove).toBeCloseTo(binomialAtLeast(38, 60, 0.5), 13);
  expect(figures.ev.perStake).toBeCloseTo(0.11, 12);
});

it('says beside the profit what the mean stake on each trade would have brought', () => {
  // 10 lost, 20 lost, 40 won at 0.8: 2 up. The mean stake is 70 / 3, the gains -1, -1 and 0.8.
  const { money, staking } = check(tradesOf('llw', (at) => ({ stake: 10 * 2 ** at })));
  expect(money.profit).toBeCloseTo(2, 12);
  expect(staking.flatProfit).toBeCloseTo((70 / 3) * -1.2, 12);
});

it('counts the deepest fall from the highest point before it, the start included, also where it was made up for', () => {
  expect(check(tradesOf('llww')).money.worstFall).toBe(20);
  expect(check(tradesOf('wwlllwwwww')).money.worstFall).toBe(30);
});

it('says which losing run ends the bankroll, else the deepest fall, and the chance of such a run by its share of losses', () => {
  // The stake doubles after a loss, from 10. The deepest fall is 30.
  const stakes = [10, 10, 20, 40, 10, 10, 10, 20];
  const trades = tradesOf('wllwwwlw', (at) => ({ stake: stakes[at] as number }));
  expect(check(trades, { bankroll: 70 }).staking).toMatchObject({
    factorAfterLoss: 2,
    endsAfterLosses: 3,
    chanceOfThatRunIn100: losingRunChance(3, 100, 3 / 8),
    startsAgainAfter: null,
  });
  expect(check(trades).staking.endsAfterLosses).toBe(2);
});

it('gives no figure where nothing was decided', () => {
  const figures = check(tradesOf('tt'));
  expect(figures).toMatchObject({
    n: 0,
    won: 0,
    lost: 0,
    tied: 2,
    winRate: null,
    interval: null,
  });
  expect(figures.money).toEqual({ staked: null, profit: null, worstFall: null, flippersAbove: null });
  expect(figures.groups).toEqual([]);
});

it('refunds ties, or counts them as lost stakes that break runs of wins and bring the double stake', () => {
  const refunded = check(tradesOf('wtwl'));
  expect(refunded).toMatchObject({ n: 3, won: 2, lost: 1, tied: 1 });
  expect(refunded.money).toMatchObject({ staked: 30, profit: 6, worstFall: 10 });
  expect(refunded.runs.losing).toBe(1);
  const lost = check(tradesOf('wtwl'), { ties: 'lose' });
  expect(lost).toMatchObject({ n: 4, won: 2, lost: 1, tied: 1, winRate: 0.5 });
  expect(lost.money).toMatchObject({ staked: 40, profit: -4, worstFall: 12 });
  expect(lost.runs.losing).toBe(2);
  expect(lost.neededWins).toBeCloseTo(4 / 1.8, 12);
  // The tie stays a tie for the flippers too: two of three thrown coins must win for the same end, all three for more.
  expect(lost.money.flippersAbove).toBeCloseTo(1 / 8, 12);
});

it('reads the order from the times where each trade has one, else from the file', () => {
  const at = (minutes: readonly number[]) => (place: number) => ({
    timeMs: ((minutes[place] as number) * 60_000) as Trade['timeMs'],
  });
  expect(check(tradesOf('wlwl', at([1, 3, 2, 4]))).runs.losing).toBe(1);
  expect(check(tradesOf('wlwl', at([1, 2, 3, 4]))).runs.losing).toBe(2);
  const oneWithout = tradesOf('wlwl', at([1, 3, 2, 4])).map((trade, place) =>
    place === 0 ? { ...trade, timeMs: null } : trade,
  );
  expect(check(oneWithout).runs.losing).toBe(2);
});

it('throws the flippers’ coins for the stakes and payouts of the record', () => {
  // Every way that eight coins can fall, weighed by hand.
  const stakes = [10, 20, 5, 5, 40, 10, 15, 30];
  const payouts = [0.8, 0.7, 0.9, 0.8, 0.85, 0.8, 0.92, 0.75];
  const trades = tradesOf('wlwllwlw', (at) => ({
    stake: stakes[at] as number,
    payout: payouts[at] as number,
  }));
  const profit = trades.reduce((sum, trade) => sum + trade.profit, 0);
  let above = 0;
  for (let way = 0; way < 256; way += 1) {
    let end = 0;
    for (let at = 0; at < 8; at += 1)
      end += (way >> at) & 1 ? (stakes[at] as number) * (payouts[at] as number) : -(stakes[at] as number);
    if (end > profit + 1e-9) above += 1;
  }
  const share = check(trades).money.flippersAbove as number;
  const exact = above / 256;
  expect(Math.abs(share - exact)).toBeLessThan(4.5 * Math.sqrt((exact * (1 - exact)) / 20_000));
});

it('takes an equal end of a flipper for no higher one, however the decimals round', () => {
  const trades = tradesOf('wwll', (at) => ({ stake: at % 2 === 0 ? 0.1 : 0.7, payout: 0.7 }));
  // The record won 0.1 and 0.7. More have both of 0.7 (4 ways) and one of 0.7 with both of 0.1 (2 ways), of 16.
  expect(Math.abs((check(trades).money.flippersAbove as number) - 6 / 16)).toBeLessThan(0.015);
});

it('estimates the return with an interval that 10,000 resamples give, in large records as the delta method', () => {
  for (const n of [400, 20_000]) {
    const { perStake, low, high } = check(
      madeUpTrades(5, n, { chance: 0.8, stakes: [5, 10, 20], payouts: [0.7, 0.8, 0.9] }),
    ).ev;
    // The delta method's interval; percentiles of 10,000 resamples scatter by about 1.5 % of its width.
    const trades = madeUpTrades(5, n, { chance: 0.8, stakes: [5, 10, 20], payouts: [0.7, 0.8, 0.9] });
    const staked = trades.reduce((sum, { stake }) => sum + stake, 0);
    const mean = perStake as number;
    const spread =
      Math.sqrt(trades.reduce((sum, { stake, profit }) => sum + (profit - mean * stake) ** 2, 0)) / staked;
    expect(Math.abs((low as number) - (mean - 1.96 * spread))).toBeLessThan(0.12 * spread);
    expect(Math.abs((high as number) - (mean + 1.96 * spread))).toBeLessThan(0.12 * spread);
  }
});

it('gives a long record the share of flippers that drawn ones have, to their random error', () => {
  const share = (n: number) => {
    const trades = madeUpTrades(5, n, { chance: 0.55, stakes: [5, 10, 20], payouts: [0.7, 0.8, 0.9] });
    return check(trades).money.flippersAbove as number;
  };
  expect(Math.abs(share(5_001) - share(5_000))).toBeLessThan(0.03);
});

it('corrects all groups of at least ten together and says nothing of smaller ones', () => {
  const trades = tradesOf('w'.repeat(14) + 'l'.repeat(16), (at) => ({
    pair: at < 21 ? 'EUR/USD' : 'GBP/USD',
    direction: at < 13 ? 'CALL' : 'PUT',
    expirySeconds: 60,
  }));
  const { groups, breakEvenRate } = check(trades);
  const of = (value: string | number) => groups.find((group) => group.value === value);
  expect(of('EUR/USD')).toMatchObject({ by: 'pair', n: 21, won: 14 });
  expect(of('GBP/USD')).toEqual({
    by: 'pair',
    value: 'GBP/USD',
    n: 9,
    won: 0,
    bets: 9,
    p: null,
    pHolm: null,
  });
  expect(of('CALL')?.p).toBeCloseTo(2 * (breakEvenRate as number) ** 13, 12);
  expect(of('CALL')?.pHolm).toBeCloseTo(4 * (breakEvenRate as number) ** 13, 12);
  // It holds all trades.
  expect(of(60)).toBeUndefined();
});

it('groups dates without a time of day by no hour, also where the clock changes', () => {
  const atMidnight = tradesOf('wl'.repeat(15), (at) => ({
    timeMs: (Date.UTC(2026, 2, 1, at < 14 ? 5 : 4) + at * 86_400_000) as Trade['timeMs'],
  }));
  expect(check(atMidnight).groups.map(({ by }) => by)).not.toContain('hour');
});

it('groups by no weekday and no hour where fewer than half of the trades have a time', () => {
  const few = tradesOf('wl'.repeat(15), (at) => ({
    timeMs: (at < 14 ? Date.UTC(2026, 2, 1, at) : null) as Trade['timeMs'],
  }));
  expect(check(few).groups).toEqual([]);
});

it('groups by weekday and hour of the reader’s clock', () => {
  const trades = tradesOf('wl'.repeat(15), (at) => ({
    timeMs: (Date.UTC(2026, 2, 1, 21, 30) + (at % 2) * 3_600_000) as Trade['timeMs'],
  }));
  const values = (offsetHours: number) =>
    check(trades, { offsetMsAt: () => offsetHours * 3_600_000 }).groups.map(({ value }) => value);
  expect(values(0)).toEqual([21, 22]);
  expect(values(2)).toEqual(
    ['Monday', 'Sunday', 0, 23].toSorted((a, b) => values(2).indexOf(a) - values(2).indexOf(b)),
  );
  expect(values(2)).toContain('Monday');
});

it('groups nothing of fewer than 30 trades, and prints no interval of outcomes that are all alike', () => {
  expect(check(tradesOf('w'.repeat(29), () => ({ pair: 'EUR/USD' }))).groups).toEqual([]);
  expect(check(tradesOf('www')).ev).toMatchObject({ low: null, high: null });
});

it('invents no order for a claim', () => {
  const { money, runs, staking } = check(tradesOf('wwll'), { hasOrder: false });
  expect([money.worstFall, runs.losing, runs.p, staking.factorAfterLoss]).toEqual([null, null, null, null]);
});

it('takes trades on one pair at one time for one bet', () => {
  const moves = (endings: string) =>
    tradesOf([...endings].map((ending) => ending.repeat(10)).join(''), (at) => ({
      pair: 'EUR/USD',
      expirySeconds: 60,
      timeMs: (Date.UTC(2026, 2, 2) + Math.floor(at / 10) * 600_000 + (at % 10) * 1_000) as Trade['timeMs'],
    }));
  const { judgement, interval } = check(moves('wwwwwwwwwwwwwwwwwwwwllllllllll'));
  expect(judgement?.bets).toBe(30);
  // 20 of 30 coins, not 200 of 300.
  expect(judgement?.p).toBeCloseTo(0.04936857335269451, 10);
  expect(interval?.[0]).toBeCloseTo(0.47188, 5);
});

it('keeps the watched interval of a stranger within what was won', () => {
  const [low, high] = check(tradesOf('w'.repeat(95) + 'l'.repeat(5))).watched as readonly [number, number];
  expect(low).toBeGreaterThan(0.83);
  expect(high).toBeLessThan(0.995);
});

// Holm (1979): the smallest times their number, the next times one less, never below the one before.
it('corrects chances as Holm does', () => {
  expect(holm([0.01, 0.04, 0.03, null, 0.005])).toEqual([0.03, 0.06, 0.06, null, 0.02]);
  expect(holm([0.9, 0.8])).toEqual([1, 1]);
});

it('the best of k is what one of k independent ones does', () => {
  expect(bestOf(1, 0.3)).toBeCloseTo(0.3, 14);
  expect(bestOf(50, 1e-12)).toBeCloseTo(5e-11, 20);
  expect(bestOf(3, 1)).toBe(1);
});

it('another order of the rows changes only what depends on order', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('w', 'l', 't'), minLength: 2, maxLength: 30 }),
      fc.nat(),
      (endings, seed) => {
        const trades = tradesOf(endings, (at) => ({ stake: 5 + (at % 3) * 5 }));
        const random = seededRandom(seed);
        const mixed = trades
          .map((trade) => ({ trade, key: random() }))
          .sort((a, b) => a.key - b.key)
          .map(({ trade }) => trade);
        const fixed = ({
          staking: _s,
          runs: _r,
          ev: _e,
          money: { worstFall: _w, flippersAbove: _f, ...money },
          ...rest
        }: ReturnType<typeof check>) => ({ ...rest, money });
        const [before, after] = [fixed(check(trades)), fixed(check(mixed))];
        const pOf = ({ judgement }: typeof before): number => judgement?.pOfBreakEven ?? 0;
        expect(pOf(after)).toBeCloseTo(pOf(before), 12);
        const rest = ({ judgement, ...others }: typeof before) => [others, { ...judgement, pOfBreakEven: 0 }];
        expect(rest(after)).toEqual(rest(before));
      },
    ),
    { seed: 1, numRuns: 15 },
  );
});

it('stakes of another size change money only, by the same factor', () => {
  // Powers of two, so that no amount is rounded in another way.
  fc.assert(
    fc.property(fc.nat(1_000), fc.constantFrom(0.25, 0.5, 2, 4), (seed, factor) => {
      const trades = madeUpTrades(seed, 40, { stakes: [10, 20], payouts: [0.75, 0.8], tieChance: 0.1 });
      const scaled = trades.map((trade) => ({
        ...trade,
        stake: trade.stake * factor,
        profit: trade.profit * factor,
      }));
      const [before, after] = [check(trades), check(scaled)];
      const { staked, profit, worstFall } = before.money;
      expect(after).toEqual({
        ...before,
        staking: { ...before.staking, flatProfit: (before.staking.flatProfit as number) * factor },
        money: {
          ...before.money,
          staked: (staked as number) * factor,
          profit: (profit as number) * factor,
          worstFall: (worstFall as number) * factor,
        },
      });
    }),
    { seed: 1, numRuns: 8 },
  );
});

it('of 1,000 coins at most 1 in 100 is called hard to explain by luck, picked as the best of 20 or not', () => {
  const random = seededRandom(99);
  const chanceOf = (n: number) => {
    let won = 0;
    for (let at = 0; at < n; at += 1) won += random() & 1;
    return binomialAtLeast(won, n, 0.5);
  };
  let single = 0;
  let best = 0;
  for (let record = 0; record < 1_000; record += 1) {
    if (chanceOf(150) <= 0.01) single += 1;
    const smallest = Math.min(...Array.from({ length: 20 }, () => chanceOf(150)));
    if (bestOf(20, smallest) <= 0.01) best += 1;
  }
  // At most 1 % each; 3 standard errors of 1,000 records above it.
  expect(single).toBeLessThanOrEqual(19);
  expect(best).toBeLessThanOrEqual(19);
});

it.each([
  [0.51, 'luck'],
  [0.5, 'explained'],
  [0.2, 'possible'],
  [0.0051, 'possible'],
  [0.005, 'hard'],
])('of a chance of %d says: %s', (chance, luck) => {
  expect(judgeLuck(chance)).toBe(luck);
});

it('prints no interval of no width, as where each move is bet on with both sides', () => {
  const trades = tradesOf('wl'.repeat(30), (at) => ({
    pair: 'EUR/USD',
    timeMs: epochMs(Math.floor(at / 2) * 3_600_000 + at),
    expirySeconds: 300,
  }));
  expect(check(trades).ev).toEqual({ perStake: expect.closeTo(-0.1, 12) as number, low: null, high: null });
});

it('holds each group against all that was looked at, and against the best part', () => {
  const trades = madeUpTrades(3, 400, { chance: 0.6 });
  const smallest = (options: Partial<CheckOptions>): number => {
    const { groups } = checkRecord(trades, { ...OPTIONS, ...options });
    return Math.min(...groups.flatMap(({ pHolm }) => pHolm ?? []));
  };
  const alone = smallest({});
  expect(alone).toBeLessThan(0.1);
  expect(smallest({ lookedAt: 20 })).toBeGreaterThan(alone * 5);
  expect(smallest({ part: 'stretch-10' })).toBeGreaterThan(alone * 5);
});
