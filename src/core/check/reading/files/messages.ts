import type { WallClock } from '../../../time/wall-clock.ts';
import { isBlank } from '../words/amount.ts';
import { chatOrder, columnOrder, InstantReader, MomentReader, timeOfDay } from '../words/moment.ts';
import { classesOf } from '../words/chat-words.ts';
import { tradedIn } from '../words/pairs.ts';
import type { Asker } from '../questions.ts';
import { orNull, requireReadableRows, type Table } from '../unreadable.ts';

/** A message of a chat, or a line that was pasted. */
export interface Message {
  /** Its number in the source. */
  readonly id?: number | undefined;
  /** What answers to it name, where that is no number of the source. */
  readonly place?: number | undefined;
  /** `ABSENT` where the source has no number for what it answers. */
  readonly replyTo?: number | undefined;
  readonly author?: string | undefined;
  /** By the author of its messages themselves, or of what others posted. */
  readonly forwarded?: 'own' | 'foreign';
  /** It was edited: so many milliseconds after it was posted, or the source does not say when. */
  readonly edited?: number | 'marked';
  /** As the source writes it; empty where it does not say. */
  readonly time: string;
  /** Of a pasted line, the time in its text with the day in it or above it; a day or a time of day where there is no more. */
  readonly ownTime?: string | undefined;
  readonly text: string;
}

const DATE = '\\d{1,4}[-./] ?\\d{1,2}[-./] ?\\d{1,4}\\.?';
/** The halves of the day in the languages of phones. */
const MORNING = 'a\\.?\\s?m\\.?|ص|오전|上午|午前|凌晨|早上|पूर्वाह्न|পূর্বাহ্ণ|قبل دوپہر|öö|sa';
const AFTERNOON = 'p\\.?\\s?m\\.?|م|오후|下午|午後|中午|晚上|अपराह्न|অপরাহ্ণ|بعد دوپہر|ös|ch';
const HALF = `(?:${MORNING}|${AFTERNOON})`;
const CLOCK = `(?:${HALF} ?)?\\d{1,2}[:.]\\d{2}(?:[:.]\\d{2})?(?:[\\s\\u202f]*${HALF}(?!\\p{L}))?`;
/** A word may stand between the two, as in `3.3.2026 klo 19.05`. */
const WHEN = `(?<when>${DATE}(?: г\\.)?[,،]? +(?:(?:klo|kl\\.?|à) )?${CLOCK}|${CLOCK},? +${DATE})`;
const CLOCK_FIRST = new RegExp(`^(${CLOCK}),? +(${DATE})$`, 'iu');
/** The messages as they are read, and those that repeat an earlier one with the line of that one. */
export interface Once {
  readonly messages: readonly Message[];
  readonly repeats: ReadonlyMap<Message, number>;
}

/** Where messages begin in exports as text; without a text of its own a line is the head of those below it. */
const STARTS = [
  // `[16.11.26, 09:02:15] Name: text`, `16.11.26, 09:02 - Name: text` (WhatsApp); what the app itself says has no name.
  `(?:\\[${WHEN}\\]|${WHEN.replace('when', 'then')} -) \\s*(?:(?<author>[^:]{1,80}): )?(?<text>.*)`,
  // `[ 10/02/2025 ] [ 10:30:00 ] Name: text` (Viber).
  `\\[ (?<when>${DATE} \\] \\[ ${CLOCK}) \\] (?<author>[^:]{1,80}): (?<text>.*)`,
  // `[6/9/2025 5:08 PM] name` (Discord), `name — 06/09/2025 2:24 PM` (copied from it), `Name, [16.11.2026 09:02]` (from Telegram).
  `\\[${WHEN}\\] (?<author>(?!.*: )\\S.*)`,
  `(?<author>[^:]{1,60}?)(?: — |, (?=\\[))\\[?${WHEN}\\]?:?`,
  // `09:02<tab>Name<tab>text` (LINE), `[Name] [오후 9:02] text` (KakaoTalk), below a line with the date.
  `(?<clock>${CLOCK})\\t(?<author>[^\\t]{1,60})\\t(?<text>.*)`,
  `\\[(?<author>[^\\]]{1,60})\\] \\[(?<clock>${CLOCK})\\] (?<text>.*)`,
  // `[15/4 08:51] Name: text`, `2026-03-02 09:02 | Name | text`.
  `\\[(?<clock>\\d{1,2}[-./]\\d{1,2},? +${CLOCK})\\] (?<author>[^:]{1,80}): (?<text>.*)`,
  `${WHEN} \\| (?<author>[^|]{1,60}) \\| (?<text>.*)`,
  // `name — today at 9:02 PM` (Discord), `09:02 Name`, or the one below the other.
  `(?<author>[^:]{1,60}?) — (?:\\p{L}+ ){1,3}(?<clock>${CLOCK})`,
  `(?<clock>${CLOCK}) (?<author>[\\p{L}\\p{ExtPict}][^:]{1,60})`,
].map((start) => new RegExp(`^${start}$`, 'iu'));
const DAY =
  /^(?:[-\s]*|\p{L}{2,10}\.?, )(\d{1,4})(?:[-./]|년 )(\d{1,2})(?:[-./]|월 )(\d{1,4})(?!\d)[^\t]{0,30}$/u;
/** The name above its time, as it is copied from Discord. */
const SPLIT_HEAD = new RegExp(
  `^([^:\\n]{1,60})\\r?\\n(?:(?:BOT|APP)\\r?\\n)?[^\\S\\n]*(?=— (?:${WHEN}|(?:\\p{L}+ ){1,3}${CLOCK})\\s*$)`,
  'gimu',
);
const CLOCK_BELOW = new RegExp(`^(?=[^\\n]*\\p{L})([^:\\n]{1,60})\\r?\\n(${CLOCK})$`, 'gimu');
const LONGEST_START = 5_000;
/** A chat shows in its beginning that it is one. */
const SAMPLED_CHARACTERS = 100_000;
const FIRST_LINES = 20;
/** `<This message was edited>`, and what else the app says of a message. */
const ADDED = /\s*(?:<[^<>\n]{5,60}>|\(edited\))$/;
const EDITED = /edit|modif|bearbeitet|измен|düzenle|sunting|chỉnh sửa|संपादित|সম্পাদ|ترمیم|تعديل/iu;

/** A photo with a text, of which the app begins the line with a mark, and its own words: `\u200e[...] Name: Win ✅ \u200eimage omitted`. */
const OF_PHOTO = /^(\u200e\[.*?: .*\S)\s*\u200e[^\u200e\n:[\]<>]{3,60}$/gmu;

const MOSTLY = 0.8;
const isHeadOf = ({ source }: RegExp): boolean => !source.includes('<text>');

/** The messages of a chat that was exported or copied as text; undefined where a text is none. */
export function parseChatText(text: string): readonly Message[] | undefined {
  // Arabic exports say in marks how they are written.
  const linesOf = (part: string): string[] =>
    part
      .replace(OF_PHOTO, '$1')
      .replace(/[\u200e\u200f\ufeff]/g, '')
      .replace(SPLIT_HEAD, '$1 ')
      .replace(CLOCK_BELOW, '$2 $1')
      .split(/\r?\n/);
  const first = linesOf(text.slice(0, SAMPLED_CHARACTERS)).map((line) => line.slice(0, LONGEST_START));
  // `09:02<tab>EUR/USD<tab>CALL` is a signal.
  const isNamed = (author: string): boolean =>
    tradedIn(author) === undefined && classesOf(author).every(({ kind = 'filler' }) => kind === 'filler');
  const named = STARTS.map((start) => {
    const heads = first.filter((line) => start.test(line));
    // Heads stand above texts: a log of lines that each begin with a time has none.
    const isLog = isHeadOf(start) && heads.length > first.length * MOSTLY;
    const authors = heads.flatMap((line) => start.exec(line)?.groups?.['author'] ?? []).filter(isNamed);
    // Beside a time alone it is a name where it stands there often, with words below it.
    const isOfClock = isHeadOf(start) && !start.source.includes('<when>');
    const isOther =
      authors.length < heads.length ||
      new Set(authors).size * 2 > authors.length ||
      first.filter((line) => /\p{L}{3}/u.test(line)).length < (first.length + heads.length) / 2;
    return isLog || (isOfClock && isOther) ? 0 : authors.length;
  });
  const most = Math.max(...named);
  const start = STARTS[named.indexOf(most)] as RegExp;
  const isHead = isHeadOf(start);
  if (
    isHead
      ? most < 2
      : !first.slice(0, most > 1 ? first.length : FIRST_LINES).some((line) => start.test(line))
  )
    return undefined;
  const lines = linesOf(text);
  const messages: { time: string; author: string | undefined; text: string; edited?: 'marked' }[] = [];
  let day = '';
  // What readers answered with is no text of the message.
  let hasReactions = false;
  for (const line of lines) {
    const found = start.exec(line.slice(0, LONGEST_START))?.groups;
    const last = messages.at(-1);
    const date = found === undefined && start.source.includes('<clock>') ? DAY.exec(line) : null;
    if (found !== undefined) {
      const time = found['when'] ?? found['then'] ?? `${day} ${found['clock']}`;
      messages.push({ time: plainTime(time), author: found['author'], text: found['text'] ?? '' });
      requireReadableRows(messages.length);
    } else if (date !== null) day = date.slice(1).join('-');
    else if (last !== undefined && !hasReactions && line !== '{Reactions}')
      last.text = last.text === '' ? line : `${last.text}\n${line}`;
    hasReactions = found === undefined && (hasReactions || line === '{Reactions}');
  }
  for (const message of messages) {
    const whole = message.text.trim();
    message.text = whole.replace(ADDED, '');
    if (EDITED.test(whole.slice(message.text.length))) message.edited = 'marked';
  }
  return messages;
}

const AFTER_DATE = new RegExp(
  `^(${DATE})(?:[^\\d]*?(${HALF}))?[^\\d]*(\\d{1,2})[:.](\\d{2})(?:[:.](\\d{2}))?[\\s\\u202f]*(${HALF})?$`,
  'iu',
);
const IS_MORNING = new RegExp(`^(?:${MORNING})$`, 'iu');

/** A time as the reader of moments knows it: colons in its clock, the half of its day behind it. */
function plainTime(time: string): string {
  const [, date, before, hour, minute, second = '00', half = before] =
    AFTER_DATE.exec(time.replace(CLOCK_FIRST, '$2 $1')) ?? [];
  if (date === undefined) return time.replace(/[\s\u202f]+/g, ' ');
  const clock = `${date.replace(/ |\.$/g, '')} ${hour}:${minute}:${second}`;
  return half === undefined ? clock : `${clock} ${IS_MORNING.test(half) ? 'am' : 'pm'}`;
}

/** Lines of a pasted text, each a message; an empty line is one without text. */
export function parsePastedLines(text: string): readonly Message[] {
  const written = text.split(/\r?\n/);
  requireReadableRows(written.length);
  const hasReactions = written.filter((line) => REACTIONS.test(line)).length > 1;
  const lines = hasReactions ? written.map((line) => line.replace(REACTIONS, '')) : written;
  let above = '';
  return lines.map((line) => {
    const [day, clock] = [OWN_DAY, OWN_CLOCK].map((own) => own.exec(line.slice(0, LONGEST_START))?.[0]);
    if (day !== undefined && tradedIn(line) === undefined) above = day;
    const ownTime = [day ?? above, clock ?? ''].join(' ').trim() || undefined;
    return { time: '', ownTime, text: line.trim() };
  });
}

/** What readers answered to a message above it: `👍33`. */
const REACTIONS = /^(?:[👍❤🔥👏🎉🙏💯🤩😍🥰😁🤣⚡🏆👌🍾]\ufe0f?\s?\d{1,4}\s*)+$/u;
const OWN_DAY =
  /(?<![\d.,/-])(?:\d{4}[-./]\d{1,2}[-./]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:\d{4}|\d{2})|\d{1,2}\.? [\p{L}\p{M}]{2,12}\.?,? \d{4})(?![\d/-]|[.,]\d)/u;
const OWN_CLOCK =
  /(?<![\d.,:/-])\d{1,2}[:h]\d{2}(?::\d{2})?(?: ?[ap]\.?m(?!\p{L})\.?)?(?: ?(?:Z|(?:UTC|GMT)(?: ?[+-]\d{1,2})?|E[DS]T|C[DE]T|CEST|EES?T|MSK|WIB|JST|BRT)(?!\p{L}))?(?![\d:])/iu;

/** `09.05` before a signal, or behind a word for the hour. */
const DOTTED = /((?:^|(?<!\p{L})(?:jam|pukul|um|alle|saat|kl)\b)[^\p{L}\d]*\d{1,2})\.(\d{2})(?![\d.])/iu;

/** The first time of day in a text, in milliseconds; null without one. */
export function clockIn(text: string): number | null {
  const plain = text.replace(DOTTED, '$1:$2');
  return orNull(() => timeOfDay(OWN_CLOCK.exec(plain)?.[0] ?? ''));
}

const UNTIL =
  /(?<!\p{L})(?:exp\p{L}*|until|till?|close[sd]?|at[eé]|hasta|fecha|до|bis|sampai|bitiş)\W{0,4}\d{1,2}[:h.]\d/iu;

/** The time of day at which a trade starts by the text of its signal; null where that names none, or when it ends. */
export const startIn = (text: string): number | null =>
  clockIn(text.slice(0, UNTIL.exec(text)?.index ?? text.length));

const CONTENT =
  /^(?:(?:tweet )?full_text|content|message|text|body|mensagem|mensaje|сообщение|текст|pesan|mesaj)$/i;
const WHEN_NAMED =
  /^(?:tweet )?(?:created_at|date|time|timestamp|datetime|date time|ts|sent|sent at|created|created at)$/i;
const AUTHOR = /^(?:author|user|username|sender|from)$/i;
/** What the answers to a message name, and what they name it by. */
const KEY = /^(?:tweet id_str|id|message ?id|ts)$/i;
const ANSWERED = /^(?:tweet in_reply_to_status_id_str|thread_ts|reply[ _]to.*|parent[ _]id)$/i;

/** The messages of a table with a column of texts and one of times (a chat that was exported as CSV, or from Slack); undefined where it is none. */
export function messagesOfTable({ rows }: Table): readonly Message[] | undefined {
  const [names = [], ...rest] = rows;
  const [content = -1, time = -1, author = -1, key = -1, answered = -1] = [
    CONTENT,
    WHEN_NAMED,
    AUTHOR,
    KEY,
    ANSWERED,
  ].map((named) => names.findIndex((name) => named.test(name)));
  if (content === -1 || time === -1) return undefined;
  const places = new Map(answered === -1 ? [] : rest.map((row, place) => [row[key] ?? '', place]));
  // The column may name who is answered.
  const absent = rest.some((row) => places.has(row[answered] ?? '')) ? ABSENT : undefined;
  return rest.map((row, place) => {
    const replyTo = places.get(row[answered] ?? '') ?? (isBlank(row[answered] ?? '') ? undefined : absent);
    return {
      time: row[time] ?? '',
      author: row[author],
      text: row[content] ?? '',
      // The first message of a thread names itself.
      ...(answered !== -1 && { place, replyTo: replyTo === place ? undefined : replyTo }),
    };
  });
}

const SAMPLED_MESSAGES = 200;

/** Whether the newest message comes first, as in some exports. */
export function descends(messages: readonly Message[]): boolean {
  const first = messages.slice(0, SAMPLED_MESSAGES);
  const sample = first.map(({ time }) => time);
  const moments = new MomentReader(chatOrder(sample));
  let [last, steps] = [Number.NaN, 0];
  for (const time of sample) {
    const now = orNull(() => moments.read(time)?.localMs) ?? Number.NaN;
    if (now > last) steps += 1;
    else if (now < last) steps -= 1;
    last = now;
  }
  // What answers stands behind what it answers to.
  for (const { place, replyTo } of first)
    if (Number.isNaN(last) && place !== undefined && replyTo !== undefined) steps += place > replyTo ? 1 : -1;
  return steps < 0;
}

/** Answered by a message, and not in its source. */
export const ABSENT = -1;

/** What tells whether a message that is answered is none of these. */
export function absentReader(messages: readonly Message[]): (replyTo: number | undefined) => boolean {
  let numbers: Set<number | undefined> | undefined;
  return (replyTo) => {
    numbers ??= new Set(messages.map(({ id, place }) => id ?? place));
    return !numbers.has(replyTo);
  };
}

/** Whether a message answers another one than its signal does: all messages of a topic answer its first one. */
export function answersOther({ replyTo }: Message, signal: Message | undefined): boolean {
  return replyTo !== undefined && replyTo !== signal?.replyTo;
}

/** The text of a message by its place in its source, from 1. */
export function textsOf(messages: readonly Message[], isReversed: boolean): (line: number) => string {
  return (line) => messages[isReversed ? messages.length - line : line - 1]?.text ?? '';
}

/** What reads the times of messages. */
export function timesOf(messages: readonly Message[], clock: WallClock, asker: Asker): InstantReader {
  const own = messages.flatMap(({ ownTime }) => ownTime ?? []);
  const order = own.length > 0 ? columnOrder(own, [], asker) : chatOrder(messages.map(({ time }) => time));
  return new InstantReader(order, clock);
}
