import { DAY_MS } from '../../../core/time/instant.ts';
import { currentLocale } from '../../lib/catalogue.ts';
import { once } from '../../lib/once.ts';

const days = once(
  () =>
    new Intl.DateTimeFormat(currentLocale(), {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);
const instant = once(
  () =>
    new Intl.DateTimeFormat(currentLocale(), {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
);
/** `1 Jan – 31 Aug 2025` of the days from one instant up to another one, UTC. */
export function formatDays({
  fromMs,
  untilMs,
}: {
  readonly fromMs: number;
  readonly untilMs: number;
}): string {
  return days().formatRange(fromMs, untilMs - DAY_MS);
}

/** `23 Nov 2026, 14:32` on the reader's clock. */
export function formatOpened(ms: number): string {
  return instant().format(ms);
}
