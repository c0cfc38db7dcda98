import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { clopperPearson } from './binomial.ts';
import { betsOf, judged } from './judgement.ts';
import { bestOf } from './luck.ts';
import type { Trade } from './trade.ts';

/** Recomputes every chance of a verdict from its definition, in 40 digits and by another way than ours: sums over all counts. */
const PROGRAM = `
import json, sys
from mpmath import mp, mpf, betainc, findroot
mp.dps = 40

def tail(won, bets):
    # Bets as pairs of size and chance; the distribution of the wins, one bet after the other.
    sums = [mpf(1)]
    for size, chance in bets:
        chance = mpf(chance)
        longer = [mpf(0)] * (len(sums) + size)
        for at, share in enumerate(sums):
            longer[at] += share * (1 - chance)
            longer[at + size] += share * chance
        sums = longer
    return sum(sums[won:], mpf(0))

def answer(case):
    p = tail(case['won'], [(size, mpf(case['chance']) if case['even'] else 1 / (1 + mpf(case['payouts'][at])))
                           for at, size in enumerate(case['sizes'])])
    low, high = case['interval']
    n, k = case['n'], case['k']
    # Clopper and Pearson: at each end the tail is 2.5 %.
    ends = [float(betainc(k, n - k + 1, 0, low, regularized=True)) if k > 0 else 0.025,
            float(1 - betainc(k + 1, n - k, 0, high, regularized=True)) if k < n else 0.025]
    return {'p': float(p), 'best': float(1 - (1 - p) ** 20), 'ends': ends}

print(json.dumps([answer(case) for case in json.load(sys.stdin)]))
`;
const hasPython = spawnSync('python3', ['-c', 'import mpmath']).status === 0;

interface Case {
  readonly name: string;
  readonly won: number;
  readonly of: number;
  readonly payout: (at: number) => number;
  readonly unresolved?: number;
  readonly doublings?: number;
  /** Trades that run at once. */
  readonly together?: number;
}

const CASES: readonly Case[] = [
  { name: 'a coin', won: 37, of: 60, payout: () => 0.8 },
  { name: 'payouts that differ', won: 37, of: 60, payout: (at) => 0.7 + (at % 5) * 0.05 },
  { name: 'a random walk of 10 against 40', won: 164, of: 200, payout: () => 0.25 },
  { name: 'four to one', won: 120, of: 500, payout: () => 4 },
  { name: 'four to one and more', won: 80, of: 300, payout: (at) => 3 + (at % 4) },
  { name: 'signals without an end', won: 37, of: 37, payout: () => 0.8, unresolved: 23 },
  { name: 'two doublings', won: 88, of: 100, payout: () => 0.8, doublings: 2 },
  { name: 'ten trades on one move', won: 200, of: 300, payout: () => 0.8, together: 10 },
  { name: 'a tail far out', won: 95, of: 100, payout: () => 0.8 },
];

function tradesOf({ won, of, payout, together = 1 }: Case): readonly Trade[] {
  return Array.from({ length: of }, (_, at) => ({
    timeMs: (Date.UTC(2026, 2, 2) + Math.floor(at / together) * 600_000) as Trade['timeMs'],
    pair: 'EUR/USD',
    direction: null,
    expirySeconds: 60,
    outcome: at < won ? ('won' as const) : ('lost' as const),
    entryPrice: null,
    stake: 1,
    payout: payout(at),
    profit: at < won ? payout(at) : -1,
  }));
}

it.skipIf(!hasPython)(
  'says of every verdict what an independent program works out (Python with mpmath)',
  () => {
    const ours = CASES.map((one) => {
      const trades = tradesOf(one);
      const judgement = judged(trades, one.won, {
        unresolved: one.unresolved ?? 0,
        announcedGales: one.doublings ?? 0,
      });
      const { low, high } = clopperPearson(one.won, one.of, 0.05);
      const sizes = [...betsOf(trades), ...Array.from({ length: one.unresolved ?? 0 }, () => 1)];
      return {
        judgement,
        question: {
          won: one.won,
          n: one.of,
          k: one.won,
          sizes,
          interval: [low, high],
          even: judgement.against !== 'break-even',
          chance: 1 - 0.5 ** ((one.doublings ?? 0) + 1),
          payouts: trades.map(({ payout }) => payout),
        },
      };
    });
    const { stdout, stderr } = spawnSync('python3', ['-c', PROGRAM], {
      input: JSON.stringify(ours.map(({ question }) => question)),
      encoding: 'utf8',
    });
    expect(stderr).toBe('');
    const theirs = JSON.parse(stdout) as { p: number; best: number; ends: [number, number] }[];
    for (const [at, { p, best, ends }] of theirs.entries()) {
      const { judgement } = ours[at] as (typeof ours)[number];
      const { name } = CASES[at] as Case;
      expect(Math.abs(judgement.p / p - 1), name).toBeLessThan(1e-9);
      expect(Math.abs(bestOf(20, judgement.p) / best - 1), name).toBeLessThan(1e-9);
      for (const end of ends) expect(Math.abs(end / 0.025 - 1), name).toBeLessThan(1e-6);
    }
  },
);
