/** Tables whose rows belong together, or are none of trades: fills, parts, spans, payments and balances. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { type Cells, day, gainOf, plain, right, text } from './row-parts.ts';

const asked = (name: string, asks: string, table: string): Layout => right(name, table, { asks });
const gain = (at: number): number => Number(gainOf(at, WON[at] as boolean).toFixed(2));
const each = <Row>(rowOf: (at: number) => Row): Row[] => WON.map((_won, at) => rowOf(at));
const priceOf = (at: number): number => 1.1 + at * 0.001;
const TOTAL = WON.reduce((sum, _won, at) => sum + gain(at), 0);

/** A fill of a pair, or of another thing, some seconds after the start of a trade. */
const fill = (
  at: number,
  seconds: number,
  side: string,
  size: number,
  price: number,
  thing = pairOf(at),
): Cells => [stamp(at, seconds), thing, side, size, price.toFixed(5)];
const bought = each((at) => [
  fill(at, 0, 'Buy', 1, priceOf(at)),
  fill(at, 300, 'Sell', 1, priceOf(at) + gain(at) / 1_000),
]);
const fills = (name: string, rows: readonly Cells[]): Layout =>
  asked(`fills ${name}`, 'zero-profit', text('Time,Symbol,Side,Qty,Price', rows));
/** One position after the other, each fill closing one and opening the next on the other side. */
const turned = (() => {
  let price = 1.1;
  const closes = each((at) => {
    price += (gain(at) / 1_000) * (at % 2 ? -1 : 1);
    return fill(at, 300, at % 2 ? 'Buy' : 'Sell', at === 59 ? 1 : 2, price, 'EURUSD');
  });
  return [fill(0, 0, 'Buy', 1, 1.1, 'EURUSD'), ...closes];
})();

const html = (rows: readonly string[]): string =>
  `<html><table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table></html>`;
const cells = (row: Cells, tag = 'td'): string => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
const DAYS = [...new Set(each(day))];
const ofDay = (one: string): number[] => each((at) => at).filter((at) => day(at) === one);

const positions = (ofClose: (at: number, part: number) => object): string =>
  JSON.stringify({
    positions: each((at) => ({
      id: at,
      symbol: pairOf(at),
      openTime: stamp(at),
      closes: [1, 2].map((part) => ({ time: stamp(at, part * 100), ...ofClose(at, part) })),
    })),
  });

const NAMES = 'Time,Pair,Side,Stake,Profit';
const trades = each((at): Cells => [stamp(at), pairOf(at), 'Buy', 10, gain(at).toFixed(2)]);
const WORDS = ['Overnight interest', 'Bank card deposit', 'Daily funding fee', 'Wire withdrawal'];

/** Every third trade in two parts, below a row with the sum of both, or above it. */
const inParts = (at: number, isBelow: boolean): readonly Cells[] => {
  const whole = [stamp(at), pairOf(at), 'Buy', '0.20', gain(at).toFixed(2)];
  const part = Number((gain(at) * 0.4).toFixed(2));
  const parts = [part, gain(at) - part].map(
    (one): Cells => [stamp(at), pairOf(at), 'Buy', '0.10', one.toFixed(2)],
  );
  if (at % 3 !== 0) return [whole];
  return isBelow ? [whole, ...parts] : [...parts, whole];
};
const legs = (at: number): readonly Cells[] => {
  const end = WON[at] === true ? 'Won' : 'Lost';
  const bet: Cells = [day(at), at % 3 === 0 ? 'Treble' : `Team ${at}`, '2.10', 10, end];
  return at % 3 === 0 ? [bet, ...['A', 'B', 'C'].map((leg) => ['', `Team ${leg}`, '1.30', '', end])] : [bet];
};
const scoreOf = (one: string): string => {
  const won = ofDay(one).filter((at) => WON[at]).length;
  return `${won}-${ofDay(one).length - won}`;
};
/** The sections of MetaTrader 5's report in another language: positions, orders and deals. */
const terminal = (sections: readonly string[]): string =>
  html(
    sections.flatMap((names, of) => [
      `<td colspan="13">${['Positions', 'Orders', 'Deals'][of]}</td>`,
      cells(names.split(',')),
      ...each((at): readonly Cells[] => {
        const [side, back] = at % 2 ? ['buy', 'sell'] : ['sell', 'buy'];
        const [open, close] = [stamp(at), stamp(at, 300)];
        const own = [pairOf(at), side, '0.10'];
        if (of === 0) return [[open, 900 + at, ...own, 1.1, '', '', close, 1.1, 0, 0, gain(at)]];
        if (of === 1)
          return [open, close].map((time) => [time, 900 + at, ...own, 'market', '', '', time, 'filled', '']);
        return [
          [open, 900 + at * 2, ...own.toSpliced(2, 0, 'in'), 1.1, 900 + at, 0, 0, 0, '0.00', 1_000, ''],
          [close, 901 + at * 2, pairOf(at), back, 'out', '0.10', 1.1, 900 + at, 0, 0, 0, gain(at), 1_000, ''],
        ];
      })
        .flat()
        .map((row) => cells(row)),
    ]),
  );

export const ROW_RELATION_LAYOUTS: readonly Layout[] = [
  fills('with a position that stays open', [
    ...bought.flat(),
    fill(59, 900, 'Buy', 1, 1.2),
    fill(59, 950, 'Buy', 2, 1.3),
  ]),
  fills('with another thing that stays open', [...bought.flat(), fill(59, 900, 'Buy', 1, 1_900, 'XAUUSD')]),
  fills('of which the first closes what was open before', [fill(0, -300, 'Sell', 1, 1), ...bought.flat()]),
  fills('that close one position and open the next', turned),
  asked(
    'closes of positions in lists of their own',
    'same-number',
    positions((at, part) => ({ profit: gain(at) * part })),
  ),
  asked(
    'equal closes of positions in lists of their own',
    'same-number',
    positions((at) => ({ profit: gain(at) })),
  ),
  asked(
    'trades of two accounts in lists of their own',
    'groups',
    JSON.stringify({
      accounts: [0, 1].map((of) => ({
        account: `A${of}`,
        trades: each((at) => at)
          .filter((at) => at % 2 === of)
          .map((at) => ({ openTime: stamp(at), symbol: pairOf(at), profit: gain(at) })),
      })),
    }),
  ),
  plain(
    'a page with a day that spans its rows',
    html([
      cells(['Date', 'Pair', 'Side', 'Result', 'Profit'], 'th'),
      ...DAYS.flatMap((one) =>
        ofDay(one).map((at, place) => {
          const spans = place === 0 ? `<td rowspan="${ofDay(one).length}">${one}</td>` : '';
          return spans + cells([pairOf(at), 'Buy', WON[at] ? 'Win' : 'Loss', gain(at)]);
        }),
      ),
    ]),
  ),
  plain(
    'a page with names in two rows, and sums that span columns',
    html([
      '<th rowspan="2">Date</th><th rowspan="2">Pair</th><th colspan="2">Entry</th><th colspan="2">Exit</th><th rowspan=2>Profit</th>',
      cells(['Time', 'Price', 'Time', 'Price'], 'th'),
      ...DAYS.flatMap((one) => [
        ...ofDay(one).map((at) =>
          cells([one, pairOf(at), stamp(at).slice(11), 1.1, stamp(at, 300).slice(11), 1.1, gain(at)]),
        ),
        `<td colspan="6">Day total</td><td>${ofDay(one)
          .reduce((sum, at) => sum + gain(at), 0)
          .toFixed(2)}</td>`,
      ]),
    ]),
  ),
  asked(
    'OANDA, transactions with signed units',
    'zero-profit',
    text(
      'Transaction ID,Time,Type,Instrument,Units,Price,P/L,Financing',
      each((at): Cells[] => [
        [at * 4, stamp(at), 'MARKET_ORDER', pairOf(at), 1_000, '', '', ''],
        [at * 4 + 1, stamp(at, 1), 'ORDER_FILL', pairOf(at), 1_000, 1.1, '0.0000', '0.0000'],
        [at * 4 + 2, stamp(at, 300), 'ORDER_FILL', pairOf(at), -1_000, 1.1, gain(at), '0.0000'],
        ...(at % 8 === 0
          ? [[at * 4 + 3, stamp(at, 301), 'DAILY_FINANCING', pairOf(at), '', '', '', '-0.12']]
          : []),
      ]).flat(),
    ),
  ),
  asked(
    'descriptions of trades and of payments',
    'row-kinds',
    text(
      'Time,Description,Amount',
      each((at): Cells[] => [
        [stamp(at), `Trade ${pairOf(at)} closed`, gain(at)],
        ...(at % 5 === 0 ? [[stamp(at, 3), WORDS[(at / 5) % 4] as string, at % 3 ? '-0.2' : '250']] : []),
      ]).flat(),
    ),
  ),
  asked(
    'one row with a word that says it is none',
    'row-kinds',
    text(`${NAMES},Comment`, [
      ...trades.map((row) => [...row, '']),
      [stamp(61), 'EURUSD', 'Buy', 10, '12.00', 'Correction'],
    ]),
  ),
  plain(
    'orders that expired without a word for a tie',
    text(`${NAMES},Status`, [
      ...trades.map((row) => [...row, 'closed']),
      ...[61, 62, 63].map((at) => [stamp(at), pairOf(at), 'Buy', 10, '0.00', 'expired']),
    ]),
  ),
  plain(
    'titles that state what a month brought',
    text(NAMES, [
      ['March'],
      ...trades.slice(0, 30),
      ['Profit for March: 110.20'],
      ['April'],
      ...trades.slice(30),
      ['Profit for April: 94.00'],
    ]),
  ),
  ...[
    'Starting balance,1000.00|Ending balance,1204.20',
    'Balance b/f,,,,1000.00|Balance c/f,,,,1204.20',
    'Profit factor,,,,1.35|ROI,,,,24%|Average win,,,,8.20|Average loss,,,,-10.10',
  ].map((rows) => plain(`below the trades: ${rows}`, [text(NAMES, trades), ...rows.split('|')].join('\n'))),
  ...[true, false].map((isBelow) =>
    asked(
      `parts of trades ${isBelow ? 'below' : 'above'} a row with their sum`,
      'row-kinds',
      text('Time,Pair,Side,Lots,Profit', each((at) => inParts(at, isBelow)).flat()),
    ),
  ),
  asked(
    'legs of bets below them, without a stake',
    'row-kinds',
    text('Date,Selection,Odds,Stake,Result', each(legs).flat()),
  ),
  ...['Record', 'Ganadas/Perdidas'].map((name) =>
    asked(
      `days with their wins and losses in one column: ${name}`,
      'win-loss-columns',
      text(
        `Day,${name},P/L`,
        DAYS.map((one) => [one, scoreOf(one), 12.5]),
      ),
    ),
  ),
  plain(
    'equal rows of an hour of any day',
    text(
      'Hour,Pair,Side,Result',
      each((at) => [`${9 + (at % 5)}:00`, pairOf(at), 'Buy', WON[at] ? 'Win' : 'Loss']),
    ),
  ),
  asked(
    'results of trades that were not taken',
    'row-kinds',
    text('Time,Pair,Side,Result,Comment', [
      ...each((at): Cells => [stamp(at), pairOf(at), 'Buy', WON[at] ? 'Win' : 'Loss', '']),
      ...each((at): Cells => [stamp(at + 60), pairOf(at), 'Buy', 'Win', "didn't take it"]).slice(0, 12),
    ]),
  ),
  plain(
    'statistics beside the first rows',
    text(
      'Time,Pair,Result,,Stats,',
      each((at) => [
        stamp(at),
        pairOf(at),
        WON[at] ? 'Win' : 'Loss',
        '',
        ...([
          ['Wins', 37],
          ['Losses', 23],
          ['Average loss', -10],
        ][at] ?? ['', '']),
      ]),
    ),
  ),
  ...[
    [
      'Время,Позиция,Символ,Тип,Объем,Цена,S / L,T / P,Время,Цена,Комиссия,Своп,Прибыль',
      'Время открытия,Ордер,Символ,Тип,Объем,Цена,S / L,T / P,Время,Состояние,Комментарий',
      'Время,Сделка,Символ,Тип,Направление,Объем,Цена,Ордер,Комиссия,Сбор,Своп,Прибыль,Баланс,Комментарий',
    ],
    [
      'Czas,Pozycja,Symbol,Typ,Wolumen,Cena,S / L,T / P,Czas,Cena,Prowizja,Swap,Zysk',
      'Czas otwarcia,Zlecenie,Symbol,Typ,Wolumen,Cena,S / L,T / P,Czas,Stan,Komentarz',
      'Czas,Transakcja,Symbol,Typ,Kierunek,Wolumen,Cena,Zlecenie,Prowizja,Opłata,Swap,Zysk,Saldo,Komentarz',
    ],
    [
      '時間,ポジション,銘柄,タイプ,数量,価格,決済逆指値(S/L),決済指値(T/P),時間,価格,手数料,スワップ,損益',
      'オープン時間,注文,銘柄,タイプ,数量,価格,決済逆指値(S/L),決済指値(T/P),時間,状態,コメント',
      '時間,約定,銘柄,タイプ,新規・決済,数量,価格,注文,手数料,費用,スワップ,損益,残高,コメント',
    ],
  ].map((sections) => plain(`a report of MetaTrader 5: ${sections[0]?.slice(0, 16)}`, terminal(sections))),
  {
    ...plain(
      'pairs as titles of their trades, with overlapping times',
      text(
        'Time,Side,Profit',
        ['EURUSD', 'GBPUSD'].flatMap((pair, of): Cells[] => [
          [pair, '', ''],
          ...each((at): Cells => [stamp(Math.floor(at / 4) * 4, at % 4), 'Buy', gain(at).toFixed(2)]).slice(
            of * 30,
            of * 30 + 30,
          ),
        ]),
      ),
    ),
    bets: 16,
  },
  {
    ...plain(
      'events of the start and the end of trades, with the pair in the first',
      each((at) =>
        [
          {
            event: 'open',
            id: at,
            ts: Date.parse(`${stamp(Math.floor(at / 4) * 4)}Z`),
            pair: 'EURUSD',
            side: 'buy',
          },
          {
            event: 'close',
            id: at,
            ts: Date.parse(`${stamp(Math.floor(at / 4) * 4, 300)}Z`),
            profit: gain(at),
          },
        ]
          .map((event) => JSON.stringify(event))
          .join('\n'),
      ).join('\n'),
    ),
    bets: 15,
  },
  {
    ...plain(
      'lists of days by their dates, with times of day',
      JSON.stringify({
        days: Object.fromEntries(
          DAYS.map((one) => [
            one,
            {
              trades: ofDay(one).map((at) => ({
                time: '09:00',
                pair: `A${at}`,
                side: 'buy',
                profit: gain(at),
              })),
            },
          ]),
        ),
      }),
    ),
  },
  ...['Date,Profit', 'Day,P/L,Balance', 'Month,Profit'].map((names) =>
    asked(
      `a sum of each day or month: ${names}`,
      'row-kinds',
      text(
        names,
        each((at): Cells => {
          const one = new Date(Date.UTC(2026, 0, 1 + at));
          const label = names.startsWith('Month') ? `M${at}` : one.toISOString().slice(0, 10);
          return [label, gain(at), ...(names.endsWith('Balance') ? [1_000 + at] : [])];
        }),
      ),
    ),
  ),
  asked(
    'two legs of each spread of options',
    'same-number',
    text(
      'Open time,Symbol,Side,P/L',
      each((at): readonly Cells[] => [
        [stamp(at), `SPY 260320C${450 + at}`, 'Sell', WON[at] ? 50 : -120],
        [stamp(at), `SPY 260320C${455 + at}`, 'Buy', WON[at] ? -20 : 60],
      ]).flat(),
    ),
  ),
  asked(
    'refused orders with what they brought',
    'row-kinds',
    text(
      `${NAMES},Status`,
      trades.map((row, at) => [...row, at % 10 === 0 ? 'Rejected' : 'Executed']),
    ),
  ),
  plain(
    "MetaTrader 5's deals as JSON, with entries of 0 and 1",
    JSON.stringify(
      each((at) =>
        [0, 1].map((entry) => ({
          ticket: 9_000 + at * 2 + entry,
          time: Date.parse(`${stamp(at, entry * 300)}Z`) / 1_000,
          type: (at + entry) % 2,
          entry,
          position_id: 7_000 + at,
          volume: 0.1,
          profit: entry * gain(at),
          symbol: pairOf(at),
        })),
      ).flat(),
    ),
  ),
  plain(
    `a dated balance below the trades`,
    text(NAMES, [...trades, [stamp(61), 'Final balance', '', '', (1_000 + TOTAL).toFixed(2)]]),
    RIGHT,
  ),
  ...[
    [2, WON.length / 2, WON.length],
    [24 * 7, 0, 12],
  ].map(([hours = 0, from, to]) => {
    const row = (at: number, seconds = 0): Cells => [
      stamp(at, seconds),
      pairOf(at),
      at % 2 ? 'Sell' : 'Buy',
      (1.1 + ((at * 7_919) % 997) / 1e5).toFixed(5),
      gain(at),
    ];
    return asked(
      `rows that stand once more, ${hours} hours later`,
      'repeated-rows',
      text('Time,Symbol,Side,Open price,Profit', [
        ...each((at) => row(at)),
        ...each((at) => row(at, hours * 3_600)).slice(from, to),
      ]),
    );
  }),
];
