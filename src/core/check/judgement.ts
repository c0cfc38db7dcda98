import { DAY_MS } from '../time/instant.ts';
import { fairReturnsAtLeast } from './luck.ts';
import { effectiveBets, winsAtLeast } from './poisson-binomial.ts';
import { assetOf, tradedIn, withoutTraded } from './reading/words/pairs.ts';
import { plainWords, remembering } from './reading/words/words.ts';
import { areDays, inOrder, type Trade } from './trade.ts';

/** What a record is held against. Chances from 0 to 1. */
export type Judgement = ReturnType<typeof judged>;

/** In between, a coin is what a bet on up or down is held against. */
const NEAR_EVEN = { least: 0.45, most: 0.6 };
/** Payouts of a broker may differ from pair to pair, but few are far from even; odds are. */
const MOSTLY = 0.9;

/** Whether payouts are near even on average and nearly all of them alone, as those of bets on up or down are. */
export function areNearEven(decided: readonly Pick<Trade, 'payout'>[]): boolean {
  const isNear = (chance: number): boolean => chance >= NEAR_EVEN.least && chance <= NEAR_EVEN.most;
  const chances = decided.map(({ payout }) => 1 / (1 + payout));
  const mean = chances.reduce((sum, chance) => sum + chance, 0) / decided.length;
  return isNear(mean) && chances.filter(isNear).length >= decided.length * MOSTLY;
}

/** With what chance luck wins one bet at a payout: as the verdict has it. */
export function luckAt({ oneBet }: Pick<Judgement, 'oneBet'>): (payout: number) => number {
  return oneBet === 'break-even' ? (payout) => 1 / (1 + payout) : () => 0.5;
}

/** What a source says beside its trades. */
export interface SignalFacts {
  readonly unresolved: number;
  readonly unresolvedStakes?: number;
  readonly announcedGales: number;
  /** Payouts are the distances of a target and a stop: luck reaches the nearer one more often, also where they are near even. */
  readonly hasDistances?: boolean;
  /** Payouts follow the chance of winning, as odds do: near even too, luck wins at what they need. */
  readonly paysByChance?: boolean;
  /** Whether stakes, or what trades brought in money, are the source's. */
  readonly saysMoney?: boolean;
  /** The payout is the reader's: the source says none. */
  readonly assumesPayout?: boolean;
}
/** Trades of which nothing tells how long they run are taken to run so long. */
const UNKNOWN_SECONDS = 60;
/** How likely the wins of a record are by luck, at worst: unended signals lost, trades on one move taken as one bet. */
export function judged(
  decided: readonly Trade[],
  won: number,
  {
    unresolved,
    unresolvedStakes = unresolved,
    announcedGales,
    hasDistances = false,
    paysByChance = false,
    assumesPayout = false,
  }: SignalFacts,
  unknownSeconds?: number,
) {
  const chances = decided.map(({ payout }) => 1 / (1 + payout));
  const mean = chances.reduce((sum, chance) => sum + chance, 0) / decided.length;
  const areMean = judgesMoney(decided, { hasDistances });
  const isEven = !areMean && !paysByChance && areNearEven(decided) && (!hasDistances || mean <= 0.5);
  const doublings = areMean ? 0 : announcedGales;
  const doubled = (once: number): number => 1 - (1 - once) ** (doublings + 1);
  const counted = doublings > 0 ? withoutDoubled(decided) : decided;
  const lostAtWorst = doublings > 0 ? unresolved : unresolvedStakes;
  const sizes = betsOf(counted, unknownSeconds);
  const chance = doubled(isEven ? 0.5 : mean);
  const isJoined = sizes.length < counted.length;
  const atChance = (chanceOf: (bet: number) => number, ofOthers: number): number =>
    winsAtLeast(won, [
      ...sizes.map((trades, at) => ({ trades, chance: chanceOf(at) })),
      ...Array.from({ length: lostAtWorst }, () => ({ trades: 1, chance: ofOthers })),
    ]);
  const atMean = isJoined || doublings > 0;
  const pOfCoin = atChance(() => doubled(0.5), doubled(0.5));
  const pOfBreakEven = atChance((at) => (atMean ? doubled(mean) : (chances[at] as number)), doubled(mean));
  const pOfWins = isEven ? pOfCoin : pOfBreakEven;
  const ofMoney = areMean ? luckOfReturns(decided, sizes, unresolvedStakes) : 0;
  return {
    /** A coin where payouts are near even and do not follow the chance of winning, else the chances at which the payouts break even; or luck that may double its stake. */
    against: doublings > 0 ? 'doubling' : isEven ? 'coin' : 'break-even',
    /** What wins one bet of luck. */
    oneBet: isEven ? 'coin' : 'break-even',
    /** How often a stake may have been doubled without a word in the record. */
    doublings,
    /** The chance of one win against which the record is held: the mean over its trades. */
    chance,
    /** The trades that the chance is of; where stakes may be doubled without a word, signals: a doubled stake is no other bet. */
    counted: counted.length,
    /** Of these, those that run at the same time on one pair, or on one side of a currency, are one bet. */
    bets: sizes.length,
    /** Signals without an end. */
    unresolved,
    /** Their stakes, doubled ones included. */
    unresolvedStakes,
    /** What is counted as lost for them: their stakes, or the signals where these are counted. */
    lostAtWorst,
    /** The chance of as many wins or more; where sizes are not known, the larger one of that and that of as much money. */
    p: Math.max(pOfWins, ofMoney),
    /** The chance of as many wins or more alone. */
    pOfWins,
    /** The same by a coin, and by luck at the break-even chances. */
    pOfCoin,
    pOfBreakEven,
    /** The chance that luck brings as much money or more, with two more losses as large as the largest, where that is the larger one; else null. */
    pOfMoney: ofMoney > pOfWins ? ofMoney : null,
    /** Where the record ends: a stake of 1 stands for each that is not known. */
    ended: endOf(decided),
    /** Whether the payouts are the reader's, and none of them the source's. */
    assumesPayout,
  } as const;
}

/** The first stake of each signal: how often a coin that doubles wins is said of signals. */
export function withoutDoubled(trades: readonly Trade[]): readonly Trade[] {
  return trades.filter(({ isDoubled }) => isDoubled !== true);
}

/** Whether trades brought other than their payouts say, which are then the mean ones of the record: the money is judged too. */
export function judgesMoney(
  decided: readonly Trade[],
  { hasDistances }: Pick<SignalFacts, 'hasDistances'>,
): boolean {
  return (hasDistances === true || losesMore(decided)) && decided.some(bringsOther);
}

/** A sum of profits nearer to 0 than this is 0 with rounding errors. */
const SMALLEST_SUM = 1e-9;

function endOf(decided: readonly Trade[]): 'ahead' | 'even' | 'behind' {
  const profit = decided.reduce(
    (sum, { outcome, profit: one, stake }) => sum + (outcome === 'tied' ? -stake : one),
    0,
  );
  return profit > SMALLEST_SUM ? 'ahead' : profit < -SMALLEST_SUM ? 'behind' : 'even';
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

/** The chance that luck brings as much for each stake, at worst; signals without an end lost theirs. */
function luckOfReturns(decided: readonly Trade[], sizes: readonly number[], unresolved: number): number {
  const returns = decided.map(({ outcome, profit, stake }) => (outcome === 'tied' ? -1 : profit / stake));
  const lost = Array.from({ length: unresolved }, () => -1);
  const bets = effectiveBets([...sizes, ...lost.map(() => 1)]);
  const all = [...returns, ...lost];
  const largest = all.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const unseen = Array.from({ length: UNSEEN_LOSSES }, () => largest);
  return fairReturnsAtLeast([...all, ...unseen], bets + UNSEEN_LOSSES);
}

/** Prices of one asset differ by less while a trade runs. */
const NEAR = 0.1;
/** `EUR/USD`, `DOGE/USDT OTC`. */
const CURRENCIES = /^([A-Z\d]+)\/([A-Z]+)(?: OTC)?$/;

/** The sides of two currencies that a CALL and a PUT on their pair take; none of what is no pair of currencies. */
const sidesOf = remembering((pair): Readonly<Record<'CALL' | 'PUT', readonly string[]>> => {
  const [, base, quote] = CURRENCIES.exec(pair) ?? [];
  if (base === undefined) return { CALL: [], PUT: [] };
  return { CALL: [`${base}+`, `${quote}-`], PUT: [`${base}-`, `${quote}+`] };
});

/** One name for what has several, as `BTC` and `BTC/USDT`, or `NAS100` and `US100`; an index of each second is another. */
const assetIn = remembering((pair) =>
  plainWords(withoutTraded(pair)) === '' && !/\b1s\b/i.test(pair) ? assetOf(tradedIn(pair) ?? pair) : pair,
);

/** What a trade is a bet on: its pair, and a side of each of its currencies, both where its own is not known. */
function stakedOn({ pair, direction }: Trade): readonly string[] {
  if (pair === null) return [''];
  const { CALL, PUT } = sidesOf(pair);
  return [assetIn(pair), ...(direction === 'PUT' ? [] : CALL), ...(direction === 'CALL' ? [] : PUT)];
}

/**
 * Which bet each trade is of, from 0 on in the order of their beginnings, for trades as `inOrder` has them: those that begin while the
 * first of a bet runs are of it where they are on its pair, or on its side of a currency, as one move of it ends them alike; and so are
 * those on the pair of a trade that is of it. Of a list that names no pair, as that of one chart, those at prices near its own. Of days
 * without an hour none is known to.
 */
export function betNumbers(ordered: readonly Trade[], unknownSeconds = UNKNOWN_SECONDS): Int32Array {
  if (areDays(ordered)) return Int32Array.from(ordered, (_, at) => at);
  const numbers = new Int32Array(ordered.length);
  const running = new Map<string, { bet: number; untilMs: number; first: Trade }>();
  const isUnnamed = ordered.every(({ pair }) => pair === null);
  let bets = 0;
  for (const [at, startMs] of startsOf(ordered)) {
    const trade = ordered[at] as Trade;
    const { pair, expirySeconds, ranSeconds, entryPrice: price, isDoubled } = trade;
    const isKnown = startMs !== null && (pair !== null || (isUnnamed && price !== null));
    const on = isKnown ? stakedOn(trade) : [];
    const known = on
      .map((one) => running.get(one))
      .find(
        (one) =>
          one !== undefined &&
          (startMs as number) < one.untilMs &&
          (pair !== null || Math.abs((price as number) / (one.first.entryPrice as number) - 1) < NEAR) &&
          // A doubled stake is placed when the one before it is lost.
          (isDoubled !== true || (one.first.isDoubled === true && one.first.pair !== pair)),
      );
    numbers[at] = known?.bet ?? bets;
    if (known === undefined) bets += 1;
    if (!isKnown || (known !== undefined && known === running.get(on[0] as string))) continue;
    const lengthMs = (expirySeconds ?? ranSeconds ?? unknownSeconds) * 1_000;
    const own = { bet: numbers[at] as number, untilMs: startMs + lengthMs, first: trade };
    for (const one of known === undefined ? on : on.slice(0, 1)) running.set(one, own);
  }
  return numbers;
}

/** How many trades each bet has. */
export function betsOf(trades: readonly Trade[], unknownSeconds?: number): readonly number[] {
  const sizes: number[] = [];
  for (const bet of betNumbers(inOrder(trades), unknownSeconds)) sizes[bet] = (sizes[bet] ?? 0) + 1;
  return sizes;
}

/** Each bet as one trade: its first one, with the stakes and the profits of all. `ordered` as `inOrder` has them. */
export function asBets(ordered: readonly Trade[]): readonly Trade[] {
  const numbers = betNumbers(ordered);
  const bets: Trade[] = [];
  for (const [at, trade] of ordered.entries()) {
    const bet = bets[numbers[at] as number];
    const stake = (bet?.stake ?? 0) + trade.stake;
    bets[numbers[at] as number] =
      bet === undefined
        ? trade
        : {
            ...bet,
            stake,
            payout: (bet.payout * bet.stake + trade.payout * trade.stake) / stake,
            profit: bet.profit + trade.profit,
          };
  }
  return bets;
}

/** The first trade of each bet: what follows each other by luck. `ordered` as `inOrder` has them. */
export function firstOfBets(ordered: readonly Trade[]): readonly Trade[] {
  const firsts: Trade[] = [];
  for (const [at, bet] of betNumbers(ordered).entries()) firsts[bet] ??= ordered[at] as Trade;
  return firsts;
}

/** When each trade begins, in that order; where all are at times of days that are not known, it is the next day where they go back. */
function* startsOf(ordered: readonly Trade[]): Generator<readonly [at: number, startMs: number | null]> {
  const clocks = ordered.flatMap(({ timeMs, clockMs }) => (timeMs === null ? (clockMs ?? []) : []));
  if (clocks.length < ordered.length) {
    for (const [at, { timeMs }] of ordered.entries()) yield [at, timeMs];
    return;
  }
  const steps = clocks.map((clock, at) => Math.sign(clock - (clocks[at - 1] ?? clock)));
  const isNewestFirst = steps.reduce((sum, step) => sum + step, 0) < 0;
  let [day, last] = [0, 0];
  for (let step = 0; step < clocks.length; step += 1) {
    const at = isNewestFirst ? clocks.length - 1 - step : step;
    const clock = clocks[at] as number;
    if (clock < last) day += DAY_MS;
    last = clock;
    yield [at, day + clock];
  }
}
