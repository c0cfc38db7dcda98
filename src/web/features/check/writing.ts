import type { Writing } from '../../../core/check/shared-texts.ts';
import { currentLocale, say } from '../../lib/catalogue.ts';
import { formatCount, formatDecimal, formatRate } from '../../lib/figures.ts';

/** The page's language, for what the command says as well. */
export const WRITING: Writing = {
  say,
  count: formatCount,
  decimal: formatDecimal,
  month: (month) =>
    new Intl.DateTimeFormat(currentLocale(), { month: 'long', timeZone: 'UTC' }).format(
      Date.UTC(2026, month - 1),
    ),
  rate: formatRate,
};
