/** Chats of sellers whose signals and outcomes stand in several lines, have a side under a name that is not known, or none. Each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { plain } from './row-parts.ts';

type Post = string | { readonly text: string; readonly replyTo?: number };
const posts = (of: (at: number, won: boolean) => readonly Post[]): string =>
  telegram(WON.flatMap((won, at) => of(at, won)));
const end = (won: boolean): string => (won ? 'WIN ✅' : 'LOSS ❌');
const priceOf = (at: number): string => (1.1 + at / 1_000).toFixed(4);
/** Signals of one pair, each followed by another one of the same pair, that the answers to them end. */
const answered = (name: string, signal: (at: number) => string): Layout =>
  plain(
    `answers to signals of one pair, ${name}`,
    telegram(
      Array.from({ length: 30 }, (_, at) => at * 2).flatMap((at) => [
        { text: signal(at) },
        { text: signal(at + 1) },
        ...[at, at + 1].map((one) => ({ text: end(WON[one] as boolean), replyTo: one + at + 1 })),
      ]),
    ),
  );
/** One in six signals has no outcome. */
const dropped = (name: string, signal: (at: number) => string): Layout => ({
  ...plain(
    `signals without an outcome before others of their pair, ${name}`,
    posts((at, won) => [...(at % 6 === 0 ? [signal(at + 101)] : []), signal(at), end(won)]),
  ),
  unresolved: 10,
});
const SIGNALS = [
  ['with a target and no side', (at) => `#BTC/USDT\nEntry: ${priceOf(at)}\nTP: 1.9\nSL: 1.01`],
  [
    'with a type in brackets',
    (at) => `#BTC/USDT\nSignal Type: Regular (${at % 2 ? 'Long' : 'Short'})\nEntry: ${priceOf(at)}`,
  ],
  [
    'with a forecast',
    (at) => `Asset: EUR/USD\nForecast: ${at % 2 ? 'UP' : 'DOWN'}\nTime: ${1 + (at % 5)} min`,
  ],
] as const satisfies readonly (readonly [string, (at: number) => string])[];

const call = (at: number): string => `${pairOf(at)} ${at % 2 ? 'PUT' : 'CALL'} 5 min`;

/** Two trades a line. */
const byTwo = (line: (at: number, first: string, second: string) => string): string =>
  Array.from({ length: 30 }, (_, at) =>
    line(at * 2, WON[at * 2] ? 'won' : 'lost', WON[at * 2 + 1] ? 'won' : 'lost'),
  ).join('\n');

export const SELLER_CHAT_LAYOUTS: readonly Layout[] = [
  ...SIGNALS.map(([name, signal]) => answered(name, signal)),
  ...SIGNALS.map(([name, signal]) => dropped(name, signal)),
  {
    ...plain(
      'a pair above its outcome',
      posts((at, won) => [call(at), `${pairOf(at)}\n${end(won)}`]),
    ),
    unresolved: 0,
  },
  {
    ...plain(
      'a pair above the mark of its outcome',
      posts((at, won) => [call(at), `${pairOf(at)}\n${won ? '✅' : '❌'}`]),
    ),
    unresolved: 0,
  },
  {
    ...plain(
      'pasted signals of three lines, and the pair above each outcome',
      WON.map(
        (won, at) => `${pairOf(at)}\n${at % 2 ? 'PUT' : 'CALL'}\n5 min\n\n${pairOf(at)}\n${end(won)}\n`,
      ).join('\n'),
    ),
    unresolved: 0,
  },
  {
    name: 'rates that are promised below signals without an outcome',
    text: posts((at, won) => [
      ...(at % 6 === 0 ? [call(at + 1), 'Join VIP, 95% win', 'VIP এ আসুন, 95% জয়'] : []),
      call(at),
      end(won),
    ]),
    counts: RIGHT,
    unresolved: 10,
  },
  plain(
    'the word profit alone',
    posts((at, won) => [call(at), won ? (at % 2 ? 'Profit' : 'PROFIT!') : 'Loss']),
  ),
  plain(
    'a loss with a word of regret',
    posts((at, won) => [
      call(at),
      won
        ? 'WIN ✅'
        : `${['Maalesef kayıp', 'Leider verloren', 'Infelizmente loss', 'К сожалению минус'][at % 4]} ❌`,
    ]),
  ),
  {
    ...plain(
      'a mark behind the pair and side of the open signal',
      posts((at, won) => [call(at), `${pairOf(at)} ${at % 2 ? 'PUT' : 'CALL'} ${won ? '✅' : '❌'}`]),
    ),
    unresolved: 0,
  },
  {
    ...plain(
      'signals of several lines that are posted twice, or repeated above their outcomes',
      posts((at, won) => {
        const lines = `📊 ${pairOf(at)}\n⏰ ${9 + (at % 9)}:${10 + (at % 50)}\n${at % 2 ? 'PUT' : 'CALL'}\n5 min`;
        return at % 2 ? [lines, lines, end(won)] : [lines, `${lines}\n${end(won)}`];
      }),
    ),
    unresolved: 0,
  },
  {
    name: 'a channel that says all in two languages',
    text: posts((at, won) => [
      `${pairOf(at)} ${at % 2 ? 'PUT' : 'CALL'} 1 min`,
      `${pairOf(at)} ${at % 2 ? 'VENTA' : 'COMPRA'} 1 minuto`,
      end(won),
      won ? 'GANADA ✅' : 'PERDIDA ❌',
    ]),
    asks: 'endings-without-signal',
    counts: RIGHT,
  },
  {
    name: 'a channel that says all in two languages, line by line',
    text: posts((at, won) => [
      `${pairOf(at)} CALL 1 min\n${pairOf(at)} COMPRA 1 minuto`,
      `${end(won)}\n${won ? 'GANADA ✅' : 'PERDIDA ❌'}`,
    ]),
    asks: 'endings-without-signal',
    counts: RIGHT,
  },
  plain(
    'equal signals one after the other, each with an answer',
    telegram(
      Array.from({ length: 30 }, (_, at) => at * 2).flatMap((at) => [
        { text: 'EURUSD CALL 1 MIN' },
        { text: 'EURUSD CALL 1 MIN' },
        { text: end(WON[at] as boolean), replyTo: at * 2 + 1 },
        { text: end(WON[at + 1] as boolean), replyTo: at * 2 + 2 },
      ]),
    ),
  ),
  {
    name: 'counts of the day in two lines below a signal without an outcome',
    text: posts((at, won) => [
      ...(at % 10 === 9 ? [call(at + 1), 'Win: 9\nLoss: 2'] : []),
      call(at),
      end(won),
    ]),
    counts: RIGHT,
    unresolved: 6,
  },
  ...(
    [
      ['LOSS ❌ MTG 1', 'WIN MTG 1 ✅'],
      ['❌ Минус, догон 1', '✅ Плюс с догона'],
      ['Loss, gale 1', 'WIN ✅'],
    ] as const
  ).map(([step, won]) =>
    plain(
      `a lost step before its outcome: ${step}`,
      posts((at, isWon) => [
        call(at),
        ...(at % 4 === 0 ? [step] : []),
        isWon ? (at % 4 ? 'WIN ✅' : won) : 'LOSS ❌',
      ]),
      '37-38-0',
    ),
  ),
  {
    name: 'losses after a doubled stake, some of them before a win of no signal',
    text: posts((at, won) => [call(at), won ? 'WIN ✅' : 'LOSS G1 ❌', ...(at % 7 === 0 ? ['WIN ✅'] : [])]),
    asks: 'endings-without-signal',
    counts: '37-46-0',
  },
  {
    ...plain(
      'a new stop below the pair of the open signal',
      posts((at, won) => [
        `#BTC/USDT LONG\nEntry: 1.${at + 100}\nSL: 1.0\nTP: 2`,
        '#BTC/USDT\nNew SL: 1.05',
        won ? 'TP hit ✅' : 'SL hit ❌',
      ]),
    ),
    unresolved: 0,
  },
  plain(
    'pasted signals of four lines, closed by their pips',
    WON.map(
      (won, at) =>
        `${at % 2 ? 'SELL' : 'BUY'} ${pairOf(at)}\nEntry: ${priceOf(at)}\nTake Profit: 1.9\nStop Loss: 1.01\n\nClosed ${won ? '+40' : '-20'} pips\n`,
    ).join('\n'),
  ),
  plain(
    'two trades in each line of prose',
    byTwo(
      (at, first, second) =>
        `Took ${pairOf(at)} CALL and ${first}, then ${pairOf(at + 1)} PUT and ${second} again`,
    ),
  ),
  plain(
    'two trades of one pair in each line of prose',
    byTwo((at, first, second) => `${pairOf(at)} long, ${first}. Later ${pairOf(at)} short, ${second} again.`),
  ),
  {
    name: 'a second outcome of one signal in each line of prose',
    text: byTwo((at, first, second) => `${pairOf(at)} CALL ${first}, second one ${second} too`),
    asks: 'endings-without-signal',
    counts: RIGHT,
  },
  plain(
    'signals of two pairs in a line, and their outcomes in one',
    telegram(
      Array.from({ length: 30 }, (_, at) => at * 2).flatMap((at) => [
        `${pairOf(at)} / ${pairOf(at + 1)} ${at % 4 ? 'CALL' : 'PUT'} 5 min`,
        `${pairOf(at)} ${WON[at] ? '✅' : '❌'} ${pairOf(at + 1)} ${WON[at + 1] ? '✅' : '❌'}`,
      ]),
    ),
  ),
  plain(
    'the log of a bot that buys puts, each line behind its time',
    WON.map(
      (won, at) =>
        `[${stamp(at)}] buy ${pairOf(at)} ${at % 2 ? 'PUT' : 'CALL'} $10 1m\n[${stamp(at, 60)}] ${won ? 'WIN +$8.20' : 'LOSS -$10.00'}`,
    ).join('\n'),
  ),
  plain(
    'lines with the clock of Jakarta',
    WON.map(
      (won, at) =>
        `${stamp(at).slice(0, 16)} WIB ${pairOf(at)} ${at % 2 ? 'SELL' : 'BUY'} ${won ? 'WIN' : 'LOSS'}`,
    ).join('\n'),
  ),
  ...(['Résultat', 'Ergebnis', 'Risultato'] as const).map((label) =>
    plain(
      `outcomes behind a label: ${label}`,
      posts((at, won) => [call(at), `${label}: ${end(won)}`]),
    ),
  ),
  ...(
    [
      ['before', '+$8.50', '-$10.00'],
      ['behind', '+8.50$', '-10.00$'],
    ] as const
  ).map(([name, won, lost]) => ({
    ...plain(
      `what each trade brought, the currency ${name}`,
      posts((at, isWon) => [call(at), isWon ? `WIN ✅ ${won}` : `LOSS ❌ ${lost}`]),
    ),
    profit: 37 * 8.5 - 23 * 10,
  })),
];
