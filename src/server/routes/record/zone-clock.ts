import { MINUTE_MS } from '../../../core/time/instant.ts';

/** Offsets of all zones change at multiples of this only. */
const SLOT_MS = 15 * MINUTE_MS;

/** Writes instants as RFC 3339 times of one zone, such as `2026-11-18T14:28:40.000+05:00`. */
export interface ZoneClock {
  readonly zone: string;
  format(ms: number): string;
}

/** The clock of an IANA time zone; undefined when there is none of this name. */
export function zoneClock(zone: string): ZoneClock | undefined {
  let format: Intl.DateTimeFormat;
  try {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      timeZoneName: 'longOffset',
      hour: 'numeric',
    });
  } catch {
    return undefined;
  }
  // Asking for the offset of every instant would cost more than everything else an export does.
  const offsets = new Map<number, string>();
  const offsetAt = (ms: number): string => {
    const slot = Math.floor(ms / SLOT_MS);
    const known = offsets.get(slot);
    if (known !== undefined) return known;
    const name = format.formatToParts(ms).find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
    const offset = name.slice('GMT'.length) || '+00:00';
    offsets.set(slot, offset);
    return offset;
  };
  return {
    zone,
    format(ms) {
      const offset = offsetAt(ms);
      const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number);
      const offsetMs = (hours * 60 + minutes) * MINUTE_MS * (offset.startsWith('-') ? -1 : 1);
      return new Date(ms + offsetMs).toISOString().slice(0, -1) + offset;
    },
  };
}
