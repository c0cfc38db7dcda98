import { type EpochMs, epochMs, MINUTE_MS, minuteOf } from '../../../../core/time/instant.ts';
import { START_DELAY_MS } from '../../../../core/market/settlement-times.ts';
import { lastClosing, marketStatus } from '../../../../core/time/market-hours.ts';
import type { SignalMark } from '../../../../core/wire/market.ts';
import type { SignalStory } from '../../../../core/signals/fold-signals.ts';

/** A decided minute has its signal's outcome this long after it at the earliest: a second to the start, a minute to the expiry. */
const FIRST_OUTCOME_MS = START_DELAY_MS + MINUTE_MS;

export interface StripSpan {
  /** The minute behind the last column. */
  readonly endMs: EpochMs;
  /** When the session closed that the strip is of; undefined while the market is open. */
  readonly closedMs: EpochMs | undefined;
}

/**
 * Which minutes a strip shows at an instant: up to the last one that is over, all signals before it settled, so that a gap always
 * says that there was no signal. Of a closed market, those before the close.
 */
export function stripSpan(stories: readonly SignalStory[], atMs: EpochMs): StripSpan {
  const closedMs = marketStatus(atMs).anyActive ? undefined : lastClosing(atMs);
  const open = stories
    .filter(({ signal, settled }) => signal.mode === 'special' && settled === undefined)
    .map(({ signal }) => signal.decidedMs);
  const endMs = Math.min(closedMs ?? Infinity, minuteOf(atMs - FIRST_OUTCOME_MS) + MINUTE_MS, ...open);
  return { endMs: epochMs(endMs), closedMs };
}

/** The signals of the minutes before an instant, one column each; undefined where there was none. */
export function stripColumns(
  marks: readonly SignalMark[],
  endMs: number,
  minutes: number,
): readonly (SignalMark | undefined)[] {
  const byMinute = new Map(marks.map((mark) => [minuteOf(mark.decidedMs), mark]));
  return Array.from({ length: minutes }, (_, column) => byMinute.get(endMs - (minutes - column) * MINUTE_MS));
}

/** How many of the columns were won, of those that were won or lost. */
export function countOf(columns: readonly (SignalMark | undefined)[], arm: 'outcome' | 'control') {
  const ends = columns.map((mark) => mark?.[arm]);
  const won = ends.filter((end) => end === 'won').length;
  return { won, decided: won + ends.filter((end) => end === 'lost').length };
}
