/** Rows that look like trades and of which it is not understood how they ended. */
import type { TradeOutcome } from '../../trade.ts';
import { isBlank } from '../words/amount.ts';
import { kindsOf } from '../chats/unresolved-signals.ts';
import type { Row } from '../complete-trades.ts';
import type { Asker } from '../questions.ts';
import type { NotUnderstood } from '../reading.ts';
import { type Cells, orNull } from '../unreadable.ts';
import type { RowReader } from './row-reader.ts';

/** A row that is no trade, and why. */
export interface Apart {
  readonly row: Cells;
  readonly left: NotUnderstood;
}

/** What of a row is not understood. */
const unknownOf = ({ left: { why, text } }: Apart): string => ('cell' in why ? (why.cell ?? text) : why.code);

/**
 * Asks how rows ended beside the trades that were read, those with one text by themselves; the rows that count, each with its outcome:
 * the one that its own word says, where it has one.
 */
export function askLeftOut(
  leftOut: readonly Apart[],
  reader: Pick<RowReader, 'ending'>,
  rows: readonly Row[],
  asker: Asker,
): ReadonlyMap<NotUnderstood, TradeOutcome> {
  const ended = new Map<NotUnderstood, TradeOutcome>();
  if (leftOut.length === 0 || rows.length === 0) return ended;
  const [most, others] = kindsOf(leftOut, unknownOf);
  // Rows that say nothing of an end, beside trades of which enough were lost, are openings rather than losses left blank.
  const lost = rows.filter(({ outcome }) => outcome === 'lost').length;
  const areOpenings =
    leftOut.every(({ left }) => left.why.code === 'no-ending') && lost * 3 > rows.length - lost;
  const kinds = [['left-out-rows', most] as const, ...(others ? [['left-out-others', others] as const] : [])];
  for (const [code, some] of kinds) {
    const texts = some.map(({ left }) => left.text);
    // The cells of a row below other names are not those of the columns; what it brought may deny its word.
    const said = some.map(({ row, left }) =>
      /^(?:other-table|contradiction|unsure-ending)$/.test(left.why.code)
        ? undefined
        : orNull(() => reader.ending(row, null, null))?.outcome,
    );
    const each = said.some(Boolean) ? (['each'] as const) : [];
    const alike = said.every(Boolean) ? [] : (['lost', 'won', 'tied'] as const);
    const answer = asker.ask(code, ['leave-out', ...each, ...alike], texts, areOpenings);
    if (answer === 'leave-out') continue;
    for (const [at, { left }] of some.entries()) {
      const outcome = said[at] ?? (answer === 'each' ? undefined : answer);
      if (outcome !== undefined) ended.set(left, outcome);
    }
  }
  return ended;
}

/**
 * Rows that are left out with at least half of the cells that trades have, and are not the opening of one that ended in another row. One that
 * lacks two cells that all trades have is a note, a payment or a trade that did not end, unless it may be one of more losses than are stated.
 */
export function likeTrades(
  leftOut: readonly Apart[],
  trades: readonly Row[],
  rows: readonly Cells[],
  reader: RowReader,
): Apart[] {
  const filled = rows.reduce((sum, row) => sum + filledIn(row), 0) / Math.max(1, rows.length);
  const numbers = new Set(rows.map((row) => reader.idOf(row)));
  const opensOther = (row: Cells): boolean =>
    reader.isWithoutEnd(row) && reader.idOf(row) !== '' && numbers.has(reader.idOf(row));
  const hasCell = (row: Cells, place: number): boolean => !isBlank(row[place] ?? '');
  const all = [...(rows[0] ?? []).keys()].filter((place) => rows.every((row) => hasCell(row, place)));
  const lacks = ({ row, left }: Apart): boolean =>
    left.why.code !== 'other-table' && all.filter((place) => !hasCell(row, place)).length > 1;
  const lost = trades.filter(({ outcome }) => outcome === 'lost');
  const mayBeLost = leftOut.filter(lacks).length > lost.length;
  return leftOut.filter(
    (one) => filledIn(one.row) * 2 >= filled && !opensOther(one.row) && (mayBeLost || !lacks(one)),
  );
}

const filledIn = (row: Cells): number => row.filter(Boolean).length;
