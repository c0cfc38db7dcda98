/**
 * The cells of an XLSX file (ECMA-376), out of the XML texts in it. Formulas are not worked out: their last value counts.
 * No expression here looks for the end of a tag beyond the next one's beginning: a file of tags that never end would take hours.
 */
import { DAY_MS } from '../../../time/instant.ts';
import { formatCivil } from '../../../time/civil-date.ts';
import { DAYS_TO_1970 } from '../words/moment.ts';
import { requireReadableColumns, requireReadableRows, type Table, Unreadable } from '../unreadable.ts';
import { STRUCK, withMarks } from './html-table.ts';
import { withPlainDigits } from '../words/words.ts';

/** The parts of an XLSX file that are read. */
export function isSpreadsheetPart(name: string): boolean {
  return /^xl\/(?:(?:workbook|styles|sharedStrings|worksheets\/sheet\d{1,4})\.xml|_rels\/workbook\.xml\.rels)$/.test(
    name,
  );
}

/** The same from 1 January 1904, the day 0 of some. */
const DAYS_TO_1970_FROM_1904 = 24_107;

/** The tables of an XLSX file, one a sheet, out of its parts by name. Throws an Unreadable where there is no sheet. */
export function spreadsheetTables(parts: ReadonlyMap<string, string>): readonly Table[] {
  const sheets = [...parts.keys()].filter((name) => name.startsWith('xl/worksheets/')).sort(bySheetNumber);
  if (sheets.length === 0) throw new Unreadable({ code: 'no-spreadsheet' });
  const texts = sharedTexts(parts.get('xl/sharedStrings.xml') ?? '');
  const styles = stylesIn(parts.get('xl/styles.xml') ?? '');
  const is1904 = /date1904="(?:1|true)"/.test(parts.get('xl/workbook.xml') ?? '');
  const dayZero = is1904 ? DAYS_TO_1970_FROM_1904 : DAYS_TO_1970;
  const names = sheetNames(parts.get('xl/workbook.xml') ?? '', parts.get('xl/_rels/workbook.xml.rels') ?? '');
  return sheets.map((part) => ({
    ...tableOf(parts.get(part) as string, texts, styles, dayZero),
    name: names.get(part) ?? '',
  }));
}

/** The names of the sheets by those of their parts. */
function sheetNames(workbook: string, relations: string): ReadonlyMap<string, string> {
  const attribute = (tag: string, name: string): string =>
    new RegExp(`\\s${name}="([^"<>]{0,300})"`).exec(tag)?.[1] ?? '';
  const targets = new Map(
    [...relations.matchAll(/<Relationship [^<>]*>/g)].map(([tag]) => [
      attribute(tag, 'Id'),
      attribute(tag, 'Target').replace(/^\/?(?:xl\/)?/, 'xl/'),
    ]),
  );
  return new Map(
    [...workbook.matchAll(/<sheet [^<>]*>/g)].map(([tag]) => [
      targets.get(attribute(tag, 'r:id')) ?? '',
      unescaped(attribute(tag, 'name')),
    ]),
  );
}

function bySheetNumber(one: string, other: string): number {
  return Number(/\d+/.exec(one)?.[0]) - Number(/\d+/.exec(other)?.[0]);
}

function sharedTexts(xml: string): string[] {
  return xml.split('<si').slice(1).map(textIn);
}

/** All texts in a piece of XML, one after the other; how they are spoken is left out. */
function textIn(xml: string): string {
  let text = '';
  for (const [, inside = ''] of withoutSpoken(xml).matchAll(/<t(?: [^<>]*)?>([^<]*)<\/t>/g)) text += inside;
  return unescaped(text);
}

function withoutSpoken(xml: string): string {
  const [first = '', ...rest] = xml.split('<rPh');
  return first + rest.map((piece) => piece.split('</rPh>', 2)[1] ?? '').join('');
}

function unescaped(text: string): string {
  const plain = text
    .replace(/&(lt|gt|quot|apos|#\d{1,7}|#x[\da-fA-F]{1,6});/g, (all, name: string) => {
      const known = { lt: '<', gt: '>', quot: '"', apos: "'" }[name];
      if (known !== undefined) return known;
      const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : all;
    })
    .replaceAll('&amp;', '&');
  return withPlainDigits(plain);
}

/** Excel's own limit; the search for pairs of quotes and brackets in it takes the square of its length. */
const LONGEST_FORMAT = 255;

/** What stands behind a row of which an amount is red: it may be a loss. */
export const RED = '[🟥]';

interface Style {
  /** It shows a number as a date or a time. */
  readonly isDate: boolean;
  /** Its font or its fill is red. */
  readonly isRed: boolean;
  readonly isStruck: boolean;
}

function stylesIn(xml: string): readonly Style[] {
  const custom = new Map<number, boolean>();
  for (const [tag] of xml.matchAll(/<numFmt [^<>]*>/g)) {
    const code = (/formatCode="([^"]*)"/.exec(tag)?.[1] ?? '')
      .slice(0, LONGEST_FORMAT)
      .replace(/\[[^\]]*\]|&quot;.*?&quot;|\\./g, '');
    custom.set(Number(/numFmtId="(\d+)"/.exec(tag)?.[1]), /[ymdhs]/i.test(code));
  }
  const partsIn = (list: string, part: string): string[] =>
    (xml.split(`<${list}`, 2)[1]?.split(`</${list}>`, 1)[0] ?? '').split(new RegExp(`<${part}\\b`)).slice(1);
  const fonts = partsIn('fonts', 'font');
  const [red, fills] = [fonts.map(isRed), partsIn('fills', 'fill').map(isRed)];
  return partsIn('cellXfs', 'xf').map((format) => {
    const numberOf = (name: string): number =>
      Number(new RegExp(`\\s${name}="(\\d+)"`).exec(format)?.[1] ?? 0);
    const number = numberOf('numFmtId');
    return {
      isDate: custom.get(number) ?? ((number >= 14 && number <= 22) || (number >= 45 && number <= 47)),
      isRed: red[numberOf('fontId')] === true || fills[numberOf('fillId')] === true,
      isStruck: /<strike(?: val="(?:1|true)")?\s*\/>/.test(fonts[numberOf('fontId')] ?? ''),
    };
  });
}

/** Whether a font or a fill has a red colour, by its name in the first palette or by its parts. */
function isRed(xml: string): boolean {
  const [, indexed, ...parts] =
    /<(?:color|fgColor) [^<>]*?(?:indexed="(\d+)"|rgb="(?:[\dA-F]{2})?([\dA-F]{2})([\dA-F]{2})([\dA-F]{2})")/i.exec(
      xml,
    ) ?? [];
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16));
  return (
    /^(?:2|10)$/.test(indexed ?? '') || (red - Math.max(green, blue) > 32 && Math.abs(green - blue) < 64)
  );
}

function tableOf(xml: string, texts: readonly string[], styles: readonly Style[], dayZero: number): Table {
  const rows: string[][] = [];
  const lines: number[] = [];
  /** Red amounts, and columns of which some amounts are below 0, or not red: these have signs, or a colour of their own. */
  const red: { readonly row: string[]; readonly at: number }[] = [];
  const [signed, mixed] = [new Set<number>(), new Set<number>()];
  const marks = new Map<string[], string>();
  let line = 0;
  for (const piece of xml.split(/<row\b/).slice(1)) {
    line = Number(/^[^>]*?\br="(\d{1,9})"/.exec(piece)?.[1] ?? line + 1);
    const row: string[] = [];
    for (const cell of piece.split(/<c\b/).slice(1)) {
      const [tag = ''] = /^[^>]*>/.exec(cell) ?? [];
      const letters = /\br="([A-Z]{1,3})\d/.exec(tag)?.[1];
      const at = letters === undefined ? row.length : columnOf(letters);
      requireReadableColumns(line, at + 1);
      while (row.length < at) row.push('');
      const style = styles[Number(/\bs="(\d+)"/.exec(tag)?.[1] ?? -1)];
      const text = tag.endsWith('/>') ? '' : cellText(tag, cell, texts, style, dayZero).trim();
      row[at] = text;
      if (text !== '' && style?.isStruck === true) marks.set(row, STRUCK);
      if (Number(text) < 0) signed.add(at);
      else if (Number(text) > 0 && style?.isRed === true) red.push({ row, at });
      else if (Number(text) > 0) mixed.add(at);
    }
    if (row.every((text) => text === '')) continue;
    rows.push(row);
    lines.push(line);
    requireReadableRows(rows.length);
  }
  for (const { row, at } of red) if (mixed.has(at) && !signed.has(at)) marks.set(row, marks.get(row) ?? RED);
  return withMarks({ rows, lines }, marks);
}

function columnOf(letters: string): number {
  let column = 0;
  for (let at = 0; at < letters.length; at += 1) column = column * 26 + letters.charCodeAt(at) - 64;
  return column - 1;
}

function cellText(
  tag: string,
  cell: string,
  texts: readonly string[],
  style: Style | undefined,
  dayZero: number,
): string {
  const type = /\bt="(\w+)"/.exec(tag)?.[1] ?? 'n';
  if (type === 'inlineStr') return textIn(cell);
  const value = unescaped(/<v(?: [^<>]*)?>([^<]*)<\/v>/.exec(cell)?.[1] ?? '');
  if (value === '') return '';
  if (type === 's') return texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type !== 'n') return value;
  const number = Number(value);
  if (style?.isDate !== true || Number.isNaN(number)) return plainNumber(value, number);
  if (number < 1) return formatCivil(Math.round(number * DAY_MS), true).slice(11);
  const moment = formatCivil(Math.round((number - dayZero) * 86_400) * 1_000, true);
  return Number.isInteger(number) ? moment.slice(0, 10) : moment;
}

/** A number without the digits that its binary form adds, as in 0.80000000000000004, and without an exponent. */
function plainNumber(text: string, number: number): string {
  if (Number.isNaN(number)) return text;
  return /e/i.test(String(number)) ? number.toFixed(12).replace(/\.?0+$/, '') : String(number);
}
