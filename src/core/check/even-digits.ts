import { logGamma } from '../statistics/special-functions.ts';
import type { Trade } from './trade.ts';

/** Fewer say nothing: chance makes a few digits even. */
const FEWEST = 100;
/** One in 1,000 of the records whose last digits are random is called too even, for each of the two kinds of digits. */
const FALSE_ALARM = 0.001;
const DIGITS = 10;
/** So large a chi-square leaves nothing above it that a number could hold. */
const SURELY = 1_000;

/** The last digits of prices at entry, or of the seconds of times, where these are too even; undefined elsewhere. */
export function evenDigits(trades: readonly Trade[]) {
  const prices = trades.flatMap(({ entryPrice, pair }) =>
    entryPrice === null ? [] : Math.round(entryPrice * (pair?.includes('JPY') === true ? 1e3 : 1e5)) % DIGITS,
  );
  const times = trades.flatMap(({ timeMs }) => (timeMs === null ? [] : Math.floor(timeMs / 1_000)));
  // A robot on a schedule has even seconds, and few different distances.
  const distances = new Set(times.map((time, at) => time - (times[at - 1] ?? time)));
  const seconds = distances.size * 4 < times.length ? [] : times.map((time) => time % DIGITS);
  return tooEven('prices', prices) ?? tooEven('seconds', seconds);
}

/** How often the rarest of the ten digits comes, and the most frequent one, and how often chance makes them as even or more so. */
function tooEven(of: 'prices' | 'seconds', digits: readonly number[]) {
  const n = digits.length;
  if (n < FEWEST) return undefined;
  const counts = Array.from({ length: DIGITS }, () => 0);
  for (const digit of digits) counts[digit] = (counts[digit] as number) + 1;
  const usual = n / DIGITS;
  const squares = counts.reduce((sum, count) => sum + (count - usual) ** 2 / usual, 0);
  const p = chiSquareAtMost(squares, DIGITS - 1);
  if (p >= FALSE_ALARM) return undefined;
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)];
  return { kind: 'even digits', of, n, fewest, most, p, isUnusual: true } as const;
}

/** The chance that a chi-square of so many degrees of freedom is at most x: the series of the incomplete gamma function. */
function chiSquareAtMost(x: number, degrees: number): number {
  if (x <= 0) return 0;
  if (x > SURELY) return 1;
  const [a, z] = [degrees / 2, x / 2];
  let term = 1 / a;
  let sum = term;
  for (let at = a + 1; term > sum * 1e-15; at += 1) {
    term *= z / at;
    sum += term;
  }
  return Math.min(1, sum * Math.exp(a * Math.log(z) - z - logGamma(a)));
}
