import { dayIn } from '../words/moment.ts';
import { pairIn } from '../words/pairs.ts';
import { requireReadableColumns, requireReadableRows, type Table } from '../unreadable.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** What stands behind a row that is struck out, or of which a part is. */
export const STRUCK = '~~';
const STRIKES = /^<(?:s|del|strike)[\s>]|line-through/i;

/** A table with marks behind the rows that have one, in a column of their own; as it is where none has. */
export function withMarks({ rows, lines }: Table, marks: ReadonlyMap<Table['rows'][number], string>): Table {
  if (marks.size === 0) return { rows, lines };
  const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
  const marked = (row: Table['rows'][number]): string[] =>
    Array.from({ length: width + 1 }, (_, at) => (at === width ? marks.get(row) : row[at]) ?? '');
  return { rows: rows.map(marked), lines };
}

/** What a picture is in words. */
const ALT = /\s(?:alt|title)\s*=\s*(["'])([^"']*)\1/i;
const SPAN = /\b(row|col)span\s*=\s*["']?(\d{1,3})/gi;

/** Whether a text is a day or a pair, which is that of each row that it spans: an outcome or an amount is that of one trade. */
function isOfRows(text: string): boolean {
  return (dayIn(text) !== undefined && !/^\d+[.,]\d+$/.test(text)) || pairIn(text) !== undefined;
}

/**
 * The rows of all tables of an HTML page, cells as plain text in the columns that spans put them, names of columns in two rows as one; what
 * is hidden in it as script or style is left out.
 */
export function parseHtmlTables(html: string): Table {
  const [rows, lines]: [string[][], number[]] = [[], []];
  let [row, cell]: [string[]?, string?] = [];
  const struck = new Map<readonly string[], string>();
  let [line, isStruck] = [1, false];
  let span = spanOf('');
  /** The cells that reach into further rows. */
  let below: ({ left: number; readonly text: string } | undefined)[] = [];
  /** How many cells of the row name no column, and the names above that reach into it. */
  let [others, above] = [0, undefined as readonly string[] | undefined];
  const fillSpans = (): void => {
    for (let held = below[row?.length ?? 0]; row && held; held = below[row.length]) {
      held.left -= 1;
      if (held.left === 0) below[row.length] = undefined;
      row.push(held.text);
    }
  };
  const endCell = (): void => {
    fillSpans();
    if (row !== undefined && cell !== undefined) {
      const text = plainText(cell);
      const isOfEach = span.isName || isOfRows(text);
      // Sums of terminals without a label stand behind one wide empty cell.
      for (let at = 0; at < (text === '' ? 1 : span.col); at += 1) {
        if (span.row > 1) below[row.length] = { left: span.row - 1, text: isOfEach ? text : '' };
        row.push(at === 0 || span.isName ? text : '');
      }
      if (!span.isName) others += 1;
      requireReadableColumns(line, row.length);
    }
    cell = undefined;
  };
  const endRow = (): void => {
    endCell();
    if (row?.some((text) => text !== '')) {
      const first = others === 0 ? above : undefined;
      if (first?.length === row.length) {
        [rows.length, lines.length] = [rows.length - 1, lines.length - 1];
        row = row.map((text, at) => (text === first[at] ? text : `${first[at]} ${text}`));
      }
      above = others === 0 && below.some(Boolean) ? row : undefined;
      // A copy takes no more places than it has cells.
      rows.push(row.slice());
      if (isStruck) struck.set(rows.at(-1) as string[], STRUCK);
      lines.push(line);
      requireReadableRows(rows.length);
    }
    if (row !== undefined) line += 1;
    [row, others, isStruck] = [undefined, 0, false];
  };
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf('<', at);
    const until = open === -1 ? html.length : open;
    if (cell !== undefined) cell += html.slice(at, until);
    if (open === -1) break;
    const close = html.indexOf('>', open);
    if (close === -1) break;
    const tag = /^<\/?([a-z0-9]+)/i.exec(html.slice(open, open + 12))?.[1]?.toLowerCase();
    const isEnd = html.charAt(open + 1) === '/';
    at = close + 1;
    const opening = html.slice(open, Math.min(at, open + 300));
    if ((tag === 'script' || tag === 'style') && !isEnd) {
      const ending = new RegExp(`</${tag}`, 'gi');
      ending.lastIndex = at;
      at = ending.exec(html)?.index ?? html.length;
    } else if (tag === 'tr' || tag === 'table') {
      endRow();
      if (tag === 'tr' && !isEnd) row = [];
      if (tag === 'table') [below, above] = [[], undefined];
    } else if (tag === 'td' || tag === 'th') {
      endCell();
      // Statements of terminals hide filler cells that the row of names does not have.
      if (!isEnd && !/hidden|display:\s*none/i.test(opening)) {
        row ??= [];
        cell = '';
        span = spanOf(opening);
      }
    } else if (tag === 'br' && cell !== undefined) cell += ' ';
    else if (tag === 'img' && cell !== undefined) cell += ` ${ALT.exec(html.slice(open, close))?.[2] ?? ''} `;
    isStruck ||= !isEnd && STRIKES.test(opening);
  }
  endRow();
  return withMarks({ rows, lines }, struck);
}

function spanOf(tag: string) {
  const span = { row: 1, col: 1, isName: /^<th/i.test(tag) };
  for (const [, of, count] of tag.matchAll(SPAN))
    span[of?.toLowerCase() as 'row' | 'col'] = Math.max(1, Number(count));
  return span;
}

function plainText(markup: string): string {
  return unescaped(markup).replace(/\s+/g, ' ').trim();
}

/** A text with the characters that its entities stand for. */
export function unescaped(markup: string): string {
  return markup.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi,
    (all, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? all;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
    },
  );
}
