import { confidenceTenths } from '../../core/engine/confidence-text.ts';
import { instrumentOf, type ScoredPair } from '../../core/market/instruments.ts';
import { doubleMid } from '../../core/market/tick.ts';
import { currentLocale } from './catalogue.ts';
import { texts } from './texts.ts';
import { once } from './once.ts';

const MINUS = '\u2212';

const inLocale = (options: Intl.NumberFormatOptions, digits?: number) =>
  once(
    () =>
      new Intl.NumberFormat(currentLocale(), {
        // A zero has no sign, also one that was rounded to it.
        signDisplay: 'negative',
        ...options,
        ...(digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }),
      }),
  );
const counts = inLocale({});
const oneDecimal = inLocale({}, 1);
const fourDecimals = inLocale({}, 4);
const percent = inLocale({ style: 'percent' }, 1);
const points = inLocale({ signDisplay: 'exceptZero' }, 1);
const threeDecimals = inLocale({}, 3);
const above = inLocale({ signDisplay: 'exceptZero' }, 0);
const twoDecimals = inLocale({}, 2);
const prices = new Map<number, () => Intl.NumberFormat>();

/** `1,284`. */
export function formatCount(count: number): string {
  return counts().format(count);
}

/** `51.9%` of a fraction of 1; `−0.4%` with a true minus. */
export function formatRate(rate: number): string {
  return signed(percent().format(rate));
}

/** `50.5%` of a confidence in percent, with the decimal that it has everywhere. */
export function formatConfidence(confidence: number): string {
  return formatRate(confidenceTenths(confidence) / 1_000);
}

/** `49.1% to 54.6%` of fractions of 1. */
export function formatRates({ low, high }: { readonly low: number; readonly high: number }): string {
  return formatFromTo(formatRate(low), formatRate(high));
}

/** `1.15908 to 1.15917`: the ends of anything, as texts. */
export function formatFromTo(from: string, to: string): string {
  return texts.fromTo({ from, to });
}

/** `+2.3`, `−0.4`, `0.0`: percentage points of a difference of two fractions of 1. */
export function formatPoints(difference: number): string {
  return signed(points().format(difference * 100));
}

/** `−$0.066`: what a stake of $1 brings. */
export function formatDollars(value: number): string {
  return inDollars(threeDecimals().format(value));
}

/** `6.6`: without a sign or a unit, which the words beside it name. */
export function formatTenths(value: number): string {
  return oneDecimal().format(Math.abs(value));
}

/** `+46`, `−12`, `0`: a count above or below another one, rounded. */
export function formatAbove(count: number): string {
  return signed(above().format(count));
}

/** `0.032`; `< 0.001` where three decimals would say 0. */
export function formatChance(chance: number): string {
  return chance < 0.001 ? `< ${threeDecimals().format(0.001)}` : threeDecimals().format(chance);
}

/** `$1.80`. */
export function formatMoney(value: number): string {
  return inDollars(twoDecimals().format(value));
}

/** The sign stands before the currency in every language; where the currency stands is the language's. */
function inDollars(number: string): string {
  // In Urdu a mark of direction comes before the minus.
  const amount = texts.dollars({ amount: number.replace(/\p{Cf}?-/u, '') });
  return number.includes('-') ? MINUS + amount : amount;
}

/** `+0.8`, `−1.2`, `0.0`: pips with their sign. */
export function formatPips(pips: number): string {
  return signed(points().format(pips));
}

/** `0.2496`. */
export function formatScore(value: number): string {
  return signed(fourDecimals().format(value));
}

/** `1.08503` of a price in whole steps of the pair's last decimal; halves, as mids have, get one decimal more. */
export function formatPrice(pair: ScoredPair, scaled: number): string {
  const { digits } = instrumentOf(pair);
  const decimals = Number.isInteger(scaled) ? digits : digits + 1;
  const format = prices.get(decimals) ?? inLocale({ useGrouping: false }, decimals);
  prices.set(decimals, format);
  return format().format(scaled / 10 ** digits);
}

/** `1.08503` of a quote's mid; a half has one decimal more. */
export function formatMid(pair: ScoredPair, quote: Parameters<typeof doubleMid>[0]): string {
  return formatPrice(pair, doubleMid(quote) / 2);
}

/** `2.4 s`. */
export function formatAge(ms: number): string {
  return texts.seconds({ seconds: oneDecimal().format(Math.max(0, ms) / 1000) });
}

/** With a true minus. */
function signed(text: string): string {
  return text.replace('-', MINUS);
}
