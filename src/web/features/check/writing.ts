import type { Writing } from '../../../core/check/shared-texts.ts';
import { currentLocale, say } from '../../lib/catalogue.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';

/** A number with so many decimals and a true minus. */
export function decimal(value: number, digits: number): string {
  return value
    .toLocaleString(currentLocale(), {
      // A zero has no sign, also one that was rounded to it.
      signDisplay: 'negative',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    .replace('-', '\u2212');
}

/** The page's language, for what the command says as well. */
export const WRITING: Writing = {
  say,
  count: formatCount,
  decimal,
  month: (month) =>
    new Intl.DateTimeFormat(currentLocale(), { month: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, month - 1),
    ),
  rate: formatRate,
};
