import { currentLocale } from '../../lib/catalogue.ts';

/** A number with so many decimals and a true minus. */
export function decimal(value: number, digits: number): string {
  return value
    .toLocaleString(currentLocale(), { minimumFractionDigits: digits, maximumFractionDigits: digits })
    .replace('-', '\u2212');
}
