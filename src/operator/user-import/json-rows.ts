import { ExportFormatError, type ExportRow, LONGEST_ROW } from './hosted-user.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NEWLINE = 0x0a;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COMMA = 0x2c;
const BLANKS = new Set([0x20, 0x09, 0x0d, NEWLINE]);

/**
 * Reads objects out of a JSON array, or objects that simply follow each other, one at a time: the file is never held
 * as a whole. An object that is complete but not valid JSON is a row with a problem; text where an object should
 * begin, or an end in the middle of one, is an ExportFormatError.
 */
export async function* jsonRows(text: AsyncIterable<string>): AsyncGenerator<ExportRow> {
  let line = 1;
  let inArray = false;
  let arrayEnded = false;
  let depth = 0;
  let inString = false;
  let escaped = false;
  let record = '';
  let recordLine = 1;

  for await (const chunk of text) {
    let start = 0;
    for (let at = 0; at < chunk.length; at++) {
      const code = chunk.charCodeAt(at);
      if (code === NEWLINE) line++;
      if (inString) {
        if (escaped) escaped = false;
        else if (code === BACKSLASH) escaped = true;
        else if (code === QUOTE) inString = false;
      } else if (depth > 0) {
        if (code === QUOTE) inString = true;
        else if (code === OPEN_OBJECT || code === OPEN_ARRAY) depth++;
        else if (code === CLOSE_OBJECT || code === CLOSE_ARRAY) {
          depth--;
          if (depth === 0) {
            yield parseRecord(record + chunk.slice(start, at + 1), recordLine);
            record = '';
          }
        }
      } else if (code === OPEN_OBJECT && !arrayEnded) {
        depth = 1;
        start = at;
        recordLine = line;
      } else if (code === OPEN_ARRAY && !inArray) {
        inArray = true;
      } else if (code === CLOSE_ARRAY && inArray && !arrayEnded) {
        arrayEnded = true;
      } else if (!BLANKS.has(code) && !(code === COMMA && inArray && !arrayEnded)) {
        throw new ExportFormatError('this is not an object of a JSON array', line);
      }
    }
    if (depth > 0) {
      record += chunk.slice(start);
      if (record.length > LONGEST_ROW) {
        throw (
          refuseListing(record, recordLine) ?? new ExportFormatError('an object without an end', recordLine)
        );
      }
    }
  }
  if (depth > 0) throw new ExportFormatError('the file ends in the middle of this object', recordLine);
  if (inArray && !arrayEnded) throw new ExportFormatError('the file ends before its array does', line);
}

/** Reads one JSON object a line (NDJSON); a line that is none is a row with a problem. */
export async function* jsonLineRows(text: AsyncIterable<string>): AsyncGenerator<ExportRow> {
  let rest = '';
  let line = 1;
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const one of lines) {
      if (one.trim() !== '') yield parseRecord(one, line);
      line++;
    }
    if (rest.length > LONGEST_ROW) throw new ExportFormatError('a line without an end', line);
  }
  if (rest.trim() !== '') yield parseRecord(rest, line);
}

function parseRecord(json: string, line: number): ExportRow {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return { line, problem: 'not valid JSON' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { line, problem: 'not a JSON object' };
  }
  const refusal = 'users' in value ? refuseListing(json, line) : undefined;
  if (refusal !== undefined) throw refusal;
  return { line, fields: value as Record<string, unknown> };
}

/** An answer of the admin API looks like an export and is none: it never holds password hashes. */
function refuseListing(json: string, line: number): ExportFormatError | undefined {
  if (!/^\s*\{\s*"(?:users|aud|nextPage)"\s*:/.test(json) || !/"users"\s*:\s*\[/.test(json)) return undefined;
  return new ExportFormatError(
    'this is an answer of the admin API, which never holds password hashes. Export the rows of the table auth.users',
    line,
  );
}
