import type { Trade } from '../../src/core/check/trade.ts';
import { epochMs } from '../../src/core/time/instant.ts';
import { seededRandom } from './seeded-random.ts';

/** So many trades won at a chance, with stakes and payouts out of lists, a minute apart from 2 March 2026, 00:00 UTC. */
export function madeUpTrades(
  seed: number,
  count: number,
  { chance = 0.5, stakes = [10], payouts = [0.8], tieChance = 0 } = {},
): Trade[] {
  const random = seededRandom(seed);
  const uniform = (): number => random() / 2 ** 32;
  const pick = <T>(items: readonly T[]): T => items[Math.floor(uniform() * items.length)] as T;
  return Array.from({ length: count }, (_, at) => {
    const stake = pick(stakes);
    const payout = pick(payouts);
    const outcome = uniform() < tieChance ? 'tied' : uniform() < chance ? 'won' : 'lost';
    return {
      timeMs: epochMs(Date.UTC(2026, 2, 2) + at * 60_000),
      pair: pick(['EUR/USD', 'GBP/USD', 'USD/JPY']),
      direction: pick(['CALL', 'PUT'] as const),
      expirySeconds: 60,
      entryPrice: null,
      outcome,
      stake,
      payout,
      profit: outcome === 'won' ? stake * payout : outcome === 'lost' ? -stake : 0,
    };
  });
}
