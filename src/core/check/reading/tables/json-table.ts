import { addTo } from '../../grouping.ts';
import { namedMeaning } from '../words/column-names.ts';
import { findHeading } from './columns.ts';
import { ABSENT, type Message, messagesOfTable } from '../files/messages.ts';
import { dayIn, MomentReader } from '../words/moment.ts';
import {
  orNull,
  requireReadableColumns,
  requireReadableRows,
  type Table,
  Unreadable,
} from '../unreadable.ts';
import { remembering } from '../words/words.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Chat {
  readonly name: string;
  readonly messages: readonly Message[];
}

/**
 * The tables of a JSON document or of JSON lines, one of each list of objects or lists, or the chats of an export. Throws an
 * Unreadable where it is neither.
 */
export function parseJson(
  text: string,
): { readonly tables: readonly Table[] } | { readonly chats: readonly Chat[] } {
  const document = parseDocument(text);
  const chats = isFields(document) ? chatsOf(document) : [];
  if (chats.length > 0) return { chats };
  let lists = listsIn([document], 0);
  if (lists.length === 0) throw new Unreadable({ code: 'no-list' });
  for (let depth = 0; depth < DEEPEST; depth += 1) {
    const tables = lists.map(tableOf);
    const isMeant = ({ rows, lines }: Table): boolean =>
      findHeading(rows.slice(0, SAMPLED_ROWS), '.') !== undefined ||
      messagesOfTable({ rows: rows.slice(0, 1), lines }) !== undefined;
    if (tables.some(isMeant)) return { tables };
    // What trades are made of has tables of its own only where nothing above them says how they ended.
    const inner = lists.flatMap((items) => listsIn(items.flatMap(partsOf).map(withOwn), 1));
    if (inner.length === 0) return { tables };
    lists = inner;
  }
  return { tables: lists.map(tableOf) };
}

const SAMPLED_ROWS = 100;
const DEEPEST = 3;

function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      return lines.map((line) => JSON.parse(line) as unknown);
    } catch {
      throw new Unreadable({ code: 'damaged' });
    }
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const FEWEST_KEYED = 10;

/** The lists of objects or lists in these values, at most three levels deep; those that stand at one place in several, and those of days or months, as one. */
function listsIn(values: readonly unknown[], depth: number): readonly (readonly unknown[])[] {
  const lists = values.filter((value) => isList(value));
  if (lists.length > 0 || depth > DEEPEST) return lists.length > 0 ? [lists.flat()] : [];
  const byName = new Map<string, unknown[]>();
  for (const value of values) {
    if (!isFields(value)) continue;
    const parts = Object.entries(value);
    // Objects by their keys, as some databases export lists.
    if (parts.length >= FEWEST_KEYED && parts.every(([, part]) => isFields(part)))
      return [parts.map(([, part]) => part)];
    for (const [name, part] of parts) addTo(byName, PERIOD.test(name) ? '' : name, ofDay(name, part));
  }
  return [...byName.values()].flatMap((parts) => listsIn(parts, depth + 1));
}

/** The items of a list below the name of a day, with that day. */
function ofDay(name: string, part: unknown): unknown {
  if (dayIn(name) === undefined) return part;
  if (Array.isArray(part)) return part.map((item) => (isFields(item) ? { date: name, ...item } : item));
  if (!isFields(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([key, inner]) => [key, isList(inner) ? ofDay(name, inner) : inner]),
  );
}

/** `2026-03`, `12/11`, `march`. */
const PERIOD = /^(?:\d|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;

/** An object whose lists of objects have its own fields too, as the number of a position that was closed in parts, or an account. */
function withOwn(item: unknown): unknown {
  if (!isFields(item)) return item;
  // A day that counts or sums its trades says nothing of each.
  const own = Object.fromEntries(
    Object.entries(item).filter(
      ([name, value]) =>
        namedMeaning(name) === 'id' || (typeof value === 'string' && namedMeaning(name) !== 'result'),
    ),
  );
  const withIts = (part: unknown): unknown => (isFields(part) ? { ...own, ...part } : part);
  return Object.fromEntries(
    Object.entries(item).map(([name, value]) => [name, isList(value) ? value.map(withIts) : value]),
  );
}

function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
}

function partsOf(item: unknown): readonly unknown[] {
  return isFields(item) ? [item] : Array.isArray(item) ? item : [];
}

function tableOf(items: readonly unknown[]): Table {
  requireReadableRows(items.length);
  const lines = items.map((_, at) => at + 1);
  if (items.every(Array.isArray)) return { rows: items.map((item) => item.map(cellOf)), lines };
  const places = new Map<string, number>();
  for (const item of items)
    for (const [name] of fieldsOf(item)) {
      if (!places.has(name)) places.set(name, places.size);
      requireReadableColumns(1, places.size);
    }
  // A name such as openTime is two words to a reader of columns.
  const heading = [...places.keys()].map((key) => key.replace(/(?<=[a-z])(?=[A-Z])/g, ' '));
  const rows = items.map((item) => {
    const row = heading.map(() => '');
    for (const [name, value] of fieldsOf(item)) row[places.get(name) as number] = cellOf(value);
    return row;
  });
  return { rows: [heading, ...rows], lines: [0, ...lines] };
}

/** Fields of an object and, by their own names, those of objects in it. */
function* fieldsOf(item: unknown): Generator<readonly [name: string, value: unknown]> {
  if (!isFields(item)) return;
  for (const [name, value] of Object.entries(item)) {
    if (!isFields(value)) yield [name, value];
    else for (const [inner, part] of Object.entries(value)) yield [`${name} ${inner}`, part];
  }
}

function cellOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** The chats of an export of Telegram (`result.json`, of one chat or of an account) or of Discord. */
function chatsOf(document: Fields): readonly Chat[] {
  const lists = [document, ...listOf(document['chats']), ...listOf(document['left_chats'])];
  return lists.flatMap((chat) => {
    const { name, messages } = chat;
    return Array.isArray(messages) ? [{ name: cellOf(name), messages: messagesOf(messages) }] : [];
  });
}

function listOf(chats: unknown): readonly Fields[] {
  const list = isFields(chats) ? chats['list'] : undefined;
  return Array.isArray(list) ? list.filter(isFields) : [];
}

function messagesOf(list: readonly unknown[]): readonly Message[] {
  const places = new Map<string, number>();
  // One string for all messages of an author.
  const one = remembering((name) => name);
  return list.map((item: unknown, at) => {
    const fields: Fields = isFields(item) ? item : {};
    const unixSeconds = Number(fields['date_unixtime']);
    const edited = editedAfter(fields);
    const sender = fields['author'] ?? fields['creator'];
    const author = isFields(sender)
      ? sender['name']
      : (fields['forwarded_from'] ?? fields['from'] ?? fields['sender_name']);
    const { id, reply_to_message_id: answered, reference } = fields;
    // Identifiers of Discord do not fit into a number.
    const key = typeof id === 'string' ? id : undefined;
    if (key !== undefined && !places.has(key)) places.set(key, at);
    const place = isFields(reference) ? places.get(String(reference['messageId'])) : undefined;
    const ofPlace = place ?? (fields['type'] === 'Reply' ? ABSENT : undefined);
    return {
      id: typeof id === 'number' ? id : undefined,
      place: key === undefined ? undefined : places.get(key),
      replyTo: typeof answered === 'number' ? answered : ofPlace,
      time:
        unixSeconds > 0
          ? String(unixSeconds)
          : cellOf(fields['date'] ?? fields['timestamp'] ?? fields['timestamp_ms']),
      author: typeof author === 'string' ? one(author) : undefined,
      ...(typeof fields['forwarded_from'] === 'string' && {
        forwarded: fields['forwarded_from'] === fields['from'] ? 'own' : 'foreign',
      }),
      ...(edited !== undefined && { edited }),
      text:
        repaired(messageText(fields['text'] ?? fields['content'])) ||
        embedded(fields['embeds']) ||
        media(fields),
    };
  });
}

/** A text of which each byte of its UTF-8 was taken for a character, as in exports of Facebook. */
function repaired(text: string): string {
  if (!/[\x80-\xff]/.test(text) || /[^\0-\xff]/.test(text)) return text;
  try {
    return decodeURIComponent(text.replace(/[%\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`));
  } catch {
    return text;
  }
}

/** How many milliseconds after it was posted a message was edited; undefined where it was not. */
function editedAfter(fields: Fields): number | undefined {
  const times = [fields['edited'] ?? fields['timestampEdited'], fields['date'] ?? fields['timestamp']];
  if (times[0] == null) return undefined;
  const reader = new MomentReader('day first');
  const [edited, posted] = times.map((time) => orNull(() => reader.read(cellOf(time))?.localMs) ?? null);
  return edited == null || posted == null ? undefined : edited - posted;
}

/** What stands in place of a text: `[sticker ❌]`, `[photo]`. */
function media({ media_type: kind, sticker_emoji: emoji, photo }: Fields): string {
  if (typeof kind === 'string')
    return `[${[kind, emoji].filter((part) => typeof part === 'string').join(' ')}]`;
  return typeof photo === 'string' ? '[photo]' : '';
}

/** What a bot of Discord writes beside an empty text. */
function embedded(embeds: unknown): string {
  const listed = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
  return listed(embeds)
    .flatMap(({ title, description, fields }) => [
      cellOf(title),
      cellOf(description),
      ...listed(fields).map(({ name, value }) => `${cellOf(name)}: ${cellOf(value)}`),
    ])
    .filter((text) => text !== '')
    .join('\n');
}

/** A text of a Telegram message: a string, or pieces of which some carry a format. */
function messageText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return '';
  return value
    .map((piece: unknown) => (isFields(piece) ? pieceText(piece) : piece))
    .filter((piece) => typeof piece === 'string')
    .join('');
}

/** What is crossed out stands between `~~`, as other programs write it. */
function pieceText({ type, text }: Fields): unknown {
  return type === 'strikethrough' && typeof text === 'string' ? `~~${text}~~` : text;
}
