import { seededDraws } from '../check/seeded-draws.ts';

/** Days whose coins lie in one byte. */
const DAYS_A_BYTE = 8;

/** What a rule did, day by day; all rules on the same days. */
export interface RuleDays {
  /** Right and wrong answers, over all days. */
  readonly decided: number;
  /** Right less wrong answers of each day. */
  readonly excess: Int16Array;
}

/** What the best of the rules shows where nothing is to be found, once for each shuffle. */
export interface Shuffled {
  /** The highest share of right answers, 0 to 1; 0 where no rule may be the best. */
  readonly rates: Float64Array;
  /** The highest score: see `scoreOf`. */
  readonly scores: Float64Array;
}

/**
 * What looking costs: a coin for each day turns all answers of all rules on that day round, right into wrong, and the best rule of all
 * is looked for again, once a shuffle. What rules have in common, and signals that run at the same time, stays in common: they are turned
 * together.
 *
 * A randomization test of the hypothesis that right and wrong could be swapped on any day (R. A. Fisher, The Design of Experiments,
 * 1935); the best of all each time as in H. White, "A reality check for data snooping", Econometrica 68 (2000), each rule measured by its
 * own spread as in P. R. Hansen, "A test for superior predictive ability", Journal of Business & Economic Statistics 23 (2005), and
 * J. P. Romano and M. Wolf, "Stepwise multiple testing as formalized data snooping", Econometrica 73 (2005).
 * The same seed throws the same coins.
 */
export function shuffleDays(
  rules: readonly RuleDays[],
  { shuffles, seed }: { readonly shuffles: number; readonly seed: number },
): Shuffled {
  const rates = new Float64Array(shuffles);
  const scores = new Float64Array(shuffles).fill(Number.NEGATIVE_INFINITY);
  const bytes = Math.ceil((rules[0]?.excess.length ?? 0) / DAYS_A_BYTE);
  const coins = new Uint8Array(bytes * shuffles);
  const draw = seededDraws(seed);
  for (let at = 0; at < coins.length; at += 1) coins[at] = draw() >>> 24;
  // What the eight days of a byte add, by how their coins fell: 256 sums in place of 8 additions a shuffle.
  const table = new Int32Array(256);
  const sums = new Int32Array(shuffles);
  for (const { decided, excess } of rules) {
    if (decided === 0) continue;
    sums.fill(0);
    for (let byte = 0; byte < bytes; byte += 1) {
      fillTable(table, excess, byte * DAYS_A_BYTE);
      const first = byte * shuffles;
      for (let shuffle = 0; shuffle < shuffles; shuffle += 1)
        sums[shuffle] = (sums[shuffle] as number) + (table[coins[first + shuffle] as number] as number);
    }
    const spread = spreadOf(excess);
    for (let shuffle = 0; shuffle < shuffles; shuffle += 1) {
      const sum = sums[shuffle] as number;
      const rate = 0.5 + sum / (2 * decided);
      if (rate > (rates[shuffle] as number)) rates[shuffle] = rate;
      const score = spread === 0 ? 0 : sum / spread;
      if (score > (scores[shuffle] as number)) scores[shuffle] = score;
    }
  }
  return { rates, scores };
}

/** The sums of eight days, each added where its bit is set and taken off where it is not. */
function fillTable(table: Int32Array, daily: Int16Array, first: number): void {
  let none = 0;
  for (let day = first; day < first + DAYS_A_BYTE; day += 1) none -= daily[day] ?? 0;
  table[0] = none;
  for (let bit = 0, size = 1; bit < DAYS_A_BYTE; bit += 1, size *= 2) {
    const swing = 2 * (daily[first + bit] ?? 0);
    for (let at = 0; at < size; at += 1) table[size + at] = (table[at] as number) + swing;
  }
}

/** How far the sum of a rule's days lies from 0, in standard deviations of that sum when each day's sign is a coin. */
export function scoreOf(daily: Int16Array): number {
  const spread = spreadOf(daily);
  if (spread === 0) return 0;
  let sum = 0;
  for (const day of daily) sum += day;
  return sum / spread;
}

function spreadOf(daily: Int16Array): number {
  let squares = 0;
  for (const day of daily) squares += day * day;
  return Math.sqrt(squares);
}

/** The share of shuffles in which the best did as well or better, the prices themselves being one of them; never 0. */
export function chanceOf(value: number, best: Float64Array): number {
  let asGood = 1;
  for (const one of best) if (one >= value) asGood += 1;
  return asGood / (best.length + 1);
}
