/** Rows of one and the same trade: listed twice, or each a part of it, as an order that is filled or a position that is closed in parts. */
import type { Row } from './complete-trades.ts';
import type { Asker } from './questions.ts';
import type { RowReader } from './row-reader.ts';

type Cells = readonly string[];

interface Repeats {
  /** What rows of one trade share; undefined for a row that counts in any case. */
  readonly keyOf: (row: Cells) => string | undefined;
  /** Each row is a part of its trade, not the whole of it once more. */
  readonly arePart: boolean;
}

/** Which rows are of one trade; undefined where each counts. Rows with a number and all cells of another are one. */
export function repeatsOf(rows: readonly Cells[], reader: RowReader, asker: Asker): Repeats | undefined {
  const textOf = (row: Cells): string => row.join('\t');
  const numbered = rows.filter((row) => reader.idOf(row) !== '');
  const ids = new Set(numbered.map((row) => reader.idOf(row)));
  if (numbered.length > 0 && ids.size * 4 > numbered.length) {
    const repeated = numbered.length - ids.size;
    if (repeated === 0) return asksParts(rows, reader, asker);
    const isSame = new Set(numbered.map(textOf)).size <= ids.size;
    const ends = new Set(numbered.map((row) => `${reader.idOf(row)}\t${reader.endText(row)}`));
    const arePart = (ends.size - ids.size) * 2 > repeated;
    const answers = arePart ? (['each', 'one'] as const) : (['one', 'each'] as const);
    return !isSame &&
      asker.ask(
        'same-number',
        answers,
        sharing(numbered, (row) => reader.idOf(row)),
      ) === 'one'
      ? { keyOf: (row) => reader.idOf(row) || undefined, arePart }
      : { keyOf: (row) => (reader.idOf(row) === '' ? undefined : textOf(row)), arePart: false };
  }
  const texts = new Map<string, number>();
  const repeated: Cells[] = [];
  for (const row of rows) {
    const text = textOf(row);
    const count = (texts.get(text) ?? 0) + 1;
    texts.set(text, count);
    if (count > 1) repeated.push(row);
  }
  if (repeated.length === 0) return asksParts(rows, reader, asker);
  // Without a time of day equal rows are usual, unless each row of a table with dates comes as often.
  if (!reader.hasClock && !(reader.hasDates && [...texts.values()].every((count) => count > 1)))
    return undefined;
  return asker.ask('repeated-rows', ['once', 'each'], repeated) === 'once'
    ? { keyOf: textOf, arePart: false }
    : undefined;
}

/** The rows whose number, or other key, a row above them has. */
function sharing(rows: readonly Cells[], keyOf: (row: Cells) => string): readonly Cells[] {
  const seen = new Set<string>();
  return rows.filter((row) => keyOf(row) !== '' && seen.size === seen.add(keyOf(row)).size);
}

/** Rows that opened at once, on one side of one pair, and ended otherwise may be the parts of one position. */
function asksParts(rows: readonly Cells[], reader: RowReader, asker: Asker): Repeats | undefined {
  const keyOf = (row: Cells): string => reader.openText(row);
  const shared = sharing(rows, keyOf);
  return shared.length > 0 && asker.ask('same-number', ['each', 'one'], shared) === 'one'
    ? { keyOf: (row) => keyOf(row) || undefined, arePart: true }
    : undefined;
}

/** A trade with a further part of it: what its parts brought together is what it brought. */
export function withPart(trade: Row, part: Row): Row {
  if (trade.profit === null || part.profit === null) return trade;
  const sum = trade.profit + part.profit;
  const profit = Math.abs(sum) < 1e-9 ? 0 : sum;
  return {
    ...trade,
    outcome: profit > 0 ? 'won' : profit < 0 ? 'lost' : 'tied',
    stake: trade.stake === null || part.stake === null ? null : trade.stake + part.stake,
    profit,
  };
}
