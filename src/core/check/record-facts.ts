import { weekdayOfDays } from '../time/civil-date.ts';
import { DAY_MS, HOUR_MS } from '../time/instant.ts';
import { binomialAtLeast, clopperPearson, hypergeometricChance } from './binomial.ts';
import { evenDigits } from './even-digits.ts';
import { wonBets } from './groups.ts';
import { areNearEven, betsOf, firstOfBets, withoutDoubled } from './judgement.ts';
import { effectiveBets } from './poisson-binomial.ts';
import { longLosingRuns, usualLosingRuns } from './runs.ts';
import { type Named, namedMeaning } from './reading/words/column-names.ts';
import type { Reading } from './reading/reading.ts';
import { median } from './staking.ts';
import { areDays, inOrder, type Trade } from './trade.ts';

/** What can be counted in a record that is not a record of everything, beside what is usual. Rates and chances from 0 to 1. */
export type RecordFact = ReturnType<typeof recordFacts>[number];

/** Stakes that follow their own outcome do not follow the last one. */
export function isOfKnowingStakes({ kind }: RecordFact): boolean {
  return kind === 'stakes know';
}

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
  reading: Pick<Reading, 'trades' | 'numbers' | 'signals' | 'hasOrder' | 'columns'> &
    Partial<Pick<Reading, 'found' | 'balance'>>,
  {
    ties,
    offsetMsAt,
    nowMs,
  }: {
    readonly ties: 'refund' | 'lose';
    readonly offsetMsAt: (utcMs: number) => number;
    readonly nowMs: number;
  },
) {
  const decided = inOrder(reading.trades).filter(({ outcome }) => ties === 'lose' || outcome !== 'tied');
  if (decided.length === 0 || !reading.hasOrder) return [];
  const won = decided.filter(({ outcome }) => outcome === 'won').length;
  // Trades on one move end alike by their nature.
  const firsts = firstOfBets(reading.signals.announcedGales > 0 ? withoutDoubled(decided) : decided);
  const isWon = firsts.map(({ outcome }) => outcome === 'won');
  return [
    runsFact(isWon),
    cycleFact(isWon),
    unresolvedFact(won, decided.length, reading.signals),
    editedFact(reading.signals),
    numbersFact(reading.numbers),
    emptyDaysFact(reading.trades, offsetMsAt),
    // A coin that doubles stays above any rate.
    reading.signals.announcedGales > 0 ? undefined : rateFact(decided, won, reading.signals),
    reading.balance && ({ kind: 'balance gaps', ...reading.balance, isUnusual: true } as const),
    unreadTimesFact(reading),
    futureFact(reading.trades, nowMs),
    closedFact(reading.trades),
    regularFact(decided),
    // Stakes that follow from what trades lost know their outcomes.
    reading.columns.some(({ meaning }) => meaning === 'stake') ? stakesFact(firsts) : undefined,
    evenDigits(decided),
  ].filter((fact) => fact !== undefined);
}

/** Runs of 3, else of 2, where a fair record has at least one; 99 of 100 in a fair order have `low` to `high`. */
function runsFact(isWon: readonly boolean[]) {
  const won = isWon.filter(Boolean).length;
  for (const length of RUN_LENGTHS) {
    const { low, high } = usualLosingRuns(length, won, isWon.length - won);
    if (low === 0 || won === 0) continue;
    const runs = longLosingRuns(isWon, length);
    return { kind: 'losing runs', length, runs, low, high, isUnusual: runs < low || runs > high } as const;
  }
  return undefined;
}

/** Whether outcomes follow the count of trades: the distance at which most end alike, corrected for all that were tried. */
function cycleFact(isWon: readonly boolean[]) {
  const won = isWon.filter(Boolean).length;
  const n = isWon.length;
  if (n < FEWEST_FOR_CYCLE || won === 0 || won === n) return undefined;
  const usual = (won * (won - 1) + (n - won) * (n - won - 1)) / (n * (n - 1));
  const longest = Math.min(LONGEST_CYCLE, Math.floor(n / 4));
  let best = { every: 0, alike: 0, of: 0, p: 1 };
  let neighbours = 0;
  for (let every = 1; every <= longest; every += 1) {
    const of = n - every;
    let alike = 0;
    for (let at = every; at < n; at += 1) if (isWon[at] === isWon[at - every]) alike += 1;
    if (every === 1) neighbours = alike / of;
    const p = binomialAtLeast(alike, of, usual);
    if (every > 1 && p < best.p) best = { every, alike, of, p };
  }
  const { every, alike, of, p } = best;
  // A pattern that repeats is clearer than what a trend does to neighbours, which the runs tell already.
  const isUnusual = p * (longest - 1) < RARE && alike / of > Math.max((1 + usual) / 2, neighbours);
  return isUnusual ? ({ kind: 'cycle', every, alike, of, usual: usual * of, isUnusual } as const) : undefined;
}

/** The signals, those with an end included, and the win rate if all others were lost. */
function unresolvedFact(
  won: number,
  decided: number,
  { resolved, unresolved, unresolvedStakes = unresolved }: Reading['signals'],
) {
  if (unresolved === 0) return undefined;
  const signals = resolved + unresolved;
  const rateIfLost = won / (decided + unresolvedStakes);
  return { kind: 'unresolved signals', signals, unresolved, rateIfLost, isUnusual: true } as const;
}

/** Outcomes whose message, or that of their signal, was edited more than an hour after it was posted, or at a time that is not known. */
function editedFact({ edited }: Reading['signals']) {
  if (edited === undefined || edited.trades === 0) return undefined;
  const { isLater, ...counts } = edited;
  return { kind: isLater ? 'edited later' : 'edited', ...counts, isUnusual: isLater } as const;
}

/** Gaps in numbers that count this record alone, and the first of the missing ones. */
function numbersFact(numbers: readonly number[]) {
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
  return { kind: 'numbers', first, last, missing, examples, isUnusual: missing > 0 } as const;
}

/**
 * Days without a trade among those on whose weekday at least half of the weeks have one; unusual where a steady pace (Poisson)
 * leaves so many empty less often than once in 100.
 */
function emptyDaysFact(trades: readonly Trade[], offsetMsAt: (utcMs: number) => number) {
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
  const days = usualDays.length;
  return { kind: 'empty days', days, empty: empty.length, firstEmptyMs, isUnusual } as const;
}

/** A rate that is surely above what any known method reaches at payouts near even, where every expiry is known and short. */
function rateFact(
  decided: readonly Trade[],
  won: number,
  { unresolved, unresolvedStakes = unresolved, paysByChance }: Reading['signals'],
) {
  // A target nearer than the stop is reached more often by luck alone.
  if (paysByChance === true || !areNearEven(decided)) return undefined;
  let longestExpirySeconds = 0;
  for (const { expirySeconds } of decided) {
    if (expirySeconds === null || expirySeconds > SHORT_EXPIRY_SECONDS) return undefined;
    longestExpirySeconds = Math.max(longestExpirySeconds, expirySeconds);
  }
  const bets = effectiveBets(betsOf(decided));
  const { low } = clopperPearson(wonBets({ won, n: decided.length, bets }), bets, RARE, unresolvedStakes);
  return {
    kind: 'rate',
    rate: won / decided.length,
    low,
    longestExpirySeconds,
    mostKnown: MOST_KNOWN_RATE,
    isUnusual: low > MOST_KNOWN_RATE,
  } as const;
}

const TIMES: ReadonlySet<string> = new Set<Named>(['time', 'date', 'clock']);

/** `03-Mar`, `Apr 07`, `7/4`: a day of a year that is not named. */
const WITHOUT_YEAR = /^(?:\d{1,2}[-./ ]{0,2}\p{L}{3,}\.?|\p{L}{3,}\.?[-./ ]\d{1,2}|\d{1,2}[-./]\d{1,2}\.?)$/u;

/** Trades without a time, where a column is named so or others have one, unless its days name no year. */
function unreadTimesFact({
  trades,
  columns,
  found = [],
}: Pick<Reading, 'trades' | 'columns'> & Partial<Pick<Reading, 'found'>>) {
  const used = columns.filter(({ meaning }) => TIMES.has(meaning));
  const named = found.filter(({ name }) => TIMES.has(namedMeaning(name) ?? ''));
  // Beside a time that is read, another one is of something else.
  const unread =
    named.find(({ at }) => used.every((column) => column.at !== at && column.meaning === 'clock')) ?? used[0];
  const untimed = trades.filter(({ timeMs }) => timeMs === null).length;
  const isOfClock = used.length > 0 && used.every(({ meaning }) => meaning === 'clock');
  if (unread === undefined || untimed === 0 || (isOfClock && unread === used[0])) return undefined;
  const column = unread.name;
  if (WITHOUT_YEAR.test(found.find(({ at }) => at === unread.at)?.example ?? '')) return undefined;
  return { kind: 'unread times', trades: untimed, of: trades.length, column, isUnusual: true } as const;
}

/** Trades at times that have not come yet; a day ahead may be a clock that is wrong. */
function futureFact(trades: readonly Trade[], nowMs: number) {
  const future = trades.filter(({ timeMs }) => timeMs !== null && timeMs > nowMs + DAY_MS).length;
  return future === 0 ? undefined : ({ kind: 'future', trades: future, isUnusual: true } as const);
}

/** Hours of the week, from Sunday 00:00 UTC, in which no market of currencies is open. */
const CLOSED = { fromHour: 5 * 24 + 22, toHour: 20 };

/** Trades on currencies when no market of theirs is open; OTC pairs are priced by their broker. */
function closedFact(trades: readonly Trade[]) {
  const timed = trades.filter(
    ({ timeMs, pair }) =>
      timeMs !== null && pair !== null && /^[A-Z]{3}\/[A-Z]{3}$/.test(pair) && !/BTC|ETH|LTC|XRP/.test(pair),
  );
  const isClosed = (hour: number): boolean => hour >= CLOSED.fromHour || hour < CLOSED.toHour;
  // A market that is open at some hour of a day may have been open at that of the trade.
  const isOfDays = areDays(trades);
  const closed = timed.filter(({ timeMs }) => {
    const days = Math.floor((timeMs as number) / DAY_MS);
    const hour = weekdayOfDays(days) * 24 + Math.floor(((timeMs as number) - days * DAY_MS) / HOUR_MS);
    return isClosed(hour) && (!isOfDays || isClosed((hour + 23) % (7 * 24)));
  }).length;
  return closed === 0
    ? undefined
    : ({ kind: 'closed market', trades: closed, of: timed.length, isUnusual: true } as const);
}

/** From 9 of 10 on: a robot on a schedule does that, and a list that was made up. */
const REGULAR = { least: 30, share: 0.9 };

/** Trades that begin as many seconds after the one before as most do. */
function regularFact(decided: readonly Trade[]) {
  if (decided.length < REGULAR.least || decided.some(({ timeMs }) => timeMs === null)) return undefined;
  const gaps = new Map<number, number>();
  for (let at = 1; at < decided.length; at += 1) {
    const gap = Math.round(((decided[at]?.timeMs as number) - (decided[at - 1]?.timeMs as number)) / 1_000);
    gaps.set(gap, (gaps.get(gap) ?? 0) + 1);
  }
  const [seconds, alike] = [...gaps].reduce((one, other) => (other[1] > one[1] ? other : one));
  const of = decided.length - 1;
  return alike < of * REGULAR.share || seconds === 0
    ? undefined
    : ({ kind: 'regular times', alike, of, seconds, isUnusual: false } as const);
}

/** A stake is placed before its outcome: that larger ones win more often by more than luck is a sign of an edited record. */
const KNOWS = 1e-4;

/** Stakes above the usual one and the others, how many of each won, and how often luck does that. */
function stakesFact(decided: readonly Trade[]) {
  const stakes = decided.map(({ stake }) => stake);
  const least = stakes.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
  const most = stakes.reduce((one, other) => Math.max(one, other), 0);
  const middle = (median(stakes) as number) === most ? least : (median(stakes) as number);
  const tally = (matches: (stake: number) => boolean) => {
    const group = decided.filter(({ stake }) => matches(stake));
    return { n: group.length, won: group.filter(({ outcome }) => outcome === 'won').length };
  };
  const large = tally((stake) => stake > middle);
  const small = tally((stake) => stake <= middle);
  if (large.n === 0 || small.n === 0) return undefined;
  const p = hypergeometricAtLeast(large.won, large.n, large.won + small.won, decided.length);
  return p >= KNOWS ? undefined : ({ kind: 'stakes know', large, small, p, isUnusual: true } as const);
}

/** The chance that of `n` trades out of `all` at least `k` are among the `won` ones. */
function hypergeometricAtLeast(k: number, n: number, won: number, all: number): number {
  if (won === all) return 1;
  let sum = 0;
  for (let wins = k; wins <= Math.min(n, won); wins += 1) sum += hypergeometricChance(wins, n, won, all);
  return Math.min(1, sum);
}
