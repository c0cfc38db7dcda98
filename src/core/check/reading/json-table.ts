import type { Message } from './messages.ts';
import { requireReadableColumns, requireReadableRows, type Table, Unreadable } from './unreadable.ts';
import { remembering } from './words.ts';

type Fields = Readonly<Record<string, unknown>>;

export interface Chat {
  readonly name: string;
  readonly messages: readonly Message[];
}

/** The rows of a JSON document or of JSON lines, or the chats of an export. Throws an Unreadable where it is neither. */
export function parseJson(text: string): { readonly table: Table } | { readonly chats: readonly Chat[] } {
  const document = parseDocument(text);
  const chats = isFields(document) ? chatsOf(document) : [];
  if (chats.length > 0) return { chats };
  const items = longestList(document, 0);
  if (items === undefined) throw new Unreadable({ code: 'no-list' });
  requireReadableRows(items.length);
  return { table: tableOf(items) };
}

function parseDocument(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    try {
      return lines.map((line) => JSON.parse(line) as unknown);
    } catch {
      throw new Unreadable({ code: 'damaged-json' });
    }
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const FEWEST_KEYED = 10;

/** The longest list of objects or lists, at most three levels deep. */
function longestList(value: unknown, depth: number): readonly unknown[] | undefined {
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null)) return value;
  if (!isFields(value) || depth === 3) return undefined;
  const parts = Object.values(value);
  // Objects by their keys, as some databases export lists.
  if (parts.length >= FEWEST_KEYED && parts.every(isFields)) return parts;
  let longest: readonly unknown[] | undefined;
  for (const part of parts) {
    const list = longestList(part, depth + 1);
    if (list !== undefined && list.length > (longest?.length ?? 0)) longest = list;
  }
  return longest;
}

function tableOf(items: readonly unknown[]): Table {
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
    const author = isFields(fields['author'])
      ? fields['author']['name']
      : (fields['forwarded_from'] ?? fields['from']);
    const { id, reply_to_message_id: answered, reference } = fields;
    // Identifiers of Discord do not fit into a number.
    const key = typeof id === 'string' ? id : undefined;
    if (key !== undefined && !places.has(key)) places.set(key, at);
    const ofPlace = isFields(reference) ? places.get(String(reference['messageId'])) : undefined;
    return {
      id: typeof id === 'number' ? id : undefined,
      place: key === undefined ? undefined : places.get(key),
      replyTo: typeof answered === 'number' ? answered : ofPlace,
      time:
        unixSeconds > 0
          ? String(unixSeconds)
          : cellOf(fields['date'] ?? fields['timestamp'] ?? fields['timestamp_ms']),
      author: typeof author === 'string' ? one(author) : undefined,
      text: messageText(fields['text'] ?? fields['content']) || embedded(fields['embeds']),
    };
  });
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
    .map((piece: unknown) => (isFields(piece) ? piece['text'] : piece))
    .filter((piece) => typeof piece === 'string')
    .join('');
}
