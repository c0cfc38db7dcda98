import type { EpochMs } from '../../core/time/instant.ts';

const clocks = new Map<string, Intl.DateTimeFormat>();

/** Minutes since midnight in a time zone, 0 to 1,439. Throws a RangeError when the platform does not know the zone. */
export function minuteOfDay(now: EpochMs, zone: string): number {
  const clock =
    clocks.get(zone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  clocks.set(zone, clock);
  const [hour = 0, minute = 0] = clock.format(now).split(':').map(Number);
  return 60 * hour + minute;
}

/** Whether the platform knows a time zone of this name. */
export function isZone(name: string): boolean {
  try {
    minuteOfDay(0 as EpochMs, name);
    return true;
  } catch {
    return false;
  }
}
