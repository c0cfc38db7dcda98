import { currentLocale } from '../../lib/catalogue.ts';
import { once } from '../../lib/once.ts';

const local = once(
  () => new Intl.DateTimeFormat(currentLocale(), { dateStyle: 'medium', timeStyle: 'medium' }),
);

/** `22 Nov 2026, 14:32:18` on the reader's own clock. */
export function formatInstant(ms: number): string {
  return local().format(ms);
}

/** The name of the reader's zone: `Asia/Karachi`. */
export function zoneName(): string {
  return local().resolvedOptions().timeZone;
}
