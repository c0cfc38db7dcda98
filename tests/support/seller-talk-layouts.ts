/** Chats with what sellers say beside signals and outcomes: farewells, rules, calls off, numbers of gales that cannot be. Each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';

const signal = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} M5`;
const result = (won: boolean): string => (won ? 'WIN ✅' : 'LOSS ❌');
const TRADES = WON.map((won, at) => [signal(at), result(won)] as const);
const plain = (name: string, text: string, truth: Partial<Layout> = {}): Layout => ({
  name,
  text,
  counts: RIGHT,
  isPlain: true,
  unresolved: 0,
  ...truth,
});
/** A signal without an outcome behind each of the first trades, and a text below it. */
const unended = (texts: readonly string[]): string =>
  telegram(
    TRADES.flatMap((trade, at) => {
      const text = texts[at];
      return text === undefined ? trade : [...trade, 'NZDUSD CALL M15', text];
    }),
  );
const RULES = [
  '1 loss = stop',
  'after 2 losses stop for the day',
  'After 2 losses, stop for the day',
  'One loss and we stop',
  'RULES:\n1 loss = stop\n3 wins = stop',
  'Max 2 losses per day',
  '2 loss parou',
  'Después de 2 pérdidas, parar',
  'Setelah 2 loss berhenti',
  '2 हार = बंद',
  '২ লস = বন্ধ',
  '2 ہار = بند',
];
const FAREWELLS = [
  'see you tomorrow',
  'Good night everyone 🌙',
  'Session is over, see you tomorrow',
  'até amanhã',
  'Encerramos por hoje, boa noite pessoal',
  'sampai jumpa besok',
  'कल मिलेंगे',
  'কাল দেখা হবে',
  'کل ملیں گے',
  'На сегодня всё, до завтра',
  'hasta mañana',
];
const NEXT = [
  'SL hit, wait for next',
  'SL hit ❌ wait for the next one',
  'Loss ❌ next signal coming',
  'LOSS waiting for a better market',
  'Perdida ❌ esperen la próxima',
  'RED ❌ aguardem a próxima entrada',
  'Минус ❌ ждём следующий сигнал',
  'KALAH ❌ tunggu sinyal berikutnya',
];
/** What a message says of a pair whose signal is open: a stop, a target, a profit or an end alone. */
const LOST_ALONE = [
  'stopped -20',
  'stopped, -20 pips',
  'stopped, -1R',
  'sl',
  'SL -20',
  'stop',
  'stop loss -20 pips',
  'loss -10$',
];
const WON_ALONE = ['tp', 'TP +40', 'TP1 +40 pips', 'target +40', 'profit', 'profit +8$', '+40 pips profit'];
const alone = (won: boolean, at: number): string => {
  const texts = [...(won ? WON_ALONE : LOST_ALONE), won ? 'done +40' : 'done -20'];
  return texts[at % texts.length] as string;
};
/** A signal without an end before each sixth trade; each win is said again at the next target. */
const furtherTargets = (texts: readonly string[]): string => {
  const posted = 'GOLD BUY 2605 TP 2615 / 2625 SL 2595';
  return telegram(
    WON.flatMap((won, at) => [
      ...(at % 6 === 0 ? ['GOLD SELL 2660 TP 2650 / 2640 SL 2670', posted] : [posted]),
      ...(won ? texts.slice(0, 1 + (at % 2)) : ['SL hit ❌']),
    ]),
  );
};
/** Each loss is of as many stakes as are believed. */
const MORE_LOST = WON.filter((won) => !won).length * 7;

export const SELLER_TALK_LAYOUTS: readonly Layout[] = [
  plain('farewells below signals without an outcome', unended(FAREWELLS), { unresolved: FAREWELLS.length }),
  plain(
    'losses with a word for what comes next',
    telegram(WON.flatMap((won, at) => [signal(at), won ? 'WIN ✅' : (NEXT[at % NEXT.length] as string)])),
  ),
  {
    name: 'ends that name their pair beside a stop, a target or a profit alone',
    asks: 'target-distance',
    counts: RIGHT,
    unresolved: 0,
    text: telegram(
      WON.flatMap((won, at) => [
        `${pairOf(at)} ${at % 2 === 0 ? 'buy' : 'sell'} now`,
        `${pairOf(at)} ${alone(won, at)}`,
      ]),
    ),
  },
  plain(
    'futures by two letters, and a stop alone',
    telegram(
      WON.flatMap((won, at) => [
        `ES ${at % 2 === 0 ? 'long' : 'short'} @ 5700`,
        won ? 'ES target hit, +2R' : 'ES stopped, -1R',
      ]),
    ),
  ),
  {
    name: 'a signal with an order, a level or an amount alone below it',
    text: telegram(
      WON.flatMap((won, at) => [
        `${pairOf(at)} buy now`,
        ...(at % 6 === 5 ? [`${pairOf(at)} take profit`] : [result(won)]),
      ]),
    ),
    asks: 'unsure-endings',
    counts: `${WON.filter((won, at) => won && at % 6 !== 5).length + 10}-${WON.filter((won, at) => !won && at % 6 !== 5).length}-0`,
  },
  ...[
    ['2615 hit ✅', '2625 hit ✅'],
    ['+10 points ✅', '+20 points ✅ 🔥'],
    ['1st target done ✅', '2nd target done ✅'],
  ].map((texts) =>
    plain(`further targets beside signals that never ended: ${texts.join(', ')}`, furtherTargets(texts), {
      unresolved: 10,
    }),
  ),
  {
    name: 'further wins beside signals that never ended',
    text: furtherTargets(['win ✅', 'win ✅ again, runners paid']),
    asks: 'unsure-endings',
    counts: RIGHT,
  },
  ...[
    [
      ['KAZANÇLI', 'kazanç 💰'],
      ['ZARARLI', 'zarar'],
    ],
    [
      ['im Plus raus', 'Treffer'],
      ['im Minus', 'daneben'],
    ],
    [
      ['익절', '익절 ✅'],
      ['손절 ㅠㅠ', '손절'],
    ],
  ].map((texts) =>
    plain(
      `ends in other words: ${texts.flat().join(', ')}`,
      telegram(
        WON.flatMap((won, at) => [
          `${at % 3 === 0 ? '비트 롱 진입' : pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} 5 min`.replace(
            '진입 PUT',
            '진입 CALL',
          ),
          texts[won ? 0 : 1]?.[at % 2] as string,
        ]),
      ),
    ),
  ),
  plain(
    'futures with a stop and a target in points below their price',
    telegram(
      WON.flatMap((won, at) => [
        `WINM25 ${at % 2 === 0 ? 'compra' : 'venda'} ${130_000 + at} stop 150 alvo 200`,
        won ? 'pagou ✅' : at % 2 === 0 ? 'tomamos red ❌' : 'bateu stop',
      ]),
    ),
    { payout: 4 / 3 },
  ),
  plain(
    'readers who are asked how they ended',
    telegram(TRADES.flatMap((trade) => [...trade, 'did you win or lose this one?'])),
  ),
  {
    name: 'statuses of advice, some of which was never triggered',
    text: [
      'Date,Stock,Call,Status',
      ...WON.map((won, at) =>
        [
          stamp(at).slice(0, 10),
          `TCS${at}`,
          'Buy',
          at % 10 === 9
            ? 'Not triggered'
            : at % 10 === 4
              ? 'Partial target'
              : won
                ? 'Target achieved'
                : 'SL triggered',
        ].join(),
      ),
    ].join('\n'),
    asks: 'left-out-rows',
    counts: `${WON.filter((won, at) => at % 10 === 4 || (won && at % 10 !== 9)).length}-${WON.filter((won, at) => !won && at % 5 !== 4).length}-0`,
  },
  ...[
    '05/05 — WINS: 9 (SG 7 | G1 1 | G2 1) LOSS: 4\n06/05 — WINS: 11 (SG 6 | G1 4 | G2 1) LOSS: 2',
    '05/05: 9 wins (7 direct, 1 gale 1, 1 gale 2) and 4 losses\n06/05: 11 wins (6 direct, 4 gale 1, 1 gale 2) and 2 losses',
  ].map(
    (text): Layout => ({
      name: `days that break their wins down by doubled stakes: ${text}`,
      text,
      asks: 'announced-gales',
      counts: '20-15-0',
    }),
  ),
  {
    name: 'bets of several games in a line, each with its mark, before the word for all of them',
    text: WON.map((won, at) => {
      const legs = ['Arsenal', 'Roma', 'Ajax'].map(
        (team, leg) => `${team} ${won || (at + leg) % 3 > 0 ? '✅' : '❌'}`,
      );
      return `Acca ${at + 1}: ${legs.join(' ')} - ${won ? 'WON' : 'LOST'} @4.20`;
    }).join('\n'),
    asks: 'endings-without-signal',
    counts: RIGHT,
  },
  {
    name: 'bets in lines, each with a mark alone',
    text: WON.map(
      (won, at) => `${1 + (at % 9)}/${1 + (at % 27)} Lakers -${at % 9}.5 (-110) 1u ${won ? '✅' : '❌'}`,
    ).join('\n'),
    asks: 'endings-without-signal',
    counts: RIGHT,
  },
  plain(
    'a claim of trades that broke even, and of one that was scratched',
    'In March there were 42 signals. 26 won, 14 lost and 2 broke even.\nIn April 35: 19 winners, 15 losers, 1 scratch.',
    { counts: '45-29-3', unresolved: 0 },
  ),
  plain(
    'signals that name the most that they may bring or lose',
    telegram(
      TRADES.flatMap(([opened, ended], at) => [
        `${opened} ${['max loss 1 %', 'Max. Verlust 1 %', 'max profit 40 pips'][at % 3]}`,
        ended,
      ]),
    ),
  ),
  plain('rules of stopping before the signals', telegram([...RULES, ...TRADES.flat()])),
  plain(
    'rules of stopping between signals and their outcomes',
    telegram(
      TRADES.flatMap(([opened, ended], at) =>
        at < RULES.length ? [opened, RULES[at] as string, ended] : [opened, ended],
      ),
    ),
  ),
  plain(
    'outcomes with what they brought behind an arrow, each with the number of its trade',
    telegram(
      WON.flatMap((won, at) => [
        `Trade ${at + 1}: ${signal(at)}`,
        `Trade ${at + 1} ${won ? 'WIN → +8.5$' : 'LOSS = -10$'}`,
      ]),
    ),
  ),
  ...[
    'See you tomorrow, this one went nowhere',
    'Tough one, see you tomorrow',
    'Rekt, good night',
    'Cancelled after the loss',
  ].map(
    (text): Layout => ({
      name: `signals below which a text may say an outcome: ${text}`,
      text: unended([text, text, text]),
      asks: 'unresolved-signals',
      counts: '37-26-0',
      unresolved: 3,
    }),
  ),
  {
    name: 'wins at more doubled stakes than anybody places',
    text: telegram(WON.flatMap((won, at) => [signal(at), at === 1 ? 'WIN ✅ gale 99999' : result(won)])),
    asks: 'gale-without-number',
    counts: '38-22-0',
  },
  ...['Up to 9 gales', 'Até 10 gales', 'Max 99999 martingale'].map(
    (text): Layout => ({
      name: `more doubled stakes announced than anybody places: ${text}`,
      text: telegram(WON.flatMap((won, at) => [`${signal(at)}\n${text}`, result(won)])),
      asks: 'announced-gales',
      counts: `37-${MORE_LOST}-0`,
    }),
  ),
  {
    name: 'a column of doubled stakes of which one is more than anybody places',
    text: [
      'Time,Pair,Side,Gale,Result',
      ...WON.map((won, at) =>
        [stamp(at), pairOf(at), 'CALL', at === 5 ? 77 : at % 3, won ? 'WIN' : 'LOSS'].join(),
      ),
    ].join('\n'),
    asks: 'posted-gales',
    counts: RIGHT,
  },
];
