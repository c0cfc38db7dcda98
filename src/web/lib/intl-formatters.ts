import type { FormatOptions } from 'icu-minify/format';

/** The formatters of numbers and plurals in messages. */
export const FORMATTERS: FormatOptions['formatters'] = {
  getDateTimeFormat: (...args) => new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args) => new Intl.NumberFormat(...args),
  getPluralRules: (...args) => new Intl.PluralRules(...args),
};

/**
 * In a sentence from right to left a value keeps its own direction: `−$0.07`, `51.2%` (Unicode's first strong isolate), and runs from the
 * right where it has words that do. What is of letters alone has one, and may be a code that chooses.
 */
export function isolate(value: string, direction: 'ltr' | 'rtl'): string {
  const mayTurn = direction === 'rtl' && /[^a-z-]/i.test(value);
  return mayTurn ? `${/\p{Script=Arab}/u.test(value) ? '\u2067' : '\u2068'}${value}\u2069` : value;
}
