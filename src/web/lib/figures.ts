import { confidenceTenths } from '../../core/engine/confidence-text.ts';
import { instrumentOf, type ScoredPair } from '../../core/market/instruments.ts';
import { doubleMid } from '../../core/market/tick.ts';
import { currentLocale } from './catalogue.ts';
import { texts } from './texts.ts';
import { once } from './once.ts';

const MINUS = '\u2212';

/** A format of numbers in the page's language, with a true minus; a zero has no sign, also one that was rounded to it. */
function formatter(options: Intl.NumberFormatOptions, digits?: number): (value: number) => string {
  const decimals =
    digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits };
  const format = once(
    () => new Intl.NumberFormat(currentLocale(), { signDisplay: 'negative', ...options, ...decimals }),
  );
  return (value) => format().format(value).replace('-', MINUS);
}

function formatterByDigits(options: Intl.NumberFormatOptions): (value: number, digits: number) => string {
  const formats = new Map<number, (value: number) => string>();
  return (value, digits) => {
    const format = formats.get(digits) ?? formatter(options, digits);
    formats.set(digits, format);
    return format(value);
  };
}

/** `1,284`. */
export const formatCount = formatter({});

/** `1,284.50`: with so many decimals. */
export const formatDecimal = formatterByDigits({});

const formatUngrouped = formatterByDigits({ useGrouping: false });

/** `51.9%` of a fraction of 1; `−0.4%` with a true minus. */
export const formatRate = formatter({ style: 'percent' }, 1);

/** `8 hours`. */
export const formatHours = formatter({ style: 'unit', unit: 'hour', unitDisplay: 'long' });

/** `+0.8`, `−1.2`, `0.0`: pips with their sign. */
export const formatPips = formatter({ signDisplay: 'exceptZero' }, 1);

/** `+46`, `−12`, `0`: a count above or below another one, rounded. */
export const formatAbove = formatter({ signDisplay: 'exceptZero' }, 0);

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
  return formatPips(difference * 100);
}

/** `−$0.066`: what a stake of $1 brings. */
export function formatDollars(value: number): string {
  return inDollars(formatDecimal(value, 3));
}

/** `6.6`: without a sign or a unit, which the words beside it name. */
export function formatTenths(value: number): string {
  return formatDecimal(Math.abs(value), 1);
}

/** `0.032`; `< 0.001` where three decimals would say 0. */
export function formatChance(chance: number): string {
  return chance < 0.001 ? `< ${formatDecimal(0.001, 3)}` : formatDecimal(chance, 3);
}

/** `$1.80`. */
export function formatMoney(value: number): string {
  return inDollars(formatDecimal(value, 2));
}

/** The sign stands before the currency in every language; where the currency stands is the language's. */
function inDollars(number: string): string {
  // In Urdu a mark of direction comes before the minus.
  const amount = texts.dollars({ amount: number.replace(/\p{Cf}?\u2212/u, '') });
  return number.includes(MINUS) ? MINUS + amount : amount;
}

/** `0.2496`. */
export function formatScore(value: number): string {
  return formatDecimal(value, 4);
}

/** `1.08503` of a price in whole steps of the pair's last decimal; halves, as mids have, get one decimal more. */
export function formatPrice(pair: ScoredPair, scaled: number): string {
  const { digits } = instrumentOf(pair);
  return formatUngrouped(scaled / 10 ** digits, Number.isInteger(scaled) ? digits : digits + 1);
}

/** `1.08503` of a quote's mid; a half has one decimal more. */
export function formatMid(pair: ScoredPair, quote: Parameters<typeof doubleMid>[0]): string {
  return formatPrice(pair, doubleMid(quote) / 2);
}

/** `2.4 s`. */
export function formatAge(ms: number): string {
  return texts.seconds({ seconds: formatDecimal(Math.max(0, ms) / 1000, 1) });
}
