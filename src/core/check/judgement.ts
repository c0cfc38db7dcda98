import { DAY_MS, epochMs } from '../time/instant.ts';
import { fairReturnsAtLeast } from './luck.ts';
import { effectiveBets, winsAtLeast } from './poisson-binomial.ts';
import { areDays, inOrder, type Trade } from './trade.ts';

/** What a record is held against. Chances from 0 to 1. */
export interface Judgement {
  /** A coin where payouts are near even, else the chances at which the payouts break even; or a coin that may double its stake. */
  readonly against: 'coin' | 'break-even' | 'doubling';
  /** How often a stake may have been doubled without a word in the record. */
  readonly doublings: number;
  /** The chance of one win against which the record is held: the mean over its trades. */
  readonly chance: number;
  /** Trades of one pair that run at the same time are one bet. */
  readonly bets: number;
  /** Signals without an end. */
  readonly unresolved: number;
  /** Their stakes, doubled ones included: all count as lost here. */
  readonly unresolvedStakes: number;
  /** The chance of as many wins or more; where sizes are not known, the larger one of that and that of as much money. */
  readonly p: number;
  /** The chance of as many wins or more alone. */
  readonly pOfWins: number;
  /** The chance that luck brings as much money or more, where that is the larger one and the record gained; else null. */
  readonly pOfMoney: number | null;
  /** Whether the payouts are the reader's, and none of them the source's. */
  readonly assumesPayout: boolean;
}

/** In between, a coin is what a record is held against. */
const NEAR_EVEN = { least: 0.45, most: 0.6 };

/** Whether a record with this mean chance of break-even is held against a coin, where its payouts are no distances. */
export function isNearEven(mean: number): boolean {
  return mean >= NEAR_EVEN.least && mean <= NEAR_EVEN.most;
}

/** What a source says beside its trades. */
export interface SignalFacts {
  readonly unresolved: number;
  readonly unresolvedStakes?: number;
  readonly announcedGales: number;
  /** Payouts are the distances of a target and a stop: luck reaches the nearer one more often, also where they are near even. */
  readonly hasDistances?: boolean;
  /** The payout is the reader's: the source says none. */
  readonly assumesPayout?: boolean;
}
/** Trades of unknown expiry are taken to run so long. */
const UNKNOWN_EXPIRY_MS = 60_000;
/** How likely the wins of a record are by luck, at worst: unended signals lost, trades on one move taken as one bet. */
export function judged(
  decided: readonly Trade[],
  won: number,
  {
    unresolved,
    unresolvedStakes = unresolved,
    announcedGales,
    hasDistances = false,
    assumesPayout = false,
  }: SignalFacts,
): Judgement {
  const chances = decided.map(({ payout }) => 1 / (1 + payout));
  const mean = chances.reduce((sum, chance) => sum + chance, 0) / decided.length;
  const areMean = judgesMoney(decided, { hasDistances });
  const isEven = !areMean && isNearEven(mean) && (!hasDistances || mean <= 0.5);
  const doublings = isEven ? announcedGales : 0;
  const coin = 1 - 0.5 ** (doublings + 1);
  const sizes = betsOf(decided);
  const chance = isEven ? coin : mean;
  const joined = sizes.length < decided.length;
  const counted = winsAtLeast(won, [
    ...sizes.map((trades, at) => ({ trades, chance: isEven || joined ? chance : (chances[at] as number) })),
    ...Array.from({ length: unresolvedStakes }, () => ({ trades: 1, chance })),
  ]);
  const ofMoney = areMean ? luckOfReturns(decided, sizes, unresolvedStakes) : undefined;
  return {
    against: !isEven ? 'break-even' : doublings > 0 ? 'doubling' : 'coin',
    doublings,
    chance,
    bets: sizes.length,
    unresolved,
    unresolvedStakes,
    p: Math.max(counted, ofMoney?.atWorst ?? 0),
    pOfWins: counted,
    pOfMoney: ofMoney !== undefined && ofMoney.p > counted && ofMoney.p < 1 ? ofMoney.p : null,
    assumesPayout,
  };
}

/** Whether trades brought other than their payouts say, which are then the mean ones of the record: the money is judged too. */
export function judgesMoney(
  decided: readonly Trade[],
  { hasDistances }: Pick<SignalFacts, 'hasDistances'>,
): boolean {
  return (hasDistances === true || losesMore(decided)) && decided.some(bringsOther);
}

/** Amounts nearer to each other, as a share of the stake, differ by rounding. */
const ROUNDING = 1e-6;

function bringsOther({ outcome, stake, payout, profit }: Trade): boolean {
  const expected = outcome === 'won' ? stake * payout : -stake;
  return outcome !== 'tied' && Math.abs(profit - expected) > stake * ROUNDING;
}

/** Fees add less to a stake that was lost. */
const MOST_OF_STAKE = 1.05;

/** Whether lost trades cost more than their stakes, as where a stop is passed over: payouts say less than they need to win then. */
function losesMore(decided: readonly Trade[]): boolean {
  let [lost, staked] = [0, 0];
  for (const { outcome, stake, profit } of decided)
    if (outcome === 'lost') [lost, staked] = [lost - profit, staked + stake];
  return lost > staked * MOST_OF_STAKE;
}

/** A short record has not seen every loss: at worst there were two more as large as its largest. */
const UNSEEN_LOSSES = 2;

/** The chance that luck brings as much for each stake; signals without an end lost theirs. */
function luckOfReturns(
  decided: readonly Trade[],
  sizes: readonly number[],
  unresolved: number,
): { readonly p: number; readonly atWorst: number } {
  const returns = decided.map(({ outcome, profit, stake }) => (outcome === 'tied' ? -1 : profit / stake));
  const lost = Array.from({ length: unresolved }, () => -1);
  const bets = effectiveBets([...sizes, ...lost.map(() => 1)]);
  const all = [...returns, ...lost];
  const largest = Math.min(...all);
  const unseen = Array.from({ length: UNSEEN_LOSSES }, () => largest);
  return {
    p: fairReturnsAtLeast(all, bets),
    atWorst: fairReturnsAtLeast([...all, ...unseen], bets + UNSEEN_LOSSES),
  };
}

/** Prices of one asset differ by less while a trade runs. */
const NEAR = 0.1;

/**
 * How many trades each bet has: those of one pair that begin while the first of them runs; of a list that names no pair, as that of one
 * chart, those at prices near its own. Of days without an hour none is known to.
 */
export function betsOf(trades: readonly Trade[]): readonly number[] {
  if (areDays(trades)) return trades.map(() => 1);
  const sizes: number[] = [];
  const running = new Map<string, { bet: number; untilMs: number; price: number | null }>();
  const isUnnamed = trades.every(({ pair }) => pair === null);
  for (const { pair: named, timeMs, expirySeconds, entryPrice: price } of inTime(trades)) {
    const pair = named ?? (isUnnamed && price !== null ? '' : null);
    const known = pair === null || timeMs === null ? undefined : running.get(pair);
    const isNear = named !== null || Math.abs((price ?? 0) / (known?.price ?? 1) - 1) < NEAR;
    if (known !== undefined && isNear && timeMs !== null && timeMs < known.untilMs) {
      sizes[known.bet] = (sizes[known.bet] as number) + 1;
      continue;
    }
    sizes.push(1);
    if (pair === null || timeMs === null) continue;
    const lengthMs = expirySeconds === null ? UNKNOWN_EXPIRY_MS : expirySeconds * 1_000;
    running.set(pair, { bet: sizes.length - 1, untilMs: timeMs + lengthMs, price });
  }
  return sizes;
}

/** Trades in order with their times; where all of these are of a day that is not known, it is the next one where they go back. */
function inTime(
  trades: readonly Trade[],
): readonly Pick<Trade, 'pair' | 'timeMs' | 'expirySeconds' | 'entryPrice'>[] {
  const clocks = trades.flatMap(({ timeMs, clockMs }) => (timeMs === null ? (clockMs ?? []) : []));
  if (clocks.length < trades.length) return inOrder(trades);
  const steps = clocks.map((clock, at) => Math.sign(clock - (clocks[at - 1] ?? clock)));
  const isNewestFirst = steps.reduce((sum, step) => sum + step, 0) < 0;
  let [day, last] = [0, 0];
  return (isNewestFirst ? trades.toReversed() : trades).map(({ clockMs, ...trade }) => {
    const clock = clockMs as number;
    if (clock < last) day += DAY_MS;
    last = clock;
    return { ...trade, timeMs: epochMs(day + clock) };
  });
}
