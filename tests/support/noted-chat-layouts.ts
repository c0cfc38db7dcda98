/** Chats with notes on open trades and advertisements among their outcomes, and lists of pairs with their durations. Each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, WON } from './layout.ts';
import { plain } from './row-parts.ts';

const posts = (of: (at: number, won: boolean) => readonly string[]): string =>
  telegram(WON.flatMap((won, at) => of(at, won)));
const call = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} M5`;
const levels = (at: number): string =>
  `${pairOf(at)} ${at % 2 === 0 ? 'BUY' : 'SELL'} NOW\nTP 40 pips\nSL 20 pips`;
const end = (won: boolean): string => (won ? 'WIN ✅' : 'LOSS ❌');
const reached = (at: number, won: boolean): string =>
  `${pairOf(at)} ${won ? 'TP hit +40 pips ✅' : 'SL hit -20 pips ❌'}`;
const noted = (note: string, truth: Partial<Layout>): Layout => ({
  name: `a note on an open trade: ${note}`,
  text: posts((at, won) => [
    levels(at),
    ...(at % 4 === 0 ? [`${pairOf(at)} ${note}`] : []),
    reached(at, won),
  ]),
  counts: RIGHT,
  ...truth,
});
const advertised = (text: string): Layout => ({
  name: `an advertisement below a signal without an end: ${text}`,
  text: posts((at, won) => [...(at % 5 === 0 ? [call(at + 1), text] : []), call(at), end(won)]),
  asks: 'unsure-endings',
  counts: RIGHT,
  unresolved: 12,
});
const listed = (line: (at: number, won: boolean) => string): Layout =>
  plain(`a list of lines like ${line(0, true)}`, WON.map((won, at) => line(at, won)).join('\n'), RIGHT);

/** Before every fourth end a message says that the next stake is placed. */
const placed = (text: string): Layout => ({
  name: `a next stake that is placed without a word for the loss: ${text}`,
  text: posts((at, won) => [call(at), ...(at % 4 === 0 ? [text] : []), end(won)]),
  asks: 'posted-gales',
  counts: `37-${23 + 15}-0`,
});
const PLACED =
  'Vamos para o gale 1|Bora pro G1|Fazendo gale 1|Re-enter now with double|Enter again same direction|Перекрываемся|Entrar novamente com dobro|Segunda entrada agora|2nd entry now'.split(
    '|',
  );

export const NOTED_CHAT_LAYOUTS: readonly Layout[] = [
  noted('sl 20 pips', { asks: 'unsure-endings' }),
  noted('SL to 20 pips', { isPlain: true }),
  noted('new SL 1.0850', { isPlain: true }),
  noted('SL moved to entry', { asks: 'doubtful-outcomes' }),
  {
    name: 'stops and targets beside the pair, with pips without a sign',
    text: posts((at, won) => [levels(at), `${pairOf(at)} ${won ? 'tp 40 pips' : 'sl 20 pips'}`]),
    asks: 'unsure-endings',
    counts: RIGHT,
  },
  ...['Sure shot profit ✅✅', '100% sure profit ✅', 'VIP profit ✅', 'Join VIP ✅'].map(advertised),
  {
    name: 'questions to the readers below signals without an end',
    text: posts((at, won) => [
      ...(at % 10 === 0 ? [call(at + 1), 'How is everyone doing today?'] : []),
      call(at),
      end(won),
    ]),
    counts: RIGHT,
    unresolved: 6,
    isPlain: true,
  },
  plain(
    'talk with a word for a win between signals and their ends',
    posts((at, won) => [call(at), 'Patience is the key to success in trading 💪', end(won)]),
  ),
  {
    name: 'a loss that is crossed out before a win',
    text: posts((at, won) => [call(at), at % 10 === 0 ? '~~LOSS ❌~~ WIN ✅' : end(won)]),
    asks: 'unsure-endings',
    counts: `${WON.filter((won, at) => won || at % 10 === 0).length}-${WON.filter((won, at) => !won && at % 10 !== 0).length}-0`,
  },
  plain(
    'targets and stops in Arabic, with their points',
    posts((at, won) => [
      `${pairOf(at)} ${at % 2 ? 'بيع' : 'شراء'}\nالهدف 40 نقطة\nالوقف 20 نقطة`,
      won ? 'تم تحقيق الهدف ✅' : 'ضرب الستوب ❌',
    ]),
  ),
  ...PLACED.map(placed),
  listed((at, won) => `${pairOf(at)} M5 ${won ? '✅' : '❌'}`),
  listed((at, won) => `${pairOf(at)} 5 min ${won ? 'WIN' : 'LOSS'}`),
  listed((at, won) => `${9 + Math.floor(at / 12)}:${10 + (at % 12) * 4} ${pairOf(at)} M5 ${won ? 'W' : 'L'}`),
];
