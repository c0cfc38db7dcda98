/** What the pictures of a checked record show, worked out beside the figures. */
import { DAY_MS } from '../time/instant.ts';
import { binomialAtLeast, binomialChance, clopperPearson } from './binomial.ts';
import { inOrder } from './check-record.ts';
import type { GroupKind, TradeGroup } from './groups.ts';
import { bestOf } from './luck.ts';
import { seededDraws } from './seeded-draws.ts';
import type { Trade } from './trade.ts';

/** The course of the money, and of that of coin flippers with the same stakes and payouts. */
export interface MoneyCurves {
  /** After how many decided trades each point stands; the first is 0. */
  readonly trades: readonly number[];
  readonly own: readonly number[];
  readonly flippers: readonly (readonly number[])[];
  /** How many of the flippers fell as deep as the record at some time, or deeper. */
  readonly fellAsDeep: number;
}

const FLIPPERS = 200;
const MOST_POINTS = 120;

/** The curves of a record, with 200 seeded flippers; tied trades bring nothing, or lose their stake for all alike. */
export function moneyCurves(
  trades: readonly Trade[],
  { ties, seed }: { readonly ties: 'refund' | 'lose'; readonly seed: number },
): MoneyCurves {
  const decided = inOrder(trades).filter(({ outcome }) => ties === 'lose' || outcome !== 'tied');
  const step = Math.max(1, Math.ceil(decided.length / MOST_POINTS));
  const counts = decided.flatMap((_, at) =>
    (at + 1) % step === 0 || at + 1 === decided.length ? [at + 1] : [],
  );
  const curve = (profitOf: (trade: Trade) => number): { points: number[]; fall: number } => {
    const points = [0];
    let sum = 0;
    let highest = 0;
    let fall = 0;
    for (const [at, trade] of decided.entries()) {
      sum += trade.outcome === 'tied' ? -trade.stake : profitOf(trade);
      highest = Math.max(highest, sum);
      fall = Math.max(fall, highest - sum);
      if (at + 1 === counts[points.length - 1]) points.push(sum);
    }
    return { points, fall };
  };
  const own = curve(({ profit }) => profit);
  const random = seededDraws(seed + 2);
  const thrown = Array.from({ length: FLIPPERS }, () =>
    curve(({ stake, payout }) => (random() >>> 31 === 1 ? stake * payout : -stake)),
  );
  return {
    trades: [0, ...counts],
    own: own.points,
    flippers: thrown.map(({ points }) => points),
    fellAsDeep: thrown.filter(({ fall }) => fall >= own.fall).length,
  };
}

/** How many of n fair coins fall on heads at each of 100 quantiles, ascending: one dot for each hundredth of all records. */
export function coinDots(n: number): number[] {
  const dots: number[] = [];
  let heads = Math.max(0, Math.floor(n / 2 - 5 * Math.sqrt(n)) - 1);
  let below = 0;
  for (let dot = 0; dot < 100; dot += 1) {
    for (; ; heads += 1) {
      const chance = binomialChance(heads, n, 0.5);
      if (below + chance > (dot + 0.5) / 100 || heads >= n) break;
      below += chance;
    }
    dots.push(heads);
  }
  return dots;
}

/** The groups of one kind. */
export interface GroupPicture {
  readonly by: GroupKind;
  readonly groups: readonly (Pick<TradeGroup, 'value' | 'n' | 'won'> & {
    /** The interval that holds for all groups of the record at once, 95 %; null in a group of fewer than 10. */
    readonly interval: { readonly low: number; readonly high: number } | null;
  })[];
  /** The group that a coin equals least often, and how often the best of as many coins does; null where all are small. */
  readonly best: { readonly value: string | number; readonly of: number; readonly chance: number } | null;
}

/** Groups by kind, each rate with its interval of Clopper and Pearson at 5 % over the number of intervals (Bonferroni). */
export function groupPictures(groups: readonly TradeGroup[]): GroupPicture[] {
  const tested = groups.filter(({ p }) => p !== null).length;
  return [...new Set(groups.map(({ by }) => by))].map((by) => {
    const same = groups.filter((group) => group.by === by);
    const ranked = same
      .filter(({ p }) => p !== null)
      .map(({ value, n, won }) => ({ value, chance: binomialAtLeast(won, n, 0.5) }))
      .sort((a, b) => a.chance - b.chance);
    const [first] = ranked;
    return {
      by,
      groups: same.map(({ value, n, won, p }) => ({
        value,
        n,
        won,
        interval: p === null ? null : clopperPearson(won, n, 0.05 / tested),
      })),
      best:
        first === undefined
          ? null
          : { ...first, of: ranked.length, chance: bestOf(ranked.length, first.chance) },
    };
  });
}

/** How many trades a day with trades has on average; null where one has no time. */
export function tradesPerDay(trades: readonly Trade[]): number | null {
  const days = new Set<number>();
  for (const { timeMs } of trades) {
    if (timeMs === null) return null;
    days.add(Math.floor(timeMs / DAY_MS));
  }
  return days.size === 0 ? null : trades.length / days.size;
}

/** The quantiles of the normal distribution for a one-sided 5 % and a power of 80 %. */
const ONE_SIDED_5 = 1.6448536269514722;
const POWER_80 = 0.8416212335729143;

/**
 * How many trades it takes until a rate that stays what it is shows itself above another one in 4 of 5 records (one-sided 5 %,
 * normal approximation); null where it is not above it.
 */
export function tradesToTell(rate: number, from: number): number | null {
  if (rate <= from) return null;
  const spread = ONE_SIDED_5 * Math.sqrt(from * (1 - from)) + POWER_80 * Math.sqrt(rate * (1 - rate));
  return Math.ceil((spread / (rate - from)) ** 2);
}
