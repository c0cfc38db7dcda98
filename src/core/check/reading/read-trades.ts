import { decimalMarkOf } from './words/amount.ts';
import { parseChatPage } from './files/chat-page.ts';
import { outcomesIn } from './words/chat-words.ts';
import { claimReader, refuseNearClaim } from './claims/claim.ts';
import { clausesOf } from './words/clauses.ts';
import { namedMeaning } from './words/column-names.ts';
import { findHeading, namesOf, unknownHeading } from './tables/columns.ts';
import { withDurations } from './words/durations.ts';
import { DELIMITERS, type Delimiter, parseDelimited } from './files/delimited.ts';
import { parseHtmlTables } from './files/html-table.ts';
import { type Chat, parseJson } from './tables/json-table.ts';
import { type Message, messagesOfTable, parseChatText, parsePastedLines } from './files/messages.ts';
import { pastedRows } from './files/pasted-rows.ts';
import { tradedIn } from './words/pairs.ts';
import { Asker, questioned } from './questions.ts';
import { messagesReader } from './chats/read-messages.ts';
import { type OpenReading, type Reading, type ReadingOptions, shown } from './reading.ts';
import { tablesReader } from './tables/several-tables.ts';
import { type ReadTable, tableReader } from './tables/table-trades.ts';
import { type FileReason, type SearchedPart, type Table, Unreadable } from './unreadable.ts';
import { withMarks, withPlainDigits } from './words/words.ts';

/** A byte order mark, and the name that an archive of tweets gives its list. */
const ABOVE = /^\ufeff?(?:[\w.$]{1,80}\s?=\s?(?=[[{]))?/;
const SAMPLED_ROWS = 100;
const SAMPLED_CHARACTERS = 200_000;

/**
 * Reads a track record out of the text of a file or of what was pasted: a delimited table, JSON, the tables of an HTML page, a
 * chat export, a claim, or lines with marks of outcome. A table in which no trade was found is a reading without trades. Throws an
 * Unreadable where there is neither a table nor the end of a signal. The text is taken apart once, to be read with any options.
 */
export function tradesTextReader(text: string): (options: ReadingOptions) => Reading {
  const read = textReader(text);
  return (options) => withQuestions(options, read);
}

/** The messages of a chat's export; undefined where a text is none. */
export function chatMessages(text: string): readonly Message[] | undefined {
  const body = withMarks(withPlainDigits(text.replace(ABOVE, '')));
  const start = body.slice(0, SAMPLED_CHARACTERS).trimStart();
  if (isJson(start)) {
    const json = parseJson(body);
    if (!('chats' in json)) return undefined;
    return json.chats
      .map(({ messages }) => messages)
      .reduce((one, other) => (other.length > one.length ? other : one));
  }
  if (isHtml(start)) return parseChatPage(body);
  return parseChatText(body) ?? messagesOfTable(parseDelimited(body, ','));
}

/** A list that holds neither lists, records nor texts is a line of a chat: `[12/11/2026, 09:00]`, `[LINE] ...`. */
function isJson(start: string): boolean {
  return /^(?:\{|\[\s*(?:[[{"\]]|$))/.test(start);
}

function isHtml(start: string): boolean {
  return /<(?:table|tr|html|!doctype html)\b/i.test(start);
}

/** A reading whose questions say what each of their options would change. */
export function withQuestions(
  options: ReadingOptions,
  read: (options: ReadingOptions) => OpenReading,
): Reading {
  const { reading, questions } = questioned(options.answers, (answers, assumed) =>
    withDurations(read({ ...options, answers, assumed }), new Asker({ answers, assumed })),
  );
  const { open: _open, currencies: _currencies, ...weighed } = reading;
  return { ...weighed, questions };
}

/** What reads a text with any options; it is taken apart once. */
function textReader(text: string): (options: ReadingOptions) => OpenReading {
  const body = withMarks(withPlainDigits(text.replace(ABOVE, '')));
  const start = body.slice(0, SAMPLED_CHARACTERS).trimStart();
  if (start === '') throw new Unreadable({ code: 'empty' });
  // Zero bytes are in no text; a file that was named wrongly has many.
  if (start.includes('\0')) throw new Unreadable({ code: 'no-text' });
  if (isJson(start)) return jsonReader(body);
  if (isHtml(start)) {
    const page = parseChatPage(body);
    if (page !== undefined) {
      const readPage = messagesReader(page);
      return (options) => found(readPage(options), 'chat');
    }
    const readTables = tablesReader([parseHtmlTables(body)]);
    return (options) => found(readTables(options), 'page');
  }
  const format = formatOf(start);
  const chat = isWide(format) ? undefined : parseChatText(body);
  let readTable: ReturnType<typeof delimitedReader> | undefined;
  const readChat = chat && messagesReader(chat);
  return (options) => readChat?.(options) ?? (readTable ??= delimitedReader(body, format))(options);
}

/** What reads a text that is neither a page nor JSON: a table, a claim, or lines. */
function delimitedReader(body: string, format: Format | undefined): (options: ReadingOptions) => OpenReading {
  const spaced = format?.isSpaced === true ? body.replace(GAPS, '\t') : body;
  const table =
    format === undefined || areLines(spaced.slice(0, SAMPLED_CHARACTERS), format.delimiter)
      ? undefined
      : parseDelimited(spaced, format.delimiter);
  const readTable = table === undefined ? undefined : tablesReader([table]);
  const readEither = tableOrChat(readTable, messagesOfTable(table ?? parseDelimited(body, ',')));
  const isNamed = table !== undefined && (format?.score ?? 0) >= 2 * NAMED;
  const readClaim = claimReader(body);
  let pasted: ReturnType<typeof pastedRows>;
  let readPasted: ReadTable | undefined;
  let readLines: ReturnType<typeof messagesReader> | undefined;
  return (options) => {
    const claim = isWide(format) ? undefined : readClaim(options);
    if (claim !== undefined) return claim;
    pasted ??= (isWide(format) ? undefined : pastedRows(body)) ?? NO_ROWS;
    readPasted ??= tableReader(pasted);
    const ofPasted = readPasted(options);
    const { rows, height } = pasted;
    // The first trade is no heading.
    const isOfTrades = ofPasted?.columns.every(({ name, at }) => name === (rows[0]?.[at] ?? '')) === true;
    const saysAmounts = ofPasted?.columns.some(
      ({ meaning, name }) => /^(?:profit|returned)$/.test(meaning) || (meaning === 'stake' && name !== ''),
    );
    const own = isOfTrades && saysAmounts === true ? ofPasted : undefined;
    const either = height > 1 ? (own ?? readEither(options)) : (readEither(options) ?? own);
    if (either !== undefined) return either;
    // The rows of a table with names that are known are no lines of a chat.
    readLines ??= messagesReader(isNamed ? [] : parsePastedLines(body));
    const ofLines = readLines(options) ?? readTable?.(options);
    if (ofLines === undefined) refuseNearClaim(body);
    return found(ofLines, 'text');
  };
}

/**
 * Whether cells are parts of sentences (the first line and half of all say in two of them how a trade ended, in one with other words), or
 * of signals without names above them, half of which have a side and an outcome in one cell.
 */
function areLines(start: string, delimiter: Delimiter): boolean {
  const { rows } = parseDelimited(start, delimiter, SAMPLED_ROWS);
  const areMost = (some: (row: readonly string[]) => boolean): boolean =>
    rows.filter(some).length * 2 > rows.length;
  const isSentence = (row: readonly string[]): boolean => {
    const saying = row.filter((cell) => outcomesIn(cell).length > 0);
    return saying.length > 1 && saying.some((cell) => /\S \S+ \S/.test(cell));
  };
  const isSignal = (row: readonly string[]): boolean =>
    row.some((cell) => clausesOf(cell).some(({ side, outcome }) => side !== null && outcome !== undefined)) &&
    row.some((cell) => tradedIn(cell) !== undefined);
  const isNamed = (row: readonly string[]): boolean =>
    row.filter((cell) => namedMeaning(cell) !== undefined).length > 1;
  return !rows.some(isNamed) && ((isSentence(rows[0] ?? []) && areMost(isSentence)) || areMost(isSignal));
}

/** Of a chat that was exported as a table, cells can look like outcomes. */
function tableOrChat(
  readTable: ((options: ReadingOptions) => OpenReading | undefined) | undefined,
  messages: readonly Message[] | undefined,
): (options: ReadingOptions) => OpenReading | undefined {
  const readMessages = messages && messagesReader(messages);
  return (options) => {
    const ofTable = readTable?.(options);
    const ofMessages = readMessages?.(options);
    const isNone = ofTable?.trades.length === 0 && (options.meanings?.size ?? 0) === 0;
    const isChat =
      ofMessages !== undefined && (isNone || ofTable?.columns.every(({ name }) => name === '') !== false);
    if (!isChat && ofTable !== undefined && isTable(ofTable, options)) return ofTable;
    return ofMessages;
  };
}

const NO_ROWS = { rows: [], lines: [], height: 0 };

/** Whose columns have names, or get their meanings from the reader, is a table, also where no row of it is a trade. */
function isTable(
  { trades, columns, found: { length }, rows }: OpenReading,
  { meanings }: ReadingOptions,
): boolean {
  // Numbers below each other with a line between them are labelled.
  if (length === 1 && rows.notUnderstood.length > trades.length) return false;
  return trades.length > 0 || columns.some(({ name }) => name !== '') || (meanings?.size ?? 0) > 0;
}

function jsonReader(text: string): (options: ReadingOptions) => OpenReading {
  const json = parseJson(text);
  if ('chats' in json) return chatsReader(json.chats);
  const readTables = tablesReader(json.tables);
  // Messages hold lists of their own, as of reactions.
  const [messages] = json.tables
    .flatMap((table) => {
      const list = messagesOfTable(table);
      return list === undefined ? [] : [list];
    })
    .sort((one, other) => other.length - one.length);
  const readEither = tableOrChat(readTables, messages);
  return (options) => found(readEither(options) ?? readTables(options), 'json');
}

/** More chats of an account are not offered. */
const MOST_CHATS = 20;

/** The chat with trades, or the one that the reader chose of several. */
function chatsReader(chats: readonly Chat[]): (options: ReadingOptions) => OpenReading {
  let withTrades: readonly Chat[] | undefined;
  let last: { readonly chat: Chat | undefined; readonly read: ReturnType<typeof messagesReader> } | undefined;
  return (options) => {
    withTrades ??= chats.length === 1 ? chats : chatsWithTrades(chats, options);
    const asker = new Asker(options);
    const [first = '1', ...others] = withTrades.map((_chat, at) => String(at + 1));
    const names = withTrades.map(({ name }, at) => shown(`${at + 1}: ${name}`));
    const number = others.length === 0 ? first : asker.ask('chat', [first, ...others], names);
    const chat = withTrades[Number(number) - 1];
    if (last === undefined || last.chat !== chat) last = { chat, read: messagesReader(chat?.messages ?? []) };
    const { open, ...read } = found(last.read(options), 'chat');
    return { ...read, open: [...asker.open, ...open] };
  };
}

/** The chats in which an outcome was read, or may be one, those with the most trades first. */
function chatsWithTrades(chats: readonly Chat[], options: ReadingOptions): readonly Chat[] {
  const { answers: _answers, assumed: _assumed, ...plain } = options;
  return chats
    .flatMap((chat) => {
      const reading = messagesReader(chat.messages)(plain);
      return reading === undefined ? [] : [{ chat, count: reading.trades.length }];
    })
    .sort((one, other) => other.count - one.count)
    .slice(0, MOST_CHATS)
    .map(({ chat }) => chat);
}

function found(reading: OpenReading | undefined, part: SearchedPart): OpenReading {
  if (reading === undefined) throw new Unreadable({ code: 'no-outcomes', part });
  return reading;
}

/** Why a reading has no trade; undefined where it has one. */
export function whyNoTrade({
  trades,
  rows,
  columns,
  questions,
}: Omit<Reading, 'textsOf'>): FileReason | undefined {
  if (trades.length > 0 || questions.length > 0) return undefined;
  const [first] = rows.notUnderstood;
  if (columns.length === 0 || first === undefined) return { code: 'no-outcomes', part: 'table' };
  return { code: 'no-trade', rows: rows.read, line: first.line, why: first.why };
}

/** Spaces that set columns below each other. */
const GAPS = /(?<=\S) {2,}(?=\S)/g;

/** Whether a text names so many columns, one of them how trades ended, that its rows are neither lines of a chat nor a claim, as they may look. */
const isWide = (format: Format | undefined): boolean => (format?.score ?? 0) > 3 * NAMED + FEWEST_NAMES;

interface Format {
  readonly delimiter: Delimiter;
  readonly isSpaced: boolean;
  readonly score: number;
}

/** How the beginning of a text is a table: one of trades, with their names if possible, else of unknown columns; undefined where it is none. */
function formatOf(start: string): Format | undefined {
  const spaced = start.replace(GAPS, '\t');
  let best: Format | undefined;
  const present = DELIMITERS.filter((one) => one === ',' || start.includes(one));
  for (const { text, delimiter, isSpaced } of [
    ...present.map((one) => ({ text: start, delimiter: one, isSpaced: false })),
    ...(spaced === start ? [] : [{ text: spaced, delimiter: '\t', isSpaced: true } as const]),
  ]) {
    const { rows } = parseDelimited(text, delimiter, SAMPLED_ROWS);
    const score = tableScore(rows);
    if (score > (best?.score ?? 0) && (score >= 2 * NAMED || !holdRows(rows, delimiter)))
      best = { delimiter, isSpaced, score };
  }
  return best;
}

/** Whether cells hold rows of another delimiter, which are split by their decimal commas. */
function holdRows(rows: Table['rows'], delimiter: Delimiter): boolean {
  const others = DELIMITERS.filter((one) => one !== delimiter);
  const holding = rows.filter((row) =>
    row.some((cell) => others.some((other) => cell.split(other).length > FEWEST_ROWS)),
  );
  return holding.length > rows.length * MOSTLY;
}

const MOSTLY = 0.9;
const FEWEST_NAMES = 4;
const FEWEST_ROWS = 3;
/** More than any table has columns. */
const NAMED = 1_000;

/** How much rows are a table of trades: one with names that say how they ended, or with other names that are known, comes before one without. */
function tableScore(rows: Table['rows']): number {
  const heading = findHeading(rows, decimalMarkOf(rows.flat(), '.'));
  const columns = heading?.columns.length ?? 0;
  const namesIn = (row: readonly string[] = []) => namesOf(row, false)?.filter((name) => name !== undefined);
  if (namesIn(rows[heading?.row ?? -1]) !== undefined) return 3 * NAMED + columns;
  const known = Math.max(0, ...rows.map((row) => namesIn(row)?.length ?? 0));
  if (known >= FEWEST_NAMES) return 2 * NAMED + known;
  if (columns > 0) return NAMED + columns;
  return unknownHeading(rows) === undefined ? 0 : known + (rows.at(-1)?.length ?? 0) / NAMED;
}
