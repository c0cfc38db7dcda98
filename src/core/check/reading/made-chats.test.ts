import { expect, it } from 'vitest';
import { madeChat } from '../../../../tests/support/made-chats.ts';
import { fixedClock } from '../../time/wall-clock.ts';
import { tradesTextReader } from './read-trades.ts';

const SEEDS = Array.from({ length: 60 }, (_, seed) => seed + 1);
const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0) };

function readSeed(seed: number) {
  const made = madeChat(seed);
  const { trades, signals, questions } = tradesTextReader(made.text)(OPTIONS);
  const countOf = (outcome: string): number => trades.filter((trade) => trade.outcome === outcome).length;
  const counts = `${countOf('won')}-${countOf('lost')}-${countOf('tied')}`;
  return { made, trades, signals, questions, counts };
}

it.each(SEEDS)('reads the made chat %i rightly, or asks', (seed) => {
  const { made, trades, signals, questions, counts } = readSeed(seed);
  if (questions.length > 0) return;
  expect({ name: made.name, counts, unresolved: signals.unresolved }).toEqual({
    name: made.name,
    counts: made.counts,
    unresolved: made.unresolved,
  });
  if (made.expirySeconds !== undefined)
    expect([...new Set(trades.map(({ expirySeconds }) => expirySeconds))]).toEqual([made.expirySeconds]);
  if (made.profit !== undefined)
    expect(trades.reduce((sum, { profit }) => sum + profit, 0)).toBeCloseTo(made.profit, 5);
});

it('asks nothing of most made chats', () => {
  expect(SEEDS.filter((seed) => readSeed(seed).questions.length === 0).length).toBeGreaterThanOrEqual(38);
});
