/** Layouts that were refused, or asked about without an answer that is right, though anyone can read them; and what looks like them. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';

const GALES = WON.filter((won, at) => won && at % 4 === 0).length;
const assetOf = (at: number): string => (at % 3 === 1 ? 'Apple' : pairOf(at));
const table = (heading: string, row: (at: number, won: boolean) => readonly (string | number)[]): string =>
  [heading, ...WON.map((won, at) => row(at, won).join(','))].join('\n');
const pasted = (block: (at: number, won: boolean) => string, between = '\n'): string =>
  WON.map((won, at) => block(at, won)).join(between);
const chat = (signal: (at: number) => string, end: (at: number, won: boolean) => string): string =>
  WON.map(
    (won, at) =>
      `02/03/26, 09:${String(at).padStart(2, '0')} - Seller: ${signal(at)}\n02/03/26, 10:${String(at).padStart(2, '0')} - Seller: ${end(at, won)}`,
  ).join('\n');
const statement = (heading: string, buy: string, sell: string): string =>
  [
    heading,
    ...WON.flatMap((won, at) => [
      `${stamp(at)},${1_000 + at},USD,${buy},-10.00,990`,
      `${stamp(at, 60)},${1_000 + at},USD,${sell},${won ? '19.52' : '0.00'},1000`,
    ]),
  ].join('\n');
const clockOf = (at: number): string => `${10 + Math.floor(at / 6)}:${10 + (at % 6) * 8}`;
const paidIn = (at: number): number => [1, 5, 2][at % 3] as number;
const ledger = [...WON.entries()]
  .toReversed()
  .flatMap(([at, won]) => [
    `Sell,${stamp(at, 180)},${won ? (paidIn(at) * 1.85).toFixed(2) : '0.00'},100`,
    `Buy,${stamp(at)},-${paidIn(at)}.00,98`,
  ]);
const right = (name: string, text: string, counts = RIGHT, payout?: number): Layout => ({
  name,
  text,
  counts,
  isPlain: true,
  ...(payout === undefined ? {} : { payout }),
});
const asks = (name: string, text: string, code: string, counts = RIGHT): Layout => ({
  name,
  text,
  asks: code,
  counts,
});
const refused = (name: string, text: string): Layout => ({ name, text, counts: 'none', mayRefuse: true });

export const PLAIN_LAYOUTS: readonly Layout[] = [
  right(
    'hits and misses in words',
    table('Date,Pair,Hit/Miss', (at, won) => [stamp(at), pairOf(at), won ? 'Hit' : 'Miss']),
  ),
  right(
    'a column of hits, one of misses',
    table('Date,Pair,Hit,Miss', (at, won) => [stamp(at), pairOf(at), won ? 'x' : '', won ? '' : 'x']),
  ),
  refused(
    'hits and misses of a stop loss',
    table('Date,Pair,Stop loss', (at, won) => [stamp(at), pairOf(at), won ? 'miss' : 'hit']),
  ),
  right(
    'one column that asks whether it won',
    table('Date,Pair,Win?', (at, won) => [stamp(at), pairOf(at), won ? 'TRUE' : 'FALSE']),
  ),
  right(
    'the same in letters',
    table('Date,Pair,Won?', (at, won) => [stamp(at), pairOf(at), won ? 'Y' : 'N']),
  ),
  right(
    'units with their sign',
    table('Date,Play,Odds,Units', (at, won) => [stamp(at), `Team ${at}`, -110, won ? '+0.91u' : '-1u']),
  ),
  right(
    'units of currency beside what they brought',
    table('Date,Instrument,Units,P/L', (at, won) => [
      stamp(at),
      pairOf(at),
      at % 3 === 0 ? -1_000 : 1_000,
      won ? 12.4 : -10.1,
    ]),
  ),
  refused(
    'units of currency alone, below 0 where sold',
    table('Date,Pair,Units,Price', (at, won) => [stamp(at), pairOf(at), won ? 1 : -1, 1.08]),
  ),
  right(
    'directions high and low, results in Japanese',
    table('Time,Pair,High/Low,Entry,Result', (at, won) => [
      stamp(at),
      pairOf(at),
      at % 2 === 0 ? 'High' : 'Low',
      1.0812,
      won ? '的中' : '外れ',
    ]),
  ),
  right(
    'directions high and low beside prices of that name',
    table('Time,Open,High,Low,Close,Direction,Result', (at, won) => [
      stamp(at),
      1.08,
      1.09,
      1.07,
      1.085,
      at % 2 === 0 ? 'High' : 'Low',
      won ? 'Win' : 'Loss',
    ]),
  ),
  right(
    'debits and credits',
    table('Time,Pair,P&L', (at, won) => [stamp(at), pairOf(at), won ? '8.50 Cr' : '10.00 Dr']),
  ),
  right(
    'profits with their share of the stake',
    table('Time,Asset,P&L', (at, won) => [stamp(at), pairOf(at), won ? '$8.70 (+87%)' : '-$10.00 (-100%)']),
  ),
  right(
    'a time of day without a day',
    table('Hora,Par,Resultado', (at, won) => [stamp(at).slice(11, 16), pairOf(at), won ? 'WIN' : 'LOSS']),
  ),
  right(
    'a change of the balance',
    table('Time,Asset,Amount,Balance change', (at, won) => [stamp(at), pairOf(at), 10, won ? 8.2 : -10]),
    RIGHT,
    0.82,
  ),
  right(
    'a statement in Spanish',
    statement(
      'Hora de la transacción,ID de referencia,Moneda,Tipo de transacción,Crédito/Débito,Saldo',
      'Comprar',
      'Vender',
    ),
    RIGHT,
    0.952,
  ),
  right(
    'a statement in Portuguese',
    statement('Hora,ID de ref.,Moeda,Tipo de transação,Crédito/Débito,Saldo', 'Compra', 'Venda'),
    RIGHT,
    0.952,
  ),
  right(
    'a statement in Russian',
    statement('Время,Номер,Валюта,Тип операции,Кредит/Дебет,Баланс', 'Покупка', 'Продажа'),
    RIGHT,
    0.952,
  ),
  refused(
    'days with some trades each',
    table('Date,Trades,Profit', (at, won) => [stamp(at * 80), 3 + (at % 4), won ? 12 : -10]),
  ),
  refused(
    'days with one trade or more',
    table('Date,Signals,Result', (at, won) => [stamp(at), (at * 7) % 60, won ? 'win' : 'loss']),
  ),
  right(
    'trades with their numbers',
    table('Trades,Pair,Result', (at, won) => [at + 5, pairOf(at), won ? 'win' : 'loss']),
  ),
  right(
    'a ledger with the newest row first, which begins with a purchase that is still open',
    ['Action,Transaction time,Credit/Debit,Balance', `Buy,${stamp(60)},-2.00,96`, ...ledger].join('\n'),
    RIGHT,
    0.85,
  ),
  right(
    'trades of an app, a line each',
    pasted(
      (at, won) => `${pairOf(at)} (OTC)\tTurbo\t${stamp(at)}\tHigher\t$10\t${won ? '+$8.70' : '-$10.00'}`,
    ),
  ),
  right(
    'trades of an app, some lines each',
    pasted(
      (at, won) =>
        `${pairOf(at)}\nBinary\n${stamp(at).slice(11, 16)}\nCALL\n$10.00\n${won ? '+$8.70 (+87%)' : '-$10.00 (-100%)'}`,
    ),
    RIGHT,
    0.87,
  ),
  right(
    'trades of an app, empty lines between',
    pasted((at, won) => `${pairOf(at)}\nLower\n$10.00\n${won ? '+$8.70' : '-$10.00'}`, '\n\n'),
  ),
  right(
    'trades of an app, some of shares, three lines each',
    pasted((at, won) => `${assetOf(at)}\n$10.00\n${won ? '+$8.70' : '-$10.00'}`),
    RIGHT,
    0.87,
  ),
  right(
    'trades of an app, some of shares, a line each',
    pasted((at, won) => `${assetOf(at)}\t${stamp(at)}\t$10\t${won ? '+$8.70' : '-$10.00'}`),
  ),
  asks(
    'lines of an app with words of outcomes, some of shares',
    pasted((at, won) => `${assetOf(at)} ${at % 2 === 0 ? 'PUT' : 'CALL'} ${won ? 'WIN' : 'LOSS'}`),
    'endings-without-signal',
  ),
  right(
    'trades of an app in Portuguese',
    pasted((at, won) => `${pairOf(at)} ${stamp(at).slice(11)} R$ 10,00 ${won ? '+R$ 8,30' : '-R$ 10,00'}`),
    RIGHT,
    0.83,
  ),
  right(
    'trades of an app in Indonesian in lines, the last one of what is no pair',
    pasted((at, won) => {
      const back = won ? '25.620' : at % 8 === 0 ? '14.000' : '0';
      const end = won ? 'Untung' : at % 8 === 0 ? 'Impas' : 'Rugi';
      const asset = at % 3 === 2 ? 'Asia Composite Index' : `${pairOf(at)} OTC`;
      const time = stamp(at).slice(11, 16).replace(':', '.');
      return `${asset}   17 Mei 2024, ${time}   Turun   Rp14.000   Rp${back}   ${end}`;
    }),
    `37-${WON.filter((won, at) => !won && at % 8 !== 0).length}-${WON.filter((won, at) => !won && at % 8 === 0).length}`,
    0.83,
  ),
  right(
    'trades of an app with the duration beside the time, below their days',
    pasted((at, won) =>
      [
        ...(at % 20 === 0 ? [`March ${2 + at / 20}`] : []),
        `${assetOf(at)} · Fixed Time`,
        `${stamp(at).slice(11, 16)} · 5 min`,
        '€20.00',
        won ? 'Profit +€16.00 (80%)' : 'Loss −€20.00',
      ].join('\n'),
    ),
    RIGHT,
    0.8,
  ),
  right(
    'positions of a terminal, below its balance',
    `History\nBalance\n1 000.00\n2026.03.01 12:00:00\n${pasted(
      (at, won) =>
        `${pairOf(at)}, ${at % 2 ? 'sell' : 'buy'} 0.10\n1.26442 → ${won === (at % 2 === 0) ? '1.26570' : '1.26314'}\n${stamp(at).replaceAll('-', '.')}\n${won ? 12.8 + at / 100 : -12.8 - at / 100}`,
    )}\nProfit:\n183.17`,
  ),
  right(
    'the history of an account, the pair below what each row brought, with fees',
    `Transaction History\nAll Types\n${pasted(
      (at, won) =>
        `Realized PnL\n${stamp(at)}\n${won ? '+' : '-'}${(9 + at / 7).toFixed(4)} USDT\n${pairOf(at).slice(0, 3)}USDT\nCommission\n${stamp(at)}\n-0.10${at} USDT\n${pairOf(at).slice(0, 3)}USDT`,
    )}`,
  ),
  right(
    'trades of an app in an asset that is no pair, below each other',
    `Deals\nCompleted\n${pasted(
      (at, won) => `Crypto IDX\n${stamp(at).slice(11)}, 07.06.26\n$4.00\n${won ? '$7.32' : '$0.00'}`,
    )}`,
    RIGHT,
    0.83,
  ),
  right(
    'trades of an app whose numbers stand before their pairs, of two screens',
    pasted(
      (at, won) =>
        `${at === 30 ? 'Historial de operaciones\n' : ''}ID ${88_014_000 - at}\n${pairOf(at)}\n${stamp(at)}\nInversión 10 $\n${won ? 'Ganancia +8,80 $' : 'Pérdida -10,00 $'}`,
    ),
    RIGHT,
    0.88,
  ),
  right(
    'trades of an app on two lines, pairs in some of them, and a withdrawal below',
    `Riwayat transaksi\nSelesai | Aktif\n13 Okt 2024\n${pasted(
      (at, won) =>
        `${at % 4 === 0 ? 'EUR/USD (OTC)' : at % 3 === 0 ? 'Altcoin IDX' : 'Crypto IDX'} ${at % 5 === 0 ? '↑' : '↓'}  ${clockOf(at)}\nRp28.000   ${won ? '+Rp50.960' : 'Rp0'}`,
    )}\nPenarikan ke DANA  -Rp150.000  Berhasil\nBonus 25%  +Rp35.000`,
    RIGHT,
    0.82,
  ),
  right(
    'trades of an app between empty lines and days, in indices that are no pairs',
    `Operaciones\nCerradas\n\n${pasted(
      (at, won) =>
        `${at % 20 === 0 ? 'Hoy\n\n' : ''}${at % 6 === 0 ? 'EUR/USD OTC' : at % 2 === 0 ? 'Latam Index' : 'Europe Composite Index'}\nArriba · ${clockOf(at)} · 1 min\nĐ5,00\n${won ? '+Đ9,00' : 'Đ0,00'}`,
      '\n\n',
    )}\n\nDepósito\n12 sep 09:00\nĐ50,00`,
    RIGHT,
    0.8,
  ),
  right(
    'positions of an app with the names of their amounts above them or before them',
    `Lịch sử vị thế\n1 tuần  Tất cả\n\n${pasted(
      (at, won) =>
        `${pairOf(at).slice(0, 3)}USDT Vĩnh cửu\nCross  ${at % 3 === 0 ? 'Long' : 'Short'}  Đã đóng\nPNL đã đóng (USDT)\tROI\n${won ? '+8.00' : '-10.00'}\t${won ? '+16.00' : '-20.00'}%\nGiá vào lệnh 98,9${10 + at}.5\nKhối lượng đã đóng 500 USDT\nĐã đóng ${stamp(at)}`,
      '\n\n',
    )}`,
    RIGHT,
    0.8,
  ),
  {
    name: 'trades of an app, one with a line that others do not have',
    text: pasted(
      (at, won) =>
        `${pairOf(at)}\n1m\n$10.00\n${at === 3 ? 'Closed early\n' : ''}${won ? '+$8.60' : '-$10.00'}\n${clockOf(at)}`,
    ),
    asks: 'left-out-rows',
    counts: RIGHT,
  },
  ...['', '\n'].map((between) => ({
    name: `trades of an app of which the copy lost the line of a pair${between && ', with empty lines between'}`,
    text: pasted(
      (at, won) =>
        `${at === 17 ? '' : `${pairOf(at)} OTC\n`}${clockOf(at)}  ${at % 2 ? 'Up' : 'Down'}  $10\n${won ? '+$8.20' : '-$10.00'}${between}`,
    ),
    asks: 'left-out-rows',
    counts: RIGHT,
  })),
  {
    name: 'trades of an app that show their ends by colours alone',
    text: `History\nToday\n${pasted((at) => `${pairOf(at)}\n1${at % 10}:${10 + (at % 50)}\n1m\n$10.00\n${at % 3 === 0 ? '▲' : '▼'}`)}`,
    counts: 'none',
    mayRefuse: true,
  },
  asks(
    'trades of an app that pays 0.00 for a loss',
    pasted((at, won) => `${pairOf(at)} (OTC)\n00:01:00\n10.00 $\n${won ? '+8.60 $' : '0.00 $'}`),
    'zero-profit',
  ),
  right(
    'trades of an app with the move of the price',
    pasted(
      (at, won) =>
        `${pairOf(at)}\n${at % 2 === 0 ? 'CALL' : 'PUT'}\n${won === (at % 2 === 0) ? '+0.0003' : '-0.0003'}\n$10.00\n${won ? '$18.70' : '$0.00'}`,
    ),
  ),
  asks(
    'a win in the second candle',
    chat(
      (at) => `${pairOf(at)} CALL 1 MIN`,
      (at, won) => (won ? (at % 4 === 0 ? 'WIN in 2nd candle ✅' : 'WIN ✅') : 'LOSS ❌'),
    ),
    'announced-gales',
    `37-${23 + GALES}-0`,
  ),
  asks(
    'doubled stakes with their times',
    chat(
      (at) => `${pairOf(at)} CALL M1\nGALE 1 - 14:31\nGALE 2 - 14:32`,
      (_at, won) => (won ? 'WIN' : 'LOSS'),
    ),
    'announced-gales',
    '37-69-0',
  ),
  right(
    'Russian in words of traders',
    chat(
      (at) => `${pairOf(at)} выше 5 мин`,
      (_at, won) => (won ? 'Зашло ✅' : 'Не зашло ❌'),
    ),
  ),
  right(
    'Urdu, whole verbs',
    chat(
      (at) => `${pairOf(at)} اوپر 1 منٹ`,
      (_at, won) => (won ? 'جیت گئے ✅' : 'ہار گئے ❌'),
    ),
  ),
  right(
    'Hindi, whole verbs',
    chat(
      (at) => `${pairOf(at)} ऊपर 1 मिनट`,
      (_at, won) => (won ? 'जीत गए ✅' : 'हार गए ❌'),
    ),
  ),
  ...(
    [
      ['37-23 (61.7%)', RIGHT],
      ['37/60 (61.7%)', RIGHT],
      ['Record: 37-23-4', '37-23-4'],
      ['60 trades 37 wins', RIGHT],
      ['60 signals, 23 losses', RIGHT],
      ['37 out of 60 trades were wins', RIGHT],
      ['7 of 10 signals were losses', '3-7-0'],
      ['won 37, lost 23, 2 draws', '37-23-2'],
      ['61.7% of 60', RIGHT],
      ['٣٧ ربح ٢٣ خسارة', RIGHT],
      ['۳۷ جیت ۲۳ ہار', RIGHT],
      ['37 Siege, 23 Niederlagen', RIGHT],
      ['win win loss win', '3-1-0'],
      ['win - loss - win', '2-1-0'],
      ['✅✅❌✅❌', '3-2-0'],
      ['+ + - + -', '3-2-0'],
    ] as const
  ).map(([text, counts]) => right(`a claim: ${text}`, text, counts)),
  ...(
    [
      ['37/60', RIGHT],
      ['37-23', RIGHT],
      ['37:23', RIGHT],
      ['37-23-4', '37-23-4'],
      ['20/10', '20-10-0'],
      ['12:30', '12-30-0'],
    ] as const
  ).map(([text, counts]) => asks(`numbers alone: ${text}`, text, 'claimed-pair', counts)),
  ...(
    [
      ['green red green red', '2-2-0'],
      ['yes no yes yes', '3-1-0'],
      ['🟢🟢🔴🟢', '3-1-0'],
    ] as const
  ).map(([text, counts]) => asks(`colours alone: ${text}`, text, 'claimed-numbers', counts)),
  ...(
    [
      ['12 wins 3 losses yesterday and 9 wins 4 losses today', '21-7-0'],
      ['Monday: 8 wins 2 losses\nTuesday: 5 wins 5 losses\nWednesday: 6 wins 1 loss', '19-8-0'],
      ['Вчера 8 побед 2 поражения, сегодня 5 побед 5 поражений', '13-7-0'],
      ['Morning: ✅❌✅ 2x1\nNoon: ✅✅ 2x0\nEvening: ❌✅✅ 2x1', '6-2-0'],
      ['In May we won 18 of 23 trades. In June we won 11 of 17 trades', '29-11-0'],
    ] as const
  ).map(([text, counts]) => right(`several claims: ${text}`, text, counts)),
  ...[
    'Trades: 75\nWins: 45\nLosses: 30\nWin rate: 60%',
    'April 2026 in numbers\nTotal trades: 75\nWins ✅: 45\nLosses ❌: 30',
    'Ringkasan April 2026\nTotal: 75\nMenang: 45\nKalah: 30\nWin rate: 60%',
    'Operaciones: 75\nGanadas: 45\nPerdidas: 30\nAcierto: 60 %',
  ].map((text) => right(`a list of counts with its sum: ${text}`, text, '45-30-0')),
  right('a list of counts without its sum', 'Best of 2026\nWins: 45\nLosses: 30', '45-30-0'),
  asks(
    'a list of counts, one of them not understood',
    'Wins: 45\nLosses: 30\nSkipped: 12',
    'claimed-numbers',
    '45-30-0',
  ),
  right('a claim said twice', '18 wins of 23 trades, 5 losses of 23 trades', '18-5-0'),
  ...(
    [
      ['Sinais de ontem e hoje:\nG G G R R G', '4-2-0'],
      ['V V D V D', '3-2-0'],
      ['В П В В П', '3-2-0'],
      ['Hasil: M M K M K', '3-2-0'],
    ] as const
  ).map(([text, counts]) => asks(`letters of words: ${text}`, text, 'result-letters', counts)),
  right('letters below a heading', 'Results:\nW L W W L', '3-2-0'),
  ...['2026-03-02', 'EUR/USD 1-0', '37-23 (80%)', '-- + --', 'call put call', '2:1 risk reward'].map((text) =>
    refused(`no claim: ${text}`, text),
  ),
];
