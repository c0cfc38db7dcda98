import { MINUTE_MS } from '../../../core/time/instant.ts';
import { type ZoneOffsets, zoneOffsets } from '../../../core/time/zone-offsets.ts';

/** Offsets of all zones change at multiples of this only. */
const SLOT_MS = 15 * MINUTE_MS;

/** Writes instants as RFC 3339 times of one zone, such as `2026-11-18T14:28:40.000+05:00`. */
export interface ZoneClock {
  readonly zone: string;
  format(ms: number): string;
}

/** The clock of an IANA time zone; undefined when there is none of this name. */
export function zoneClock(zone: string): ZoneClock | undefined {
  let found: ZoneOffsets;
  try {
    found = zoneOffsets(zone);
  } catch {
    return undefined;
  }
  // Asking for the offset of every instant would cost more than everything else an export does.
  const offsets = new Map<number, number>();
  const offsetAt = (ms: number): number => {
    const slot = Math.floor(ms / SLOT_MS);
    const offsetMs = offsets.get(slot) ?? found.offsetAt(ms);
    offsets.set(slot, offsetMs);
    return offsetMs;
  };
  return {
    zone,
    format(ms) {
      const offsetMs = offsetAt(ms);
      const time = new Date(Math.abs(offsetMs)).toISOString().slice(11, 16);
      return `${new Date(ms + offsetMs).toISOString().slice(0, -1)}${offsetMs < 0 ? '-' : '+'}${time}`;
    },
  };
}
