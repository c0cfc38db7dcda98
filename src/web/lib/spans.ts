import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { currentLocale } from './catalogue.ts';
import { formatCount } from './figures.ts';
import { texts } from './texts.ts';

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

/** `2 days 3 hrs`, `3 hrs`, `12 mins 5 s`, `45 s`: a span in its largest unit and, for `most` 2, the next; rounded down. */
export function formatSpan(ms: number, most: 1 | 2 = 2): string {
  const parts: string[] = [];
  let left = Math.max(0, ms);
  for (const [unit, size] of UNITS) {
    const count = Math.floor(left / size);
    left -= count * size;
    if (count > 0) parts.push(unitFormat(unit).format(count));
  }
  const seconds = Math.floor(left / SECOND_MS);
  if (seconds > 0 || parts.length === 0) parts.push(texts.seconds({ seconds: formatCount(seconds) }));
  return parts.slice(0, most).join(' ');
}

function unitFormat(unit: (typeof UNITS)[number][0]): Intl.NumberFormat {
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'short' });
}
