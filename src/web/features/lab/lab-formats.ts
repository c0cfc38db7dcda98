import { DAY_MS } from '../../../core/time/instant.ts';
import { currentLocale } from '../../lib/catalogue.ts';
import { dayAndMonth, formatDayRange, formatLocalMinute } from '../../lib/formats.ts';

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

/** `1 Jan – 31 Aug 2025` of the days from one instant up to another one, UTC. */
export function formatDays({ fromMs, untilMs }: Span): string {
  return formatDayRange(fromMs, untilMs - DAY_MS);
}

/** `23 Nov 2026, 14:32` on the reader's clock. */
export function formatOpened(ms: number): string {
  const day = new Intl.DateTimeFormat(currentLocale(), { ...dayAndMonth(), year: 'numeric' });
  return `${day.format(ms)}, ${formatLocalMinute(ms)}`;
}
