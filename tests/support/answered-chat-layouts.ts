/** Chats in which a message after an outcome, or an answer to it, changes what was said, or stands in place of an outcome. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, WON } from './layout.ts';

const signal = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} M5`;
const result = (won: boolean): string => (won ? 'WIN ✅' : 'LOSS ❌');
/** Wins that are taken back. */
const TAKEN = WON.flatMap((won, at) => (won && at % 7 === 0 ? [at] : []));
const counts = (won: number, lost: number): string => `${37 + won}-${23 + lost}-0`;
const asked = (name: string, asks: string, text: string, truth: string): Layout => ({
  name,
  text,
  asks,
  counts: truth,
});
const after = (text: string): string =>
  telegram(WON.flatMap((won, at) => [signal(at), result(won), ...(TAKEN.includes(at) ? [text] : [])]));
const plain = (name: string, text: string): Layout => ({ name, text, counts: RIGHT, isPlain: true });
const n = TAKEN.length;

/** A message of Telegram's `result.json` with fields of its own. */
type Fields = Readonly<Record<string, unknown>>;
const withFields = (posts: readonly Fields[]): string =>
  JSON.stringify({
    name: 'Signals',
    type: 'public_channel',
    messages: posts.map((fields, at) => ({
      id: at + 1,
      type: 'message',
      date_unixtime: String(1_772_442_000 + at * 60),
      text: '',
      ...fields,
    })),
  });
const sticker = (emoji: string): Fields => ({ media_type: 'sticker', sticker_emoji: emoji });

/** Answers to what stands so many messages before them. */
const replying = (): string => {
  const posts: { text: string; replyTo?: number }[] = [];
  for (const [at, won] of WON.entries()) {
    posts.push({ text: signal(at) }, { text: result(won) });
    if (TAKEN.includes(at))
      posts.push({ text: signal(at + 1) }, { text: 'Loss ❌', replyTo: posts.length }, { text: 'WIN ✅' });
  }
  return telegram(posts);
};
const slangAnswers = (): string => {
  const posts: { text: string; replyTo?: number }[] = [];
  const open: number[] = [];
  for (const [at, won] of WON.entries()) {
    posts.push({ text: signal(at) });
    if (TAKEN.includes(at)) open.push(posts.length);
    else posts.push({ text: result(won) });
  }
  return telegram([...posts, ...open.map((replyTo) => ({ text: 'rekt 💀', replyTo }))]);
};
const numbered = [
  ...WON.flatMap((won, at) => [`#${at + 1} ${signal(at)}`, `#${at + 1} ${won ? 'WIN' : 'LOSS'}`]),
  ...TAKEN.map((at) => `#${at + 1} LOSS`),
];
const GOOD = ['nailed it', 'printed 💸', 'boom 🔥', 'smashed 🎯'];
const BAD = ['rekt', 'RIP', 'cooked 💀', 'ouch', 'not our day 😔'];
const share = Array.from({ length: 20 }, (_, k) => [
  signal(3 * k),
  signal(3 * k + 1),
  signal(3 * k + 2),
  k % 2 === 0 ? '2 of 3 won' : '1/3 ✅',
]).flat();

/** A chat of WhatsApp over nights of days up to the 12th: the end of a signal may come after midnight. */
const NIGHTS: Layout = {
  name: 'WhatsApp over midnight, days up to the 12th and AM and PM',
  text: WON.flatMap((won, at) => {
    const clock = (minutes: number): string => {
      const date = new Date(Date.UTC(2025, 3, 7, 9) + (at * 95 + minutes) * 60_000);
      const [hour, minute] = [date.getUTCHours(), String(date.getUTCMinutes()).padStart(2, '0')];
      return `0${date.getUTCDate()}/04/2025, ${hour % 12 || 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`;
    };
    return [`${clock(0)} - Amir: ${signal(at)}`, `${clock(70)} - Amir: ${result(won)}`];
  }).join('\n'),
  counts: RIGHT,
  isPlain: true,
};

/** The counts of every third trade. */
const everyThird = `${WON.filter((won, at) => won && at % 3 === 0).length}-${WON.filter((won, at) => !won && at % 3 === 0).length}-0`;

/** Each seventh win is edited so many seconds after it was posted, or its signal is. */
const edited = (place: 'signal' | 'end', seconds: number, ofLosses = false): string =>
  withFields(
    WON.flatMap((won, at) => {
      const isEdited = (won ? at % 7 === 0 : ofLosses) && {
        date: '2026-03-02T09:00:00',
        edited: new Date(Date.UTC(2026, 2, 2, 9, 0, seconds)).toISOString().slice(0, 19),
      };
      return [
        { text: signal(at), ...(place === 'signal' && isEdited) },
        { text: result(won), ...(place === 'end' && isEdited) },
      ];
    }),
  );

export const ANSWERED_CHAT_LAYOUTS: readonly Layout[] = [
  asked('wins that were edited later', 'edited-outcomes', edited('end', 7_200), counts(-n, n)),
  asked('signals that were edited after they won', 'edited-outcomes', edited('signal', 90), counts(-n, n)),
  plain('wins and losses that were edited later', edited('end', 7_200, true)),
  plain('signals that were edited before they won', edited('signal', 20)),
  ...[
    'Scratch that, broker closed it red',
    'my bad guys that was a loss',
    'hm broker shows it red',
    'ah no, stopped out just before',
    'Was ein Pech, doch verloren',
    'perdón, fue perdida',
    'на самом деле минус',
    'ops, foi loss',
    'this one was LOSS not win',
    'that was not a win',
    'no win',
    '❌ sorry',
    'Guys one of the trades I marked as win was actually a loss, sorry for confusion. Better next time',
  ].map((text) => asked(`taken back after a win: ${text}`, 'two-ends', after(text), counts(-n, n))),
  ...[
    'scratch that',
    'That one didnt make it in the end',
    'void, platform error',
    'not counted, spread widened',
    'disregard last result',
    'ignore my last result, checked on broker and it is the opposite',
    'não valeu, erro da corretora',
    'не считается, ошибка платформы',
  ].map((text) =>
    asked(`taken back without another outcome: ${text}`, 'taken-back', after(text), counts(-n, 0)),
  ),
  ...['❌', '*loss', 'it was a loss unfortunately'].map((text) =>
    asked(`another outcome just after a win: ${text}`, 'endings-without-signal', after(text), counts(-n, n)),
  ),
  ...[
    'We never lose two in a row 💪',
    'No loss today hopefully',
    'Deposit to win big',
    'Next one will be a loss? No!',
    'loss limit is 5',
    'Sorry for the late post, many wins and losses all week, we actually learn from both of them every day',
    'my friend from Lisbon took a loss at poker with his brother',
  ].map((text) => plain(`talk after an outcome: ${text}`, after(text))),
  asked('an answer to an outcome that says another', 'two-ends', replying(), counts(0, n)),
  asked('answers in slang to signals far above', 'unresolved-signals', slangAnswers(), counts(-n, n)),
  asked('numbers of signals that are named once more', 'two-ends', telegram(numbered), counts(-n, n)),
  asked(
    'outcomes in slang alone, each in its own words',
    'unresolved-signals',
    telegram(WON.flatMap((won, at) => [signal(at), (won ? GOOD[at % 4] : BAD[at % 5]) as string])),
    RIGHT,
  ),
  plain(
    'wins with a sticker behind them',
    withFields(
      WON.flatMap((won, at) => [
        { text: signal(at) },
        { text: result(won) },
        ...(won && at % 3 === 0 ? [sticker('🤑')] : []),
      ]),
    ),
  ),
  plain(
    'two pairs on a line, and their outcomes on another',
    telegram(
      WON.flatMap((won, at) =>
        at % 2 === 0
          ? [
              'EURUSD CALL, GBPUSD PUT M5',
              `EURUSD ${won ? '✅' : '❌'} GBPUSD ${WON[at + 1] === true ? '✅' : '❌'}`,
            ]
          : [],
      ),
    ),
  ),
  plain(
    'two outcomes in a sentence',
    telegram(
      WON.flatMap((won, at) =>
        at % 2 === 0
          ? [
              'EURUSD CALL M5',
              'GBPUSD PUT M5',
              `EURUSD ${won ? 'win' : 'loss'} and GBPUSD ${WON[at + 1] === true ? 'win' : 'loss'}`,
            ]
          : [],
      ),
    ),
  ),
  {
    name: 'a message of 300 lines',
    text: telegram([
      WON.flatMap((won, at) =>
        [0, 1, 2, 3, 4].map(
          (more) => `${10 + more}:${String(at).padStart(2, '0')} ${signal(at + more)} ${result(won)}`,
        ),
      ).join('\n'),
      'Thanks',
    ]),
    counts: '185-115-0',
  },
  ...['double', 'doubling', 're-entry'].map((word) =>
    asked(
      `a win by one more stake: ${word}`,
      'gale-without-number',
      telegram(
        WON.flatMap((won, at) => [signal(at), TAKEN.includes(at) ? `WIN with ${word} ✅` : result(won)]),
      ),
      counts(0, n + 23),
    ),
  ),
  asked(
    'a signal whose end is said the day after, by its pair',
    'unsure-endings',
    telegram([
      ...WON.slice(0, 59).flatMap((won, at) => [signal(at), result(won)]),
      'NZDUSD CALL M5',
      ...WON.slice(0, 3).flatMap((won, at) => [signal(at), result(won)]),
      "Yesterday's NZDUSD was a loss",
    ]),
    '38-25-0',
  ),
  asked('two of three won', 'several-outcomes', telegram(share), '30-30-0'),
  {
    name: 'losses as stickers',
    text: withFields(
      WON.flatMap((won, at) => [{ text: signal(at) }, won ? { text: 'WIN ✅' } : sticker('❌')]),
    ),
    counts: RIGHT,
    isPlain: true,
  },
  asked(
    'losses as photos without a text',
    'unresolved-signals',
    withFields(
      WON.flatMap((won, at) => [{ text: signal(at) }, won ? { text: 'WIN ✅' } : { photo: 'photos/1.jpg' }]),
    ),
    RIGHT,
  ),
  asked(
    'wins that were crossed out',
    'unsure-endings',
    withFields(
      WON.flatMap((won, at) => [
        { text: signal(at) },
        TAKEN.includes(at) ? { text: [{ type: 'strikethrough', text: 'WIN ✅' }] } : { text: result(won) },
      ]),
    ),
    counts(-n, 0),
  ),
  asked(
    'two sellers in one chat, whose signals stand between each other',
    'groups',
    withFields(
      WON.flatMap((won, at) =>
        at % 2 === 0
          ? [
              { text: signal(at), from: 'Ann' },
              { text: signal(at + 1), from: 'Bob' },
              { text: result(won), from: 'Ann' },
              { text: result(WON[at + 1] === true), from: 'Bob' },
            ]
          : [],
      ),
    ),
    `${WON.filter((won, at) => won && at % 2 === 0).length}-${WON.filter((won, at) => !won && at % 2 === 0).length}-0`,
  ),
  asked(
    'signals with tags for paper and real',
    'groups',
    telegram(
      WON.flatMap((won, at) => {
        const tag = at % 3 === 0 ? '[REAL]' : '[PAPER]';
        return [`${tag} ${signal(at)}`, `${tag} ${result(won)}`];
      }),
    ),
    everyThird,
  ),
  asked(
    'signals with hashtags for demo and live',
    'groups',
    telegram(WON.flatMap((won, at) => [`${signal(at)} ${at % 3 === 0 ? '#live' : '#demo'}`, result(won)])),
    everyThird,
  ),
  asked(
    'signals of which only those for paper have a tag',
    'groups',
    telegram(WON.flatMap((won, at) => [`${at % 3 === 0 ? '' : '[PAPER] '}${signal(at)}`, result(won)])),
    everyThird,
  ),
  asked(
    'a third seller with two signals beside two with many',
    'groups',
    withFields(
      WON.flatMap((won, at) => {
        const from = at === 7 || at === 31 ? 'Cy' : at % 3 === 0 ? 'Ann' : 'Bob';
        return [
          { text: signal(at), from },
          { text: result(won), from },
        ];
      }),
    ),
    everyThird,
  ),
  plain(
    'two signals of a second seller',
    withFields(
      WON.flatMap((won, at) => {
        const from = at === 7 || at === 31 ? 'Bob' : 'Ann';
        return [
          { text: signal(at), from },
          { text: result(won), from },
        ];
      }),
    ),
  ),
  ...(['[BUY]|[SELL]', '[GOLD]|[BTC]'] as const).map((tags) =>
    plain(
      `signals that begin with what is traded or its side in brackets: ${tags}`,
      telegram(
        WON.flatMap((won, at) => {
          const tag = tags.split('|')[at % 2] as string;
          return [`${tag} ${tags.includes('BUY') ? pairOf(at) : at % 3 ? 'BUY' : 'SELL'} M5`, result(won)];
        }),
      ),
    ),
  ),
  asked(
    'tips in cells of a line, one team with a name like an outcome',
    'endings-without-signal',
    WON.map(
      (won, at) =>
        `[2025-02-${String((at % 28) + 1).padStart(2, '0')}] ${at % 3 === 0 ? 'Win Sports - Lobos' : 'Genk - Gent'} | Over 2.5 @1.95 | stake 3/10 | ${won ? 'WON +2.85' : 'LOST -3.00'}`,
    ).join('\n'),
    RIGHT,
  ),
  plain(
    'an archive of tweets, the newest first, outcomes as answers',
    `window.YTD.tweets.part0 = ${JSON.stringify(
      WON.flatMap((won, at) => [
        {
          tweet: {
            id_str: `18850${2 * at}x`,
            created_at: 'Wed Feb 12 05:16:00 +0000 2025',
            full_text: `${signal(at)} here`,
          },
        },
        {
          tweet: {
            id_str: `18850${2 * at + 1}x`,
            in_reply_to_status_id_str: `18850${2 * at}x`,
            created_at: 'Wed Feb 12 05:46:00 +0000 2025',
            full_text: won ? 'TP hit ✅' : 'Stopped out ❌',
          },
        },
      ]).toReversed(),
    )}`,
  ),
  NIGHTS,
  plain(
    'advertisements of another channel, each a signal with its win',
    withFields(
      WON.flatMap((won, at) => [
        { text: signal(at), from: 'Room' },
        ...(at % 9 === 0
          ? [{ text: 'GOLD PREMIUM\nXAUUSD BUY M5\nWON ✅', from: 'Room', forwarded_from: 'Gold Premium' }]
          : []),
        { text: result(won), from: 'Room' },
      ]),
    ),
  ),
  {
    name: 'a correction that names the pair again',
    text: telegram(
      WON.flatMap((won, at) => [
        signal(at),
        result(won),
        ...(TAKEN.includes(at) ? [`Correction: ${pairOf(at)} ended as a loss ❌ sorry`] : []),
      ]),
    ),
    counts: counts(-n, n),
    isPlain: true,
  },
  {
    ...plain(
      'a recap of each ten signals in counts, of which the last has no outcome',
      telegram(
        WON.flatMap((won, at) => [
          signal(at),
          ...(at % 10 === 9
            ? ['RESUMO DO DIA\n✅ Ganhos: 5\n❌ Perdas: 4\nObrigado a todos 🙏']
            : [result(won)]),
        ]),
      ),
    ),
    counts: `${WON.filter((won, at) => won && at % 10 !== 9).length}-${WON.filter((won, at) => !won && at % 10 !== 9).length}-0`,
    unresolved: 6,
  },
  plain(
    'orders that were filled, before the target or the stop',
    telegram(
      WON.flatMap((won, at) => [
        signal(at),
        'All entry targets achieved ✅',
        won ? 'Take-profit target 1 ✅' : 'Stop target hit ⛔',
      ]),
    ),
  ),
  plain('marks of text', telegram(WON.flatMap((won, at) => [signal(at), won ? '✓' : '✗']))),
];
