import { requireReadableColumns, requireReadableRows, type Table } from './unreadable.ts';

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** The rows of all tables of an HTML page, cells as plain text; what is hidden in it as script or style is left out. */
export function parseHtmlTables(html: string): Table {
  const rows: string[][] = [];
  const lines: number[] = [];
  let row: string[] | undefined;
  let cell: string | undefined;
  let line = 1;
  const endCell = (): void => {
    if (row !== undefined && cell !== undefined) {
      row.push(plainText(cell));
      requireReadableColumns(line, row.length);
    }
    cell = undefined;
  };
  const endRow = (): void => {
    endCell();
    if (row?.some((text) => text !== '')) {
      // A copy takes no more places than it has cells.
      rows.push(row.slice());
      lines.push(line);
      requireReadableRows(rows.length);
    }
    if (row !== undefined) line += 1;
    row = undefined;
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
    if ((tag === 'script' || tag === 'style') && !isEnd) {
      const ending = tag === 'script' ? /<\/script/gi : /<\/style/gi;
      ending.lastIndex = at;
      at = ending.exec(html)?.index ?? html.length;
    } else if (tag === 'tr' || tag === 'table') {
      endRow();
      if (tag === 'tr' && !isEnd) row = [];
    } else if (tag === 'td' || tag === 'th') {
      endCell();
      // Statements of terminals hide filler cells that the row of names does not have.
      if (!isEnd && !/hidden|display:\s*none/i.test(html.slice(open, Math.min(close, open + 300)))) {
        row ??= [];
        cell = '';
      }
    } else if (tag === 'br' && cell !== undefined) cell += ' ';
  }
  endRow();
  return { rows, lines };
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
