/** Rows that state how many trades were won or lost, or what all brought, and are denied by the trades. */
import type { Trade } from '../trade.ts';
import { type DecimalMark, parseAmount } from './amount.ts';
import type { Row } from './complete-trades.ts';
import { countsOf, deniedCounts, statesCounts } from './denied-counts.ts';
import type { Reading } from './reading.ts';
import type { RowReader } from './row-reader.ts';
import type { TableColumns } from './table-columns.ts';
import type { RowReason } from './unreadable.ts';
import { plainWords } from './words.ts';

const TOTAL = /^\W*(?:grand )?(?:totals?|sum|summe|gesamt|итого|toplam|合计|合計)(?!\p{L})/iu;

/** It is a sum of the rows below the sum before it. */
const OF_PART =
  /(?<!\p{L})(?:page|sub-?total|day|daily|week|weekly|month|monthly|страниц\p{L}*|день|дня|недел\p{L}*|месяц\p{L}*|p[áa]gina|dia|semana|m[êe]s|seite|tag|woche|monat|halaman|hari|minggu|bulan|sayfa|gün|hafta)(?!\p{L})/iu;

/**
 * A sum whose profit is neither that of the rows above, of which so many stand `above` the sum before it, nor that of these says so; what
 * states counts and lacks what trades have is a sum.
 */
export function sumReason(
  why: RowReason,
  row: readonly string[],
  rows: readonly Row[],
  above: number,
  reader: RowReader,
): RowReason {
  if (why.code.startsWith('no-') && !/\p{L}/u.test(reader.cells.cell(row, 'result')) && statesCounts(row))
    return { code: 'sum' };
  if (why.code !== 'sum' || !row.some((cell) => TOTAL.test(cell))) return why;
  const isOfPart = row.some((cell) => OF_PART.test(cell));
  if (reader.countsOnly) {
    const number = (of: 'wins' | 'losses'): number | undefined => reader.cells.number(row, of) ?? undefined;
    const counts = { won: number('wins'), lost: number('losses') };
    const [own, all] = [rows.slice(above), rows].map((some) => deniedCounts(counts, countsOf(some), 0));
    return own === undefined || all === undefined ? why : isOfPart ? own : all;
  }
  const stated = reader.cells.number(row, 'profit');
  if (stated === null || rows.some(({ profit }) => profit === null)) return why;
  const ofOwn = differing(stated, rows.slice(above));
  const ofAll = differing(stated, rows);
  if (ofOwn === undefined || ofAll === undefined) return why;
  return isOfPart ? ofOwn : ofAll;
}

const TOTAL_PROFIT = /^(?:closed p l|(?:total )?net (?:profit|p l|result)|total (?:profit|p l))$/;

const CENT = 0.011;
const MOSTLY = 0.8;
const FEWEST_ROWS = 10;

/**
 * How often a balance that mostly moves by what trades brought did otherwise between two rows that follow each other, and by how much
 * together, where it did, and whether it moved from the row below, as where the newest one stands first; `places` are those of the rows.
 * Undefined where no column is such a balance.
 */
export function balanceGaps(
  trades: readonly Trade[],
  places: readonly number[],
  { at: meanings, rows, names, isUsed, numberAt }: TableColumns,
): { readonly gaps: Reading['balance']; readonly isOfRowBelow: boolean } | undefined {
  const width = Math.max(names.length, rows[0]?.length ?? 0);
  for (let at = 0; at < width; at += 1) {
    if (isUsed(at)) continue;
    // Where cents are not shown, each amount is rounded.
    const least = rows.every((row) => !(numberAt(row, at) % 1)) ? 1 + CENT : CENT;
    // The newest row may stand first; where most trades brought as much, both orders fit.
    const found = [-1, 1].flatMap((step) => {
      let [of, gaps, sum] = [0, 0, 0];
      for (const [trade, { profit }] of trades.entries()) {
        const place = places[trade] as number;
        if (places[trade + step] !== place + step) continue;
        const moved = numberAt(rows[place] ?? [], at) - numberAt(rows[place + step] ?? [], at);
        of += 1;
        // What stands in a row of its own is taken off there.
        const own = numberAt(rows[place] ?? [], meanings.profit ?? -1);
        if ([profit, own].some((brought) => Math.abs(moved - brought) < least)) continue;
        gaps += 1;
        sum += moved - profit;
        if (gaps > trades.length * (1 - MOSTLY)) break;
      }
      const fits = of >= FEWEST_ROWS && gaps <= of * (1 - MOSTLY) && !Number.isNaN(sum);
      return fits ? { gaps, of, sum, step } : [];
    });
    const [best] = found.sort((one, other) => one.gaps - other.gaps);
    if (best === undefined) continue;
    const { step, ...moved } = best;
    return { gaps: moved.gaps === 0 ? undefined : moved, isOfRowBelow: step === 1 };
  }
  return undefined;
}

/** Why a row with a label and an amount alone is denied by what the trades brought; undefined where it is not. */
export function deniedProfit(
  trades: readonly Trade[],
  row: readonly string[],
  mark: DecimalMark,
): RowReason | undefined {
  const filled = row.filter((cell) => cell !== '');
  // `Closed P/L: 115.00` in one cell.
  const [label = '', number = '', ...others] =
    filled.length === 1 ? (filled[0] as string).split(/\s*[:=]\s*/) : filled;
  const stated = parseAmount(number, mark);
  if (others.length > 0 || Number.isNaN(stated)) return undefined;
  return TOTAL_PROFIT.test(plainWords(label)) ? differing(stated, trades) : undefined;
}

/** The sum of amounts, each of which is rounded, where it is not as stated. */
function differing(
  stated: number,
  trades: readonly { readonly profit: number | null }[],
): RowReason | undefined {
  const counted = trades.reduce((sum, { profit }) => sum + (profit as number), 0);
  return Math.abs(stated - counted) <= 0.005 * trades.length + 0.01
    ? undefined
    : { code: 'sum-differs', of: 'profit', stated, counted };
}
