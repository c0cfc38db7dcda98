/** The messages of chats that were exported as HTML pages. */
import { unescaped } from './html-table.ts';
import { ABSENT, type Message } from './messages.ts';
import { requireReadableRows } from '../unreadable.ts';

/** The messages of an HTML export of Telegram Desktop or of DiscordChatExporter; undefined where a page is none. */
export function parseChatPage(html: string): readonly Message[] | undefined {
  if (html.includes(TELEGRAM_MESSAGE)) return parseTelegramPage(html);
  return /class="?chatlog/.test(html) ? parseDiscordPage(html) : undefined;
}

/** Markup as the text that it shows; what is crossed out stands between `~~`. */
function textOf(markup: string): string {
  const plain = markup
    .replace(/<\/?(?:s|del|strike)>/gi, '~~')
    .replace(/<img[^<>]* alt="?([^"<>\s]{1,40})[^<>]*>/gi, '$1')
    .replace(/<br[^<>]*>|<\/(?:div|li|h\d)>/gi, '\n')
    .replace(/<[^<>]*>/g, '');
  return unescaped(plain).trim();
}

const TELEGRAM_MESSAGE = '<div class="message ';
/** What stands below the name of a sticker: `✅, 24.1 KB`. */
const STICKER = />\s{0,20}Sticker\s{0,20}<[^]{0,400}?class="status[^>]{0,40}>\s{0,20}(\p{ExtPict}\ufe0f?),/u;
const NAME = /class="from_name">\s{0,20}([^<\n]{1,80})/;

/** The messages of Telegram Desktop's HTML export. */
function parseTelegramPage(html: string): readonly Message[] {
  const messages: Message[] = [];
  let author: string | undefined;
  for (const piece of html.split(TELEGRAM_MESSAGE).slice(1)) {
    if (piece.startsWith('service')) continue;
    const id = /^[^>]{0,200}\bid="message-?(\d{1,15})"/.exec(piece)?.[1];
    const reply = /class="reply_to[^>]{0,100}>[^<]{0,40}<a href="[^"#]{0,80}#go_to_message(\d{1,15})"/.exec(
      piece,
    )?.[1];
    const [own, source] = piece
      .split('<div class="forwarded body"', 2)
      .map((part) => NAME.exec(part)?.[1]?.trim());
    author = own ?? author;
    const time = /class="[^"]{0,60}\bdate\b[^"]{0,60}" title="([^"]{6,60})"/.exec(piece)?.[1] ?? '';
    const start = piece.indexOf('<div class="text');
    const opened = start === -1 ? -1 : piece.indexOf('>', start);
    const closed = opened === -1 ? -1 : piece.indexOf('</div>', opened);
    const sticker = STICKER.exec(piece)?.[1];
    const markup = closed === -1 ? '' : piece.slice(opened + 1, closed);
    messages.push({
      id: id === undefined ? undefined : Number(id),
      replyTo: reply === undefined ? undefined : Number(reply),
      time: time.replace(' UTC', 'UTC').replace('UTC', ' UTC'),
      text: textOf(markup) || (sticker === undefined ? '' : `[sticker ${sticker}]`),
      author: source ?? author,
      ...(source !== undefined && { forwarded: source === author ? 'own' : 'foreign' }),
    });
    requireReadableRows(messages.length);
  }
  return messages;
}

/** Where a part of a message begins; marks of a text's own are no parts. */
const DISCORD_PART = /<[a-z]+\s[^<>]*\bchatlog__(?!markdown|emoji)([a-z_-]+)[^<>]*>/gi;
const QUOTE = /<div class="?(?:chatlog__markdown-quote-content|quote)"?>/;

interface DiscordMessage {
  author: string | undefined;
  time: string;
  replyTo: number | undefined;
  forwarded: boolean;
  said: string[];
  embedded: string[];
}

/** The messages of DiscordChatExporter's HTML, in which the first of a group has its author and time, in older ones before it. */
function parseDiscordPage(html: string): readonly Message[] {
  const messages: DiscordMessage[] = [];
  const places = new Map<string, number>();
  let [author, time]: [string | undefined, string] = [undefined, ''];
  const parts = [...html.matchAll(DISCORD_PART)];
  for (const [at, part] of parts.entries()) {
    const [tag, name = ''] = part;
    const id = /\bdata-message-id="?(\d{1,25})/.exec(tag)?.[1];
    if (id !== undefined && !places.has(id)) {
      places.set(id, messages.length);
      messages.push({ author, time, replyTo: undefined, forwarded: false, said: [], embedded: [] });
      requireReadableRows(messages.length);
    }
    const message = messages.at(-1);
    const inside = (): string => html.slice(part.index + tag.length, parts[at + 1]?.index);
    const isOpen = message?.said.length === 0;
    if (/^author(?:-name)?$/.test(name)) {
      author = textOf(inside()).split('\n')[0];
      if (isOpen) message.author = author;
    } else if (name === 'timestamp') {
      time = textOf(inside()).split('\n')[0] as string;
      if (isOpen) message.time = time;
    } else if (message === undefined) continue;
    else if (/^(?:reply|reference)-link$/.test(name))
      message.replyTo =
        places.get(/scrollToMessage\(event, ?(?:'|&#39;)(\d{1,25})/.exec(tag)?.[1] ?? '') ?? ABSENT;
    else if (name === 'content' || name === 'forwarded-content') {
      message.forwarded ||= name === 'forwarded-content';
      message.said.push(quoted(inside()));
    } else if (/^embed-(?:title|description|field-name|field-value)$/.test(name))
      message.embedded.push(textOf(inside()) + (name === 'embed-field-name' ? ': ' : '\n'));
  }
  return messages.map(({ said, embedded, forwarded, ...message }, place) => ({
    ...message,
    place,
    text: said.join('\n').trim() || embedded.join('').trim(),
    ...(forwarded && { forwarded: 'foreign' as const }),
  }));
}

/** The text of a message, what it quotes behind `>`. */
function quoted(markup: string): string {
  const [before = '', ...quotes] = markup.split(QUOTE);
  const after = quotes.map((piece) => {
    const end = piece.indexOf('</div>');
    const [quote, rest] = end < 0 ? [piece, ''] : [piece.slice(0, end), piece.slice(end)];
    const lines = textOf(quote).split('\n');
    return `\n> ${lines.join('\n> ')}\n${textOf(rest)}`;
  });
  return [textOf(before), ...after].join('').trim();
}
