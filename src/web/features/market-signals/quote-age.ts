import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { formatCount } from '../../lib/figures.ts';

/** How old a quote is: `2 s`, `5 min`, `52 h`; nothing is younger than 0 s. */
export function quoteAgeText(ageMs: number): string {
  if (ageMs < 2 * MINUTE_MS) return `${Math.max(0, Math.round(ageMs / SECOND_MS))} s`;
  return ageMs < 2 * HOUR_MS
    ? `${Math.floor(ageMs / MINUTE_MS)} min`
    : `${formatCount(Math.floor(ageMs / HOUR_MS))} h`;
}
