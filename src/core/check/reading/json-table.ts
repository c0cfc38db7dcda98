import type { Message } from './messages.ts';
import { requireReadableColumns, requireReadableRows, type Table, Unreadable } from './unreadable.ts';
import { remembering } from './words.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The rows of a JSON document or of JSON lines, or the messages of a chat export. Throws an Unreadable where it is neither. */
export function parseJson(
  text: string,
): { readonly table: Table } | { readonly messages: readonly Message[] } {
  const document = parseDocument(text);
  const messages = isFields(document) ? chatMessages(document) : undefined;
  if (messages !== undefined) return { messages };
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

/** The messages of an export of Telegram (`result.json`, one chat or the longest of an account) or of Discord. */
function chatMessages(document: Fields): readonly Message[] | undefined {
  const list = document['messages'];
  if (!Array.isArray(list)) return chatsOf(document)?.map(chatMessages).sort(byLength)[0];
  const numbers = new Map<string, number>();
  // One string for all messages of an author.
  const one = remembering((name) => name);
  return list.map((item: unknown, at) => {
    const fields: Fields = isFields(item) ? item : {};
    const unixSeconds = Number(fields['date_unixtime']);
    const reference = isFields(fields['reference']) ? fields['reference']['messageId'] : undefined;
    numbers.set(String(fields['id']), at);
    const author = isFields(fields['author'])
      ? fields['author']['name']
      : (fields['forwarded_from'] ?? fields['from']);
    // Identifiers of Discord do not fit into a number: its messages are numbered here.
    const isDiscord = typeof fields['content'] === 'string';
    return {
      id: isDiscord ? at : typeof fields['id'] === 'number' ? fields['id'] : undefined,
      replyTo: isDiscord
        ? numbers.get(String(reference))
        : typeof fields['reply_to_message_id'] === 'number'
          ? fields['reply_to_message_id']
          : undefined,
      time:
        unixSeconds > 0
          ? String(unixSeconds)
          : cellOf(fields['date'] ?? fields['timestamp'] ?? fields['timestamp_ms']),
      author: typeof author === 'string' ? one(author) : undefined,
      text: messageText(fields['text'] ?? fields['content']),
    };
  });
}

function chatsOf(document: Fields): readonly Fields[] | undefined {
  const chats = isFields(document['chats']) ? document['chats']['list'] : undefined;
  return Array.isArray(chats) ? chats.filter(isFields) : undefined;
}

function byLength(one: readonly Message[] | undefined, other: readonly Message[] | undefined): number {
  return (other?.length ?? 0) - (one?.length ?? 0);
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
