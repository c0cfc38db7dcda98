/** Chats of signals and their outcomes, made of parts that are drawn one independently of the other. Each has its truth. */
import { LANGUAGES } from './made-chat-languages.ts';
import { seededRandom } from './seeded-random.ts';

export interface MadeChat {
  /** What it was made of. */
  readonly name: string;
  readonly text: string;
  /** Won, lost and tied. */
  readonly counts: string;
  /** Signals of which no message says how they ended. */
  readonly unresolved: number;
  /** What all trades brought in the unit of the chat, where it says so. */
  readonly profit?: number | undefined;
  /** The time to expiry that all signals name. */
  readonly expirySeconds?: number | undefined;
}

const PAIRS = ['EUR/USD', 'GBP/USD', 'USD/JPY', 'AUD/CAD', 'EUR/GBP', 'NZD/USD', 'USD/CHF', 'GBP/JPY'];
type Form = (pair: string) => string;
const FORMS: readonly Form[] = [
  (pair) => pair.replace('/', ''),
  (pair) => pair,
  (pair) => pair.replace('/', '-'),
  (pair) => `#${pair.replace('/', '')}`,
  (pair) => `${pair} OTC`,
  (pair) => `${pair.replace('/', '')}-OTC`,
  (pair) => `${pair.replace('/', '')} (OTC)`,
  (pair) => pair.replace('/', '').toLowerCase(),
];

interface Signal {
  readonly pair: string;
  readonly side: string;
  readonly minutes: number;
  readonly unit: string;
  readonly labels: readonly string[];
  readonly clock: string;
  readonly price: string;
  readonly stake: number;
}

/** One line or several; a form has the stake, the expiry, the time of day or the price of entry. */
const SIGNALS: Readonly<Record<string, (signal: Signal) => string>> = {
  line: ({ pair, side, minutes, unit }) => `${pair} ${side} ${minutes} ${unit}`,
  dashes: ({ pair, side, minutes }) => `${pair} - ${side} - M${minutes}`,
  'side first': ({ pair, side, minutes, unit }) => `${side} ${pair} ${minutes} ${unit}`,
  clock: ({ pair, side, minutes, unit, clock }) => `${clock} ${pair} ${side} ${minutes} ${unit}`,
  bars: ({ pair, side, minutes, clock }) => `${pair} | ${side} | M${minutes} | ${clock}`,
  labels: ({ pair, side, minutes, unit, labels }) =>
    `📊 ${labels[0]}: ${pair}\n📈 ${labels[1]}: ${side}\n⏱ ${labels[2]}: ${minutes} ${unit}`,
  'labels and a heading': ({ pair, side, minutes, unit, labels, clock }) =>
    `🚨 VIP SIGNAL 🚨\n\n${labels[0]}: ${pair}\n${labels[1]}: ${side}\n${labels[2]}: ${minutes} ${unit}\n⏰ ${clock}`,
  'lines alone': ({ pair, side, minutes, unit }) => `${pair}\n${side}\n${minutes} ${unit}`,
  stake: ({ pair, side, minutes, unit, stake }) => `${pair}\n${side}\n${minutes} ${unit}\n💵 $${stake}`,
  price: ({ pair, side, minutes, unit, price }) => `${pair} ${side} @ ${price} ${minutes} ${unit}`,
};

/** How a message says an outcome by a word of it and a mark. */
const ENDINGS: Readonly<Record<string, (word: string, mark: string, pair: string, label: string) => string>> =
  {
    'word and mark': (word, mark) => `${word} ${mark}`,
    'mark and word': (word, mark) => `${mark} ${word}`,
    word: (word) => word,
    mark: (_word, mark) => mark,
    'marks around': (word, mark) => `${mark}${mark} ${word} ${mark}${mark}`,
    label: (word, mark, _pair, label) => `${label}: ${word} ${mark}`,
    pair: (word, mark, pair) => `${pair} ${word} ${mark}`,
    'pair and mark': (_word, mark, pair) => `${pair} ${mark}`,
    exclaimed: (word, mark) => `${word}!!! ${mark}`,
    bold: (word, mark) => `**${word}** ${mark}`,
    'fire behind': (word, mark) => `${word} ${mark} 🔥🔥`,
    'many marks': (_word, mark) => mark.repeat(3),
    'payout behind': (word, mark) => `${word} ${mark} 92%`,
    'two lines': (word, mark, pair) => `${pair}\n${word} ${mark}`,
    'label and pair': (word, mark, pair, label) => `${pair} ${label} → ${word} ${mark}`,
  };

/** Signals with a target and a stop, and what is said of these. */
const LEVELS: Readonly<Record<string, (signal: Signal) => string>> = {
  lines: ({ pair, side, price }) => `${pair} ${side} NOW ${price}\n\nTP 40 pips\nSL 20 pips`,
  labels: ({ pair, side, price }) =>
    `${side} ${pair}\nEntry: ${price}\nTake Profit: ${(Number(price) + 0.004).toFixed(5)}\nStop Loss: ${(Number(price) - 0.002).toFixed(5)}`,
  line: ({ pair, side, price }) => `${pair} ${side} @${price} TP +40 pips SL -20 pips`,
};
const REACHED: Readonly<Record<string, (isWon: boolean, pair: string) => string>> = {
  hit: (isWon) => (isWon ? 'TP hit ✅' : 'SL hit ❌'),
  'pair and pips': (isWon, pair) => `${pair} ${isWon ? 'TP HIT +40 pips ✅' : 'SL HIT -20 pips ❌'}`,
  'in words': (isWon) => (isWon ? 'Take profit reached 🎯' : 'Stopped out 😔'),
  pips: (isWon) => (isWon ? '+40 pips ✅' : '-20 pips ❌'),
  closed: (isWon) => (isWon ? 'Closed +40 pips' : 'Closed -20 pips'),
};

/** Announcements of one doubled stake, and a loss after which it is placed. */
const UP_TO: Readonly<Record<string, string>> = {
  en: 'Up to 1 gale',
  es: 'Hasta 1 gale',
  pt: 'Até 1 gale',
  ru: 'До 1 догона',
  id: 'Maksimal 1 kompensasi',
  tr: 'En fazla 1 katlama',
  vi: 'Tối đa 1 gấp thếp',
  hi: 'अधिकतम 1 गेल',
};
const GOES_ON: Readonly<Record<string, string>> = {
  en: 'go MTG 1',
  es: 'vamos gale 1',
  pt: 'vamos pro gale 1',
  ru: 'делаем 1 догон',
  id: 'lanjut kompensasi 1',
};
const MARKS: readonly Readonly<Record<'won' | 'lost' | 'tied', string>>[] = [
  { won: '✅', lost: '❌', tied: '➖' },
  { won: '✔️', lost: '✖️', tied: '🔁' },
  { won: '✅', lost: '⛔', tied: '⚪' },
  { won: '💚', lost: '💔', tied: '🟡' },
];

interface Post {
  readonly text: string;
  /** The place of the post that it answers. */
  readonly replyTo?: number | undefined;
  readonly isEdited?: boolean;
  readonly isService?: boolean;
  /** The export lacks it: its answers stay. */
  readonly isMissing?: boolean;
  readonly author?: string;
  /** In seconds. */
  readonly at: number;
}

const iso = (at: number): string => new Date(at * 1_000).toISOString();
const day = (at: number, order: string, sep: string): string => {
  const [year = '', month = '', date = ''] = iso(at).slice(0, 10).split('-');
  const parts: Readonly<Record<string, string>> = { y: year.slice(2), Y: year, m: month, d: date };
  return [...order].map((part) => parts[part]).join(sep);
};
const half = (at: number): string => {
  const hour = Number(iso(at).slice(11, 13));
  return `${hour % 12 || 12}${iso(at).slice(13, 16)} ${hour < 12 ? 'AM' : 'PM'}`;
};
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('\n', '<br>');
const whatsApp =
  (head: (at: number) => string, edited: string, deleted: string) =>
  (posts: readonly Post[]): string =>
    [
      `${head(posts[0]?.at ?? 0).replace(/: $/, '')} Messages are end-to-end encrypted.`,
      ...posts.map(({ at, text, author = 'Signals', isEdited, isService }) =>
        isService
          ? `${head(at)}${author}: ${deleted}`
          : `${head(at)}${author}: ${text}${isEdited ? ` <${edited}>` : ''}`,
      ),
    ].join('\n');

/** The posts that an export has, with their places among all. */
const present = (posts: readonly Post[]) =>
  posts.map((post, place) => ({ ...post, place })).filter(({ isMissing }) => isMissing !== true);

/** The forms of exports; some have no answers and no times. */
const FORMATS: Readonly<Record<string, (posts: readonly Post[]) => string>> = {
  'Telegram JSON': (posts) =>
    JSON.stringify({
      name: 'Signals',
      type: 'public_channel',
      id: 1,
      messages: present(posts).map(({ at, text, replyTo, isEdited, isService, place }) => ({
        id: place + 100,
        type: isService ? 'service' : 'message',
        date: iso(at).slice(0, 19),
        date_unixtime: String(at),
        ...(isEdited && { edited: iso(at + 40).slice(0, 19), edited_unixtime: String(at + 40) }),
        from: 'Signals',
        ...(replyTo === undefined ? {} : { reply_to_message_id: replyTo + 100 }),
        ...(isService && { action: 'pin_message' }),
        text: isService
          ? ''
          : text.includes('**')
            ? [{ type: 'bold', text: text.replaceAll('**', '') }]
            : text,
      })),
    }),
  'Telegram HTML': (posts) =>
    `<!DOCTYPE html><html><body><div class="history">${present(posts)
      .map(({ at, text, replyTo, isService, place }) =>
        isService
          ? `<div class="message service" id="message-${place}"><div class="body details">2 March 2026</div></div>`
          : `<div class="message default clearfix" id="message${place + 100}"><div class="body"><div class="pull_right date details" title="${day(at, 'dmY', '.')} ${iso(at).slice(11, 19)} UTC+00:00">${iso(at).slice(11, 16)}</div><div class="from_name">Signals</div>${
              replyTo === undefined
                ? ''
                : `<div class="reply_to details">In reply to <a href="#go_to_message${replyTo + 100}">this message</a></div>`
            }<div class="text">${escaped(text).replaceAll(/\*\*(.*?)\*\*/g, '<strong>$1</strong>')}</div></div></div>`,
      )
      .join('')}</div></body></html>`,
  'WhatsApp on a phone of Apple': whatsApp(
    (at) => `[${day(at, 'dmy', '/')}, ${iso(at).slice(11, 19)}] `,
    'This message was edited',
    'This message was deleted.',
  ),
  'WhatsApp in the United States': whatsApp(
    (at) => `${Number(day(at, 'm', ''))}/${Number(day(at, 'd', ''))}/${day(at, 'y', '')}, ${half(at)} - `,
    'This message was edited',
    'This message was deleted',
  ),
  'WhatsApp in Germany': whatsApp(
    (at) => `${day(at, 'dmy', '.')}, ${iso(at).slice(11, 16)} - `,
    'Diese Nachricht wurde bearbeitet.',
    'Diese Nachricht wurde gelöscht.',
  ),
  'WhatsApp in Brazil': whatsApp(
    (at) => `${day(at, 'dmY', '/')} ${iso(at).slice(11, 16)} - `,
    'Mensagem editada',
    'Mensagem apagada',
  ),
  'Discord JSON': (posts) =>
    JSON.stringify({
      guild: { name: 'Signals' },
      messages: present(posts).map(({ at, text, replyTo, isEdited, isService, place }) => ({
        id: `11111111111${10_000 + place}`,
        type: isService ? 'ChannelPinnedMessage' : replyTo === undefined ? 'Default' : 'Reply',
        timestamp: iso(at),
        timestampEdited: isEdited ? iso(at + 40) : null,
        content: isService ? 'Pinned a message.' : text,
        author: { id: '1', name: 'signals' },
        ...(replyTo === undefined ? {} : { reference: { messageId: `11111111111${10_000 + replyTo}` } }),
      })),
    }),
  'Discord text': (posts) =>
    posts
      .map(
        ({ at, text }) =>
          `[${Number(day(at, 'm', ''))}/${Number(day(at, 'd', ''))}/${day(at, 'Y', '')} ${half(at)}] signals\n${text}\n`,
      )
      .join('\n'),
  'copied from Telegram': (posts) =>
    posts
      .map(({ at, text }) => `Signals, [${day(at, 'dmY', '.')} ${iso(at).slice(11, 16)}]\n${text}\n`)
      .join('\n'),
  'pasted text': (posts) => posts.map(({ text }) => text).join('\n\n'),
};
/** Each message of a topic answers its first one, which stands before all. */
const TOPIC = -99;
const WITH_ANSWERS = new Set(['Telegram JSON', 'Telegram HTML', 'Discord JSON']);

/** The chat of a seed: the same each time. */
export function madeChat(seed: number): MadeChat {
  const random = seededRandom(seed);
  const chance = (): number => random() / 2 ** 32;
  const pick = <One>(all: readonly One[]): One => all[Math.floor(chance() * all.length)] as One;
  const often = (rate: number): boolean => chance() < rate;
  const [code, words] = pick(Object.entries(LANGUAGES));
  const [format, write] = pick(Object.entries(FORMATS));
  const [signalName, signalOf] = pick(Object.entries(SIGNALS));
  const [endName, endOf] = pick(Object.entries(ENDINGS));
  const marks = pick(MARKS);
  const form = pick(FORMS);
  const sides = pick(words.sides);
  const sideMarks = pick([
    ['', ''],
    [' ⬆️', ' ⬇️'],
    [' 🟢', ' 🔴'],
    ['', ''],
    [' 📈', ' 📉'],
  ] as const);
  const [won, lost, tied] = [pick(words.won), pick(words.lost), pick(words.tied)];
  const minutes = pick([1, 1, 2, 3, 5, 5, 15]);
  const gale = pick(words.gale);
  const link = WITH_ANSWERS.has(format)
    ? pick(['after', 'answer', 'answers to two', 'below'])
    : pick(['after', 'after', 'two by pair', 'below']);
  const [tieRate, galeRate, chatterRate, betweenRate, openRate] = [
    pick([0, 0, 0.08]),
    pick([0, 0, 0.15]),
    pick([0, 0.15, 0.3]),
    pick([0, 0, 0.1]),
    pick([0, 0, 0, 0.06]),
  ];
  const repostRate = link === 'after' && format !== 'pasted text' ? pick([0, 0, 0.1]) : 0;
  const hasSummaries = often(0.35);
  const [hasRecaps, hasLevels, losesGales, saysNext, hasUpTo] = [0.1, 0.15, 0.1, 0.1, 0.1].map(often) as [
    boolean,
    boolean,
    boolean,
    boolean,
    boolean,
  ];
  const [levelName, levelsOf] = pick(Object.entries(LEVELS));
  const [reachedName, reached] = pick(Object.entries(REACHED));
  const [upTo, goesOn] = [
    hasUpTo && galeRate === 0 && !hasLevels ? UP_TO[code] : undefined,
    saysNext && galeRate > 0 && link !== 'below' && !hasLevels ? GOES_ON[code] : undefined,
  ];
  const recap: string[] = [];
  const hasMoney = endName === 'word and mark' && often(0.4);
  const [editedRate, serviceRate] = [pick([0, 0.04]), pick([0, 0.05])];
  // Drawn by themselves: what was drawn before stays as it is.
  const others = seededRandom(seed + 100_000);
  const otherwise = (rate: number): boolean => others() / 2 ** 32 < rate;
  const one = <Some>(all: readonly Some[]): Some => all[others() % all.length] as Some;
  const [nextRate, hasRules, missingRate, isTopic] = [
    one([0, 0, 0.4]),
    otherwise(0.3),
    link.startsWith('answer') ? one([0, 0, 0.2]) : 0,
    format === 'Telegram JSON' && link === 'after' && otherwise(0.5),
  ];
  const saysMore = /wor|exc|bold|label$|around|marks|fire/.test(endName) && !hasLevels;
  const withNext = (text: string): string =>
    saysMore && otherwise(nextRate) ? `${text}${one([' ', ', ', '\n'])}${one(words.next)}` : text;
  const counts = { won: 0, lost: 0, tied: 0 };
  const posts: Post[] = [];
  let [unresolved, profit, at, dayWon, dayLost] = [0, 0, Date.UTC(2026, 2, 2, 9) / 1_000, 0, 0];
  const post = (text: string, replyTo?: number): number => {
    at += 20 + Math.floor(chance() * 60);
    const isService = text === '';
    posts.push({
      text,
      at,
      replyTo: replyTo ?? (isTopic ? TOPIC : undefined),
      isEdited: !isService && often(editedRate),
      isService,
    });
    return posts.length - 1;
  };
  const chatter = (rate: number): void => {
    if (often(rate)) post(pick(words.chatter) + (often(0.2) ? ' 🙏' : ''));
    if (format !== 'pasted text' && often(serviceRate)) post('');
  };
  const end = (pair: string): string => {
    const chosen = chance();
    const isGale = often(galeRate) && !hasLevels;
    const label = words.labels[3] as string;
    if (hasLevels) {
      const isWon = chosen > 0.45;
      counts[isWon ? 'won' : 'lost'] += 1;
      if (isWon) dayWon += 1;
      else dayLost += 1;
      recap.push(`${pair} ${isWon ? '✅' : '❌'}`);
      return reached(isWon, pair);
    }
    if (chosen < tieRate) {
      counts.tied += 1;
      return endOf(tied, marks.tied, pair, label);
    }
    const isWon = chosen > 0.45;
    counts[isWon ? 'won' : 'lost'] += 1;
    if (isWon) dayWon += 1;
    else dayLost += 1;
    recap.push(`${pair} ${isWon ? marks.won : marks.lost}`);
    if (!isWon && upTo !== undefined) counts.lost += 1;
    if (isGale && goesOn !== undefined && isWon) {
      counts.lost += 1;
      post(`${lost} ${marks.lost}, ${goesOn}`);
    } else if (
      isGale &&
      goesOn === undefined &&
      /wor|exc|bold|label|around/.test(endName) &&
      (isWon || losesGales)
    ) {
      counts.lost += 1;
      return endOf(isWon ? gale : `${lost} G1`, isWon ? marks.won : marks.lost, pair, label);
    }
    profit += isWon ? 8.5 : -10;
    const money = hasMoney ? (isWon ? ' +$8.50' : ' -$10.00') : '';
    return endOf(isWon ? won : lost, isWon ? marks.won : marks.lost, pair, label) + money;
  };
  if (hasRules) post(one(words.rules));
  for (let trade = 0; trade < 50; trade += 1) {
    if (trade % 12 === 0) at = Date.UTC(2026, 2, 2 + trade / 12, 9) / 1_000;
    if (trade % 12 === 0 && chatterRate > 0) post(words.chatter[0] as string);
    chatter(chatterRate);
    const opened = (link === 'answers to two' || link === 'two by pair' ? [0, 1] : [0]).map((other) => {
      const pair = form(PAIRS[(trade * 3 + other) % PAIRS.length] as string);
      const isCall = often(0.5);
      const text = (hasLevels ? levelsOf : signalOf)({
        pair,
        side: sides[isCall ? 0 : 1] + sideMarks[isCall ? 0 : 1],
        minutes,
        unit: words.minute,
        labels: words.labels,
        clock: iso(at + 120).slice(11, 16),
        price: (1 + chance()).toFixed(5),
        stake: 10,
      });
      return { pair, text: upTo === undefined ? text : `${text}\n${upTo}` };
    });
    if (link === 'below') {
      post(opened.map(({ pair, text }) => `${text}\n${end(pair)}`).join());
    } else {
      if (often(repostRate)) for (const { text } of opened) post(text);
      const places = opened.map(({ text }) => post(text));
      const isOpen = openRate > 0 && often(openRate) && trade < 49;
      for (const place of isOpen ? [] : places)
        posts[place] = { ...(posts[place] as Post), isMissing: otherwise(missingRate) };
      chatter(betweenRate);
      at += minutes * 60;
      for (const [number, { pair }] of opened.entries()) {
        if (isOpen) unresolved += 1;
        else if (link === 'after') post(withNext(end(pair)));
        else if (link === 'two by pair') post(`${pair} ${end(pair).replace(`${pair} `, '')}`);
        else post(withNext(end(pair)), places[number]);
      }
    }
    at += 240;
    if (trade % 12 === 11 || trade === 49) {
      if (hasSummaries) post(words.summary.replace('{w}', String(dayWon)).replace('{l}', String(dayLost)));
      if (hasRecaps) post(recap.join('\n'));
      [dayWon, dayLost, recap.length] = [0, 0, 0];
    }
  }
  const kinds = hasLevels ? [levelName, reachedName] : [signalName, endName, won, lost];
  return {
    name: [seed, code, format, link, ...kinds].join(', '),
    text: write(posts),
    counts: `${counts.won}-${counts.lost}-${counts.tied}`,
    unresolved,
    expirySeconds: hasLevels ? undefined : minutes * 60,
    profit:
      hasMoney && galeRate === 0 && tieRate === 0 && upTo === undefined && !hasLevels ? profit : undefined,
  };
}
