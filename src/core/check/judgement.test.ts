import { expect, it } from 'vitest';
import { madeUpTrades } from '../../../tests/support/made-up-trades.ts';
import { DAY_MS, epochMs, HOUR_MS } from '../time/instant.ts';
import { fixedClock } from '../time/wall-clock.ts';
import { binomialAtLeast } from './binomial.ts';
import { type CheckOptions, checkRecord } from './check-record.ts';
import { howManyMore as neededOf, whatIsKnown } from './how-many-more.ts';
import { asBets, betsOf, judged } from './judgement.ts';
import { ALONE } from './luck.ts';
import { moneyCurves } from './pictures.ts';
import { tradesTextReader } from './reading/read-trades.ts';
import { recordFacts } from './record-facts.ts';
import type { Trade } from './trade.ts';

const TARGET_10_STOP_13 = madeUpTrades(1, 600, { chance: 13 / 23, tieChance: 0 }).map((trade) => ({
  ...trade,
  payout: 10 / 13,
  profit: trade.stake * (trade.outcome === 'won' ? 10 / 13 : -1),
}));
const won = TARGET_10_STOP_13.filter(({ outcome }) => outcome === 'won').length;
const howManyMore = (...known: Parameters<typeof whatIsKnown>) => neededOf(whatIsKnown(...known), ALONE);
const NONE = { unresolved: 0, announcedGales: 0 };
const OPTIONS: CheckOptions = {
  ties: 'refund',
  lookedAt: 1,
  bankroll: undefined,
  seed: 1,
  offsetMsAt: () => 0,
  hasOrder: true,
  signals: NONE,
};

it('holds a target nearer than the stop against the chance to reach it first, not against a coin', () => {
  const coin = judged(TARGET_10_STOP_13, won, NONE);
  const walk = judged(TARGET_10_STOP_13, won, { ...NONE, hasDistances: true });
  expect(coin).toMatchObject({ against: 'coin' });
  expect(coin.p).toBeLessThan(0.005);
  expect(walk).toMatchObject({ against: 'break-even' });
  expect(walk.chance).toBeCloseTo(13 / 23, 12);
  expect(walk.p).toBeGreaterThan(0.05);
});

it('holds a target as far as the stop against a coin', () => {
  const even = TARGET_10_STOP_13.map((trade) => ({
    ...trade,
    payout: 1,
    profit: trade.stake * (trade.outcome === 'won' ? 1 : -1),
  }));
  expect(judged(even, won, { ...NONE, hasDistances: true }).against).toBe('coin');
});

it('joins trades of one pair that run at the same time, but not those of which only the day is known', () => {
  const at = (time: (trade: number) => number) =>
    TARGET_10_STOP_13.slice(0, 12).map((trade, place) => ({
      ...trade,
      pair: 'EUR/USD',
      expirySeconds: 60,
      timeMs: epochMs(time(place)),
    }));
  const days = at((trade) => Math.floor(trade / 3) * DAY_MS);
  expect(betsOf(days)).toEqual(days.map(() => 1));
  expect(betsOf(at((trade) => Math.floor(trade / 3) * HOUR_MS))).toEqual([3, 3, 3, 3]);
});

it('joins trades that run at the same time on one side of a currency, and follows no chain of them', () => {
  const at = (minute: number, pair: string, direction: 'CALL' | 'PUT' | null) => ({
    ...(TARGET_10_STOP_13[0] as Trade),
    pair,
    direction,
    expirySeconds: 300,
    timeMs: epochMs(Date.UTC(2026, 2, 2) + minute * 60_000),
  });
  const dollar = [at(0, 'EUR/USD', 'CALL'), at(1, 'USD/JPY', 'PUT'), at(2, 'DOGE/USD OTC', 'CALL')];
  expect(betsOf(dollar)).toEqual([3]);
  expect(betsOf([...dollar, at(3, 'USD/CHF', 'CALL')])).toEqual([3, 1]);
  // A side that is not known may be either.
  expect(betsOf([...dollar, at(3, 'USD/CHF', null)])).toEqual([4]);
  // The yen is a side of the second trade alone, and the first one has ended; the pair of the second one still runs.
  expect(betsOf([...dollar, at(3, 'EUR/JPY', 'PUT')])).toEqual([3, 1]);
  expect(betsOf([...dollar, at(5, 'AUD/USD', 'CALL'), at(5, 'USD/JPY', 'PUT')])).toEqual([4, 1]);
  expect(betsOf([at(0, 'NAS100', 'CALL'), at(1, 'US30', 'CALL')])).toEqual([1, 1]);
  for (const names of ['NAS100,US100', 'BTC,BTC/USDT,Bitcoin', 'XAU,XAU/USD,Gold', 'GER40,DE40,DAX'])
    expect(betsOf(names.split(',').map((name, minute) => at(minute, name, 'CALL')))).toHaveLength(1);
  expect(betsOf([at(0, 'Volatility 75', 'CALL'), at(1, 'Volatility 75 (1s)', 'CALL')])).toEqual([1, 1]);
});

it('joins doubled stakes with those of other pairs, not with the stake that they follow', () => {
  const first = { ...(TARGET_10_STOP_13[0] as Trade), direction: 'CALL' as const, expirySeconds: 300 };
  const trades = ['EUR/USD', 'GBP/USD'].flatMap((pair) =>
    [0, 1, 2].map((step) => ({
      ...first,
      pair,
      timeMs: epochMs(Date.UTC(2026, 2, 2) + step * 60_000),
      ...(step > 0 && { isDoubled: true }),
    })),
  );
  expect(betsOf(trades)).toEqual([2, 2, 2]);
});

it('judges joined trades by the mean of all their payouts, whichever come first', () => {
  const pairs = TARGET_10_STOP_13.slice(0, 40).map((trade, place) => ({
    ...trade,
    pair: 'EUR/USD',
    expirySeconds: 60,
    timeMs: epochMs(Math.floor(place / 2) * HOUR_MS),
  }));
  const paying = (payoutOf: (place: number) => number) =>
    judged(
      pairs.map((trade, place) => {
        const payout = payoutOf(place);
        return { ...trade, payout, profit: trade.stake * (trade.outcome === 'won' ? payout : -1) };
      }),
      28,
      NONE,
    );
  const rising = paying((place) => (place < 20 ? 0.25 : 1));
  expect(rising).toMatchObject({ against: 'break-even' });
  expect(rising.p).toBeCloseTo(paying((place) => (place < 20 ? 1 : 0.25)).p, 12);
});

it('takes signals without an end as lost at the chance of the others', () => {
  const walk = judged(TARGET_10_STOP_13, won, { ...NONE, hasDistances: true, unresolved: 20 });
  expect(walk.p).toBeCloseTo(binomialAtLeast(won, 620, 13 / 23), 10);
});

it('judges losses above their stakes beside 200,000 signals without an end', () => {
  const cut = TARGET_10_STOP_13.map((trade) => ({
    ...trade,
    profit: trade.stake * (trade.outcome === 'won' ? trade.payout : -1.2),
  }));
  expect(judged(cut, won, { ...NONE, unresolved: 200_000 }).p).toBeCloseTo(1, 5);
});

it('takes losses of 3 % more than the stake as stakes with their fees', () => {
  const charged = TARGET_10_STOP_13.map((trade) => ({
    ...trade,
    payout: 1,
    profit: trade.stake * (trade.outcome === 'won' ? 1 : -1.03),
  }));
  expect(judged(charged, won, NONE).against).toBe('coin');
});

it('judges the money too where lost trades cost more than their stakes', () => {
  const cut = TARGET_10_STOP_13.map((trade) => ({
    ...trade,
    payout: 1,
    profit: trade.stake * (trade.outcome === 'won' ? 1 : -1.3),
  }));
  const { against, p, pOfWins, pOfMoney } = judged(cut, won, NONE);
  expect(against).toBe('break-even');
  expect(p).toBeGreaterThan(0.05);
  // The verdict says the chance that its word follows.
  expect([p, p > pOfWins]).toEqual([pOfMoney, true]);
});

it('joins trades of a list that names no pair where they run at the same time at prices near each other', () => {
  const prices = [2_500, 2_510, 64_000];
  const trades = TARGET_10_STOP_13.slice(0, 3).map((trade, at) => ({
    ...trade,
    pair: null,
    expirySeconds: 3_600,
    timeMs: epochMs(Date.UTC(2026, 2, 2) + at * 60_000),
    entryPrice: prices[at] as number,
  }));
  expect(betsOf(trades)).toEqual([2, 1]);
  expect(betsOf(trades.map((trade) => ({ ...trade, entryPrice: null })))).toEqual([1, 1, 1]);
});

it('says of ten trades on each move in every figure what the moves say alone', () => {
  const moves = madeUpTrades(4, 60, { chance: 0.6, tieChance: 0 }).map((trade, place) => ({
    ...trade,
    pair: 'EUR/USD',
    stake: 10,
    payout: 0.8,
    profit: trade.outcome === 'won' ? 8 : -10,
    expirySeconds: 300,
    timeMs: epochMs(Date.UTC(2026, 2, 2) + place * 2 * HOUR_MS),
  }));
  const trades = moves.flatMap((trade) =>
    Array.from({ length: 10 }, (_, at) => ({ ...trade, timeMs: epochMs(trade.timeMs + at * 5_000) })),
  );
  const rounded = (figures: unknown): string =>
    JSON.stringify(figures, (_key, value) =>
      typeof value === 'number' ? Number(value.toPrecision(10)) : (value as unknown),
    );
  const [alone, all] = [checkRecord(moves, OPTIONS), checkRecord(trades, OPTIONS)];
  for (const figure of ['interval', 'watched', 'ev', 'runs'] as const)
    expect(rounded(all[figure])).toBe(rounded(alone[figure]));
  for (const chance of ['pOfCoin', 'pOfBreakEven'] as const)
    expect(rounded(all.judgement?.[chance])).toBe(rounded(alone.judgement?.[chance]));
  expect(all.money.flippersAbove).toBe(alone.money.flippersAbove);
  const chancesOf = ({ groups }: typeof all) => rounded(groups.map(({ value, bets, p }) => [value, bets, p]));
  expect(chancesOf(all)).toBe(chancesOf(alone));
  const needed = howManyMore(alone, moves).fromBreakEven?.trades as number;
  expect(howManyMore(all, trades).fromBreakEven?.trades).toBe(needed * 10);
  const curves = { ties: 'refund', seed: 1 } as const;
  expect(moneyCurves(trades, curves).flippers.map((flipper) => flipper.at(-1))).toEqual(
    moneyCurves(moves, curves).flippers.map((flipper) => (flipper.at(-1) as number) * 10),
  );
  const kinds = (record: typeof moves) =>
    recordFacts(
      {
        trades: record,
        numbers: [],
        signals: { ...NONE, resolved: 0, hasDistances: false, assumesPayout: false },
        hasOrder: true,
        columns: [],
      },
      { ...OPTIONS, nowMs: Date.UTC(2026, 5, 1) },
    ).flatMap((fact) => (fact.kind === 'losing runs' || fact.kind === 'cycle' ? [fact] : []));
  expect(kinds(trades)).toEqual(kinds(moves));
});

it('pays a bet of several trades on one move by their stakes', () => {
  const [first] = madeUpTrades(1, 1);
  if (first === undefined) throw new Error('no trade');
  const trades = [
    { ...first, stake: 10, payout: 0.5, profit: -10 },
    { ...first, stake: 30, payout: 0.9, profit: 27 },
  ];
  const [bet, ...others] = asBets(trades);
  expect(others).toEqual([]);
  expect([bet?.stake, bet?.payout, bet?.profit]).toEqual([40, 0.8, 17]);
});

it('holds signals with announced doublings against a coin that doubles, signal by signal, whatever each lost one cost', () => {
  const texts = Array.from({ length: 100 }, (_, at) => [
    `${['EURUSD', 'GBPUSD', 'USDJPY'][at % 3]} CALL 5 MIN up to 2 gales`,
    at % 25 === 0 ? 'LOSS ❌' : 'WIN ✅',
  ]).flat();
  const messages = texts.map((text, at) => ({
    id: at + 1,
    type: 'message',
    date_unixtime: String(Date.UTC(2026, 2, 2) / 1_000 + at * 600),
    from: 'Signals',
    text,
  }));
  const { trades, signals } = tradesTextReader(JSON.stringify({ name: 'Signals', messages }))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  const figures = checkRecord(trades, { ...OPTIONS, signals });
  expect(figures).toMatchObject({ won: 96, lost: 12, groups: [] });
  expect(figures.judgement).toMatchObject({ against: 'doubling', doublings: 2, counted: 100, bets: 100 });
  expect(figures.judgement?.p).toBeCloseTo(binomialAtLeast(96, 100, 0.875), 12);
  expect(howManyMore(figures, trades, signals)).toEqual({ fromCoin: null, fromBreakEven: null });
  // The stakes of one signal that was lost are no run.
  const firsts = trades.filter(({ isDoubled }) => isDoubled !== true);
  expect(figures.runs).toEqual(checkRecord(firsts, OPTIONS).runs);
  expect(figures.runs).not.toEqual(checkRecord(trades, OPTIONS).runs);
  const facts = recordFacts(
    { trades, numbers: [], signals, hasOrder: true, columns: [] },
    { ...OPTIONS, nowMs: Date.UTC(2026, 5, 1) },
  );
  expect(facts.map(({ kind }) => kind)).not.toContain('rate');
  // A signal without an end is one more lost, not three.
  const open = judged(trades, 96, { unresolved: 1, unresolvedStakes: 3, announcedGales: 2 });
  expect(open.p).toBeCloseTo(binomialAtLeast(96, 101, 0.875), 12);
});
