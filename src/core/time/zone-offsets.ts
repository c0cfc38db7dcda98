import { MINUTE_MS } from './instant.ts';
import { fixedClock, observedClock, type WallClock } from './wall-clock.ts';

/** How far the clock of an IANA time zone is ahead of UTC. */
export interface ZoneOffsets {
  /** The zone's name as the platform spells it. */
  readonly name: string;
  /** In ms, at an instant. */
  offsetAt(utcMs: number): number;
}

/** More than there are zones; each holds some 10 kB of the platform's memory. */
const MOST_KNOWN = 1_000;
const known = new Map<string, ZoneOffsets>();

/** The offsets of a zone, whatever the letters of its name are: large or small. Throws a RangeError where there is no such zone. */
export function zoneOffsets(zone: string): ZoneOffsets {
  const key = zone.toLowerCase();
  const found = known.get(key) ?? ask(key);
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(key, found);
  return found;
}

/** The clock of `UTC`, `UTC+5:30`, or a zone from 1987 to 2060. Throws a RangeError where there is no such zone. */
export function zoneWallClock(zone: string): WallClock {
  const fixed = /^UTC(?:([+-])(\d{1,2})(?::(\d\d))?)?$/.exec(zone);
  if (fixed !== null) return fixedClock(zone, minutesOf(fixed));
  const { name, offsetAt } = zoneOffsets(zone);
  return observedClock(name, offsetAt);
}

function ask(zone: string): ZoneOffsets {
  // oxlint-disable-next-line no-restricted-globals -- What is read of it is an offset, the same in every language.
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    timeZoneName: 'longOffset',
    hour: 'numeric',
  });
  return {
    name: format.resolvedOptions().timeZone,
    offsetAt(utcMs) {
      // "GMT", or "GMT+05:30".
      const text = format.formatToParts(utcMs).find(({ type }) => type === 'timeZoneName')?.value ?? '';
      return minutesOf(/([+-])(\d\d):(\d\d)/.exec(text) ?? []) * MINUTE_MS;
    },
  };
}

function minutesOf([, sign, hours = '0', minutes = '0']: readonly (string | undefined)[]): number {
  return (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
}
