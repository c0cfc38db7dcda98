/** Rows without a time of day that stand in a table twice because they were pasted twice. */
import type { RowReader } from './row-reader.ts';

type Cells = readonly string[];

/** Chance makes so few tables of which rows are taken for copies. */
const RARE = 0.001;
/** Dates are in order where so few steps from row to row go against it. */
const AGAINST = 0.1;

/** So many copies follow each other. */
const FEWEST = 3;

/**
 * Rows that stand together, where dates are in order, behind rows of another date than that of the first row of their text; else the second half of the
 * rows of a date, or of a table without dates, that is as the first one, which chance, by how often each row comes, would not repeat; else every
 * second row of a table with dates of which each row comes twice. `firstOf` gives the first row of a row's text.
 */
export function copiedRows(
  rows: readonly Cells[],
  firstOf: (row: Cells) => Cells,
  { cells, times }: RowReader,
): ReadonlySet<Cells> {
  const days = rows.map((row) => times.startIfReadable(row).timeMs ?? 0);
  const steps = days.map((day, place) => Math.sign(day - (days[place - 1] ?? day)));
  const goes = (sign: number): number => steps.filter((step) => step === sign).length;
  const isInOrder = Math.min(goes(1), goes(-1)) <= (goes(1) + goes(-1)) * AGAINST;
  const runs: Cells[][] = [];
  const runOf = new Map<Cells, number>();
  for (const [place, row] of rows.entries()) {
    if (steps[place] !== 0 || place === 0) runs.push([]);
    runs.at(-1)?.push(row);
    if (firstOf(row) === row) runOf.set(row, runs.length - 1);
  }
  const isBehind = runs.flatMap((run, at) => run.map((row) => runOf.get(firstOf(row)) !== at));
  const behind = new Set<Cells>();
  let together: Cells[] = [];
  for (const [place, row] of rows.entries()) {
    together = isBehind[place] === true ? [...together.slice(1 - FEWEST), row] : [];
    if (together.length === FEWEST) for (const one of together) behind.add(one);
  }
  if (isInOrder && behind.size > 0) return behind;

  const dated = new Set([cells.at.time, cells.at.date, cells.at.closed]);
  const restOf = (row: Cells): string => row.filter((_cell, place) => !dated.has(place)).join('\t');
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(restOf(row), (counts.get(restOf(row)) ?? 0) + 1);
  const second = runs.flatMap((run) => {
    const half = run.slice(run.length / 2);
    const areEqual = half.every((row, place) => firstOf(row) === firstOf(run[place] as Cells));
    const chanceOf = (row: Cells): number => (counts.get(restOf(row)) as number) / rows.length;
    const chance = half.reduce((product, row) => product * chanceOf(row), rows.length);
    return areEqual && run.length % 2 === 0 && chance < RARE ? half : [];
  });
  return new Set(second.length > 0 || !times.hasDates ? second : doubled(rows, firstOf));
}

function doubled(rows: readonly Cells[], firstOf: (row: Cells) => Cells): readonly Cells[] {
  const odd = new Set<Cells>();
  const second = rows.filter((row) => odd.delete(firstOf(row)) || !odd.add(firstOf(row)));
  const texts = new Set(second.map(firstOf)).size;
  return odd.size === 0 && 2 ** -texts < RARE ? second : [];
}
