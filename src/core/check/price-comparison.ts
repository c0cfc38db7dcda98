import { addTo } from './grouping.ts';
import type { DayBars, DayPrices, DayTicks } from '../market/day-prices.ts';
import { type Direction, PIP } from '../market/direction.ts';
import { instrumentOf, isScoredPair, priceScale, type ScoredPair } from '../market/instruments.ts';
import { FRESH_MS } from '../market/settlement-times.ts';
import { DAY_MS, MINUTE_MS, minuteOf, SECOND_MS } from '../time/instant.ts';
import { median } from './staking.ts';
import type { Trade } from './trade.ts';

/** What a trade comes to at the prices of the day. */
export type PricedOutcome = 'won' | 'lost' | 'unchanged';

/** A pair on a day of UTC, counted in days since 1970, and how many prices are looked for in it. */
export interface WantedDay {
  readonly pair: ScoredPair;
  readonly day: number;
  readonly lookups: number;
}

/** A win that the record claims and the prices do not have. */
export type MissedWin = ReturnType<typeof missedWin>;

/** A record beside the prices of its days. */
export type ComparedPrices = ReturnType<PriceComparison['result']>;

/** Between which prices the price was at an instant, in half steps: twice the mid. */
interface PriceRange {
  readonly low: number;
  readonly high: number;
}

interface Claim {
  readonly trade: Trade;
  readonly pair: ScoredPair;
  readonly direction: Direction;
  readonly timeMs: number;
  entry?: PriceRange;
  exit?: PriceRange;
}

const MOST_MISSED = 20;

/**
 * Settles the trades of a record again, by rules S4 to S7 of docs/signals.md, on days of prices that are given one by one. At
 * quotes an outcome is exact. One-minute bars give a range: the bar's own inside of a minute, at a whole minute the close before
 * it and the open after it; an outcome counts where no two prices of the ranges contradict it.
 */
export class PriceComparison {
  readonly #claims: Claim[] = [];
  readonly #lookups = new Map<string, { readonly claim: Claim; readonly at: 'entry' | 'exit' }[]>();
  #unclear = 0;
  #withoutMarket = 0;

  constructor(trades: readonly Trade[]) {
    for (const trade of trades) {
      const { timeMs, pair, direction, expirySeconds } = trade;
      if (timeMs === null || pair === null || direction === null || expirySeconds === null)
        this.#unclear += 1;
      else if (!isScoredPair(pair)) this.#withoutMarket += 1;
      else {
        const claim: Claim = { trade, pair, direction, timeMs };
        this.#claims.push(claim);
        this.#lookFor(claim, 'entry', timeMs);
        this.#lookFor(claim, 'exit', expiryOf(claim));
      }
    }
  }

  #lookFor(claim: Claim, at: 'entry' | 'exit', instantMs: number): void {
    const key = `${claim.pair} ${Math.floor(instantMs / DAY_MS)}`;
    addTo(this.#lookups, key, { claim, at });
  }

  /** The days in which prices are looked for, by pair and day. */
  wanted(): readonly WantedDay[] {
    return [...this.#lookups]
      .map(([key, { length }]) => {
        const [pair, day] = key.split(' ');
        return { pair: pair as ScoredPair, day: Number(day), lookups: length };
      })
      .sort((a, b) => (a.pair === b.pair ? a.day - b.day : a.pair < b.pair ? -1 : 1));
  }

  /** Looks up what is wanted of a day. */
  add(pair: ScoredPair, day: number, prices: DayPrices): void {
    for (const { claim, at } of this.#lookups.get(`${pair} ${day}`) ?? []) {
      const instantMs = at === 'entry' ? claim.timeMs : expiryOf(claim);
      const range = rangeAt(prices, instantMs - day * DAY_MS, at);
      if (range !== undefined) claim[at] = range;
    }
  }

  /** What the days that were given tell. */
  result() {
    const none = (): Record<PricedOutcome, number> => ({ won: 0, lost: 0, unchanged: 0 });
    const outcomes = { won: none(), lost: none(), tied: none() };
    const missed: MissedWin[] = [];
    let [open, unpriced] = [0, 0];
    for (const claim of this.#claims) {
      const { entry, exit, trade } = claim;
      if (entry === undefined || exit === undefined) {
        unpriced += 1;
        continue;
      }
      const outcome = outcomeBetween(claim.direction, entry, exit);
      if (outcome === undefined) {
        open += 1;
        continue;
      }
      outcomes[trade.outcome][outcome] += 1;
      if (trade.outcome === 'won' && outcome !== 'won') missed.push(missedWin(claim, entry, exit));
    }
    missed.sort((a, b) => b.pips - a.pips);
    return {
      /** How trades that the record calls won, lost or tied ended at these prices. */
      outcomes,
      /** Wins that did not happen, by a pip or more. */
      missedByAPip: missed.filter(({ pips }) => pips >= 1).length,
      /** The first of those wins, the farthest first. */
      missed: missed.slice(0, MOST_MISSED),
      /** Prices of one minute leave open how these ended. */
      open,
      /** There is no price at the entry or the expiry. */
      unpriced,
      /** The record does not say the time, the pair, the direction or the expiry. */
      unclear: this.#unclear,
      /** Their pair has no price but its broker's. */
      withoutMarket: this.#withoutMarket,
      entries: comparedEntries(this.#claims),
    };
  }
}

function expiryOf({ timeMs, trade }: Claim): number {
  return timeMs + (trade.expirySeconds as number) * SECOND_MS;
}

function rangeAt(prices: DayPrices, timeMs: number, at: 'entry' | 'exit'): PriceRange | undefined {
  return prices.kind === 'ticks' ? quoteAt(prices, timeMs, at) : barAt(prices, timeMs);
}

/** The last quote at or before a time, if it is fresh; at the exit, if a later quote proves that prices went on. */
function quoteAt(
  { timeMs: times, bid, ask }: DayTicks,
  timeMs: number,
  at: 'entry' | 'exit',
): PriceRange | undefined {
  const place = lastUpTo(times, timeMs);
  if (place === -1 || timeMs - (times[place] as number) > FRESH_MS) return undefined;
  const next = times[place + 1];
  if (at === 'exit' && (next === undefined || next - timeMs > FRESH_MS)) return undefined;
  const price = (bid[place] as number) + (ask[place] as number);
  return { low: price, high: price };
}

function barAt({ timeMs: times, open, high, low, close }: DayBars, timeMs: number): PriceRange | undefined {
  const place = lastUpTo(times, timeMs);
  const minute = minuteOf(timeMs);
  const isThere = times[place] === minute;
  if (timeMs !== minute)
    return isThere ? { low: 2 * (low[place] as number), high: 2 * (high[place] as number) } : undefined;
  const before = isThere ? place - 1 : place;
  const touching = [
    ...(isThere ? [2 * (open[place] as number)] : []),
    ...(times[before] === minute - MINUTE_MS ? [2 * (close[before] as number)] : []),
  ];
  return touching.length === 0 ? undefined : { low: Math.min(...touching), high: Math.max(...touching) };
}

/** The place of the last time that is not later; -1 where all are. */
function lastUpTo(times: Int32Array, timeMs: number): number {
  let low = -1;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((times[middle] as number) <= timeMs) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** How a trade ended whatever prices of the two ranges it had; undefined where that depends on them. */
function outcomeBetween(
  direction: Direction,
  entry: PriceRange,
  exit: PriceRange,
): PricedOutcome | undefined {
  if (exit.low > entry.high) return direction === 'CALL' ? 'won' : 'lost';
  if (exit.high < entry.low) return direction === 'PUT' ? 'won' : 'lost';
  return entry.low === entry.high && exit.low === exit.high ? 'unchanged' : undefined;
}

function missedWin({ trade, pair, direction, timeMs }: Claim, entry: PriceRange, exit: PriceRange) {
  const halfSteps = direction === 'CALL' ? entry.low - exit.high : exit.low - entry.high;
  const priceOf = ({ low, high }: PriceRange): number => (low + high) / 4 / priceScale(pair);
  return {
    timeMs,
    pair,
    direction,
    entry: priceOf(entry),
    exit: priceOf(exit),
    claimedEntry: trade.entryPrice,
    /** How far the price went against it, at least; 0 where it did not move. */
    pips: halfSteps / PIP,
  };
}

/** Claimed prices at entry beside the real ones; null where the record claims none that can be compared. */
function comparedEntries(claims: readonly Claim[]) {
  /** Above 0 where the claimed price is better than the real ones: lower for CALL, higher for PUT. */
  const advantages = claims.flatMap(({ trade: { entryPrice }, pair, direction, entry }) => {
    const { low, high } = instrumentOf(pair).plausible;
    if (entryPrice === null || entry === undefined || entryPrice < low || entryPrice > high) return [];
    // Half steps of decimals are not whole in binary: a difference of a pip must not come out a little below one.
    const claimed = Math.round(2_000 * entryPrice * priceScale(pair)) / 1_000;
    const below = Math.max(0, entry.low - claimed);
    const above = Math.max(0, claimed - entry.high);
    return [(direction === 'CALL' ? below - above : above - below) / PIP];
  });
  const middle = median(advantages.map(Math.abs));
  if (middle === null) return null;
  return {
    compared: advantages.length,
    /** The median distance. */
    medianPips: middle,
    /** Better by a pip or more than any price there was, and worse. */
    better: advantages.filter((pips) => pips >= 1).length,
    worse: advantages.filter((pips) => pips <= -1).length,
  };
}
