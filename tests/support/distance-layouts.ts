/** Chats whose trades end at a target or a stop, and what they say, or do not say, of how far away these are. Each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { plain } from './row-parts.ts';

const HIT = ['TP hit ✅', 'SL hit ❌'] as const;
const posts = (post: (at: number) => string, [won, lost]: readonly [string, string] = HIT): string =>
  telegram(WON.flatMap((isWon, at) => [post(at), isWon ? won : lost]));
const side = (at: number): string => (at % 2 === 0 ? 'BUY' : 'SELL');
const open = (name: string, text: string): Layout => ({
  name: `trades at targets and stops, ${name}`,
  text,
  asks: 'target-distance',
  counts: RIGHT,
});
const known = (name: string, payout: number, text: string): Layout => ({
  ...plain(`trades at targets and stops, ${name}`, text),
  payout,
});

const PARTED = WON.filter((won, at) => won || at % 5 === 0).length;

export const DISTANCE_LAYOUTS: readonly Layout[] = [
  ...(
    [
      ['below icons', 'XAUUSD BUY 2657\n🎯 2660\n🛑 2627'],
      ['beside icons', 'XAUUSD BUY 2657\n🎯2660 ⛔2627'],
      ['below marks of outcomes', 'XAUUSD BUY 2657\n✅ 2660\n❌ 2627'],
      ['below words for what is brought', 'VÀNG BUY 2657\nChốt lời 2660\nCắt lỗ 2627'],
      ['without names', 'XAUUSD BUY 2657 > 2660 (2627)'],
      ['below other names', 'XAUUSD BUY 2657\nGoal 2660\nRisk level 2627'],
    ] as const
  ).map(([name, text]) => ({
    ...open(
      name,
      posts(() => text, ['WIN ✅', 'LOSS ❌']),
    ),
    offers: 0.1,
  })),
  known(
    'in thousands',
    0.25,
    posts(() => 'BTC LONG 91.2k\nTP 92k\nSL 88k', ['WIN ✅', 'LOSS ❌']),
  ),
  ...[
    'Closed manually in profit ✅',
    'Took profit early ✅',
    'Half way to TP, closed ✅',
    'In profit ✅',
  ].map((won) =>
    open(
      `that are closed before them: ${won}`,
      posts(() => 'BUY EURUSD\nSL 20 pips\nTP 60 pips', [won, 'SL hit ❌']),
    ),
  ),
  // Half of it won 10 of 20 pips, and the rest nothing.
  ...(
    [
      ['', 'TP hit, closed half ✅'],
      ['Close half at TP, rest runs', 'TP hit ✅'],
    ] as const
  ).map(([rule, won]) => ({
    ...open(
      `that are closed in parts: ${rule}, ${won}`,
      posts((at) => `${pairOf(at)} BUY 1.2700 SL 1.2680 TP 1.2710\n${rule}`, [won, 'SL hit ❌']),
    ),
    offers: (37 * 0.25 + 23 * 0.5) / 60,
  })),
  ...['Close half +10 pips', 'Partials taken at 1.2710', 'Закрыли половину +10'].map((part) => ({
    ...open(
      `of which the rest is stopped: ${part}`,
      telegram(
        WON.flatMap((won, at) => [
          `${pairOf(at)} BUY 1.2700 SL 1.2680 TP 1.2720`,
          ...(at % 5 === 0 ? [part] : []),
          won && at % 5 > 0 ? 'TP hit ✅' : 'SL hit ❌',
        ]),
      ),
    ),
    asks: 'doubtful-outcomes',
    counts: `${PARTED}-${60 - PARTED}-0`,
  })),
  open(
    'without a price at the entry',
    posts((at) => `${pairOf(at)} ${side(at)} NOW\nTP 1.${at % 2 ? 0 : 2}900\nSL 1.1${at % 10}50`),
  ),
  open(
    'without a price at the entry, several targets',
    posts((at) => `XAUUSD ${side(at)} NOW\nTP1 2660\nTP2 2670\nSL 2640`),
  ),
  open(
    'in one line without a price at the entry',
    posts((at) => `${pairOf(at)} ${side(at)} TP 1.0900 SL 1.0850`, ['WIN ✅', 'LOSS ❌']),
  ),
  open(
    'without a number',
    posts((at) => `${pairOf(at)} ${side(at)} now, small lots`),
  ),
  open(
    'with a target alone',
    posts((at) => `${pairOf(at)} ${side(at)} NOW\nTarget 1.0900`, ['Target hit ✅', 'Stopped out ❌']),
  ),
  open(
    'in a table without prices at the entry',
    [
      'Date,Pair,Side,TP,SL,Result',
      ...WON.map((won, at) =>
        [stamp(at), pairOf(at), side(at), `1.${200 + at}`, `1.${100 + at}`, won ? 'Win' : 'Loss'].join(),
      ),
    ].join('\n'),
  ),
  plain(
    'a target and a stop beside an expiry, which says when the trade ends',
    posts((at) => `${pairOf(at)} ${side(at)} M5`, HIT),
  ),
  known(
    'in percent',
    2,
    posts((at) => `BTCUSDT ${side(at)} TP 2% SL 1%`),
  ),
  known(
    'with what each brought, without a unit',
    20 / 35,
    posts((at) => `${pairOf(at)} ${side(at)} NOW`, ['TP hit ✅ +20', 'SL hit ❌ -35']),
  ),
  known(
    'with what each brought, in German',
    30 / 25,
    posts(
      (at) => `DAX ${at % 2 ? 'Long' : 'Short'} ab 22087, Ziel 30 Punkte`,
      ['Ziel erreicht, Gewinn +30', 'ausgestoppt, Verlust -25'],
    ),
  ),
];
