import { expect, it } from 'vitest';
import { madeUpTrades } from '../../../tests/support/made-up-trades.ts';
import { DAY_MS, epochMs, HOUR_MS } from '../time/instant.ts';
import { betsOf, judged } from './judgement.ts';

const TARGET_10_STOP_13 = madeUpTrades(1, 600, { chance: 13 / 23, tieChance: 0 }).map((trade) => ({
  ...trade,
  payout: 10 / 13,
  profit: trade.stake * (trade.outcome === 'won' ? 10 / 13 : -1),
}));
const won = TARGET_10_STOP_13.filter(({ outcome }) => outcome === 'won').length;
const NONE = { unresolved: 0, announcedGales: 0 };

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

it('judges the money too where lost trades cost more than their stakes', () => {
  const cut = TARGET_10_STOP_13.map((trade) => ({
    ...trade,
    payout: 1,
    profit: trade.stake * (trade.outcome === 'won' ? 1 : -1.3),
  }));
  expect(judged(cut, won, NONE).against).toBe('break-even');
  expect(judged(cut, won, NONE).p).toBeGreaterThan(0.05);
});
