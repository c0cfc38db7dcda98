/** Layouts of files that were written without a look at the reader, and that it read wrongly, refused or asked about in vain. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';

const clockOf = (at: number): string => stamp(at).slice(11, 16);
const dayOf = (at: number): string => stamp(at).slice(8, 10);
const slash = (at: number): string => `${pairOf(at).slice(0, 3)}/${pairOf(at).slice(3)}`;
const signal = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} 1 MIN`;
const ended = (won: boolean | undefined): string => (won === true ? 'WIN ✅' : 'LOSS ❌');
const table = (heading: string, row: (at: number, won: boolean) => readonly (string | number)[]): string =>
  [heading, ...WON.map((won, at) => row(at, won).join(','))].join('\n');
const chat = (won: (at: number) => string, lost: string): string =>
  telegram(WON.flatMap((isWon, at) => [signal(at), isWon ? won(at) : lost]));
const posts = (of: (at: number, won: boolean) => Parameters<typeof telegram>[0]): string =>
  telegram(WON.flatMap((won, at) => of(at, won)));
/** A win in four is said otherwise than the others: it came after one doubled stake. */
const ONE_GALE = `37-${23 + WON.filter((won, at) => won && at % 4 === 0).length}-0`;
/** The same where each loss has lost two stakes. */
const ONE_GALE_EACH = `37-${46 + WON.filter((won, at) => won && at % 4 === 0).length}-0`;
const gale = (name: string, other: string, usual = 'WIN ✅', lost = 'LOSS ❌'): Layout => ({
  name,
  text: chat((at) => (at % 4 === 0 ? other : usual), lost),
  counts: ONE_GALE,
});
const right = (name: string, text: string, more: Partial<Layout> = {}): Layout => ({
  name,
  text,
  counts: RIGHT,
  ...more,
});
const plain = (name: string, text: string, more: Partial<Layout> = {}): Layout =>
  right(name, text, { isPlain: true, ...more });

const LEVELS: readonly number[] = WON.map((_won, at) => (at % 5 === 0 ? 1 : at % 11 === 0 ? 2 : 0));
const AFTER_LEVELS = `37-${23 + LEVELS.reduce((sum, level) => sum + level, 0)}-0`;
const levels = (name: string, first: 0 | 1): Layout => ({
  name: `doubled stakes in a column "${name}"`,
  text: table(`time,pair,direction,${name},result`, (at, won) => [
    stamp(at),
    pairOf(at),
    'CALL',
    (LEVELS[at] as number) + first,
    won ? 'WIN' : 'LOSS',
  ]),
  asks: 'posted-gales',
  counts: AFTER_LEVELS,
});
const TENS = [0, 10, 20, 30, 40, 50].map((from) => Array.from({ length: 10 }, (_, at) => from + at));
const listed = (at: number, mark = ''): string =>
  `${clockOf(at)} ${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'}${mark}`;
const whatsApp = (head: (at: number) => string): string =>
  WON.flatMap((won, at) => [signal(at), ended(won)].map((text) => `${head(at)}Seller: ${text}`)).join('\n');
const hour12 = (at: number): string =>
  `${Number(clockOf(at).slice(0, 2)) % 12 || 12}:${clockOf(at).slice(3)}`;
const isMorning = (at: number): boolean => clockOf(at) < '12';
const inDigits = (zero: string) => (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCodePoint((zero.codePointAt(0) as number) + Number(digit)));
const discordText = (of: (at: number, won: boolean) => readonly [signal: string, end: string]): string =>
  WON.flatMap((won, at) =>
    of(at, won).map((text) => `[3/${Number(dayOf(at))}/2026 ${clockOf(at)}] seller\n${text}\n`),
  ).join('\n');
/** Telegram's export of a group, with the author of each message. */
const group = (
  of: (at: number, won: boolean) => readonly (readonly [author: string, text: string])[],
): string =>
  JSON.stringify({
    messages: WON.flatMap((won, at) => of(at, won)).map(([from, text], at) => ({
      id: at + 1,
      date_unixtime: String(Date.UTC(2026, 2, 2, 9) / 1_000 + at * 60),
      from,
      text,
    })),
  });

export const FRESH_LAYOUTS: readonly Layout[] = [
  ...(
    [
      ['Step', 1],
      ['Martingale level', 0],
      ['Gale #', 0],
      ['Attempts', 1],
      ['Entry no.', 1],
    ] as const
  ).map(([name, first]) => levels(name, first)),
  plain(
    'Pocket Option, profits of $18.50 and $0.00',
    table('Order,Asset,Open time,Trade amount,Profit', (at, won) => [
      1_000 + at,
      pairOf(at),
      stamp(at),
      '$10.00',
      won ? '$18.50' : '$0.00',
    ]),
    { payout: 0.85 },
  ),
  plain(
    'pasted amounts of $18.50 and $0.00 beside stakes',
    WON.map((won, at) => `${slash(at)} $10.00 ${won ? '$18.50' : '$0.00'}`).join('\n'),
    { payout: 0.85 },
  ),
  plain(
    'pasted amounts below stakes and payouts with a sign',
    WON.map((won, at) => `${slash(at)} OTC\n+92%\n$10\n${won ? '$19.20' : '$0'}`).join('\n'),
    { payout: 0.92 },
  ),
  plain(
    'pasted amounts with the currency behind',
    WON.map((won, at) => `${slash(at)} (OTC)\n00:01:00\n10.00 $\n${won ? '18.70 $' : '0.00 $'}`).join('\n'),
    { payout: 0.87 },
  ),
  right(
    'amounts of $18.50 and $0.00 without a stake',
    WON.map((won, at) => `${stamp(at)},${pairOf(at)},${won ? '$18.50' : '$0.00'}`).join('\n'),
    { asks: 'zero-profit' },
  ),
  plain(
    'payouts of more than the stake and of nothing',
    table('time,pair,stake,payout', (at, won) => [stamp(at), pairOf(at), 10, won ? 18.5 : 0]),
    { payout: 0.85 },
  ),
  plain(
    'IQ Option, gross profits alone',
    table('Instrument,Direction,Invest,Open Time,Gross P&L', (at, won) => [
      pairOf(at),
      'call',
      10,
      stamp(at),
      won ? 18.5 : 0,
    ]),
    { payout: 0.85 },
  ),
  plain(
    'Tradovate, dollars before brackets',
    table('symbol,qty,pnl,boughtTimestamp', (at, won) => ['ESH6', 1, won ? '$45.00' : '$(12.50)', stamp(at)]),
  ),
  right(
    'Interactive Brokers, openings, ends, a subtotal and a total',
    [
      'Trades,Header,DataDiscriminator,Asset Category,Currency,Symbol,Date/Time,Quantity,T. Price,Proceeds,Comm/Fee,Basis,Realized P/L,Code',
      ...WON.flatMap((won, at) => [
        `Trades,Data,Order,Stocks,USD,AAPL,"${stamp(at).replace(' ', ', ')}",10,100,-1000,-1,1001,0,O`,
        `Trades,Data,Order,Stocks,USD,AAPL,"${stamp(at, 300).replace(' ', ', ')}",-10,101,1010,-1,-1001,${won ? 8 : -12},C`,
      ]),
      'Trades,SubTotal,,Stocks,USD,AAPL,,0,,10,-120,0,20,',
      'Trades,Total,,Stocks,USD,,,,,10,-120,0,20,',
    ].join('\n'),
    { isPlain: true },
  ),
  right(
    'a total without a name',
    `${table('time,pair,stake,profit', (at, won) => [stamp(at), pairOf(at), 10, won ? 8.5 : -10])}\n,,600,84.5`,
    { isPlain: true },
  ),
  plain(
    'a trade without a time and a pair',
    table('time,pair,stake,profit', (at, won) => [
      ...(at === 58 ? ['', ''] : [stamp(at), pairOf(at)]),
      10,
      won ? 8.5 : -10,
    ]),
  ),
  plain(
    'a trade that says its result, without a time and a pair',
    table('time,pair,stake,result', (at, won) => [
      ...(at === 58 ? ['', ''] : [stamp(at), pairOf(at)]),
      10,
      won ? 'won' : 'lost',
    ]),
  ),
  plain(
    'a total of stakes and of what was paid back, without a name',
    `${table('time,pair,stake,returned', (at, won) => [stamp(at), pairOf(at), 10, won ? 18.5 : 0])}\n,,600,684.5`,
  ),
  right(
    'a total of wins and losses without a name',
    `${table('date,pair,wins,losses', (at, won) => [stamp(at), pairOf(at), won ? 1 : 0, won ? 0 : 1])}\n,,37,23`,
    { asks: 'win-loss-columns' },
  ),
  right(
    'a total without a name, of which a fee is taken',
    `${table('time,pair,stake,profit', (at, won) => [stamp(at), pairOf(at), 10, won ? 8.5 : -10])}\n,,600,80`,
    { asks: 'row-kinds' },
  ),
  right(
    'a trade that says its profit alone',
    table('time,pair,profit', (at, won) => [
      ...(at === 58 ? ['', ''] : [stamp(at), pairOf(at)]),
      won ? 8.5 : -10,
    ]),
    { asks: 'row-kinds' },
  ),
  right(
    'a trade that says its result alone',
    table('time,pair,result', (at, won) => [
      ...(at === 58 ? ['', ''] : [stamp(at), pairOf(at)]),
      won ? 'won' : 'lost',
    ]),
    { asks: 'row-kinds' },
  ),
  plain(
    'a total of profits alone',
    `${table('time,pair,profit', (at, won) => [stamp(at), pairOf(at), won ? 8.5 : -10])}\n,,84.5`,
  ),
  right(
    'cashback among the trades',
    table('time,operation,amount,profit', (at, won) => [
      stamp(at),
      'Trade EURUSD',
      10,
      `${won ? 8.5 : -10}${at % 20 === 5 ? `\n${stamp(at, 30)},Cashback,,5` : ''}`,
    ]),
    { isPlain: true },
  ),
  plain(
    'amounts in the digits of Arabic',
    table('الوقت,الزوج,الربح', (at, won) => [stamp(at), pairOf(at), won ? '٨٫٥' : '-١٠']),
  ),
  right(
    'a result of WIN x2 in a table',
    table('time,pair,result', (at, won) => [
      stamp(at),
      pairOf(at),
      won ? (at % 4 === 0 ? 'WIN x2' : 'WIN') : 'LOSS',
    ]),
    { asks: 'announced-gales', counts: ONE_GALE_EACH },
  ),
  plain(
    'signals that are quoted above their outcomes',
    posts((at, won) => [signal(at), `> ${signal(at)}\n${ended(won)}`]),
    { unresolved: 0 },
  ),
  plain(
    'lists of signals, later with their outcomes',
    telegram(
      TENS.flatMap((ten) => [
        ten.map((at) => listed(at)).join('\n'),
        ten.map((at) => listed(at, WON[at] ? ' ✅' : ' ❌')).join('\n'),
      ]),
    ),
    { unresolved: 0 },
  ),
  right(
    'wins marked in their signals, losses left as they are',
    posts((at, won) => [`${signal(at)}${won ? ' ✅' : ''}`]),
    { asks: 'marked-signals' },
  ),
  plain(
    'Discord, reactions of readers below signals',
    discordText((at, won) => [`${signal(at)}\n\n{Reactions}\n👍 (3) ✅ (2)`, won ? 'WIN' : 'LOSS']),
  ),
  plain(
    'Discord, reactions of readers below losses',
    discordText((at, won) => [signal(at), `${won ? 'WIN' : 'LOSS'}\n\n{Reactions}\n✅ (4) ❌ (1)`]),
  ),
  plain(
    'WhatsApp in Vietnamese, the time first',
    whatsApp((at) => `${clockOf(at)}, ${dayOf(at)}/03/2026 - `),
  ),
  plain(
    'WhatsApp in Arabic digits',
    whatsApp((at) =>
      inDigits('٠')(`${Number(dayOf(at))}\u200f/3\u200f/2026، ${hour12(at)} ${isMorning(at) ? 'ص' : 'م'} - `),
    ),
  ),
  plain(
    'WhatsApp in Bengali digits',
    whatsApp((at) =>
      inDigits('০')(`${Number(dayOf(at))}/3/26, ${hour12(at)} ${isMorning(at) ? 'AM' : 'PM'} - `),
    ),
  ),
  right(
    'pips of trades that were closed by hand',
    telegram(
      WON.flatMap((won, at) => [
        `${pairOf(at)} BUY @ 1.0850 SL 1.0820 TP1 1.0870 TP2 1.0890`,
        won
          ? (['TP1 hit +20 pips ✅', 'TP2 hit +40 pips ✅', 'Closed manually +12 pips'][at % 3] as string)
          : (['SL hit -30 pips ❌', 'Closed manually -8 pips'][at % 2] as string),
      ]),
    ),
  ),
  plain(
    'the name of the channel below each post: WIN WIN SIGNALS',
    posts((at, won) => [`${signal(at)}\n\nWIN WIN SIGNALS`, `${won ? '✅' : '❌'}\n\nWIN WIN SIGNALS`]),
  ),
  plain(
    'the name of the channel below each post, and alone between signals and outcomes',
    posts((at, won) => [
      `${signal(at)}\n\nWIN WIN SIGNALS`,
      ...(at % 10 === 3 ? ['WIN WIN SIGNALS'] : []),
      `${won ? '✅' : '❌'}\n\nWIN WIN SIGNALS`,
    ]),
  ),
  plain(
    'a promise below each post',
    posts((at, won) => [`${signal(at)}\nVIP: 90% wins 🏆`, `${ended(won)}\nVIP: 90% wins 🏆`]),
  ),
  plain(
    'a chance of success in each signal',
    posts((at, won) => [`${signal(at)}\nSuccess: 95%`, ended(won)]),
  ),
  plain(
    'a member who says loss before the seller does',
    group((at, won) => [
      ['Seller', signal(at)],
      ...(at % 4 === 0 ? ([['Bob', 'loss']] as const) : []),
      ['Seller', ended(won)],
    ]),
  ),
  plain(
    'signals of one admin, outcomes of another',
    group((at, won) => [
      ['Anna', signal(at)],
      ['Bob', ended(won)],
    ]),
  ),
  ...['WIN-1 ✅', 'WIN 1 ✅', 'WIN 2nd time ✅', 'WIN with recovery ✅', 'WIN after double up ✅'].map(
    (text) => gale(`a win after a doubled stake: ${text}`, text),
  ),
  gale('a mark and a digit', '✅1', '✅', '❌'),
  gale('a mark and 2X', '✅ 2X', '✅', '❌'),
  gale('numbers of doubled stakes behind ITM', 'ITM 1 ✅', 'ITM 0 ✅', 'OTM ❌'),
  gale('Indonesian compensation in short', 'PROFIT K1 ✅', 'PROFIT ✅'),
  gale('Indonesian compensation', 'WIN kompensasi 1 ✅'),
  gale('Turkish doubling in its order', '1. katlamada kazandık ✅', 'KAZANDIK ✅', 'KAYIP ❌'),
  right(
    'Russian, lost with two doubled stakes',
    chat(() => 'Плюс ✅', 'Минус с двумя догонами ❌'),
    {
      counts: '37-69-0',
    },
  ),
  plain('a claim in Russian, plus and minus', '37 плюс 23 минус'),
];
