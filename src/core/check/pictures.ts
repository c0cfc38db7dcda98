/** What the pictures of a checked record show, worked out beside the figures. */
import { binomialAtLeast, binomialChance, clopperPearson } from './binomial.ts';
import { SMALLEST_GROUP, type TradeGroup, wonBets } from './groups.ts';
import { asBets, betNumbers, type Judgement, luckAt } from './judgement.ts';
import { ALONE, bestOf, levelAlone } from './luck.ts';
import { isHeads } from './redraws.ts';
import { seededDraws } from './seeded-draws.ts';
import { inOrder, type Trade } from './trade.ts';

/** The course of the money, and of that of coin flippers with the same stakes and payouts. */
export type MoneyCurves = ReturnType<typeof moneyCurves>;

const FLIPPERS = 200;
const MOST_POINTS = 120;

/** The curves of a record, with 200 seeded flippers; tied trades bring nothing, or lose their stake for all alike. */
export function moneyCurves(
  trades: readonly Trade[],
  {
    ties,
    seed,
    oneBet = 'coin',
  }: {
    readonly ties: 'refund' | 'lose';
    readonly seed: number;
    readonly oneBet?: Judgement['oneBet'] | undefined;
  },
) {
  const decided = inOrder(trades).filter(({ outcome }) => ties === 'lose' || outcome !== 'tied');
  const step = Math.max(1, Math.ceil(decided.length / MOST_POINTS));
  const counts = decided.flatMap((_, at) =>
    (at + 1) % step === 0 || at + 1 === decided.length ? [at + 1] : [],
  );
  const curve = (profitOf: (trade: Trade, at: number) => number): { points: number[]; fall: number } => {
    const points = [0];
    let sum = 0;
    let highest = 0;
    let fall = 0;
    for (const [at, trade] of decided.entries()) {
      sum += trade.outcome === 'tied' ? -trade.stake : profitOf(trade, at);
      highest = Math.max(highest, sum);
      fall = Math.max(fall, highest - sum);
      if (at + 1 === counts[points.length - 1]) points.push(sum);
    }
    return { points, fall };
  };
  const own = curve(({ profit }) => profit);
  const random = seededDraws(seed + 2);
  // Trades on one move have one coin.
  const numbers = betNumbers(decided);
  const chances = asBets(decided).map(({ payout }) => luckAt({ oneBet })(payout));
  const heads = new Uint8Array(chances.length);
  const thrown = Array.from({ length: FLIPPERS }, () => {
    for (let bet = 0; bet < heads.length; bet += 1)
      heads[bet] = isHeads(random(), chances[bet] as number) ? 1 : 0;
    return curve(({ stake, payout }, at) => (heads[numbers[at] as number] === 1 ? stake * payout : -stake));
  });
  return {
    /** After how many decided trades each point stands; the first is 0. */
    trades: [0, ...counts],
    own: own.points,
    flippers: thrown.map(({ points }) => points),
    /** How many of the flippers fell as deep as the record at some time, or deeper. */
    fellAsDeep: thrown.filter(({ fall }) => fall >= own.fall).length,
  };
}

/** How many of n bets luck wins at each of 100 quantiles, ascending: one dot for each hundredth of all records. */
export function coinDots(n: number, chance = 0.5): number[] {
  const dots: number[] = [];
  let heads = Math.max(0, Math.floor(n * chance - 5 * Math.sqrt(n)) - 1);
  let below = 0;
  for (let dot = 0; dot < 100; dot += 1) {
    for (; ; heads += 1) {
      const here = binomialChance(heads, n, chance);
      if (below + here > (dot + 0.5) / 100 || heads >= n) break;
      below += here;
    }
    dots.push(heads);
  }
  return dots;
}

/** The share that luck wins of the bets of a verdict, at each of 100 quantiles, ascending. */
export function luckShares({
  bets,
  lostAtWorst,
  chance,
}: Pick<Judgement, 'bets' | 'lostAtWorst' | 'chance'>): number[] {
  const n = bets + lostAtWorst;
  return coinDots(n, chance).map((won) => won / n);
}

/** The groups of one kind. */
export type GroupPicture = ReturnType<typeof groupPictures>[number];

type CountedGroup = Pick<TradeGroup, 'by' | 'value' | 'n' | 'won' | 'bets'>;

/**
 * Groups by kind, each rate with its interval of Clopper and Pearson at 5 % of all that was looked at over the number of intervals
 * (Bonferroni); chance and unended signals are those of the verdict.
 */
export function groupPictures(
  groups: readonly TradeGroup[],
  judgement: Pick<Judgement, 'chance' | 'lostAtWorst'> | null,
  selection = ALONE,
) {
  if (judgement === null) return [];
  const { chance, lostAtWorst } = judgement;
  const byHour = groups.filter(({ by }) => by === 'hour');
  const isThin = tradesIn(byHour.filter(isLarge)) * 2 < tradesIn(byHour);
  const shown: readonly CountedGroup[] = isThin
    ? [...groups.filter(({ by }) => by !== 'hour'), ...inThreeHours(byHour)]
    : groups;
  // A kind with one group holds the whole record once more.
  const kinds = [...new Set(shown.map(({ by }) => by))]
    .map((by) => ({ by, same: shown.filter((group) => group.by === by) }))
    .filter(({ same }) => same.length > 1);
  const level = levelAlone(0.05, selection) / kinds.flatMap(({ same }) => same).filter(isLarge).length;
  return kinds.map(({ by, same }) => {
    const ranked = same
      .filter(isLarge)
      .map((group) => ({
        value: group.value,
        chance: binomialAtLeast(wonBets(group), group.bets + lostAtWorst, chance),
      }))
      .sort((a, b) => a.chance - b.chance);
    const [first] = ranked;
    return {
      by,
      /** How many hours each group of hours has; single hours join where most of their trades are in groups that say nothing. */
      hours: isThin ? (3 as const) : (1 as const),
      groups: same.map((group) => ({
        value: group.value,
        n: group.n,
        won: group.won,
        /** Holds for all groups of the record at once, 95 %; null in a group of fewer than 10 bets. */
        interval: isLarge(group) ? clopperPearson(wonBets(group), group.bets, level, lostAtWorst) : null,
      })),
      /** The group that luck equals least often, and how often the best of as many with only luck does; null where all are small. */
      best:
        first === undefined
          ? null
          : { ...first, of: ranked.length, chance: bestOf(ranked.length, first.chance) },
    };
  });
}

function isLarge({ bets }: CountedGroup): boolean {
  return bets >= SMALLEST_GROUP;
}

function tradesIn(groups: readonly CountedGroup[]): number {
  return groups.reduce((sum, { n }) => sum + n, 0);
}

/** Blocks of three hours, each by its first hour. */
function inThreeHours(byHour: readonly TradeGroup[]): CountedGroup[] {
  const blocks = new Map<number, CountedGroup>();
  for (const { value, n, won, bets } of byHour) {
    const first = Math.floor(Number(value) / 3) * 3;
    const block = blocks.get(first) ?? { by: 'hour', value: first, n: 0, won: 0, bets: 0 };
    blocks.set(first, { ...block, n: block.n + n, won: block.won + won, bets: block.bets + bets });
  }
  return [...blocks.values()];
}
