import { pairInName, parsePair, sourceOf } from '../../core/price-files/dataset-name.ts';
import { excerpt } from '../../core/price-files/detect-layout.ts';
import { fixedClock, type WallClock } from '../../core/time/wall-clock.ts';
import {
  fixedClockName,
  HISTDATA,
  NEW_YORK_PLUS_7,
  weighWeekends,
} from '../../core/price-files/weekly-gap.ts';
import { clockNames } from '../../core/price-files/judge-history.ts';
import type { Layout } from '../../core/price-files/layout.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import type { DecodedInput } from './decode-input.ts';
import { ImportRefusal } from '../../server/market/dataset-store.ts';
import { zoneWallClock } from '../../core/time/zone-offsets.ts';

/** The user's options. */
export interface UserChoice {
  readonly pair: ScoredPair | undefined;
  readonly clock: WallClock | undefined;
}

/**
 * The pair that a file is of: what its rows say, or what the user gave. Throws an ImportRefusal when these contradict each other or
 * there is neither.
 */
export function resolvePair(
  { pair: given }: UserChoice,
  fileName: string,
  decoded: DecodedInput,
): ScoredPair {
  const column = [...decoded.pairs];
  if (column.length > 1) {
    throw new ImportRefusal(
      'wrong-pair',
      `The file holds several instruments: ${column.slice(0, 5).map(excerpt).join(', ')}.`,
      'Import one file per pair.',
    );
  }
  const [named] = column;
  if (named !== undefined) {
    const inColumn = parsePair(named);
    if (inColumn === undefined || (given !== undefined && inColumn !== given)) {
      throw new ImportRefusal(
        'wrong-pair',
        given === undefined
          ? `The rows are of ${excerpt(named)}, which is not imported.`
          : `The rows are of ${excerpt(named)}, not of ${given}.`,
        `Pairs that can be imported: ${SCORED_PAIRS.join(', ')}.`,
      );
    }
    return inColumn;
  }
  if (given !== undefined) return given;
  const proposal = parsePair(pairInName(fileName) ?? '');
  throw new ImportRefusal(
    'pair-needed',
    'The rows do not say which pair they are of.',
    proposal === undefined
      ? `Give --pair, one of ${SCORED_PAIRS.join(', ')}.`
      : `Give --pair ${proposal} (as the file name has it), or another of ${SCORED_PAIRS.join(', ')}.`,
  );
}

/**
 * The clock that a file was written on, found in the same way; where its weekends fall makes the proposal.
 */
export function resolveClock(
  { clock: given }: UserChoice,
  fileName: string,
  decoded: DecodedInput,
): WallClock {
  const { layout, pauses } = decoded;
  if (layout.ownClock) {
    if (given === undefined || given.name === 'UTC') return fixedClock('UTC', 0);
    throw new ImportRefusal(
      'usage',
      'The times in this file say themselves how far they are from UTC, so another clock cannot apply.',
      'Leave --zone out, or give --zone UTC.',
    );
  }
  if (given !== undefined) return given;
  if (layout.statedClock === 'UTC') return fixedClock('UTC', 0);
  const preferred = preferredClocks(layout, fileName);
  const evidence = weighWeekends(pauses.pauses, preferred);
  const proposal = evidence.weekends > 0 ? evidence.best[0]?.clock : preferred[0];
  const why =
    evidence.best.length > 0
      ? `${evidence.weekends === 1 ? 'the weekend in it ends' : `${evidence.weekends} weekends in it end`} at Sunday 17:00 New York on ${clockNames(evidence.best)}`
      : 'it holds no weekend to tell it by';
  throw new ImportRefusal(
    'clock-needed',
    `The rows do not say on which clock they were written; ${why}.`,
    proposal === undefined
      ? `Give --zone, one of ${ZONE_EXAMPLES}.`
      : `Give --zone ${proposal.name} if that is right, or one of ${ZONE_EXAMPLES}.`,
  );
}

/** The clock a layout is usually written on, if it has one. */
export function preferredClocks(layout: Layout, fileName: string): readonly WallClock[] {
  const source = sourceOf(layout, fileName);
  if (source === 'histdata' && !layout.ownClock) return [HISTDATA];
  if (source === 'dukascopy' || source === 'truefx') return [fixedClock('UTC', 0)];
  return [];
}

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

/** The pair that a text names. */
export function requirePair(text: string): ScoredPair {
  const pair = parsePair(text);
  if (pair !== undefined) return pair;
  throw new ImportRefusal(
    'usage',
    text === '' ? 'The pair is needed.' : `"${text}" is not one of the five pairs.`,
    `Give one of ${SCORED_PAIRS.join(', ')}.`,
  );
}
