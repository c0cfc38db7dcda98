/** Chats and lists in which what stands beside an outcome decides what it says. Each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';

const sideOf = (at: number): string => (at % 2 === 0 ? 'CALL' : 'PUT');
const signal = (at: number): string => `${pairOf(at)} ${sideOf(at)} M5`;
const asked = (name: string, asks: string, text: string, counts: string): Layout => ({
  name,
  text,
  asks,
  counts,
});

/** A table with cells for its outcomes, and those of further columns behind them. */
const celled = (further: string, cells: (won: boolean, at: number) => string): string =>
  [
    `Date,Pair,Side,Result${further}`,
    ...WON.map((won, at) => `${stamp(at)},${pairOf(at)},${sideOf(at)},${cells(won, at)}`),
  ].join('\n');

/** Wins that their own prices deny. */
const DENIED = WON.map((won, at) => won && at % 5 === 0);
const n = DENIED.filter(Boolean).length;
const priced = (open: string, close: string): string =>
  telegram(
    WON.flatMap((won, at) => {
      const rises = (won && !DENIED[at]) === (at % 2 === 0);
      const result = won ? '✅ WIN' : '❌ LOSS';
      return [`${signal(at)}\n${open} 1.08450`, `${result}\n${close} ${rises ? '1.08512' : '1.08391'}`];
    }),
  );

/** Losses that are followed by boasts in the same message. */
const boasted = (won: string, lost: string, boast: string): string =>
  telegram(
    WON.flatMap((isWon, at) => [signal(at), isWon ? won : at % 3 === 0 ? `${lost} ❌` : `${lost} ${boast}`]),
  );

/** Numbers of trades start again below the heading of each day. */
const numberedByDay = (isTimed: boolean): string =>
  WON.map((won, at) => {
    const [day, number] = [Math.floor(at / 6) + 2, (at % 6) + 1];
    const clock = isTimed ? ` ${String(8 + number)}h${String(10 + (at % 40))}` : '';
    const line = `Lệnh ${number}: EUR/USD ${at % 3 === 0 ? 'MUA' : 'BÁN'}${clock} 5 phút – ${won ? 'THẮNG' : 'THUA'}`;
    return number === 1 ? `\nNgày ${String(day).padStart(2, '0')}/03/2026\n${line}` : line;
  }).join('\n');

/** A score that starts again each day says how each signal ended. */
const scored = (): string => {
  let [won, lost] = [0, 0];
  return telegram(
    WON.flatMap((isWon, at) => {
      if (at % 6 === 0) [won, lost] = [0, 0];
      if (isWon) won += 1;
      else lost += 1;
      const close = at % 6 === 5 ? ['Fechamos o dia com 6 x 0 🚀'] : [];
      return [signal(at), `Placar: ${won} x ${lost}`, ...close];
    }),
  );
};

/** A log in slang: a pair and a side of which not all is known, and the outcome. */
const slang = (pair: (at: number) => string): string =>
  WON.map((won, at) => {
    const clock = String(700 + 100 * (at % 9) + ((at * 7) % 60)).padStart(4, '0');
    const line = `${clock} ${pair(at)} ${at % 2 === 0 ? 'up' : 'dwn'} ${won ? 'itm' : 'otm'}`;
    return at % 6 === 0 ? `\nMon ${at / 6 + 2} Mar\n${line}` : line;
  }).join('\n');

/** A chat of WhatsApp whose members post pictures below signals, and whose losses have a word that is not known. */
const withPictures = (): string =>
  [
    '02/03/2026 06:00 - As mensagens e as ligações são protegidas com a criptografia de ponta a ponta.',
    ...WON.flatMap((won, at) => {
      const time = (minute: number): string =>
        `${String(2 + Math.floor(at / 6)).padStart(2, '0')}/03/2026 ${10 + (at % 6)}:${10 + minute} -`;
      return [
        `${time(0)} Vitor: ${pairOf(at)} ${at % 2 === 0 ? 'COMPRA' : 'VENDA'} M5`,
        ...(at % 4 === 0 ? [`${time(1)} +55 11 94443${1000 + at}: <Mídia oculta>`] : []),
        `${time(6)} Vitor: ${won ? 'GAIN de primeira 🤑' : 'Hit, faz parte 🔻'}`,
      ];
    }),
  ].join('\n');

/** What is copied from Discord: the name of who writes above the time, and signals that call all members. */
const copied = (): string =>
  WON.flatMap((won, at) => {
    const head = (minute: number): string =>
      `KP Signals\nBOT\n — 03/${String(2 + Math.floor(at / 6)).padStart(2, '0')}/2026 ${1 + (at % 6)}:${10 + minute} PM`;
    const isLong = at % 2 === 0;
    const levels = `TP 1.08${isLong ? 4 : 0}09 | SL 1.08${isLong ? 0 : 4}09`;
    return [
      `${head(0)}\n@everyone ${isLong ? 'LONG' : 'SHORT'} ${pairOf(at)} @ 1.08209\n${levels}\n`,
      `${head(20)}\n${pairOf(at)} ${won ? 'TP hit ✅' : 'SL hit ❌'}\n`,
    ];
  }).join('\n');

/** Stakes after the first, as marks say them: a cross for each lost one, and a tick. */
const stages = WON.map((won, at) => (won ? `${'❌'.repeat(at % 3)}✅` : '❌❌❌'));
const staged = WON.map((_won, at) => {
  const clock = `${String(9 + (at % 6)).padStart(2, '0')}:05`;
  const day = at % 6 === 0 ? `\n=== ${String(2 + at / 6).padStart(2, '0')} March 2026 ===\n` : '';
  return `${day}${clock} ${pairOf(at)} ${sideOf(at)} ${stages[at]}`;
}).join('\n');
const crosses = stages.join('').split('❌').length - 1;

/** Answers to signals, of which every third win says more. */
const saying = (won: string, lost = 'LOSS ❌', plain = 'WIN ✅'): string =>
  telegram(
    WON.flatMap((isWon, at) => [
      { text: signal(at) },
      { text: isWon ? (at % 3 === 0 ? won : plain) : lost, replyTo: at * 2 + 1 },
    ]),
  );
const QUALIFIED_LAYOUTS: readonly Layout[] = [
  ...['WIN ✅ on other brokers', 'WIN ✅ on 10 minutes', 'Technical WIN ✅', '~~LOSS ❌~~ WIN ✅'].map(
    (won) => asked(`wins of which some are others: ${won}`, 'unsure-endings', saying(won), RIGHT),
  ),
  ...['WIN ✅ na dobra', 'Gewonnen ✅ im Nachkauf', 'WIN ✅ after averaging', 'WIN ✅ backup trade'].map(
    (won) =>
      asked(
        `wins of which some may be of a doubled stake: ${won}`,
        'gale-without-number',
        saying(won),
        RIGHT,
      ),
  ),
  asked('wins that bring losses', 'doubtful-outcomes', saying('WIN ✅ (-2 pips)'), RIGHT),
  ...['3 in a row ✅ WIN', 'SL+ ✅', '수익 ✅', 'Cerró a favor ✅'].map((won) => ({
    name: `wins in other words: ${won}`,
    text: saying(won),
    counts: RIGHT,
    isPlain: true,
  })),
];

export const BESIDE_OUTCOME_LAYOUTS: readonly Layout[] = [
  ...QUALIFIED_LAYOUTS,
  ...(
    [
      ['Open price:', 'Close price:'],
      ['Entry', 'Exit'],
      ['Entrada:', 'Saída:'],
      ['Вход:', 'Выход:'],
    ] as const
  ).map(([open, close]) =>
    asked(
      `a chat whose prices deny some wins: ${open}`,
      'doubtful-outcomes',
      priced(open, close),
      `${37 - n}-${23 + n}-0`,
    ),
  ),
  asked(
    'stops that were moved to the entry before',
    'doubtful-outcomes',
    telegram(WON.flatMap((won, at) => [signal(at), 'Moved SL to entry', won ? 'TP hit ✅' : 'SL hit ❌'])),
    '37-0-23',
  ),
  asked('a cross for each lost stake beside signals', 'step-number', staged, `37-${crosses}-0`),
  asked(
    'a cross for each lost stake in answers',
    'step-number',
    telegram(WON.flatMap((_won, at) => [signal(at), stages[at] as string])),
    `37-${crosses}-0`,
  ),
  ...(
    [
      ['WIN ✅ +87%', 'LOSS ❌'],
      ['WIN ✅ 87%', 'LOSS ❌'],
      ['✅ Profit: 87%', '❌ -100%'],
    ] as const
  ).map(([won, lost]) => ({
    name: `what a stake brought, beside wins: ${won}, ${lost}`,
    text: telegram(WON.flatMap((isWon, at) => [signal(at), isWon ? won : lost])),
    counts: RIGHT,
    payout: 0.87,
    isPlain: true,
  })),
  {
    name: 'signals whose levels have marks',
    text: telegram(
      WON.flatMap((won) => [
        '📣 XAUUSD SELL 2650.0\n\n✅ TP1 2646.0\n✅ TP2 2642.0\n❌ SL 2655.0',
        won ? 'TP1 ✅ 40 pips' : 'SL ❌',
      ]),
    ),
    counts: RIGHT,
    payout: 0.8,
    isPlain: true,
  },
  {
    name: 'signals that praise themselves',
    text: telegram(
      WON.flatMap((won, at) => [
        `🤖 AI SIGNAL\nPair: ${pairOf(at)}\nDirection: ${at % 2 === 0 ? 'UP' : 'DOWN'}\nDuration: 2 min\nWin probability: 9${at % 9}% ✅\nWins today: ${at % 9}`,
        won ? 'Result: ITM 🟩' : 'Result: OTM 🟥',
      ]),
    ),
    counts: RIGHT,
    bets: 60,
    isPlain: true,
  },
  {
    name: 'rules with marks before the signals',
    text: telegram([
      'Rules\n✅ Stop loss always\n❌ No target',
      '✅ Always use a stop loss',
      ...WON.flatMap((won, at) => [signal(at), won ? 'WIN ✅' : 'LOSS ❌']),
    ]),
    counts: RIGHT,
    isPlain: true,
  },
  {
    name: 'rules with marks above a list',
    text: `Rules\n✅ Stop loss always\n❌ No target\n\n${WON.map((won, at) => `${signal(at)} ${won ? '✅' : '❌'}`).join('\n')}`,
    counts: RIGHT,
    isPlain: true,
  },
  {
    name: 'lists of what ended, without times',
    text: telegram(
      [0, 20, 40].map((from) =>
        WON.slice(from, from + 20)
          .map((won, at) => `${signal(from + at)} ${won ? '✅' : '❌'}`)
          .join('\n'),
      ),
    ),
    counts: RIGHT,
    bets: 60,
    isPlain: true,
  },
  ...['💰', '✅'].map((mark) => ({
    name: `signals whose pair has a mark and whose side is in another line: ${mark}`,
    text: telegram(
      WON.flatMap((won, at) => [
        `${mark} ${pairOf(at)}\n${at % 2 === 0 ? '🟩' : '🟥'} ${sideOf(at)}\n⏱ M5`,
        won ? '✅ WIN' : '❌ LOSS',
      ]),
    ),
    counts: RIGHT,
    isPlain: true,
  })),
  asked(
    'losses with a boast of last week (Turkish)',
    'unsure-endings',
    boasted('Hedef geldi ✅', 'Stop oldu', 'ama dert değil, geçen hafta +850 pip ✅✅✅'),
    RIGHT,
  ),
  asked(
    'losses with a boast of another group',
    'unsure-endings',
    boasted('TP hit ✅', 'SL', 'but premium members banked another huge one ✅✅'),
    RIGHT,
  ),
  ...[true, false].map((isTimed) => ({
    name: `a list whose numbers start again each day${isTimed ? ', with a time of day' : ''}`,
    text: numberedByDay(isTimed),
    counts: RIGHT,
    isPlain: true,
  })),
  {
    name: 'targets by their numbers, and an entry on a line of its own',
    text: telegram(
      WON.flatMap((won, at) => {
        const price = 300 + ((at * 17) % 90);
        const levels = `ABOVE ${price}\nSL ${price - 25}\nTGT ${price + 25} / ${price + 60}`;
        return [`BUY ${pairOf(at)}\n${levels}`, won ? 'TARGET 1 HIT 🎯' : 'SL HIT'];
      }),
    ),
    counts: RIGHT,
    payout: 1,
    isPlain: true,
  },
  asked(
    'losses with an asterisk, and a word that is not known',
    'left-out-others',
    [
      'Time,Instrument,Side,Result',
      ...WON.map((won, at) => {
        const word = at % 9 === 4 ? 'scratchy' : won ? '+1R' : at % 4 === 0 ? '-1R*' : '-1R';
        return [stamp(at), 'XAU/USD', at % 2 === 0 ? 'long' : 'short', word].join();
      }),
    ].join('\n'),
    `${WON.filter((won, at) => won && at % 9 !== 4).length}-${WON.filter((won, at) => !won && at % 9 !== 4).length}-${WON.filter((_won, at) => at % 9 === 4).length}`,
  ),
  asked('a score after each signal, and boasts of the day', 'unresolved-signals', scored(), RIGHT),
  asked(
    'a log with a word that is not known',
    'any',
    slang((at) => ['EU', 'GU', 'UJ'][at % 3] as string),
    RIGHT,
  ),
  asked('a log with pairs and a word that is not known', 'any', slang(pairOf), RIGHT),
  asked('pictures of members between a signal and its outcome', 'unresolved-signals', withPictures(), RIGHT),
  {
    name: 'copied from Discord, signals that call everyone',
    text: copied(),
    counts: RIGHT,
    payout: 1,
    isPlain: true,
  },
  {
    name: 'targets and stops in Hindi',
    text: telegram(
      WON.flatMap((won, at) => {
        const price = 90 + ((at * 17) % 90);
        const result = won ? ['टारगेट हिट ✅', 'टारगेट आ गया 🎯 बधाई हो'] : ['स्टॉपलॉस हिट ❌', 'SL लग गया ❌'];
        return [
          `निफ्टी 25200 CE खरीदें ${price} के ऊपर\nटारगेट ${price + 15}\nस्टॉपलॉस ${price - 15}`,
          result[at % 2] as string,
        ];
      }),
    ),
    counts: RIGHT,
    payout: 1,
    isPlain: true,
  },
  asked(
    'letters in a column of remarks (Indonesian)',
    'result-letters',
    [
      'Ket: G kalau gagal; B kalau berhasil',
      'No,Tanggal,Pair,Posisi,Modal,Ket',
      ...WON.map((won, at) =>
        [at + 1, stamp(at), pairOf(at), at % 2 === 0 ? 'Naik' : 'Turun', 50_000, won ? 'B' : 'G'].join(),
      ),
    ].join('\n'),
    RIGHT,
  ),
  ...[
    ['Win 10 pips', 'Loss 40 pips', 0.25],
    ['+10 pips (win)', '-40 pips (loss)', 0.25],
    ['Won (+0.25R)', 'Lost (-1R)', 0.25],
    ['WIN $10.00', 'LOSS $40.00', 0.25],
    ['✅ 10 pips', '❌ 40 pips', 0.25],
    ['Win 85%', 'Loss 85%', 0.85],
  ].map(
    ([won, lost, payout]): Layout => ({
      name: `what a trade brought in the cell of its outcome: ${won}, ${lost}`,
      text: celled('', (isWon) => String(isWon ? won : lost)),
      counts: RIGHT,
      payout: payout as number,
      isPlain: true,
    }),
  ),
  ...[
    ['W 8.50', 'L 34.00', 0.25],
    ['Win $10', 'Loss $10', 1],
  ].map(
    ([won, lost, offers]): Layout => ({
      name: `amounts in the cell of an outcome: ${won}, ${lost}`,
      text: celled('', (isWon) => String(isWon ? won : lost)),
      asks: 'amounts',
      counts: RIGHT,
      offers: offers as number,
    }),
  ),
  {
    name: 'what a trade brought in the cell of its outcome, beside its stake',
    text: celled(',Stake', (won) => `${won ? 'W 12.75' : 'L 15.00'},15`),
    counts: RIGHT,
    profit: 37 * 12.75 - 23 * 15,
    isPlain: true,
  },
  ...[
    (list: string) => list,
    (list: string) => [...list].join('-'),
    (list: string) => [...list].join(' > '),
    (list: string) => list.replace(/./g, (one) => (one === 'W' ? 'Win ' : 'Loss ')).trim(),
    (list: string) => list.replace(/./g, (one) => (one === 'W' ? '✅' : '❌')),
  ].map((written) =>
    asked(
      `the outcome of each stake of a trade in one cell: ${written('LLW')}`,
      'posted-gales',
      celled('', (won, at) => written(won ? (at % 4 === 0 ? 'LLW' : 'W') : 'LLL')),
      `37-${23 * 3 + 2 * WON.filter((won, at) => won && at % 4 === 0).length}-0`,
    ),
  ),
];
