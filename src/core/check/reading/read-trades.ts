import { decimalMarkOf } from './amount.ts';
import { findHeading } from './columns.ts';
import { DELIMITERS, type Delimiter, parseDelimited } from './delimited.ts';
import { parseHtmlTables } from './html-table.ts';
import { parseJson } from './json-table.ts';
import { readMessages } from './message-trades.ts';
import { parseChatText, parsePastedLines } from './messages.ts';
import type { Table } from './table.ts';
import { type Reading, type ReadingOptions, readTable } from './table-trades.ts';
import { Unreadable } from './unreadable.ts';

const SAMPLED_ROWS = 100;
const SAMPLED_CHARACTERS = 200_000;

/**
 * Reads a track record out of the text of a file or of what was pasted: a delimited table, JSON, the tables of an HTML page, a
 * chat export, or lines with marks of outcome. Throws an Unreadable, one sentence, where nothing in it was understood.
 */
export function readTradesText(text: string, options: ReadingOptions): Reading {
  const body = text.replace(/^\ufeff/, '');
  const start = body.slice(0, SAMPLED_CHARACTERS).trimStart();
  if (start === '') throw new Unreadable('The file is empty.');
  // Zero bytes are in no text; a file that was named wrongly has many.
  if (start.includes('\0')) throw new Unreadable('This is no text, and no XLSX file either.');
  if (/^[[{]/.test(start) && !/^\[\d/.test(start)) return readJson(body, options);
  if (/<(?:table|tr|html|!doctype html)\b/i.test(start))
    return understood(readTable(parseHtmlTables(body), options), 'The page holds no table of trades');
  const chat = parseChatText(body);
  if (chat !== undefined)
    return understood(readMessages(chat, options), 'No message of the chat tells how a signal ended');
  const delimiter = delimiterOf(start);
  const table = delimiter === undefined ? undefined : parseDelimited(body, delimiter);
  const reading = table && readTable(table, options);
  // Who says what the columns mean wants them read as a table.
  const isTable = reading !== undefined && (reading.trades.length > 0 || (options.meanings?.size ?? 0) > 0);
  if (isTable) return understood(reading, '');
  const messages = readMessages(parsePastedLines(body), options);
  if (messages !== undefined) return messages;
  return understood(reading, 'No column and no line tells how a trade ended');
}

/** Reads a track record out of rows, such as a spreadsheet's. Throws an Unreadable where none was understood. */
export function readTradesTable(table: Table, options: ReadingOptions): Reading {
  return understood(readTable(table, options), 'No column tells how a trade ended');
}

function readJson(text: string, options: ReadingOptions): Reading {
  const json = parseJson(text);
  return 'table' in json
    ? understood(readTable(json.table, options), 'No field of the JSON tells how a trade ended')
    : understood(readMessages(json.messages, options), 'No message of the chat tells how a signal ended');
}

function understood(reading: Reading | undefined, otherwise: string): Reading {
  if (reading === undefined)
    throw new Unreadable(`${otherwise} (won, lost or tie; or a profit), so nothing can be counted.`);
  if (reading.trades.length > 0) return reading;
  const first = reading.rows.notUnderstood[0];
  throw new Unreadable(
    `None of ${reading.rows.read} rows is a trade${first === undefined ? '' : `; line ${first.line}: ${first.why}`}.`,
  );
}

/** The delimiter with which the beginning of a text is a table of trades; undefined where it is none with any of them. */
function delimiterOf(start: string): Delimiter | undefined {
  let best: { delimiter: Delimiter; columns: number } | undefined;
  for (const delimiter of DELIMITERS) {
    const { rows } = parseDelimited(start, delimiter, SAMPLED_ROWS);
    const columns = findHeading(rows, decimalMarkOf(rows.flat(), '.'))?.columns.length ?? 0;
    if (columns > (best?.columns ?? 0)) best = { delimiter, columns };
  }
  return best?.delimiter;
}
