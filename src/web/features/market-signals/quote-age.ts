import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { formatCount } from '../../lib/figures.ts';
import { texts } from './texts.ts';

/** How old a quote is: `2 s`, `5 min`, `52 h`; nothing is younger than 0 s. */
export function quoteAgeText(ageMs: number): string {
  if (ageMs < 2 * MINUTE_MS)
    return texts.seconds({ count: formatCount(Math.max(0, Math.round(ageMs / SECOND_MS))) });
  return ageMs < 2 * HOUR_MS
    ? texts.minutes({ count: formatCount(Math.floor(ageMs / MINUTE_MS)) })
    : texts.hours({ count: formatCount(Math.floor(ageMs / HOUR_MS)) });
}
