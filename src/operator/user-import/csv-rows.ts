import { CsvError, parse } from 'csv-parse';
import { ExportFormatError, type ExportRow, LONGEST_ROW } from './hosted-user.ts';

interface ParsedRow {
  readonly fields: readonly string[];
  readonly startsAt: number;
}

/**
 * Reads a CSV export: a heading line with the table's column names, one and the same delimiter between the fields.
 *
 * A row with too few or too many fields is a row with a problem. Broken quoting ends the reading with an
 * ExportFormatError: after it there is no telling where a row begins, and guessing could turn text that a stranger wrote
 * into an account. All rows before it have been handed out by then.
 */
export async function* csvRows(text: AsyncIterable<string>, delimiter: string): AsyncGenerator<ExportRow> {
  let parsed: ParsedRow[] = [];
  let nextLine = 1;
  let emptyLines = 0;
  const parser = parse({
    bom: true,
    delimiter,
    max_record_size: LONGEST_ROW,
    record_delimiter: ['\r\n', '\n'],
    relax_column_count: true,
    skip_empty_lines: true,
    // Taken here and not from the parser's stream: a stream that fails drops the rows it still holds.
    on_record: (fields: string[], { lines, empty_lines }) => {
      parsed.push({ fields, startsAt: nextLine + empty_lines - emptyLines });
      nextLine = lines + 1;
      emptyLines = empty_lines;
      return null;
    },
  });
  let failure: Error | undefined;
  parser.on('error', (error) => {
    failure = error;
  });

  let headings: readonly string[] | undefined;
  const takeRows = function* (): Generator<ExportRow> {
    const rows = parsed;
    parsed = [];
    for (const { fields, startsAt } of rows) {
      if (headings === undefined) {
        headings = fields.map((name) => name.trim().toLowerCase());
        requireColumns(headings);
      } else if (fields.length === headings.length) {
        yield {
          line: startsAt,
          fields: Object.fromEntries(headings.map((name, index) => [name, fields[index]])),
        };
      } else {
        yield { line: startsAt, problem: `${fields.length} fields where the heading has ${headings.length}` };
      }
    }
  };
  for await (const piece of text) {
    await new Promise<void>((resolve) => parser.write(piece, () => resolve()));
    yield* takeRows();
    if (failure !== undefined) break;
  }
  if (failure === undefined) {
    await new Promise<void>((resolve) => parser.end(() => resolve()));
    yield* takeRows();
  }
  if (failure === undefined) return;
  if (!(failure instanceof CsvError)) throw failure;
  throw new ExportFormatError(
    `the quotes are broken in this row (${plainCsvReason(failure.code)})`,
    nextLine,
  );
}

const NEEDED = ['email', 'encrypted_password'];

/**
 * Throws an ExportFormatError unless the columns without which no account can be made are there, once each: a join
 * with another table brings a second `email`, and taking the wrong one would give a person the account of another.
 */
function requireColumns(names: readonly string[]): void {
  const missing = NEEDED.filter((name) => !names.includes(name));
  const twice = [...NEEDED, 'id'].filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  if (twice.length > 0)
    throw new ExportFormatError(`more than one column "${twice[0]}"; export auth.users alone`);
  if (missing.length === 0) return;
  throw new ExportFormatError(
    `no column ${missing.map((name) => `"${name}"`).join(' and no column ')}. ` +
      'Export the rows of the table auth.users with their column names as the first line',
  );
}

function plainCsvReason(code: string): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return 'a quote is never closed';
  if (code === 'CSV_MAX_RECORD_SIZE') return `a row longer than ${LONGEST_ROW} characters`;
  if (code === 'INVALID_OPENING_QUOTE') return 'a quote inside a field that does not begin with one';
  return 'text behind a closing quote';
}
