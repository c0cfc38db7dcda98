/** Rows of counts that hold what others of their table count. */
import { groupBy } from '../../grouping.ts';
import { tokensOf } from '../claims/claim-words.ts';
import { pairIn } from '../words/pairs.ts';
import { NAMED_DAY, NAMED_MONTH } from '../words/periods.ts';
import type { Cells } from '../words/table-columns.ts';
import { plainWords, remembering } from '../words/words.ts';
import type { Cells as Row } from '../unreadable.ts';

const COUNTED = ['wins', 'losses', 'ties'] as const;
/** A quarter, a half or a year, beside rows of months. */
const LONG = /^(?:[qh] ?[1-4]|[1-4] ?[qh]|(?:19|20)\d\d)$/;
const AVERAGE =
  /^(?:avg|average|mean|median|promedio|media|durchschnitt|mittelwert|moyenne|среднее|ortalama)/;
const TOTALS = new Set(['total', 'running', 'every']);
/** Below the names of columns it is a count, not a label. */
const NUMBER = /^\d+(?:[.,]\d+)?\s?%?$/;
/** Smaller counts may be the sum of others by chance. */
const FEWEST = 10;
/** More often the same trades are not divided. */
const MOST_TIMES = 4;
const MOST_FORMS = 12;
/** A longer table is one of trades. */
const MOST_ROWS = 5_000;

interface Counts {
  readonly totals: ReadonlySet<Row>;
  /** They may hold those of others: by their label, or by their numbers alone. */
  readonly mayBe: readonly Row[];
  /** They divide the trades of the rows before them once more. */
  readonly split: readonly Row[];
}

interface Line {
  readonly row: Row;
  /** What the labels of rows of one kind have in common. */
  readonly form: string;
  readonly counts: readonly number[];
}

/** The kind of a label: of a day, a month, a pair, a total, or its words with any number. */
const formOf = remembering((label) => {
  const words = plainWords(label);
  if (AVERAGE.test(words)) return 'average';
  if (tokensOf(label).some(({ kind }) => TOTALS.has(kind))) return 'total';
  if (LONG.test(words)) return `long ${words.replace(/\d+/, '')}`;
  if (pairIn(label) !== undefined) return 'pair';
  return words.replace(NAMED_DAY, '\tday').replace(NAMED_MONTH, '\tmonth').replace(/\d+/g, '0');
});

const isLonger = ({ form }: Line): boolean => /^(?:total|long .?)$/.test(form);

/**
 * Rows of counts that hold those of the rows above (or below, where the newest row is the first) since any other such row, and are not
 * labelled as most are; and rows at the end that divide the same trades in another way.
 */
export function countTotals({ at, cell, amount, rows, isSum }: Cells): Counts {
  const isCounted = at.wins !== undefined && at.losses !== undefined && rows.length <= MOST_ROWS;
  if (!isCounted) return { totals: new Set(), mayBe: [], split: [] };
  const columns = new Set<number | undefined>(COUNTED.map((meaning) => at[meaning]));
  const lines = rows.flatMap((row): readonly Line[] => {
    const counts = COUNTED.map((meaning) => amount(cell(row, meaning)) || 0);
    if (isSum(row) || counts.every((count) => count === 0)) return [];
    const cells = row.filter((text, place) => text !== '' && !columns.has(place));
    const label = cells.find((text) => !NUMBER.test(text)) ?? cells[0] ?? '';
    return [{ row, form: formOf(label), counts }];
  });
  const byForm = groupBy(lines, ({ form }) => form);
  const [[usual] = [], ...forms] = [...byForm].sort(([, one], [, other]) => other.length - one.length);
  const [forward, backward] = [lines, lines.toReversed()].map((ordered) => {
    const sumsWith = (some: ReadonlySet<string>): Sums => sumsIn(ordered, usual, some);
    const heldOf = ({ held }: Sums, of: string): number => held.filter(({ form }) => form === of).length;
    const first = sumsWith(new Set());
    const known = new Set<string>();
    for (const [form, some] of forms.slice(0, MOST_FORMS)) {
      // One that does not hold its rows would stand in the next one of its kind.
      const held = some.length < 2 ? first : sumsWith(new Set([...known, form]));
      if (heldOf(held, form) * 2 >= some.length) known.add(form);
    }
    return sumsWith(known);
  }) as [Sums, Sums];
  const { held, others, rest } = backward.held.length > forward.held.length ? backward : forward;
  const byNumbers = held.filter((line) => !isLonger(line));
  const areSure = byNumbers.length > 1 && byNumbers.every(({ counts }) => sumOf(counts) >= FEWEST);
  const isSure = (line: Line): boolean => areSure || isLonger(line);
  const average = lines.filter(({ form }) => form === 'average' && form !== usual);
  return {
    totals: new Set([...held.filter(isSure), ...average].map(({ row }) => row)),
    mayBe: [...held.filter((line) => !isSure(line)), ...others].map(({ row }) => row),
    split: splitOf(rest).map(({ row }) => row),
  };
}

interface Sums {
  readonly held: readonly Line[];
  /** Labelled as sums, and none. */
  readonly others: readonly Line[];
  readonly rest: readonly Line[];
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
const keyOf = (counts: readonly number[]): string => counts.map((count) => count.toFixed(2)).join();

/** The rows that hold those since the beginning or since another such row; those of a `known` form may hold a single one. */
function sumsIn(lines: readonly Line[], usual: string | undefined, known: ReadonlySet<string>): Sums {
  const [held, others, rest]: [Line[], Line[], Line[]] = [[], [], []];
  let before = COUNTED.map(() => 0);
  const edges = new Map([[keyOf(before), 0]]);
  for (const line of lines) {
    const { form, counts } = line;
    if (form === 'average' && form !== usual) continue;
    const from = edges.get(keyOf(before.map((sum, at) => sum - (counts[at] as number)))) ?? rest.length;
    const holds = rest.length - from > (known.has(form) ? 0 : 1);
    if (form !== usual && (holds || known.has(form) || isLonger(line))) {
      (holds ? held : others).push(line);
      edges.set(keyOf(before), rest.length);
    } else {
      before = before.map((sum, at) => sum + (counts[at] as number));
      rest.push(line);
    }
  }
  return { held, others, rest };
}

/** The rows below those that count all trades once: blocks of as many, labelled otherwise, as sides below pairs. */
function splitOf(lines: readonly Line[]): readonly Line[] {
  let before = COUNTED.map(() => 0);
  const sums = lines.map(({ counts }) => (before = before.map((sum, at) => sum + (counts[at] as number))));
  const keys = new Set(sums.map(keyOf));
  const end = sums.findIndex((sum, at) => {
    const times = sumOf(before) / sumOf(sum);
    if (times < 2 || times > MOST_TIMES || !Number.isInteger(times)) return false;
    const parts = Array.from({ length: times }, (_, nth) => keyOf(sum.map((count) => count * (nth + 1))));
    const forms = new Set(lines.slice(0, at + 1).map(({ form }) => form));
    return (
      at > 0 &&
      lines.length - at > 2 &&
      parts.at(-1) === keyOf(before) &&
      parts.every((part) => keys.has(part)) &&
      lines.slice(at + 1).every(({ form }) => !forms.has(form))
    );
  });
  return end === -1 ? [] : lines.slice(end + 1);
}
