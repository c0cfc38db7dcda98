/** How long trades run, by a column of durations or by the times at which they end. */
import type { EpochMs } from '../../time/instant.ts';
import { median } from '../staking.ts';
import type { Cells } from './column-facts.ts';
import { parseExpiry, unitOfName } from './trade-words.ts';
import { remembering } from './words.ts';

const MOST_TIMED = 200;

/** The time to expiry in whole seconds of a row that begins at a time; null where it has none. */
export type ExpiryOf = (row: readonly string[], timeMs: EpochMs | null) => number | null;

/**
 * What reads the time to expiry of rows: a duration in the unit that it or the name of its column tells, else in that in which
 * durations are as long as between the starts and the ends of their trades; without one, the time between these. The column is
 * optional: what is no time to expiry there says nothing about the trade.
 */
export function expiryReader(
  { cell }: Cells,
  rows: readonly (readonly string[])[],
  name: string,
  startOf: (row: readonly string[]) => EpochMs | null,
  momentOf: (text: string) => EpochMs | null,
): ExpiryOf {
  const secondsTo = (row: readonly string[], timeMs: EpochMs): number =>
    ((momentOf(cell(row, 'closed')) ?? 0) - timeMs) / 1_000;
  const unitByTimes = (): number => {
    const ratios = rows.slice(0, MOST_TIMED).flatMap((row) => {
      const [duration, timeMs] = [cell(row, 'expiry'), startOf(row)];
      const isTimed = /^\d[\d.,]*$/.test(duration) && cell(row, 'closed') !== '' && timeMs !== null;
      return isTimed ? secondsTo(row, timeMs) / parseExpiry(duration, 1) : [];
    });
    const ratio = median(ratios) ?? 1;
    return [60, 3_600, 86_400].findLast((unit) => ratio > unit / 6) ?? 1;
  };
  const unit = unitOfName(name) ?? unitByTimes();
  const secondsIn = remembering((duration) => parseExpiry(duration, unit));
  return (row, timeMs) => {
    const duration = cell(row, 'expiry');
    if (duration === '' && (cell(row, 'closed') === '' || timeMs === null)) return null;
    const seconds = Math.round(duration === '' ? secondsTo(row, timeMs as EpochMs) : secondsIn(duration));
    return seconds > 0 ? seconds : null;
  };
}
