import { weekdayOfDays } from '../time/civil-date.ts';
import { DAY_MS } from '../time/instant.ts';
import { binomialAtLeast, clopperPearson } from './binomial.ts';
import { inOrder } from './check-record.ts';
import { longLosingRuns, usualLosingRuns } from './losing-run-count.ts';
import type { Reading } from './reading/reading.ts';
import { median } from './staking.ts';
import type { Trade } from './trade.ts';

/** What can be counted in a record that is not a record of everything, beside what is usual. Rates and chances from 0 to 1. */
export type RecordFact = (
  | {
      readonly kind: 'losing runs';
      /** Runs of at least so many losses. */
      readonly length: number;
      readonly runs: number;
      /** 99 of 100 records in a fair order have so many. */
      readonly low: number;
      readonly high: number;
    }
  | {
      readonly kind: 'cycle';
      /** A trade and the one so many later ended alike. */
      readonly every: number;
      readonly alike: number;
      readonly of: number;
      readonly usual: number;
    }
  | {
      readonly kind: 'numbers';
      readonly first: number;
      readonly last: number;
      readonly missing: number;
      /** The first of the missing ones. */
      readonly examples: readonly number[];
    }
  | {
      readonly kind: 'empty days';
      /** Days between the first and the last trade on whose weekday there is usually one. */
      readonly days: number;
      readonly empty: number;
      readonly firstEmptyMs: number | null;
    }
  | {
      readonly kind: 'untold ends';
      /** Signals, those with an end included. */
      readonly signals: number;
      readonly untold: number;
      /** The win rate if all of them were lost. */
      readonly rateIfLost: number;
    }
  | {
      readonly kind: 'rate';
      readonly rate: number;
      /** The lower end of the 99 % interval. */
      readonly low: number;
      readonly longestExpirySeconds: number;
      readonly mostKnown: number;
    }
) & { readonly isUnusual: boolean };

/** How unusual a fact must be: a fair record shows it less often. */
const RARE = 0.01;
const RUN_LENGTHS = [3, 2] as const;
const FEWEST_FOR_CYCLE = 30;
const LONGEST_CYCLE = 30;
const MOST_EXAMPLES = 5;
const FEWEST_NUMBERS = 10;
/** Numbers that count something else too, such as all trades of a broker, leave out more than they have. */
const FEWEST_PRESENT = 0.5;
const FEWEST_WEEKS = 2;
const SHORT_EXPIRY_SECONDS = 15 * 60;
/** No method is known to us that stays above it at such expiries on prices that it was not made from (docs/check.md). */
const MOST_KNOWN_RATE = 0.65;

/** The facts that a record allows to count; those of an order need trades in the order in which they were made. */
export function recordFacts(
  reading: Pick<Reading, 'trades' | 'numbers' | 'signals'>,
  { ties, offsetMsAt }: { readonly ties: 'refund' | 'lose'; readonly offsetMsAt: (utcMs: number) => number },
): RecordFact[] {
  const decided = inOrder(reading.trades).filter(({ outcome }) => ties === 'lose' || outcome !== 'tied');
  if (decided.length === 0) return [];
  const isWon = decided.map(({ outcome }) => outcome === 'won');
  const won = isWon.filter(Boolean).length;
  return [
    runsFact(isWon, won),
    cycleFact(isWon, won),
    untoldFact(won, decided.length, reading.signals),
    numbersFact(reading.numbers),
    emptyDaysFact(reading.trades, offsetMsAt),
    rateFact(decided, won),
  ].filter((fact) => fact !== undefined);
}

/** Runs of 3, else of 2, where a fair record has at least one. */
function runsFact(isWon: readonly boolean[], won: number): RecordFact | undefined {
  for (const length of RUN_LENGTHS) {
    const { low, high } = usualLosingRuns(length, won, isWon.length - won);
    if (low === 0) continue;
    const runs = longLosingRuns(isWon, length);
    return { kind: 'losing runs', length, runs, low, high, isUnusual: runs < low || runs > high };
  }
  return undefined;
}

/** Whether outcomes follow the count of trades: the distance at which most end alike, corrected for all that were tried. */
function cycleFact(isWon: readonly boolean[], won: number): RecordFact | undefined {
  const n = isWon.length;
  if (n < FEWEST_FOR_CYCLE || won === 0 || won === n) return undefined;
  const usual = (won * (won - 1) + (n - won) * (n - won - 1)) / (n * (n - 1));
  const longest = Math.min(LONGEST_CYCLE, Math.floor(n / 4));
  let best = { every: 0, alike: 0, of: 0, p: 1 };
  for (let every = 2; every <= longest; every += 1) {
    const of = n - every;
    let alike = 0;
    for (let at = every; at < n; at += 1) if (isWon[at] === isWon[at - every]) alike += 1;
    const p = binomialAtLeast(alike, of, usual);
    if (p < best.p) best = { every, alike, of, p };
  }
  const { every, alike, of, p } = best;
  // A pattern that repeats is clearer than what a trend does to neighbours, which the runs tell already.
  const isUnusual = p * (longest - 1) < RARE && alike / of > (1 + usual) / 2;
  return isUnusual ? { kind: 'cycle', every, alike, of, usual: usual * of, isUnusual } : undefined;
}

function untoldFact(
  won: number,
  decided: number,
  { told, untold }: Reading['signals'],
): RecordFact | undefined {
  if (untold === 0) return undefined;
  const signals = told + untold;
  const rateIfLost = won / (decided + untold);
  return { kind: 'untold ends', signals, untold, rateIfLost, isUnusual: true };
}

/** Gaps in numbers that count this record alone. */
function numbersFact(numbers: readonly number[]): RecordFact | undefined {
  const sorted = [...new Set(numbers)].sort((a, b) => a - b);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (first === undefined || last === undefined || sorted.length < FEWEST_NUMBERS) return undefined;
  const all = last - first + 1;
  if (sorted.length < all * FEWEST_PRESENT) return undefined;
  const missing = all - sorted.length;
  const examples: number[] = [];
  for (let at = 1; at < sorted.length && examples.length < MOST_EXAMPLES; at += 1)
    for (
      let number = (sorted[at - 1] as number) + 1;
      number < (sorted[at] as number) && examples.length < MOST_EXAMPLES;
      number += 1
    )
      examples.push(number);
  return { kind: 'numbers', first, last, missing, examples, isUnusual: missing > 0 };
}

/**
 * Days without a trade among those on whose weekday at least half of the weeks have one; unusual where a steady pace (Poisson)
 * leaves so many empty less often than once in 100.
 */
function emptyDaysFact(
  trades: readonly Trade[],
  offsetMsAt: (utcMs: number) => number,
): RecordFact | undefined {
  const perDay = new Map<number, number>();
  for (const { timeMs } of trades) {
    if (timeMs === null) return undefined;
    const day = Math.floor((timeMs + offsetMsAt(timeMs)) / DAY_MS);
    perDay.set(day, (perDay.get(day) ?? 0) + 1);
  }
  const known = [...perDay.keys()].sort((a, b) => a - b);
  const [first, last] = [known[0] as number, known.at(-1) as number];
  if (last - first + 1 < FEWEST_WEEKS * 7 || last - first > 40_000) return undefined;
  const all = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const usualDays = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) => {
    const same = all.filter((day) => weekdayOfDays(day) === weekday);
    return same.filter((day) => perDay.has(day)).length * 2 >= same.length ? same : [];
  });
  const empty = usualDays.filter((day) => !perDay.has(day)).sort((a, b) => a - b);
  const pace = median(usualDays.flatMap((day) => perDay.get(day) ?? []));
  if (pace === null) return undefined;
  const isUnusual = binomialAtLeast(empty.length, usualDays.length, Math.exp(-pace)) < RARE;
  const firstEmptyMs = empty[0] === undefined ? null : empty[0] * DAY_MS;
  return { kind: 'empty days', days: usualDays.length, empty: empty.length, firstEmptyMs, isUnusual };
}

/** A rate that is surely above what any known method reaches, where every expiry is known and short. */
function rateFact(decided: readonly Trade[], won: number): RecordFact | undefined {
  let longestExpirySeconds = 0;
  for (const { expirySeconds } of decided) {
    if (expirySeconds === null || expirySeconds > SHORT_EXPIRY_SECONDS) return undefined;
    longestExpirySeconds = Math.max(longestExpirySeconds, expirySeconds);
  }
  const { low } = clopperPearson(won, decided.length, RARE);
  return {
    kind: 'rate',
    rate: won / decided.length,
    low,
    longestExpirySeconds,
    mostKnown: MOST_KNOWN_RATE,
    isUnusual: low > MOST_KNOWN_RATE,
  };
}
