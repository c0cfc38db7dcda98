/** Chats that were exported as HTML pages by DiscordChatExporter, in the forms of its templates, each with its truth. */
import { type Layout, pairOf, RIGHT, startOf, WON } from './layout.ts';

interface Said {
  readonly id: number;
  readonly at: number;
  readonly markup: string;
  readonly replyTo?: number;
  readonly isForwarded?: boolean;
}

const idOf = (number: number): string => `13800000000000${String(number).padStart(5, '0')}`;
const dayOf = (at: number): string => {
  const [day, clock] = new Date(startOf(at)).toISOString().split('T') as [string, string];
  return `${day.split('-').reverse().join('/')} ${clock.slice(0, 5)}`;
};
const page = (body: string): string =>
  `<!DOCTYPE html><html lang="en"><head><title>S</title><style>.chatlog__message{color:#fff}</style></head><body>\n<div class="preamble"></div>\n<div class="chatlog">${body}</div></body></html>`;

const MARKUP = 'chatlog__markdown-preserve';
/** As it is today: each message is a container, author and time stand in it. */
const recent = (said: readonly Said[]): string =>
  page(
    said
      .map(({ id, at, markup, replyTo, isForwarded }) => {
        const reply =
          replyTo === undefined
            ? ''
            : `<div class="chatlog__reply"><div class="chatlog__reply-author">Ana</div><div class="chatlog__reply-content"><span class="chatlog__reply-link" onclick="scrollToMessage(event, '${idOf(replyTo)}')">won last time</span></div></div>`;
        const header = `<div class="chatlog__header"><span class="chatlog__author" title="ana" data-user-id="7">Ana</span> <span class="chatlog__timestamp" title="x"><a href="#c">${dayOf(at)}</a></span></div>`;
        const content = `chatlog__${isForwarded === true ? 'forwarded-content' : 'content'} chatlog__markdown`;
        return `<div class="chatlog__message-group"><div id="c" class="chatlog__message-container" data-message-id="${idOf(id)}"><div class="chatlog__message"><div class="chatlog__message-primary">${reply}${header}<div class="${content}"><span class="${MARKUP}">${markup}</span> <span class="chatlog__edited-timestamp" title="x">(edited)</span></div><div class="chatlog__reactions"><div class="chatlog__reaction">❌ 3</div></div></div></div></div></div>`;
      })
      .join('\n'),
  );
/** As it was before 2021: the messages of a group stand below its author and time. */
const older = (said: readonly Said[]): string =>
  page(
    said
      .map(
        ({ id, at, markup }) =>
          `<div class="chatlog__message-group"><div class="chatlog__messages"><span class="chatlog__author-name" title="ana#0" data-user-id="7">Ana</span><span class="chatlog__timestamp">${dayOf(at)}</span><div class="chatlog__message" data-message-id="${idOf(id)}" id="message-${idOf(id)}"><div class="chatlog__content"><div class="markdown"><span class="preserve-whitespace">${markup}</span></div></div></div></div></div>`,
      )
      .join('\n'),
  );

const signal = (at: number): string => `<strong>${pairOf(at)}</strong> ${at % 2 === 0 ? 'CALL' : 'PUT'}\nM5`;
const result = (won: boolean): string =>
  `${won ? 'Win' : 'Loss'} <img loading="lazy" class="chatlog__emoji" alt="${won ? '✅' : '❌'}" title="x" src="x.svg">`;
const said = (isReply: boolean): Said[] =>
  WON.flatMap((won, at) => [
    { id: 2 * at, at, markup: signal(at) },
    { id: 2 * at + 1, at, markup: result(won), ...(isReply && { replyTo: 2 * at }) },
  ]);
const quoting = WON.flatMap((won, at): Said[] => [
  { id: 2 * at, at, markup: signal(at) },
  {
    id: 2 * at + 1,
    at,
    markup: `<div class="chatlog__markdown-quote"><div class="chatlog__markdown-quote-border"></div><div class="chatlog__markdown-quote-content">LOSS ❌ last time\n${pairOf(at)}</div></div>${result(won)}`,
  },
]);
/** First all signals of five, then what answers to them. */
const shuffled = WON.flatMap((_won, at): Said[] =>
  at % 5 !== 0
    ? []
    : [
        ...[0, 1, 2, 3, 4].map((more) => ({ id: 2 * (at + more), at: at + more, markup: signal(at + more) })),
        ...[3, 0, 4, 1, 2].map((more) => ({
          id: 2 * (at + more) + 1,
          at: at + 4,
          markup: result(WON[at + more] === true),
          replyTo: 2 * (at + more),
        })),
      ],
);
const forwarded = (to: number): Said[] => [
  ...said(true),
  ...Array.from({ length: to }, (_, more) => [
    { id: 200 + 2 * more, at: 60 + more, markup: signal(more), isForwarded: true },
    { id: 201 + 2 * more, at: 60 + more, markup: result(true), isForwarded: true },
  ]).flat(),
];
const withEmbeds = page(
  said(false)
    .map(
      ({ id, at, markup }) =>
        `<div class="chatlog__message-container" data-message-id="${idOf(id)}"><span class="chatlog__author">Bot</span><span class="chatlog__timestamp"><a href="#c">${dayOf(at)}</a></span><div class="chatlog__embed"><div class="chatlog__embed-title"><div class="chatlog__markdown">${markup}</div></div></div></div>`,
    )
    .join(''),
);
const plain = (name: string, text: string): Layout => ({ name, text, counts: RIGHT, isPlain: true });

export const PAGE_CHAT_LAYOUTS: readonly Layout[] = [
  plain('DiscordChatExporter, HTML', recent(said(false))),
  plain('DiscordChatExporter, HTML without quotes around names', recent(said(true)).replaceAll('"', '')),
  plain('DiscordChatExporter, HTML of an older version', older(said(false))),
  plain('DiscordChatExporter, HTML with answers', recent(shuffled)),
  plain('DiscordChatExporter, HTML with quotes', recent(quoting)),
  plain('DiscordChatExporter, HTML with embeds of a bot', withEmbeds),
  {
    name: 'DiscordChatExporter, HTML with forwarded wins',
    text: recent(forwarded(12)),
    asks: 'unresolved-signals',
    counts: RIGHT,
  },
];
