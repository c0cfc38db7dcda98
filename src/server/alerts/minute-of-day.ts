import type { EpochMs } from '../../core/time/instant.ts';

/** By canonical names: some hundred zones, and the offsets that can be named (`+05:30`). */
const clocks = new Map<string, Intl.DateTimeFormat>();
const MOST_CLOCKS = 1_000;

/** Minutes since midnight in a time zone, 0 to 1,439, by its canonical name. Throws a RangeError when the platform does not know it. */
export function minuteOfDay(now: EpochMs, zone: string): number {
  let clock = clocks.get(zone);
  if (clock === undefined) {
    clock = new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
    if (clocks.size >= MOST_CLOCKS) clocks.clear();
    clocks.set(zone, clock);
  }
  const [hour = 0, minute = 0] = clock.format(now).split(':').map(Number);
  return 60 * hour + minute;
}

/** The one name of a time zone, which has many spellings; undefined when the platform does not know it. */
export function canonicalZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
