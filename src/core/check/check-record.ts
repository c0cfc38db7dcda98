import { ALPHA, sequenceInterval } from '../record/confidence-sequence.ts';
import { clopperPearson } from './binomial.ts';
import { ExactSum, sumOf } from './exact-sum.ts';
import { groupTrades, wonBets } from './groups.ts';
import { effectiveBets } from './poisson-binomial.ts';
import {
  asBets,
  betsOf,
  firstOfBets,
  judged,
  luckAt,
  type SignalFacts,
  withoutDoubled,
} from './judgement.ts';
import { inOrder, toThrow, type Trade } from './trade.ts';
import { FEWEST_TRADES, monthsOf, type Part } from './luck.ts';
import { bootstrapReturn, flippersAbove } from './redraws.ts';
import { losingRuns, runsTest } from './runs.ts';
import { seededDraws } from './seeded-draws.ts';
import { NO_STAKING, type Staking, stakingOf } from './staking.ts';

export interface CheckOptions {
  /** Whether a tied trade brings its stake back or loses it. */
  readonly ties: 'refund' | 'lose';
  /** How many sellers, channels or rules were looked at before this one, itself included. */
  readonly lookedAt: number;
  /** What these trades are of a longer record. */
  readonly part?: Part;
  /** In the currency of the stakes; the deepest fall where it is not known. */
  readonly bankroll: number | undefined;
  /** A whole number: the same seed draws the same flippers and resamples. */
  readonly seed: number;
  /** How far the reader's clock runs ahead of UTC at an instant. */
  readonly offsetMsAt: (utcMs: number) => number;
  /** Whether the order of the trades is known; a claim has none. */
  readonly hasOrder: boolean;
  /** How many signals of a chat have no end, and how many doubled stakes it announces without saying where they were used. */
  readonly signals: SignalFacts;
}

/** What a track record shows. Rates and chances from 0 to 1; null is what cannot be said without a decided trade. */
export type CheckFigures = ReturnType<typeof checkRecord>;

/** Where neither stakes nor amounts are known. */
const NO_MONEY = { staked: null, profit: null, worstFall: null, flippersAbove: null };
/** Both parameters of the Beta distribution of rates that strangers' records may have: all alike (docs/check.md). */
const STRANGERS_PRIOR = 1;

/** Every figure of docs/check.md; by time where each trade has one, else in the order given. */
export function checkRecord(trades: readonly Trade[], options: CheckOptions) {
  const ordered = inOrder(trades);
  const won = ordered.filter(({ outcome }) => outcome === 'won').length;
  const lost = ordered.filter(({ outcome }) => outcome === 'lost').length;
  const counts = { won, lost, tied: ordered.length - won - lost };
  const losesTies = options.ties === 'lose';
  // What a trade lost is not what was staked on it, nor on the next one.
  const known = whatIsSaid(options.signals);
  const decided = ordered.filter(({ outcome }) => losesTies || outcome !== 'tied');
  if (decided.length === 0) return nothingDecided(counts);

  const n = decided.length;
  const profits = Float64Array.from(decided, broughtBy);
  const stakeAt = (at: number): number => (decided[at] as Trade).stake;
  const chanceAt = (at: number): number => 1 / (1 + (decided[at] as Trade).payout);
  const neededWins = sumOf(n, chanceAt);
  const staked = sumOf(n, stakeAt);
  const profit = sumOf(n, (at) => profits[at] as number);
  const judgement = judged(decided, won, options.signals);
  // Trades on one move tell as much as one bet.
  const sizes = betsOf(decided);
  const bets = effectiveBets(sizes);
  const betsWon = wonBets({ won, n, bets });
  const interval = clopperPearson(betsWon, bets, ALPHA);
  const watched = sequenceInterval(betsWon, bets, ALPHA, STRANGERS_PRIOR);
  const worst = options.hasOrder ? worstFall(profits) : null;
  const isSettled = won > 0 && won < n;
  const isHidden = judgement.doublings > 0;
  const isWon = firstOfBets(isHidden ? withoutDoubled(decided) : decided).map(
    ({ outcome }) => outcome === 'won',
  );
  return {
    n,
    ...counts,
    winRate: won / n,
    breakEvenRate: neededWins / n,
    neededWins,
    interval: [interval.low, interval.high] as const,
    watched: [watched.low, watched.high] as const,
    ev: {
      perStake: known.returns ? profit / staked : null,
      // Outcomes that are all alike resample to themselves: an interval of no width would say what is not known.
      ...(isSettled && known.returns ? resampled(decided, options.seed) : { low: null, high: null }),
    },
    /** What the words of the verdict follow. */
    judgement,
    money: !known.money
      ? NO_MONEY
      : {
          staked: known.stakes ? staked : null,
          profit,
          worstFall: worst,
          flippersAbove: shareAbove(toThrow(ordered, options.signals), luckAt(judgement), options.seed),
        },
    staking:
      !options.hasOrder || !known.stakes
        ? { ...NO_STAKING, flatProfit: null }
        : {
            /** What the record would have brought with its mean stake on each trade. */
            flatProfit: (staked / n) * sumOf(n, (at) => (profits[at] as number) / stakeAt(at)),
            ...stakingBeside(ordered, options, worst ?? 0, (n - won) / n),
          },
    runs: runsOf(options.hasOrder ? isWon : []),
    // Wins that hide lost stakes are above break-even by these.
    groups:
      n < FEWEST_TRADES || isHidden
        ? []
        : groupTrades(
            decided,
            neededWins / n,
            options.offsetMsAt,
            { lookedAt: options.lookedAt, part: options.part ?? 'whole', months: monthsOf(ordered) },
            judgement.lostAtWorst,
          ),
  };
}

/** Where all ended alike there is one order, and nothing to say of it. */
function runsOf(isWon: readonly boolean[]) {
  const hasBoth = isWon.includes(true) && isWon.includes(false);
  return hasBoth ? { losing: losingRuns(isWon), p: runsTest(isWon) } : { losing: null, p: null };
}

function broughtBy({ outcome, stake, profit }: Trade): number {
  return outcome === 'tied' ? -stake : profit;
}

/** What a source says of stakes and of what trades brought. */
function whatIsSaid({ saysMoney = true, hasDistances = false, assumesPayout = false }: SignalFacts) {
  return {
    money: saysMoney,
    // What a trade lost is not what was staked on it, nor on the next one.
    stakes: saysMoney && !hasDistances,
    // Where no stake is known, its payouts alone say what one brings.
    returns: !hasDistances && (saysMoney || !assumesPayout),
  };
}

function stakingBeside(
  ordered: readonly Trade[],
  { ties, bankroll }: CheckOptions,
  worst: number,
  lossRate: number,
): Staking {
  const steps = ordered.map(({ pair, stake, outcome }) => ({
    pair,
    stake,
    ending: ties === 'lose' && outcome === 'tied' ? ('lost' as const) : outcome,
  }));
  return stakingOf(steps, bankroll ?? worst, lossRate);
}

/** The deepest fall from the highest point before it, the start included. */
function worstFall(profits: Float64Array): number {
  const sum = new ExactSum();
  let highest = 0;
  let worst = 0;
  for (const profit of profits) {
    sum.add(profit);
    highest = Math.max(highest, sum.value);
    worst = Math.max(worst, highest - sum.value);
  }
  return worst;
}

/** Returns nearer to each other differ by rounding. */
const ROUNDING = 1e-9;

/** The interval of what a stake brought; bets are drawn, as trades on one move end together. */
function resampled(decided: readonly Trade[], seed: number): Record<'low' | 'high', number | null> {
  const bets = asBets(
    decided.map((trade) => (trade.outcome === 'tied' ? { ...trade, profit: -trade.stake } : trade)),
  );
  const { low, high } = bootstrapReturn(
    Float64Array.from(bets, ({ stake }) => stake),
    Float64Array.from(bets, ({ profit }) => profit),
    seededDraws(seed),
  );
  // Bets that all brought the same, as those on both sides of one move, resample to themselves.
  return high - low > ROUNDING ? { low, high } : { low: null, high: null };
}

/** Coins are thrown for won and lost trades; tied ones stay as they were, for flippers as for the record. */
function shareAbove(
  trades: readonly Trade[],
  chanceOf: (payout: number) => number,
  seed: number,
): number | null {
  const thrown = asBets(trades.filter(({ outcome }) => outcome !== 'tied'));
  if (thrown.length === 0) return null;
  return flippersAbove(
    Float64Array.from(thrown, ({ stake }) => stake),
    Float64Array.from(thrown, ({ payout }) => payout),
    sumOf(thrown.length, (at) => (thrown[at] as Trade).profit),
    seededDraws(seed + 1),
    chanceOf,
  );
}

function nothingDecided(counts: Record<'won' | 'lost' | 'tied', number>) {
  return {
    n: 0,
    ...counts,
    winRate: null,
    breakEvenRate: null,
    neededWins: null,
    interval: null,
    watched: null,
    ev: { perStake: null, low: null, high: null },
    judgement: null,
    money: NO_MONEY,
    staking: { ...NO_STAKING, flatProfit: null },
    runs: runsOf([]),
    groups: [],
  };
}
