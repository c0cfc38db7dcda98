import type { Table } from '../unreadable.ts';

/** Which of comma and dot stands before the cents. */
export type DecimalMark = ',' | '.';

const PLAIN = /^[+-]?\d+(?:\.\d+)?(?:e[+-]\d{1,2})?$/i;
const LONGEST = 40;

/** What a number is multiplied by; a `mil` is a thousand or a million. */
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/\d\s?(?:k|rb|ribu)$/i, 1_000],
  [/\d\s?(?:m|mio|mln|jt|juta)$/i, 1_000_000],
  [/\d\s?(?:lakhs?|lacs?)$/i, 100_000],
  [/\d\s?mil$/i, Number.NaN],
];

/** Names of currencies that have other letters than Latin ones, or a dot. */
const CURRENCY_WORD =
  /(?<=\d)(?:руб(?:л\p{L}{1,2})?\.?|р\.?|грн\.?|лв\.?|zł|kč|円|元|원|टका|रु(?:पये|पए)?\.?|টাকা|روپے|ريال|درهم|دولار)$|^(?:руб|р|रु|টাকা|روپے|ريال|درهم|دولار)\.?(?=\d)/iu;

/** What stands behind a whole amount in India: `1,500/-`, `1,500/=`. */
const WHOLE = /(?<=\d)\s?\/[-–=](?=\s|\p{L}|$)/u;

/** What Vietnam types for ₫; the capital alone is the sign of a demo account. */
export const DONG = /đ|VNĐ/g;

/** Currencies whose amounts have no decimals. */
const WITHOUT_CENTS = /(?<!\p{L})(?:Rp|IDR|VND|KRW|JPY|CLP|PYG)(?!\p{L})|[₫đ₩¥￥円원₲]/iu;

/** The number of a telephone. */
const PHONE = /^\+\d{10,}$/;

/** What a bet is on: `Over 2.5`. */
const OF_GOALS = /^(?:over|under|mais|menos|más|mas|über|unter|oltre) ?(?:de )?\d/iu;

/** `12.50-`, `12,50- €`. */
const TRAILING = /^([^+−-]*\d[^+−-]*)[−-]([\s\p{L}\p{Sc}]*)$/u;

/** Whether a cell of a column of numbers holds none. */
export const isBlank = (cell: string): boolean => /^[-–—]{0,2}$/.test(cell);

/**
 * A number as people and programs write it: with currency signs, thousands in groups, a trailing minus, or in brackets when it
 * is negative. NaN where it is no number. A percent sign is passed over.
 */
export function parseAmount(cell: string, mark: DecimalMark): number {
  const text = cell.replace(WHOLE, '').replace(DONG, '₫');
  if (text === '' || text.length > LONGEST || PHONE.test(text)) return Number.NaN;
  if (mark === '.' && PLAIN.test(text)) return Number(text);
  if (OF_GOALS.test(text)) return Number.NaN;
  const isInBrackets = /^(?:\p{L}{0,3}\p{Sc}?\s?)\(.*\)\s?(?:\p{Sc}|\p{L}{1,4})?$/u.test(text);
  const isDebit = /\ddr?\.?$|^(?:loss|lost|perdida)|(?:loss|lost|perdida)$/i.test(text.replaceAll(' ', ''));
  const isTrailing = /\d.*[−-]/.test(text) && TRAILING.test(text);
  let digits = (isTrailing ? text.replace(TRAILING, '$1$2') : text)
    // `+$8.70 (+87%)`, `-13.56 USDT (-1.36%)`: an amount with its share of the stake.
    .replace(/(?<=\d(?:\s?[\p{Sc}A-Za-z]{1,8})?)\s*\([+−-]?\d+(?:[.,]\d+)?\s?%\)$/u, '')
    .replace(/[()\s\u00a0\u202f'’%]/g, '')
    .replaceAll('−', '-')
    .replace(/^[–—]/, '-')
    // `±0.00`: of a tie.
    .replace(/^±(?=[^1-9]*$)/, '')
    // `12.50+` beside `12.50-`.
    .replace(/(?<=\d)\+(?=[\p{L}\p{Sc}]{0,4}$)/u, '')
    .replace(/^([+-]?)[\p{Sc}A-Za-zĐ][\p{Sc}A-Za-z.]{0,9}([+-]?)(?=[\d.,])/u, '$1$2')
    .replace(/(?<=\d)[\p{Sc}A-Za-z]{1,8}\.?$/u, '')
    .replace(CURRENCY_WORD, '');
  const scale = SCALES.find(([unit]) => unit.test(text))?.[1] ?? 1;
  const own = isOfOther(digits, mark) === (mark === ',') ? '.' : ',';
  digits = own === ',' ? digits.replaceAll('.', '').replace(',', '.') : digits.replaceAll(',', '');
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)$/.test(digits)) return Number.NaN;
  const value = Number(digits) * scale;
  return isInBrackets || isTrailing || isDebit ? -Math.abs(value) : value;
}

/** Whether a number cannot be of a mark: the other one stands last in it, or alone before no group of three digits. */
function isOfOther(digits: string, mark: DecimalMark): boolean {
  const other = mark === ',' ? '.' : ',';
  const [at, last] = [digits.lastIndexOf(mark), digits.lastIndexOf(other)];
  const mayBeGroup = at === -1 && digits.length - last - 1 === 3;
  return last > at && !mayBeGroup && digits.indexOf(other) === last;
}

/** The number in a cell of a row; NaN where it holds none. */
export const amountAt = (row: readonly string[], at: number, mark: DecimalMark): number =>
  parseAmount(row[at] ?? '', mark);

/**
 * The decimal mark that the numbers of a file show: what stands last where both occur, or a mark that is not followed by three
 * digits or comes once where a group could not end, or one before three digits of a currency without cents, as in Rp12.300, or the
 * other one where each has three zeros behind it, or two beside such ones as 15.000. `fallback` where they do not tell.
 */
export function decimalMarkOf(cells: Iterable<string>, fallback: DecimalMark): DecimalMark {
  let commas = 0;
  let dots = 0;
  let [thousands, hundreds, tens, others] = [0, 0, 0, 0];
  const separators = new Set<string>();
  for (const cell of cells) {
    if (cell.length > LONGEST || !/\d[.,]\d/.test(cell) || /:|\d[.,]\d{1,2}[.,]\d/.test(cell)) continue;
    // Of a range, as 1.80-1.90, the last number.
    const number = cell.replace(/^.*\d ?%? ?[-–—~/] ?(?=\d)|^\D+|[^\d.,]|\D+$/g, '');
    const comma = number.lastIndexOf(',');
    const dot = number.lastIndexOf('.');
    const hasBoth = comma !== -1 && dot !== -1;
    const isGroup = WITHOUT_CENTS.test(cell) && /^\d{1,3}[.,]\d{3}$/.test(number);
    if (isGroup) [commas, dots] = dot === -1 ? [commas, dots + 1] : [commas + 1, dots];
    else if (hasBoth ? comma > dot : comma !== -1 && isDecimal(number, ',')) commas += 1;
    else if (hasBoth || (dot !== -1 && isDecimal(number, '.'))) dots += 1;
    else if (comma !== -1 && number.indexOf(',') !== comma) dots += 1;
    else if (dot !== -1 && number.indexOf('.') !== dot) commas += 1;
    else if (/^\d{1,3}[.,]\d00$/.test(number)) {
      separators.add(number.at(-4) as string);
      if (!number.endsWith('000')) hundreds += 1;
      else thousands += 1;
      if (number.endsWith('000') && number.length > '0.000'.length) tens += 1;
    } else others += 1;
  }
  const areGroups = thousands > 0 && others === 0 && (hundreds === 0 || tens > 0) && separators.size === 1;
  if (commas === 0 && dots === 0 && areGroups) return separators.has('.') ? ',' : '.';
  return commas === dots ? fallback : commas > dots ? ',' : '.';
}

function isDecimal(number: string, mark: string): boolean {
  const at = number.indexOf(mark);
  const mayBeGroup = number.length - at - 1 === 3 && at < 4 && !number.startsWith('0');
  return at === number.lastIndexOf(mark) && !mayBeGroup;
}

// Times of day and days that are written with a dot, as amounts are: `09.36`, `07.12.`.

type Rows = Table['rows'];

const PARTS = /^(\d{1,2})\.(\d\d)\.?$/;
const SAMPLED_ROWS = 500;
const FEWEST = 4;

/** A sample of the cells of a table that may hold amounts: those that no such column has. */
export function* amountCells({ rows }: Table): Generator<string> {
  const step = Math.max(1, Math.floor(rows.length / 2_000));
  const dotted = dottedPlaces(rows);
  for (let at = 0; at < rows.length; at += step)
    yield* (rows[at] as readonly string[]).filter((_cell, place) => !dotted.includes(place));
}

/** A table in which the amounts of each column have one decimal mark: those of a column that shows another one are written with it. */
export function withOneMark(table: Table, mark: DecimalMark): Table {
  const { rows } = table;
  const step = Math.max(1, Math.floor(rows.length / 2_000));
  const sample = rows.filter((_row, at) => at % step === 0);
  const dotted = dottedPlaces(rows);
  const width = sample.reduce((most, row) => Math.max(most, row.length), 0);
  const others = Array.from({ length: width }, (_, at) => at).filter(
    (at) =>
      !dotted.includes(at) &&
      ownMark(
        sample.flatMap((row) => row[at] || []),
        mark,
      ) !== mark,
  );
  if (others.length === 0) return table;
  const own = mark === ',' ? '.' : ',';
  const swapped = (cell: string): string =>
    Number.isNaN(parseAmount(cell, own)) ? cell : cell.replace(/[.,]/g, (one) => (one === ',' ? '.' : ','));
  return {
    ...table,
    rows: rows.map((row) => row.map((cell, at) => (others.includes(at) ? swapped(cell) : cell))),
  };
}

/** The mark of a column: of amounts of money no three digits are decimals. */
export function ownMark(cells: readonly string[], fallback: DecimalMark): DecimalMark {
  const marked = cells.filter((cell) => /\d[.,]\d/.test(cell));
  const [, mark] = /\d([.,])\d/.exec(marked[0] ?? '') ?? [];
  const other = mark === ',' ? '.' : ',';
  // A zero that is not cut off beside numbers without a mark is of no decimals.
  const areUncut =
    cells.some((cell) => /^[+-]?[1-9]\d{0,2}$/.test(cell)) && marked.some((cell) => cell.endsWith('0'));
  const areGroups =
    marked.length >= FEWEST &&
    marked.every((cell) => (areUncut ? PLAIN_GROUPS : GROUPS).test(cell) && !cell.includes(other));
  return areGroups ? other : decimalMarkOf(cells, fallback);
}

const PLAIN_GROUPS = /^[+-]?[1-9]\d{0,2}(?:[.,]\d{3})+$/;
const GROUPS = /^(?=.*\p{Sc})\D*\d{1,3}(?:[.,]\d{3})+\D*$/u;

/** The columns whose numbers are all two parts with a dot, some of them led by a 0 as no amount is. */
function dottedPlaces(rows: Rows): readonly number[] {
  const sample = rows.slice(0, SAMPLED_ROWS);
  const width = sample.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, at) => at).filter((at) => {
    const cells = numbersAt(sample, at);
    return (
      cells.length >= FEWEST &&
      cells.every((cell) => PARTS.test(cell)) &&
      cells.some((cell) => /^0\d/.test(cell))
    );
  });
}

/** A table with a colon in the times of day that have a dot: some of their minutes are no day of a month. */
export function withColons(table: Table): Table {
  const clocks = dottedPlaces(table.rows).filter((at) => {
    const parts = numbersAt(table.rows, at).map((cell) => PARTS.exec(cell) ?? []);
    return (
      parts.every(([, hour, minute]) => Number(hour) < 24 && Number(minute) < 60) &&
      parts.some(([, , minute]) => Number(minute) > 31)
    );
  });
  if (clocks.length === 0) return table;
  const rows = table.rows.map((row) =>
    clocks.reduce(
      (cells, at) =>
        PARTS.test(cells[at] ?? '') ? cells.with(at, cells[at]?.replace('.', ':') ?? '') : cells,
      row,
    ),
  );
  return { ...table, rows };
}

function numbersAt(rows: Rows, at: number): readonly string[] {
  return rows.flatMap((row) => (/\d/.test(row[at] ?? '') ? (row[at] as string) : []));
}

/** A number as a cell of a table has it; empty where it is none. */
export function amountCell(value: number, mark: DecimalMark): string {
  return Number.isFinite(value) ? value.toFixed(8).replace('.', mark) : '';
}
