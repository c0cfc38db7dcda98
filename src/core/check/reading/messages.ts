import { dateOrderOf, MomentReader } from './moment.ts';
import { orNull, requireReadableRows, type Table } from './unreadable.ts';

/** A message of a chat, or a line that was pasted. */
export interface Message {
  /** Its number in the source. */
  readonly id?: number | undefined;
  /** What answers to it name, where that is no number of the source. */
  readonly place?: number | undefined;
  readonly replyTo?: number | undefined;
  readonly author?: string | undefined;
  /** As the source writes it; empty where it does not say. */
  readonly time: string;
  readonly text: string;
}

const WHEN =
  '(\\d{1,4}[-./]\\d{1,2}[-./]\\d{2,4}[,،]? +\\d{1,2}[:.]\\d{2}(?::\\d{2})?(?:[\\s\\u202f]*(?:[ap]\\.?\\s?m\\.?|[صم]))?|\\d{1,2}:\\d{2}(?::\\d{2})?,? +\\d{1,2}[-./]\\d{1,2}[-./]\\d{4})';
/** `[16.11.26, 09:02:15] Name: text` or `16.11.26, 09:02 - Name: text`; what the app itself says has no name. */
const CHAT_LINE = new RegExp(`^\\ufeff?(?:\\[${WHEN}\\] |${WHEN} - )\\s*(?:([^:\\n]{1,80}): )?(.*)$`, 'i');

/** A chat shows in its beginning that it is one. */
const SAMPLED_CHARACTERS = 100_000;

/** The messages of a chat that was exported as text (WhatsApp); undefined where a text is none. */
export function parseChatText(text: string): readonly Message[] | undefined {
  const first = text
    .slice(0, SAMPLED_CHARACTERS)
    .replace(/[\u200e\u200f]/g, '')
    .split(/\r?\n/);
  if (!first.slice(0, 20).some((line) => line.length < 5_000 && CHAT_LINE.test(line))) return undefined;
  // Arabic exports say in marks how they are written.
  const lines = text.replace(/[\u200e\u200f]/g, '').split(/\r?\n/);
  requireReadableRows(lines.length);
  const messages: { time: string; author: string | undefined; text: string }[] = [];
  for (const line of lines) {
    const start = CHAT_LINE.exec(line.slice(0, 5_000));
    const last = messages.at(-1);
    if (start !== null)
      messages.push({
        time: (start[1] ?? start[2] ?? '')
          .replace(/[\s\u202f]+/g, ' ')
          .replace('،', ',')
          .replace('ص', 'am')
          .replace('م', 'pm'),
        author: start[3],
        text: start[4] as string,
      });
    else if (last !== undefined) last.text += `\n${line}`;
  }
  for (const message of messages) message.text = message.text.replace(EDITED, '');
  return messages;
}

/** `<This message was edited>`. */
const EDITED = /\s*<[^<>\n]{5,60}>\s*$/;

/** Lines of a pasted text, each a message; an empty line is one without text. */
export function parsePastedLines(text: string): readonly Message[] {
  const lines = text.split(/\r?\n/);
  requireReadableRows(lines.length);
  return lines.map((line) => ({ time: '', text: line.trim() }));
}

const DISCORD_LINE = /^\[(\d{1,4}[-./]\d{1,2}[-./]\d{2,4},? +\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?)\] \S.*$/i;

/** The messages of a chat that was exported from Discord as text, each below a line with its time and author. */
export function parseDiscordText(text: string): readonly Message[] | undefined {
  const first = text.slice(0, SAMPLED_CHARACTERS).split(/\r?\n/);
  const heads = first.filter((line) => line.length < 200 && DISCORD_LINE.test(line) && !line.includes(': '));
  if (heads.length < 2) return undefined;
  const lines = text.split(/\r?\n/);
  requireReadableRows(lines.length);
  const messages: { time: string; text: string }[] = [];
  // What readers answered with is no text of the message.
  let hasReactions = false;
  for (const line of lines) {
    const head = line.length < 200 && !line.includes(': ') ? DISCORD_LINE.exec(line) : null;
    const last = messages.at(-1);
    if (head !== null) {
      messages.push({ time: head[1] as string, text: '' });
      hasReactions = false;
    } else if (line === '{Reactions}') hasReactions = true;
    else if (last !== undefined && !hasReactions)
      last.text = last.text === '' ? line : `${last.text}\n${line}`;
  }
  return messages;
}

const CONTENT = /^(?:content|message|text|body|mensagem|mensaje|сообщение|текст|pesan|mesaj)$/i;
const WHEN_NAMED = /^(?:date|time|timestamp|datetime|date time|sent|sent at|created|created at)$/i;

/** The messages of a table with a column of texts and one of times (a chat that was exported as CSV); undefined where it is none. */
export function messagesOfTable({ rows }: Table): readonly Message[] | undefined {
  const [names = [], ...rest] = rows;
  const content = names.findIndex((name) => CONTENT.test(name));
  const time = names.findIndex((name) => WHEN_NAMED.test(name));
  if (content === -1 || time === -1) return undefined;
  return rest.map((row) => ({ time: row[time] ?? '', text: row[content] ?? '' }));
}

const SAMPLED_MESSAGES = 200;

/** Whether the newest message comes first, as in some exports. */
export function descends(messages: readonly Message[]): boolean {
  const sample = messages.slice(0, SAMPLED_MESSAGES).map(({ time }) => time);
  const moments = new MomentReader(dateOrderOf(sample));
  let [last, steps] = [Number.NaN, 0];
  for (const time of sample) {
    const now = orNull(() => moments.read(time)?.localMs) ?? Number.NaN;
    if (now > last) steps += 1;
    else if (now < last) steps -= 1;
    last = now;
  }
  return steps < 0;
}

/** The text of a message by its place in its source, from 1. */
export function textsOf(messages: readonly Message[], isReversed: boolean): (line: number) => string {
  return (line) => messages[isReversed ? messages.length - line : line - 1]?.text ?? '';
}
