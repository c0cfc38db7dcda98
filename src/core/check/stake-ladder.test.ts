import { expect, it } from 'vitest';
import { madeUpTrades } from '../../../tests/support/made-up-trades.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { NO_STAKING } from './staking.ts';
import { stakeLadder, tradesUntilRun } from './stake-ladder.ts';
import type { Trade } from './trade.ts';

const stakingWith = (factorAfterLoss: number | null, startsAgainAfter: number | null = null) => ({
  ...NO_STAKING,
  factorAfterLoss,
  factorAfterWin: 1,
  startsAgainAfter,
});

/** Trades that end as the letters say, 10 staked first, so many times more after each loss. */
function growing(letters: string, factor: number): Trade[] {
  let stake = 10;
  return madeUpTrades(1, letters.length).map((trade, at) => {
    const made: Trade = { ...trade, stake, outcome: letters[at] === 'w' ? 'won' : 'lost' };
    stake = made.outcome === 'won' ? 10 : stake * factor;
    return made;
  });
}

it('counts what seven losses cost one who doubles: 127 times the first stake', () => {
  const ladder = stakeLadder(growing('wllwwlwlllww', 2), stakingWith(2), 0.5);
  expect(ladder).toMatchObject({
    stakes: [10, 20, 40, 80, 160, 320, 640],
    cost: 1_270,
    highestUsed: 80,
    doubled: 6,
    followed: 6,
    doubles: true,
    coinWait: 254,
    ownWait: 254,
  });
});

it('has no more stakes than come before they start again', () => {
  const ladder = stakeLadder(growing('wllwwlwlllww', 2), stakingWith(2, 3), 0.5);
  expect(ladder).toMatchObject({ stakes: [10, 20, 40], cost: 70, coinWait: 14 });
});

it('follows each pair by itself where each has a ladder of its own', () => {
  const [one, other] = [growing('wllwwlwlllww', 2), growing('lwlllwwllwlw', 2)];
  const turns = one.flatMap((trade, at) => [
    { ...trade, pair: 'EUR/USD' },
    { ...(other[at] as Trade), timeMs: trade.timeMs, pair: 'GBP/USD' },
  ]);
  const isOfPair = { ...stakingWith(2), isOfPair: true };
  expect(stakeLadder(turns, isOfPair, 0.5)).toMatchObject({ doubled: 13, followed: 13 });
});

it('goes by the factor where stakes grow otherwise, and says nothing where they do not', () => {
  const ladder = stakeLadder(growing('wllwwlwlllww', 1.5), stakingWith(1.5), 0.6);
  expect(ladder?.doubles).toBe(false);
  expect(ladder?.stakes[6]).toBeCloseTo(10 * 1.5 ** 6, 9);
  expect(stakeLadder(growing('wlwl', 1), stakingWith(1), 0.5)).toBeNull();
  expect(stakeLadder(growing('wwww', 2), stakingWith(null), 1)).toBeNull();
});

it('says nothing of stakes after fewer than five losses', () => {
  expect(stakeLadder(growing('wllwlwllw', 2), stakingWith(2), 0.4)).not.toBeNull();
  expect(stakeLadder(growing('wllwlwlw', 2), stakingWith(2), 0.5)).toBeNull();
});

it('waits for a run as long as thrown coins do', () => {
  const random = seededRandom(5);
  let trades = 0;
  for (let record = 0; record < 20_000; record += 1)
    for (let losses = 0; losses < 4; trades += 1) losses = random() / 2 ** 32 < 0.4 ? losses + 1 : 0;
  expect(Math.abs(trades / 20_000 / tradesUntilRun(4, 0.4) - 1)).toBeLessThan(0.03);
  expect(tradesUntilRun(4, 1)).toBe(4);
});
