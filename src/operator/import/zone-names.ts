import { fixedClock, type WallClock } from '../../core/time/wall-clock.ts';
import { zoneWallClock } from '../../core/time/zone-offsets.ts';
import { HISTDATA, NEW_YORK_PLUS_7 } from '../../core/price-files/vendor-clocks.ts';
import { fixedClockName } from '../../core/price-files/weekly-gap.ts';
import { ImportRefusal } from '../../server/market/dataset-refusal.ts';

/** Part of every message that asks for a zone. */
export const ZONE_EXAMPLES =
  'UTC, UTC+2, America/New_York, Europe/Athens, histdata (its two clocks), ny+7 (New York plus 7 hours)';

/**
 * The clock that a `--zone` names: `UTC`, a fixed distance such as `UTC+2` or `UTC-3:30`, `histdata`, `ny+7`, or an IANA
 * name. Throws an ImportRefusal that lists what can be given.
 */
export function parseZone(text: string): WallClock {
  const name = text.trim();
  const lower = name.toLowerCase();
  if (['utc', 'gmt', 'z'].includes(lower)) return fixedClock('UTC', 0);
  if (lower === 'histdata') return HISTDATA;
  if (lower === 'ny+7') return NEW_YORK_PLUS_7;
  const fixed = /^(?:utc|gmt)?([+-])(\d{1,2})(?::?([0-5]\d))?$/i.exec(name);
  if (fixed !== null) {
    const minutes = (Number(fixed[2]) * 60 + Number(fixed[3] ?? 0)) * (fixed[1] === '-' ? -1 : 1);
    if (Math.abs(minutes) <= 14 * 60) return fixedClock(fixedClockName(minutes), minutes);
  } else if (name.includes('/')) {
    const clock = ianaClock(name);
    if (clock !== undefined) return clock;
  }
  // An abbreviation such as EST leaves summer time open, which is the usual trap of these files.
  throw new ImportRefusal(
    'usage',
    `"${name}" is not a clock that can be named.`,
    `Give --zone as one of ${ZONE_EXAMPLES}.`,
  );
}

function ianaClock(name: string): WallClock | undefined {
  try {
    return zoneWallClock(name);
  } catch {
    return undefined;
  }
}
