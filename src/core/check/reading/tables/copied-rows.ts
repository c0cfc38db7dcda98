/** Rows that stand in a table twice: pasted twice, or of a trade that was logged twice, as by two accounts or exports. */
import { groupBy } from '../../grouping.ts';
import type { RowReader } from './row-reader.ts';
import type { Cells } from '../unreadable.ts';

/** Chance makes so few tables of which rows are taken for copies. */
const RARE = 0.001;
/** Dates are in order where so few steps from row to row go against it. */
const AGAINST = 0.1;

/** An entry price with fewer digits can recur. */
export const PRICE = /(?:\d\D?){4}/;

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

/** What each log of a trade says alike. */
const SAID = ['pair', 'direction', 'payout', 'result', 'stake', 'entry', 'profit', 'returned'] as const;
/** One of these that no other row has is that of one trade. */
const AMOUNTS = SAID.slice(4);
const NEAR_MS = 3_000;
/** Trades of their own begin as often a little later. */
const SOON_MS = 30_000;
const MOSTLY = 0.75;
/** More that follow each other so are trades of a program. */
const MOST_LOGS = 4;

/**
 * The rows that say the same as another one, but for numbers, times at the end and columns without a meaning, each with the first of these:
 * those that begin within a few seconds of it and have an amount or a price that no others have, or all of them where few begin soon after; and those
 * with a price that no others have that begin as long after it as others do after theirs, as where an export was pasted once more on another clock.
 */
export function nearCopies(rows: readonly Cells[], { cells, times }: RowReader): ReadonlyMap<Cells, Cells> {
  const copies = new Map<Cells, Cells>();
  if (!times.hasClock) return copies;
  const logs: (readonly Cells[])[] = [];
  const ofPrice = groupBy(rows, (row) => cells.cell(row, 'entry'));
  const shifted: { readonly by: number; readonly first: Cells; readonly other: Cells }[] = [];
  let [isApart, soon] = [false, 0];
  for (const alike of groupBy(rows, (row) => SAID.map((one) => cells.cell(row, one)).join('\t')).values()) {
    if (alike.length === 1) continue;
    // Of 200,000 rows an object each takes 20 MB.
    const begun = Float64Array.from(alike, times.msOf);
    const order = Uint32Array.from(begun.keys());
    order.sort((one, other) => (begun[one] as number) - (begun[other] as number));
    let from = 0;
    for (const [at, place] of order.entries()) {
      const next = order[at + 1] ?? -1;
      const gap = (begun[next] ?? Number.POSITIVE_INFINITY) - (begun[place] as number);
      isApart ||= gap > 0 && gap <= NEAR_MS;
      if (gap <= NEAR_MS) continue;
      if (Number.isFinite(gap)) {
        const [first, other] = [Math.min(place, next), Math.max(place, next)].map((one) => alike[one]) as [
          Cells,
          Cells,
        ];
        const price = cells.cell(first, 'entry');
        // Parts of a position end at prices of their own.
        const isSame = first.every((cell, one) => cell === other[one] || !(cells.amount(cell) % 1));
        if (isSame && PRICE.test(price) && ofPrice.get(price)?.length === alike.length)
          shifted.push({ by: gap, first, other });
      }
      const length = at + 1 - from;
      if (gap <= SOON_MS || length > MOST_LOGS) soon += 1;
      if (length > 1 && length <= MOST_LOGS)
        logs.push([...order.subarray(from, at + 1).sort()].map((one) => alike[one] as Cells));
      from = at + 1;
    }
  }
  for (const pairs of groupBy(shifted, ({ by }) => by).values())
    if (pairs.length >= FEWEST)
      for (const { first, other } of pairs) copies.set(other, copies.get(first) ?? first);
  if (!isApart) return copies;
  const areLogs = logs.length >= FEWEST && logs.length >= soon * MOSTLY;
  const counts = AMOUNTS.map((meaning) => groupBy(rows, (row) => cells.cell(row, meaning)));
  for (const [first, ...others] of logs as [Cells, ...Cells[]][]) {
    const isOwn = AMOUNTS.some(
      (meaning, at) => counts[at]?.get(cells.cell(first, meaning))?.length === others.length + 1,
    );
    if (areLogs || isOwn) for (const other of others) copies.set(other, first);
  }
  return copies;
}
