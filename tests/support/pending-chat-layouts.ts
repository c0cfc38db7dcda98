/** Chats with orders that were called off, marks of trades that still run, steps in words of the street, and signals for two pairs. Each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, WON } from './layout.ts';
import { plain } from './row-parts.ts';

type Post = string | { readonly text: string; readonly replyTo?: number };
const posts = (of: (at: number, won: boolean) => readonly Post[]): string =>
  telegram(WON.flatMap((won, at) => of(at, won)));
const call = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} M5`;
const end = (won: boolean): string => (won ? 'WIN ✅' : 'LOSS ❌');
const order = (at: number): string => `#BTC/USDT LONG\nEntry: ${100 + at}\nTP: ${110 + at}\nSL: ${95 + at}`;
const filled = (won: boolean): string =>
  won ? '#BTC/USDT Take-Profit target 1 ✅' : '#BTC/USDT Stoploss ⛔';
/** Every eighth order was called off; none of these is asked about as won or lost. */
const isOff = (at: number): boolean => at % 8 === 3;
const OFF = WON.filter((_won, at) => isOff(at)).length;
const LEFT = WON.filter((_won, at) => !isOff(at));
const FILLED = `${LEFT.filter(Boolean).length}-${LEFT.filter((won) => !won).length}-0`;
const calledOff = (text: string, isAnswer = false): Layout => ({
  name: `orders that are called off${isAnswer ? ' by an answer' : ''}: ${text.replaceAll('\n', ' / ')}`,
  text: telegram(
    WON.flatMap((won, at) => [
      { text: order(at) },
      { text: isOff(at) ? text : filled(won), ...(isAnswer && { replyTo: at * 2 + 1 }) },
    ]),
  ),
  asks: 'unresolved-signals',
  counts: FILLED,
  unresolved: OFF,
});

/** Every fourth signal lost its first stake. */
const isStep = (at: number): boolean => at % 4 === 0;
const STEPS = WON.filter((_won, at) => isStep(at)).length;
const steps = (step: string, won: string, lost: string): Layout =>
  plain(
    `a lost step, said as ${step}`,
    posts((at, isWon) => [call(at), ...(isStep(at) ? [step, isWon ? won : lost] : [end(isWon)])]),
    `37-${23 + STEPS}-0`,
  );

const FAREWELLS = [
  'Good night all, see you tomorrow',
  'OK guys done for today',
  'That was all for today, thank you',
  'Bye guys, meet you tomorrow at 9am',
  'Ok traders, good night everyone',
  'Gente, por hoje é só, até amanhã',
  'Chicos, nos vemos mañana',
  'Ребята, на сегодня всё, всем спокойной ночи',
  'Arkadaşlar bugünlük bu kadar, iyi geceler',
  'Dosto aaj ke liye itna hi, good night',
];
const both = (
  name: string,
  signal: string,
  said: (won: boolean, at: number) => readonly Post[],
  truth: Partial<Layout>,
): Layout => ({
  name: `signals for two pairs, ${name}`,
  text: posts((at, won) => [signal, ...said(won, at)]),
  ...truth,
});
const LINES = 'Pair: EURUSD / GBPUSD\nDirection: CALL\nExpiry: 5 min';

export const PENDING_CHAT_LAYOUTS: readonly Layout[] = [
  calledOff('Cancelled ❌'),
  calledOff('#BTC/USDT Cancelled ❌\nTarget achieved before entering the entry zone'),
  calledOff('#BTC/USDT Manually Cancelled ❌'),
  calledOff('Cancelled ❌', true),
  steps('Loss ❌ MTG 1 lelo', 'MTG 1 Win ✅', 'MTG 1 Loss ❌'),
  steps('Loss ❌ MTG-1 lagao', 'Win ✅', 'Loss ❌'),
  steps('Loss ❌ 1st martingale le lo', 'Win ✅', 'Loss ❌'),
  steps('लॉस ❌ मार्टिंगेल 1 लगाओ', 'जीत ✅', 'लॉस ❌'),
  steps('লস ❌ মার্টিঙ্গেল ১ নিন', 'জয় ✅', 'লস ❌'),
  steps('لاس ❌ مارٹنگیل 1 لے لو', 'جیت ✅', 'لاس ❌'),
  steps('Kayıp ❌ 1. katlama yapın', 'Kazandı ✅', 'Kayıp ❌'),
  plain(
    'a white circle while a trade runs',
    posts((at, won) => [call(at), ...(at % 4 === 0 ? ['⚪'] : []), end(won)]),
  ),
  {
    name: 'white circles, some of them before another outcome and some alone',
    text: posts((at, won) => [
      call(at),
      ...(at % 4 === 0 ? ['⚪'] : []),
      ...(at % 8 === 0 ? [] : [end(won)]),
    ]),
    asks: 'circles',
    counts: `${WON.filter((won, at) => won && at % 8 !== 0).length}-${WON.filter((won, at) => !won && at % 8 !== 0).length}-8`,
  },
  plain(
    'talk of being stopped, in Turkish',
    posts((at, won) => [call(at), ...(at % 6 === 0 ? ['Arkadaşlar stop olmak normal 👍'] : []), end(won)]),
  ),
  {
    ...plain(
      'farewells with words to the readers, below signals without an outcome',
      posts((at, won) => [
        call(at),
        end(won),
        ...(at < FAREWELLS.length ? ['NZDUSD CALL M15', FAREWELLS[at] as string] : []),
      ]),
    ),
    unresolved: FAREWELLS.length,
  },
  both('in one line, with one outcome', 'EURUSD / GBPUSD CALL M5', (won) => [end(won)], {
    asks: 'several-outcomes',
    counts: '74-46-0',
  }),
  both('in several lines, with one outcome', LINES, (won) => [end(won)], {
    asks: 'several-outcomes',
    counts: '74-46-0',
  }),
  both('in two lines, with one outcome', 'EURUSD / GBPUSD\nCALL M5', (won) => [end(won)], {
    asks: 'several-outcomes',
    counts: '74-46-0',
  }),
  both('with an answer', LINES, (won, at) => [{ text: end(won), replyTo: at * 2 + 1 }], {
    asks: 'several-outcomes',
    counts: '74-46-0',
  }),
  both('in several lines, with an outcome each', LINES, (won) => [end(won), end(!won)], {
    counts: '60-60-0',
    isPlain: true,
  }),
  both(
    'in several lines, with the outcome of each by its name',
    LINES,
    (won) => [`EURUSD ${end(won)}`, `GBPUSD ${end(!won)}`],
    { counts: '60-60-0', isPlain: true },
  ),
  both(
    'in several lines, with one outcome for both',
    LINES,
    (won) => [won ? 'Both WIN ✅' : 'Both LOSS ❌'],
    { counts: '74-46-0', isPlain: true },
  ),
  {
    name: 'two equal signals a minute apart, each with an end',
    text: posts((at, won) =>
      at % 6 === 0 ? ['EURUSD CALL M1', 'EURUSD CALL M1', end(won), end(!won)] : [call(at), end(won)],
    ),
    asks: 'endings-without-signal',
    counts: `${37 + WON.filter((won, at) => at % 6 === 0 && !won).length}-${23 + WON.filter((won, at) => at % 6 === 0 && won).length}-0`,
  },
];
