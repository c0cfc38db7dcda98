import { normalAbove } from '../statistics/special-functions.ts';
import { civilDate } from '../time/civil-date.ts';
import { crossing } from './binomial.ts';

/** What a chance says about luck, in one of four steps; never that there is skill. */
export type Luck = 'luck' | 'explained' | 'possible' | 'hard';

/** Fewer trades are not judged. */
export const FEWEST_TRADES = 30;

/** Half of the 1 in 100 records of luck that may be called hard to explain: 2,000 of them stay below it. */
const HARD = 0.005;

/** Judges the chance that the best of all who were looked at does as well by luck alone. */
export function judgeLuck(chance: number): Luck {
  if (chance > 0.5) return 'luck';
  if (chance > 0.2) return 'explained';
  return chance > HARD ? 'possible' : 'hard';
}

/** The chance that the best of k who only guess does what one does with chance p. */
export function bestOf(k: number, p: number): number {
  return -Math.expm1(k * Math.log1p(-p));
}

/** What was chosen by its outcomes out of a longer record: a stretch, or months, and how many times as long the whole is. */
export const PARTS = [
  'whole',
  'stretch-2',
  'stretch-5',
  'stretch-10',
  'stretch-50',
  'months-2',
  'months-4',
] as const;
export type Part = (typeof PARTS)[number];

export interface Selection {
  /** How many sellers, channels or rules were looked at, this one included. */
  readonly lookedAt: number;
  readonly part: Part;
  /** The calendar months in which there are trades; null where their times are not known. */
  readonly months: number | null;
}

/** The chance that luck finds as much, in the best part of the best of all that were looked at; p is that of the part alone. */
export function chanceSelected(p: number, { lookedAt, part, months }: Selection): number {
  return bestOf(lookedAt, Math.min(1, p * partsTried(part, p, months)));
}

/** Of one seller, the whole. */
export const ALONE: Selection = { lookedAt: 1, part: 'whole', months: null };

/** How rare a part alone has to be so that luck finds one in all that was looked at with this chance, below 0.5. */
export function levelAlone(chance: number, selection: Selection): number {
  const isOften = (logarithm: number): boolean => chanceSelected(Math.exp(logarithm), selection) > chance;
  return Math.exp(crossing(isOften, Math.log(Number.MIN_VALUE), Math.log(chance)));
}

/**
 * How many independent parts were to be chosen from, as a bound. Stretches overlap: of a record m times as long there are no more
 * clumps of good ones than 1 + (m - 1) z² (Aldous 1989), and z² is at most -2 ln 2p. Of months it is every choice of as many.
 */
function partsTried(part: Part, p: number, months: number | null): number {
  const [kind, times = '1'] = part.split('-');
  if (kind === 'whole') return 1;
  if (kind === 'stretch' || months === null)
    return 1 + (Number(times) - 1) * Math.max(1, -2 * Math.log(2 * p));
  let choices = 1;
  for (let one = 1; one <= months; one += 1) choices *= (months * (Number(times) - 1) + one) / one;
  return choices;
}

/** In how many calendar months of UTC there are trades; null where not every time is known. */
export function monthsOf(trades: readonly { readonly timeMs: number | null }[]): number | null {
  const months = new Set<number>();
  for (const { timeMs } of trades) {
    if (timeMs === null) return null;
    const { year, month } = civilDate(timeMs);
    months.add(year * 12 + month);
  }
  return months.size === 0 ? null : months.size;
}

const LARGEST_TILT = 2 ** 10;
const NEAR = 1e-3;

/**
 * The chance that as many draws as there are independent bets bring as much or more on average, out of returns that are weighted so
 * that they break even (Efron 1981), by the saddlepoint (Lugannani and Rice 1980). 1 where they did not gain.
 */
export function fairReturnsAtLeast(returns: readonly number[], bets: number): number {
  const largest = returns.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const values = returns.map((value) => value / largest);
  const meanOf = (valueOf: (value: number) => number): number =>
    values.reduce((sum, value) => sum + valueOf(value), 0) / values.length;
  const mean = meanOf((value) => value);
  if (!(mean > 0)) return 1;
  // The weights e^(-tilt value) at which the mean is 0.
  let high = 1;
  const isAbove = (tilt: number): boolean => meanOf((value) => value * Math.exp(-tilt * value)) > 0;
  while (isAbove(high) && high < LARGEST_TILT) high *= 2;
  const tilt = crossing((one) => !isAbove(one), 0, high);
  const w = Math.sqrt(
    2 * bets * Math.max(0, tilt * mean + Math.log(meanOf((value) => Math.exp(-tilt * value)))),
  );
  const u = tilt * Math.sqrt(bets * meanOf((value) => (value - mean) ** 2));
  // Near the mean of what breaks even the two parts cancel.
  if (w < NEAR) return 0.5;
  const density = Math.exp((-w * w) / 2) / Math.sqrt(2 * Math.PI);
  return Math.min(1, Math.max(0, normalAbove(w) + density * (1 / u - 1 / w)));
}
