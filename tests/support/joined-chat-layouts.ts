/** Chats that stand twice in a file, overlap in it, or share it with others, each with its truth. */
import { html } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, startOf, WON } from './layout.ts';

const signal = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} 1 MIN`;
const ended = (won: boolean | undefined): string => (won === true ? 'WIN ✅' : 'LOSS ❌');
const posts = WON.flatMap((won, at) => [signal(at), ended(won)]);
const secondsOf = (post: number): number => startOf(post >> 1) / 1_000 + (post % 2) * 75;
const stamp = (post: number): string => new Date(secondsOf(post) * 1_000).toISOString();

type Head = (post: number) => string;
const android: Head = (post) =>
  `${stamp(post).slice(8, 10)}/${stamp(post).slice(5, 7)}/2026, ${stamp(post).slice(11, 16)} - Sam: `;
const iPhone: Head = (post) =>
  `[${stamp(post).slice(8, 10)}.${stamp(post).slice(5, 7)}.26, ${stamp(post).slice(11, 19)}] Sam: `;
/** On a phone whose clock is hours ahead and which knows the seller by another name. */
const ofPhone =
  (name: string, hoursAt: (post: number) => number): Head =>
  (post) => {
    const local = new Date((secondsOf(post) + hoursAt(post) * 3_600) * 1_000).toISOString();
    return `${local.slice(8, 10)}/${local.slice(5, 7)}/2026, ${local.slice(11, 16)} - ${name}: `;
  };
const lines = (head: Head, from = 0, until = posts.length): string[] =>
  posts.slice(from, until).map((text, at) => head(from + at) + text);
const discordLines = (from: number, until: number): string[] =>
  posts.slice(from, until).flatMap((text, at) => [
    `[${stamp(from + at)
      .slice(0, 16)
      .replace('T', ' ')}] Sam`,
    text,
    '',
  ]);
const tableLines = (from: number, until: number): string[] =>
  posts.slice(from, until).map((text, at) => `Sam,${stamp(from + at)},${text}`);
const pasted = WON.map((won, at) => `${signal(at)} ${stamp(at * 2).slice(11, 16)} ${ended(won)}`);

interface Numbered {
  readonly id: number | string;
  readonly text: string;
}
const exported = (list: readonly Numbered[], name = 'Signals') => ({
  name,
  messages: list.map(({ id, text }) => ({ id, date_unixtime: String(secondsOf(Number(id))), text })),
});
const numbered: readonly Numbered[] = posts.map((text, id) => ({ id, text }));
const twoChats = JSON.stringify({
  messages: [0, 1].flatMap((chat) =>
    numbered.map(({ id, text }) => ({
      id,
      date_unixtime: String(secondsOf(Number(id)) + chat * 1e6),
      text,
    })),
  ),
});
const discord = (list: readonly Numbered[]): string =>
  JSON.stringify({
    messages: list.map(({ id, text }) => ({
      id: `12345678901234${1_000 + Number(id)}`,
      timestamp: stamp(Number(id)),
      content: text,
    })),
  });
const timed = (list: readonly Numbered[]) => ({
  messages: list.map(({ id, text }) => ({
    sender_name: 'Sam',
    timestamp_ms: secondsOf(Number(id)) * 1_000,
    content: text,
  })),
});
const overlapping = [...numbered.slice(0, 70), ...numbered.slice(50)];
const edited = numbered.map(({ id, text }) => ({ id, text: id === 1 ? ended(!WON[0]) : text }));
const account = (field: string, chats: readonly object[]): string =>
  JSON.stringify({ [field]: { list: chats } });
const other = { ...exported(numbered.slice(0, 40)), name: 'Other' };
const people = { name: 'Ann', messages: [{ id: 1, date_unixtime: '1772442000', text: 'See you at 8' }] };

const timedAt = (at: number): string => `${signal(at)} ${stamp(at * 2).slice(11, 16)}`;
/** Each won signal is posted once more, as a repost says it. */
const reposted = (again: (at: number) => readonly string[], isOf = (at: number) => WON[at]): string => {
  const list = WON.flatMap((won, at) => [
    { at, text: timedAt(at) },
    { at, text: ended(won) },
    ...(isOf(at) === true ? again(at) : []).map((text) => ({ at, text })),
  ]);
  const messages = list.map(({ at, text }, id) => ({
    id,
    date_unixtime: String(secondsOf(at * 2 + 1)),
    text,
  }));
  return JSON.stringify({ name: 'Signals', messages });
};

const right = (name: string, text: string): Layout => ({ name, text, counts: RIGHT, isPlain: true });
const twice = (name: string, text: string, counts = RIGHT): Layout => ({
  name,
  text,
  asks: 'repeated-messages',
  counts,
});

export const JOINED_CHAT_LAYOUTS: readonly Layout[] = [
  twice('WhatsApp of Android twice', [...lines(android), ...lines(android)].join('\n')),
  twice('WhatsApp of Android twice, with an end of line', `${lines(android).join('\n')}\n`.repeat(2)),
  twice('WhatsApp of an iPhone three times', [0, 1, 2].flatMap(() => lines(iPhone)).join('\n')),
  twice('WhatsApp exports that overlap', [...lines(android, 0, 70), ...lines(android, 50)].join('\n')),
  twice(
    'WhatsApp exports that overlap from an outcome on',
    [...lines(iPhone, 0, 71), ...lines(iPhone, 41)].join('\n'),
  ),
  twice('an overlap of two messages', [...lines(android, 0, 62), ...lines(android, 60)].join('\n')),
  twice('the later export before the earlier', [...lines(android, 60), ...lines(android, 0, 80)].join('\n')),
  twice('newest first, twice', [...lines(iPhone).reverse(), ...lines(iPhone).reverse()].join('\n')),
  twice(
    'exports of two phones whose clocks differ by an hour',
    [...lines(android), ...lines(ofPhone('Sam', () => 1))].join('\n'),
  ),
  twice(
    'exports of two phones that know the seller by two names',
    [
      ...lines(android, 0, 90),
      ...lines(
        ofPhone('Sam FX', () => 0),
        40,
      ),
    ].join('\n'),
  ),
  twice(
    'exports of two phones, one of them with a summer time',
    [...lines(android), ...lines(ofPhone('Sam', (post) => (post < 60 ? -5.5 : -4.5)))].join('\n'),
  ),
  twice('Discord as text twice', [...discordLines(0, 120), ...discordLines(0, 120)].join('\n')),
  twice(
    'Discord as CSV that overlaps',
    ['Author,Date,Content', ...tableLines(0, 70), ...tableLines(50, 120)].join('\n'),
  ),
  twice('messages with times and no numbers, overlapping', JSON.stringify(timed(overlapping))),
  twice('lines that were pasted twice', [...pasted, '', ...pasted].join('\n')),
  right(
    'won signals posted once more with their outcomes',
    reposted((at) => [`For those who missed it 👇\n${timedAt(at)}\nWIN ✅`]),
  ),
  right(
    'won signals of an hour before posted once more, each in one line',
    reposted(
      (at) => [`${timedAt(at - 3)} WIN ✅`],
      (at) => at % 5 === 4 && WON[at - 3],
    ),
  ),
  {
    ...right(
      'won signals that ended, forwarded',
      reposted((at) => [timedAt(at)]),
    ),
    unresolved: 0,
  },
  right(
    'lost signals posted once more with their outcomes',
    reposted(
      (at) => [`${timedAt(at)}\nLOSS ❌`],
      (at) => WON[at] !== true,
    ),
  ),
  {
    ...right(
      'lost signals posted once more, won with the second stake',
      reposted(
        (at) => [timedAt(at), 'WIN ✅'],
        (at) => WON[at] !== true,
      ),
    ),
    counts: '60-23-0',
  },
  {
    name: 'signals posted once more with another outcome',
    text: reposted((at) => [`${timedAt(at)} LOSS ❌`]),
    asks: 'two-ends',
    counts: RIGHT,
  },
  right('lines that were pasted once', pasted.join('\n')),
  right('messages with numbers, overlapping', JSON.stringify(exported(overlapping))),
  right('messages with numbers, twice', JSON.stringify(exported([...numbered, ...numbered]))),
  right('each message twice in turn', JSON.stringify(exported(numbered.flatMap((post) => [post, post])))),
  right('Discord as JSON, overlapping', discord(overlapping)),
  right('Discord as JSON, each message twice in turn', discord(numbered.flatMap((post) => [post, post]))),
  right("two pages of Telegram's HTML that overlap", `${html(posts)}${html(posts.slice(0, 20))}`),
  right(
    'the same words in one minute',
    WON.flatMap((won, at) =>
      [signal(at), ended(won)].map(
        (text) => `02/03/2026, ${String(9 + (at >> 3)).padStart(2, '0')}:00 - Sam: ${text}`,
      ),
    ).join('\n'),
  ),
  {
    name: 'one message with two texts, the last of them true',
    text: JSON.stringify(exported([...edited, ...numbered])),
    asks: 'edited-messages',
    counts: RIGHT,
  },
  {
    name: 'one message with two texts, the first of them true',
    text: JSON.stringify(exported([...numbered, ...edited.slice(0, 10)])),
    asks: 'edited-messages',
    counts: RIGHT,
  },
  {
    ...right('numbers of two chats in one list', twoChats),
    counts: '74-46-0',
  },
  ...[
    account('chats', [other, exported(numbered)]),
    account('left_chats', [exported(numbered), other, people]),
  ].map(
    (text, at): Layout => ({ name: `several chats of an account ${at}`, text, asks: 'chat', counts: RIGHT }),
  ),
  right(
    'an account with one chat of signals',
    account('chats', [people, exported(numbered), { ...people, name: '' }]),
  ),
];
