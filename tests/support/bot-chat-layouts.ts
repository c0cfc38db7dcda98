/** Chats with lists, marks without a key, announced doubled stakes and the numbered trades of bots. Each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, WON } from './layout.ts';

const plain = (name: string, text: string, truth: Partial<Layout> = {}): Layout => ({
  name,
  text,
  counts: RIGHT,
  isPlain: true,
  ...truth,
});
const asks = (name: string, question: string, text: string, counts = RIGHT): Layout => ({
  name,
  text,
  asks: question,
  counts,
});
const sideOf = (at: number): string => (at % 2 === 0 ? 'CALL' : 'PUT');

/** A list of signals, and the same one with its outcomes in the evening. */
const list = (mark: (won: boolean) => string, separator: string, colon = ':'): string[] => {
  const lines = WON.map((_won, at) => {
    const minute = 9 * 60 + at * 7;
    const clock = `${String(Math.floor(minute / 60)).padStart(2, '0')}${colon}${String(minute % 60).padStart(2, '0')}`;
    return [clock, 'USDJPY', sideOf(at), 'M5'].join(separator);
  });
  return [
    `LISTA 13/04\n${lines.join('\n')}`,
    `✅ RESULTADO 13/04\n${lines.map((line, at) => `${line} ${mark(WON[at] as boolean)}`).join('\n')}`,
  ];
};
const marks = (won: boolean): string => (won ? '✅' : '❌');

/** The colour of each candle, and what a reader of it as the outcome would count. */
const candle = (at: number): string => (WON[at] === (at % 2 === 0) ? '🟢' : '🔴');

/** Signals of which each announces two doubled stakes; every fifth has no end. */
const announcing = (line: string): string =>
  telegram(
    WON.flatMap((won, at) => [
      `🚨 SINAL\n💱 ${pairOf(at)}\n⏰ ${String(9 + (at >> 4)).padStart(2, '0')}:${String((at % 16) * 3 + 10)}\n${at % 2 === 0 ? '🟢 COMPRA' : '🔴 VENDA'}\n⏳ M1\n${line}`,
      ...(at % 5 === 0 ? [] : [won ? 'WIN DE PRIMEIRA ✅' : 'LOSS ❌']),
    ]),
  );
const ENDED = WON.filter((_won, at) => at % 5 !== 0);
const ENDED_WON = ENDED.filter(Boolean).length;

/** A target of 30 pips, at every second win also one of 80, and a stop at 60. */
const TARGETS = telegram(
  WON.flatMap((won, at) => [
    `BUY GOLD now ${2876 + at}.5\nTP1 30 pips\nTP2 80 pips\nSL 60 pips`,
    ...(won ? [at % 4 === 0 ? 'TP1 hit +30 pips ✅' : 'TP1 hit, +30 pips ✅'] : ['SL hit -60 pips ❌']),
    ...(won && at % 2 === 0 ? ['TP2 hit +80 pips ✅✅'] : []),
  ]),
);

/** Trades that a bot opens and closes in messages of several lines; each is closed when the next ones are open. */
const numbered = (opened: (at: number) => string, closed: (at: number, won: boolean) => string): string =>
  telegram(
    Array.from({ length: WON.length / 3 }, (_, k) => [3 * k, 3 * k + 1, 3 * k + 2]).flatMap((places) => [
      ...places.map(opened),
      ...places.toReversed().map((at) => closed(at, WON[at] as boolean)),
    ]),
  );
const details = (at: number): string =>
  `Pair: ${at % 2 === 0 ? 'SOL/USDT' : 'BTC/USDT'}\nSide: ${at % 4 < 2 ? 'LONG' : 'SHORT'}`;

/** A bot says each target that is reached, and the end of what reached one. */
const targets = telegram(
  WON.flatMap((won, at) => {
    const coin = `#${['SOL', 'XRP', 'ETH'][at % 3]}/USDT`;
    const levels = 'Entry Targets:\n1) 100.0\nTake-Profit Targets:\n1) 101\n2) 102\nStop Targets:\n1) 97';
    const after =
      at % 4 === 0
        ? [`${coin} Closed at trailing stoploss after reaching take profit ⚠️`]
        : [
            `${coin} Take-Profit target 2 ✅\nProfit: 20.2% 📈`,
            `${coin} All take-profit targets achieved 😎`,
          ];
    return [
      `${coin}\nSignal Type: Regular (${at % 2 === 0 ? 'Long' : 'Short'})\nLeverage: Cross (10.0X)\n${levels}`,
      `${coin} entry filled`,
      ...(won
        ? [`${coin} Take-Profit target 1 ✅\nProfit: 10.1% 📈`, ...after]
        : [`${coin} Stoploss ⛔\nLoss: 30.2% 📉`]),
    ];
  }),
);
const closedWith = (word: string): string =>
  telegram(WON.flatMap((won, at) => [`${pairOf(at)} ${sideOf(at)}`, `${word} ${won ? '+43' : '-42'} pips`]));

/** An export of Slack: answers name the message of their thread, and so does that one itself; messages hold lists of reactions. */
const slack = JSON.stringify(
  WON.flatMap((won, at) => {
    const message = { type: 'message', user: 'U02ABCD', thread_ts: `${1_772_442_000 + at * 600}.352956` };
    const reactions = [{ name: 'eyes', count: 3, users: ['U1', 'U2', 'U3'] }];
    return [
      { ...message, text: `*${pairOf(at)}* ${sideOf(at)} market`, ts: message.thread_ts, reactions },
      {
        ...message,
        text: won ? 'closed +15 pips :white_check_mark:' : 'stopped -15 pips :x:',
        ts: `${1_772_442_060 + at * 600}.720726`,
        parent_user_id: 'U02ABCD',
      },
    ];
  }),
);

export const BOT_CHAT_LAYOUTS: readonly Layout[] = [
  plain('threads of Slack with reactions', slack),
  { name: 'a bot that says each target of a coin', text: targets, counts: RIGHT, unresolved: 0 },
  ...['cerrado en', 'Fechamos com', 'закрыли', 'geschlossen mit'].map((word) =>
    plain(`what was closed with pips: ${word}`, closedWith(word)),
  ),
  ...[';', ' | ', ' - ', '\t', ' – ', ' ; '].map((separator) =>
    plain(
      `a list in one message with times of its own, parted by "${separator}"`,
      telegram(list(marks, separator)),
      {
        bets: 60,
      },
    ),
  ),
  plain('a list with dots in its clocks', telegram(list(marks, ' ', '.')), { bets: 60 }),
  plain('a pasted list with tabs', list(marks, '\t')[1] as string, { bets: 60 }),
  asks(
    'a rule of gales before the signals',
    'announced-gales',
    telegram([
      'Bom dia! Regras: 1 entrada + até 2 gales.',
      ...WON.flatMap((won, at) => [`${pairOf(at)} ${sideOf(at)} M5`, won ? 'WIN ✅' : 'LOSS ❌']),
    ]),
    '37-69-0',
  ),
  asks(
    'a rule of gales above a pasted list',
    'announced-gales',
    `LISTA 13/04/2026\nMáx. 2 gales\n${WON.map((won, at) => `${9 + (at >> 3)}:${10 + (at % 8) * 5}\t${pairOf(at)}\t${sideOf(at)}\t${won ? 'WIN' : 'LOSS'}`).join('\n')}`,
    '37-69-0',
  ),
  asks(
    'circles that are not those of the side, below a date',
    'circles',
    `📅 04/05/2026 LISTA M1\n${WON.map((_won, at) => `0${8 + (at >> 5)}:${String(10 + (at % 32)).padStart(2, '0')} ${pairOf(at)} ${sideOf(at)} ${candle(at)}`).join('\n')}`,
  ),
  ...['🔁 Até 2 gales', '✅ Até 2 gales', '♻️ até 2 gales', '🔁 Máximo 2 gales', '🔁 Max. 2 gales'].map(
    (line) =>
      plain(`a line that announces gales is no outcome: ${line}`, announcing(line), {
        counts: `${ENDED_WON}-${(ENDED.length - ENDED_WON) * 3}-0`,
        unresolved: 12,
        unresolvedStakes: 36,
      }),
  ),
  ...(
    [
      [
        'closed with its profit',
        (at) => `🟦 Trade #${at + 301} opened\n${details(at)}`,
        (at, won) =>
          `🏁 Trade #${at + 301} closed\n${details(at)}\nPnL: ${won ? '+1.03' : '-0.75'}%\nReason: ${won ? 'Take profit' : 'Stop loss'}`,
      ],
      [
        'by their ids',
        (at) => `📥 New trade — ID 5${at + 100}\n${details(at)}\nExpiry: 5 min`,
        (at, won) =>
          `📤 Trade result — ID 5${at + 100}\nPair: ${at % 2 === 0 ? 'SOL/USDT' : 'BTC/USDT'}\nResult: ${won ? 'WIN ✅' : 'LOSS ❌'}`,
      ],
      [
        'by a target or a stop',
        (at) => `📊 Trade #${at + 1}\n${pairOf(at)} ${sideOf(at)}\nEntry: 1.0850\nTP: 20 pips\nSL: 20 pips`,
        (at, won) => `Trade #${at + 1}: ${won ? 'TP hit ✅' : 'SL hit ❌'}`,
      ],
      [
        'closed in one line',
        (at) => `#${at + 1} ${details(at).replace(/\w+: |\n/g, ' ')}`,
        (at, won) => `#${at + 1} ${details(at).replace(/\w+: |\n/g, ' ')} ${won ? 'WIN ✅' : 'LOSS ❌'}`,
      ],
      [
        'closed in Portuguese',
        (at) => `🔔 Sinal #${at + 1}\nAtivo: ${pairOf(at)}\nDireção: ${at % 2 === 0 ? 'COMPRA' : 'VENDA'}`,
        (at, won) =>
          `🔔 Sinal #${at + 1}\nAtivo: ${pairOf(at)}\nDireção: ${at % 2 === 0 ? 'COMPRA' : 'VENDA'}\nResultado: ${won ? 'WIN ✅' : 'LOSS ❌'}`,
      ],
    ] as readonly [string, (at: number) => string, (at: number, won: boolean) => string][]
  ).map(([name, opened, closed]) =>
    plain(`numbered trades of a bot, ${name}`, numbered(opened, closed), { unresolved: 0 }),
  ),
  plain(
    'trades of a bot without numbers, closed with their pair and side',
    telegram(
      WON.flatMap((won, at) => [
        `Position opened\n${details(at)}`,
        `Position closed\n${details(at)}\nPnL: ${won ? '+12.40' : '-9.80'} USDT`,
      ]),
    ),
    { unresolved: 0 },
  ),
  // The word of a closing says nothing of its outcome, and the sign of the amount all.
  ...(
    [
      ['Closed #{n} {pair} buy 0.10 — P/L: {sign}$8.55 (incl. commission)', '+', '−'],
      ['Closed {pair} P/L {sign}12.30', '+', '-'],
      ['Trade closed: {pair}, net profit: ${sign}7.20', '', '-'],
      ['{pair} cerrada, resultado: {sign}15 USD', '+', '-'],
      ['Сделка #{n} {pair} закрыта. Прибыль {sign}4.10 USD', '', '-'],
      ['Position #{n} closed, PnL = {sign}3.5% after fees', '+', '-'],
    ] as const
  ).map(([text, gain, loss]) =>
    plain(
      `closings of a bot with what they brought: ${text}`,
      telegram(
        WON.flatMap((won, at) => [
          `Opened #${at + 3000} ${pairOf(at)} buy 0.10`,
          text
            .replace('{n}', `${at + 3000}`)
            .replace('{pair}', pairOf(at))
            .replace('{sign}', won ? gain : loss),
        ]),
      ),
      { unresolved: 0, isPlain: false },
    ),
  ),
  plain(
    'a gale behind a comma',
    telegram(
      WON.flatMap((won, at) => [
        `${pairOf(at)} ${sideOf(at)} 5 мин\nДо 2 догонов`,
        won ? (at % 3 === 0 ? 'Плюс, 1 догон ✅' : 'Плюс ✅') : 'Минус ❌',
      ]),
    ),
    { counts: `37-${69 + WON.filter((won, at) => won && at % 3 === 0).length}-0` },
  ),
  asks('pips of a further target', 'further-targets', TARGETS),
  ...['➖', '🔁'].map((dash) =>
    asks(
      `a dash that says what was lost: ${dash}`,
      'tie-marks',
      telegram(WON.flatMap((won, at) => [`${pairOf(at)} ${sideOf(at)} 5 min`, won ? '✔️' : dash])),
    ),
  ),
];
