import { MINUTE_MS } from '../../../core/time/instant.ts';
import { fixedClock, observedClock, type WallClock } from '../../../core/time/wall-clock.ts';

/** The clock of `UTC`, `UTC+5:30` or an IANA zone that this browser knows. Throws a RangeError for another name. */
export function zoneClock(zone: string): WallClock {
  const fixed = /^UTC(?:([+-])(\d{1,2})(?::(\d\d))?)?$/.exec(zone);
  if (fixed !== null) return fixedClock(zone, offsetMinutes(fixed));
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  return observedClock(zone, (ms) => {
    const text = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    return offsetMinutes(/([+-])(\d\d):(\d\d)$/.exec(text) ?? []) * MINUTE_MS;
  });
}

function offsetMinutes([, sign, hours = '0', minutes = '0']: readonly (string | undefined)[]): number {
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}
