import type { Writing } from '../../../core/check/shared-texts.ts';
import { currentLocale, say } from '../../lib/catalogue.ts';
import { formatCount, formatRate } from '../../lib/figures.ts';
import { decimal } from './decimal.ts';

/** The page's language, for what the command says as well. */
export const WRITING: Writing = {
  get locale() {
    return currentLocale();
  },
  say,
  count: formatCount,
  decimal,
  rate: formatRate,
};
