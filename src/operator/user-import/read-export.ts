import { gunzipSync } from 'node:zlib';
import { CsvError, parse } from 'csv-parse/sync';
import { isObject } from '../../core/json/loose.ts';
import { ExportFormatError, type ExportRow } from './hosted-user.ts';

export interface UserExport {
  /** What the number of a row counts: lines of the file, from its first on, or the objects of a JSON array. */
  readonly unit: 'line' | 'object';
  readonly rows: readonly ExportRow[];
}

/**
 * Reads an export of the hosted service's users: a JSON array, JSON with an object a line, or CSV with a heading line; each also
 * compressed with gzip. The format is recognised by how the file begins, never by its name.
 * @throws ExportFormatError when the file is none of these or cannot be read to its end.
 */
export function readExport(bytes: Uint8Array): UserExport {
  const text = textOf(bytes);
  const begin = text.trimStart();
  if (begin === '') throw new ExportFormatError('the file is empty');
  // An answer of the admin API looks like an export and is none.
  if (/^\{\s*"(?:users|aud|nextPage)"\s*:/.test(begin) && /"users"\s*:\s*\[/.test(begin))
    throw new ExportFormatError(
      'this is an answer of the admin API, which never holds password hashes. Export the rows of the table auth.users',
      1,
    );
  if (begin.startsWith('[')) return { unit: 'object', rows: arrayRows(text) };
  if (begin.startsWith('{')) return { unit: 'line', rows: lineRows(text) };
  const heading = begin.split('\n', 1)[0] ?? '';
  if (/(?:^|[,;\t])\s*"?email"?\s*(?:[,;\t\r]|$)/i.test(heading))
    return { unit: 'line', rows: csvRows(text, heading) };
  throw new ExportFormatError(
    'not an export that can be read: it is neither JSON nor CSV with a first line that names the columns',
    1,
  );
}

function textOf(bytes: Uint8Array): string {
  try {
    const isPacked = bytes[0] === 0x1f && bytes[1] === 0x8b;
    return new TextDecoder('utf-8', { fatal: true }).decode(isPacked ? gunzipSync(bytes) : bytes);
  } catch (error) {
    throw new ExportFormatError(
      ((error as NodeJS.ErrnoException).code ?? '').startsWith('Z_')
        ? 'the gzip file is broken or cut off'
        : 'the file is not UTF-8 text; save it as UTF-8',
    );
  }
}

function arrayRows(text: string): ExportRow[] {
  let values: readonly unknown[];
  try {
    values = JSON.parse(text) as readonly unknown[];
  } catch {
    throw new ExportFormatError('the JSON array is broken or cut off');
  }
  return values.map((value, at) => rowOf(at + 1, value));
}

function lineRows(text: string): ExportRow[] {
  return text.split('\n').flatMap((json, at) => {
    if (json.trim() === '') return [];
    try {
      return rowOf(at + 1, JSON.parse(json));
    } catch {
      return { line: at + 1, problem: 'not valid JSON' };
    }
  });
}

function rowOf(line: number, value: unknown): ExportRow {
  return isObject(value) ? { line, fields: value } : { line, problem: 'not a JSON object' };
}

/**
 * A row with too few or too many fields is a row with a problem. Broken quotes refuse the file: behind them nothing says where a row
 * begins, and guessing could turn text that a stranger wrote into an account.
 */
function csvRows(text: string, heading: string): ExportRow[] {
  const delimiter = [';', '\t'].find((each) => heading.includes(each) && !heading.includes(',')) ?? ',';
  const rows: ExportRow[] = [];
  let names: readonly string[] | undefined;
  let nextLine = 1;
  let emptyLines = 0;
  const take = (fields: readonly string[], info: { lines: number; empty_lines: number }): null => {
    const line = nextLine + info.empty_lines - emptyLines;
    nextLine = info.lines + 1;
    emptyLines = info.empty_lines;
    if (names === undefined) names = columnsOf(fields);
    else if (fields.length === names.length)
      rows.push({ line, fields: Object.fromEntries(names.map((name, at) => [name, fields[at]])) });
    else rows.push({ line, problem: `${fields.length} fields where the heading has ${names.length}` });
    return null;
  };
  try {
    parse(text, {
      delimiter,
      record_delimiter: ['\r\n', '\n'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: take,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ExportFormatError(`the quotes are broken in this row (${quoteProblem(error.code)})`, nextLine);
  }
  return rows;
}

const NEEDED = ['email', 'encrypted_password'];

/**
 * Throws an ExportFormatError unless the columns without which no account can be made are there, once each: a join
 * with another table brings a second `email`, and taking the wrong one would give a person the account of another.
 */
function columnsOf(heading: readonly string[]): readonly string[] {
  const names = heading.map((name) => name.trim().toLowerCase());
  const missing = NEEDED.filter((name) => !names.includes(name));
  const twice = [...NEEDED, 'id'].find((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice !== undefined)
    throw new ExportFormatError(`more than one column "${twice}"; export auth.users alone`);
  if (missing.length === 0) return names;
  throw new ExportFormatError(
    `no column ${missing.map((name) => `"${name}"`).join(' and no column ')}. ` +
      'Export the rows of the table auth.users with their column names as the first line',
  );
}

function quoteProblem(code: string): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is never closed';
  if (code === 'INVALID_OPENING_QUOTE') return 'a quote inside a field that does not begin with one';
  return 'text behind a closing quote';
}
