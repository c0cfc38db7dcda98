import format, { type CompiledMessage } from 'icu-minify/format';
import type { Writing } from '../../core/check/shared-texts.ts';

/** English as a terminal shows it, of messages that the build has compiled. */
export const ENGLISH: Writing = {
  say([, messages], key, values = {}) {
    const message: CompiledMessage = messages[key] as string;
    return String(format(message, 'en', values, { formatters: FORMATTERS }));
  },
  count: (value) => value.toLocaleString('en'),
  decimal: (value, digits) =>
    value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  month: (month) =>
    new Intl.DateTimeFormat('en', { month: 'long', timeZone: 'UTC' }).format(Date.UTC(2026, month - 1)),
  rate: (value) => `${ENGLISH.decimal(value * 100, 1)} %`,
};

const FORMATTERS = {
  getDateTimeFormat: (...args: ConstructorParameters<typeof Intl.DateTimeFormat>) =>
    new Intl.DateTimeFormat(...args),
  getNumberFormat: (...args: ConstructorParameters<typeof Intl.NumberFormat>) =>
    new Intl.NumberFormat(...args),
  getPluralRules: (...args: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...args),
};
