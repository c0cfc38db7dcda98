/** Columns by their content, where no name says what they are. */
import { amountAt, type DecimalMark } from './amount.ts';
import { fitterOf, isSureEnding, MOSTLY, shareOf } from './column-fits.ts';
import type { Meaning, Named } from './column-names.ts';
import { parseEnding } from './endings.ts';
import { pairIn } from './pairs.ts';
import { type BestColumns, cellsIn, hasBothEndings } from './settled-columns.ts';
import { besideSide } from './trade-words.ts';

/** A few times of day alike are times to expiry. */
export const MOST_EXPIRIES = 3;

/** Columns whose names do not say what nearly all of their cells do: days, times of day, pairs, who won and who lost. */
export function takeByContent(
  best: BestColumns,
  names: readonly (Named | undefined)[],
  row: readonly string[],
  sample: readonly (readonly string[])[],
  mark: DecimalMark,
): void {
  const take = (meaning: Meaning, fits: (cells: readonly string[]) => boolean): void => {
    const used = new Set([...best.values()].map(({ at }) => at));
    const found = [...row.keys()].filter(
      (at) => names[at] !== 'unused' && !used.has(at) && fits(cellsIn(sample, at)),
    );
    // Of several it is not certain which.
    const at = found.length === 1 || meaning === 'result' ? found[0] : undefined;
    if (at !== undefined) best.set(meaning, { meaning, at, name: row[at] as string, share: 1 });
  };
  const mostly = (meaning: Meaning) => (cells: readonly string[]) =>
    cells.length * 2 > sample.length && shareOf(cells, fitterOf(meaning, cells, mark)) >= MOSTLY;
  if (!['time', 'date', 'closed'].some((one) => best.has(one as Meaning))) {
    const areNumbers = (cells: readonly string[]): boolean => cells.some((cell) => /^\d+$/.test(cell));
    take('time', (cells) => mostly('time')(cells) && !areNumbers(cells));
    if (!best.has('time')) take('date', (cells) => mostly('date')(cells) && !areNumbers(cells));
  }
  // A few alike are times to expiry.
  const isClock = (cells: readonly string[]): boolean =>
    mostly('clock')(cells) && new Set(cells).size > MOST_EXPIRIES;
  if (!best.has('time') && !best.has('clock')) take('clock', isClock);
  // A currency, or the kind of what is traded, stands beside its name.
  const pairs = (cells: readonly string[]): number => shareOf(cells, (cell) => pairIn(cell) !== undefined);
  const kinds = cellsIn(sample, best.get('pair')?.at ?? -1);
  if (pairs(kinds) === 0) {
    const side = best.get('direction');
    // `Buy Apple` in the column of the side.
    const named = cellsIn(sample, side?.at ?? -1).map(besideSide);
    const areNames = kinds.length > 0 && new Set(named).size > new Set(kinds).size + 1;
    if (side !== undefined && (pairs(named) >= 0.5 || areNames))
      best.set('pair', { ...side, meaning: 'pair' });
    else take('pair', (cells) => pairs(cells) >= 0.5);
  }
  if (!best.has('result'))
    take(
      'result',
      (cells) => cells.length * 2 > sample.length && cells.some(isSureEnding) && hasBothEndings(cells),
    );
  // What lost stakes brought is the stake below 0, or nothing came back of them.
  const [stake, result] = [best.get('stake'), best.get('result')];
  if (stake === undefined || result === undefined || best.has('profit') || best.has('returned')) return;
  const ended = sample.flatMap((cells) => {
    const [ending, staked] = [parseEnding(cells[result.at] ?? ''), amountAt(cells, stake.at, mark)];
    return ending === 'won' || ending === 'lost' ? [{ cells, isWon: ending === 'won', staked }] : [];
  });
  if (![true, false].every((isWon) => ended.some((one) => one.isWon === isWon))) return;
  for (const [meaning, base] of [
    ['profit', 0],
    ['returned', 1],
  ] as const) {
    const at = row.findIndex((_name, place) =>
      ended.every(({ cells, isWon, staked }) => {
        const above = amountAt(cells, place, mark) - base * staked;
        return isWon ? above > 0 : above === -staked;
      }),
    );
    if (at !== -1) best.set(meaning, { meaning, at, name: row[at] as string, share: 1 });
  }
}
