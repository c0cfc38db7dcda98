import { instrumentOf, type ScoredPair } from '../../core/market/instruments.ts';
import { currentLocale } from './catalogue.ts';
import { once } from './once.ts';

const MINUS = '\u2212';
/** Between the ends of an interval, unless one is negative: `−0.1 to 0.2`. */
const EN_DASH = '\u2013';

const counts = once(() => new Intl.NumberFormat(currentLocale()));
const decimals = (digits: number) =>
  once(
    () =>
      new Intl.NumberFormat(currentLocale(), {
        minimumFractionDigits: digits,
        maximumFractionDigits: digits,
      }),
  );
const oneDecimal = decimals(1);
const threeDecimals = decimals(3);
const fourDecimals = decimals(4);

/** `1,284`. */
export function formatCount(count: number): string {
  return counts().format(count);
}

/** `51.9%` of a fraction of 1; `−0.4%` with a true minus. */
export function formatRate(rate: number): string {
  return `${signed(oneDecimal().format(rate * 100))}%`;
}

/** `49.1–54.6%` of fractions of 1; with "to" where an end is negative. */
export function formatRates({ low, high }: { readonly low: number; readonly high: number }): string {
  const [from, to] = [signed(oneDecimal().format(low * 100)), signed(oneDecimal().format(high * 100))];
  return from.startsWith(MINUS) || to.startsWith(MINUS) ? `${from}% to ${to}%` : `${from}${EN_DASH}${to}%`;
}

/** `+2.3`, `−0.4`, `0.0`: percentage points of a difference of two fractions of 1. */
export function formatPoints(difference: number): string {
  const text = signed(oneDecimal().format(difference * 100));
  return text.startsWith(MINUS) || text === '0.0' ? text : `+${text}`;
}

/** `−$0.066`: what a stake of $1 brings. */
export function formatDollars(value: number): string {
  const amount = threeDecimals().format(Math.abs(value));
  return `${value < 0 && amount !== '0.000' ? MINUS : ''}$${amount}`;
}

/** `0.2496`. */
export function formatScore(value: number): string {
  return signed(fourDecimals().format(value));
}

/** `1.08503` of a price in whole steps of the pair's last decimal; halves, as mids have, get one decimal more. */
export function formatPrice(pair: ScoredPair, scaled: number): string {
  const { digits } = instrumentOf(pair);
  const shown = Number.isInteger(scaled) ? digits : digits + 1;
  return (scaled / 10 ** digits).toFixed(shown);
}

/** `2.4 s`. */
export function formatAge(ms: number): string {
  return `${oneDecimal().format(Math.max(0, ms) / 1000)}\u00A0s`;
}

function signed(text: string): string {
  return text.replace('-', MINUS).replace(/^\u2212(0(?:\.0+)?)$/, '$1');
}
