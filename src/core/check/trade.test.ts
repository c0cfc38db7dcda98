import { expect, it } from 'vitest';
import { DAY_MS, epochMs } from '../time/instant.ts';
import { inOrder, type Trade } from './trade.ts';

const listed = (days: readonly number[]): readonly Trade[] =>
  days.map((day, at) => ({
    timeMs: epochMs(day * DAY_MS),
    pair: null,
    direction: null,
    expirySeconds: null,
    outcome: 'won',
    entryPrice: null,
    stake: at + 1,
    payout: 1,
    profit: 1,
  }));
const orderOf = (days: readonly number[]): readonly number[] =>
  inOrder(listed(days)).map(({ stake }) => stake);

it('turns trades of one day round where the newest day stands first, and keeps them where the oldest does', () => {
  expect(orderOf([3, 3, 2, 1, 1])).toEqual([5, 4, 3, 2, 1]);
  expect(orderOf([3, 3, 2, 1, 2])).toEqual([4, 5, 3, 2, 1]);
  expect(orderOf([1, 2, 1, 3, 3])).toEqual([1, 3, 2, 4, 5]);
  expect(orderOf([1, 1, 1])).toEqual([1, 2, 3]);
});
