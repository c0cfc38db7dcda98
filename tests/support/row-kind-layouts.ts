/** Tables with rows that are no trades: open positions, fees, payments, and sums. Each with its truth. */
import { type Layout, pairOf, stamp, WON } from './layout.ts';
import { type Cells, day, gainOf, plain, right, text } from './row-parts.ts';
import { SUM_LAYOUTS } from './sum-layouts.ts';

const POSITIONS = 'Ticket,Open time,Type,Size,Item,Open price,Price,Profit';
const position = (at: number, won: boolean): Cells => [
  44_000 + at,
  stamp(at),
  at % 2 ? 'buy' : 'sell',
  '0.10',
  pairOf(at),
  1.1,
  1.2,
  gainOf(at, won).toFixed(2),
];
const OPEN = [60, 61, 62, 63, 64, 65, 66].map((at) => position(at, at % 2 === 0));
const sections = (open: string, closed: string, isFirst = false, heading = POSITIONS): Layout => {
  const live = [`${open},,,,,,,`, text(heading, OPEN)];
  const past = [
    `${closed},,,,,,,`,
    text(
      heading,
      WON.map((won, at) => position(at, won)),
    ),
  ];
  return plain(
    `open and closed trades below equal names: ${open}, ${closed}${isFirst ? ', open first' : ''}`,
    (isFirst ? [...live, ...past] : [...past, ...live]).join('\n'),
  );
};

/** The second half of a table has its columns in another order. */
const reordered = (name: string, first: string, second: string, delimiter = ','): Layout => {
  const names = first.split(',');
  const cells = (at: number, order: readonly string[]): Cells => {
    const gain = gainOf(at, WON[at] as boolean).toFixed(2);
    const all = [stamp(at), pairOf(at), at % 2 ? 'Buy' : 'Sell', 20, gain, (700 + at * 3.7).toFixed(2)];
    return order.map((column) => all[names.indexOf(column)] as string | number);
  };
  const half = (from: number, order: string): string =>
    text(
      order,
      WON.slice(from, from + 30).map((_won, at) => cells(from + at, order.split(','))),
      delimiter,
    );
  return right(`columns in another order below: ${name}`, `${half(0, first)}\n${half(30, second)}`, {
    asks: 'sheet',
  });
};

/** A statement whose rows are of several kinds: each trade has a fee, some a rebate; there are payments. */
const kinds = (
  name: string,
  heading: string,
  [result, ...others]: readonly string[],
  row: (at: number, kind: string, amount: string) => Cells,
): Layout =>
  plain(
    `rows of several kinds: ${name}`,
    text(
      heading,
      WON.flatMap((won, at) => [
        row(at, result as string, gainOf(at, won).toFixed(2)),
        row(at, others[at % others.length] as string, at % 3 === 0 ? '500.00' : '-1.12'),
      ]),
    ),
  );

/** A ledger in which a bet and what came back are rows of their own; a lost bet has no second one. */
const ledger = (
  name: string,
  heading: string,
  [bet, win, deposit]: readonly string[],
  row: (at: number, kind: string, amount: number) => Cells,
  isNewestFirst = false,
): Layout => {
  const rows = WON.flatMap((won, at) => [
    row(at, bet as string, -5),
    ...(won ? [row(at, win as string, 9.6)] : []),
    ...(at % 20 === 0 ? [row(900 + at, deposit as string, 200)] : []),
  ]);
  return plain(`ledger of bets: ${name}`, text(heading, isNewestFirst ? rows.reverse() : rows));
};

/** The colour of the candle: green wins a CALL and loses a PUT. */
const candles = (heading: string, [up, down]: readonly string[], [call, put]: readonly string[]): Layout =>
  plain(
    `colours of candles: ${heading}`,
    text(
      heading,
      WON.map((won, at) => {
        const isCall = at % 3 !== 0;
        return [
          stamp(at),
          pairOf(at),
          (isCall ? call : put) as string,
          'M1',
          (won === isCall ? up : down) as string,
        ];
      }),
    ),
  );

const closedPosition = (kind: string, at: number, won: boolean, end: string): Cells => [
  kind,
  7_000 + at,
  pairOf(at),
  '0.50',
  at % 2 ? 'Buy' : 'Sell',
  1.1,
  1.2,
  stamp(at),
  end,
  gainOf(at, won).toFixed(2),
  won ? 'Win' : 'Loss',
];

/** Payments stand between the results, some of a kind without a pair. */
const cash = (kind: string): string =>
  text(
    'ID;Type;Time;Symbol;Comment;Amount'.replaceAll(';', ','),
    WON.flatMap((won, at) => [
      [5 * at, 'close trade', stamp(at), pairOf(at), `Profit of #${at}`, gainOf(at, won).toFixed(2)],
      [5 * at + 1, 'commission', stamp(at), pairOf(at), at, '-0.40'],
      ...(at % 20 === 0 ? [[5 * at + 2, kind, stamp(at), '', '2026-03', (1.13 + at / 100).toFixed(2)]] : []),
    ]),
  );

/** The trades of each pair with a row below them of what they brought, which has neither time nor side. */
const sumsOfPairs = (label: (pair: string, count: number) => string): string =>
  text(
    'Symbol,Open,Side,Net',
    [0, 1, 2, 3].flatMap((first) => {
      const places = [...WON.keys()].filter((at) => at % 4 === first);
      const gains = places.map((at) => Number(gainOf(at, WON[at] as boolean).toFixed(2)));
      const total = gains.reduce((sum, gain) => sum + gain, 0).toFixed(2);
      return [
        ...places.map((at, place) => [pairOf(at), stamp(at), 'Buy', gains[place] as number]),
        [label(pairOf(first), places.length), '', '', total],
      ];
    }),
  );

const counters = (isNewestFirst: boolean): string => {
  const rows = WON.map((_won, at) => {
    const wins = WON.slice(0, at + 1).filter(Boolean).length;
    return [stamp(at), pairOf(at), 'Buy', wins, at + 1 - wins];
  });
  return text('Time,Pair,Side,Wins,Losses', isNewestFirst ? rows.reverse() : rows);
};

export const ROW_KIND_LAYOUTS: readonly Layout[] = [
  ...(
    [
      ['Symbol,Exit type', ['BTCUSDT', 'Trade'], ['BTCUSDT', 'Funding']],
      ['Symbol,Note', ['BTCUSDT', ''], ['BTCUSDT', 'funding']],
      ['Symbol', ['BTCUSDT'], ['BTCUSDT Funding']],
    ] as const
  ).map(([names, trade, funding]) =>
    right(
      `funding between trades: ${names}`,
      text(
        `Time,Closed P&L,${names}`,
        WON.flatMap((won, at) => {
          const fee = [stamp(at, 60), `${at % 2 ? '' : '-'}0.0${(at % 7) + 1}`, ...funding];
          return [[stamp(at), gainOf(at, won).toFixed(2), ...trade], ...(at % 3 === 0 ? [fee] : [])];
        }),
      ),
      { asks: 'row-kinds' },
    ),
  ),
  right(
    'pips gained beside pips lost',
    text(
      'Date,Pair,Pips gained,Pips lost',
      WON.map((won, at) => [stamp(at), pairOf(at), won ? 20 + (at % 9) : '', won ? '' : 15 + (at % 4)]),
    ),
    { asks: 'win-loss-columns' },
  ),
  ...SUM_LAYOUTS,
  sections('Open Trades:', 'Closed Transactions:'),
  sections('Open positions', 'Closed positions', true),
  sections('Offene Positionen', 'Geschlossene Positionen', false, POSITIONS.replace('Profit', 'Gewinn')),
  sections('Posições abertas', 'Posições fechadas', true, POSITIONS.replace('Profit', 'Lucro')),
  sections('Открытые сделки', 'История'),
  reordered('the balance', 'Time,Pair,Side,Stake,Profit,Balance', 'Time,Pair,Side,Balance,Stake,Profit'),
  reordered(
    'Spanish, semicolons',
    'Fecha,Activo,Tipo,Importe,Beneficio,Saldo',
    'Activo,Fecha,Importe,Tipo,Saldo,Beneficio',
    ';',
  ),
  plain(
    'quantities of one before the profits, below the head of an account',
    `Conta: 123\nTitular: J P\n\n${text(
      'Subconta;Ativo;Abertura;Fechamento;Qtd Compra;Qtd Venda;Lado;Res. Operação;Total'.replaceAll(';', ','),
      WON.map((won, at) => [
        '',
        'WING26',
        stamp(at),
        stamp(at, 600),
        1,
        1,
        'V',
        gainOf(at, won).toFixed(2),
        7 + at,
      ]),
    )}`,
  ),
  kinds(
    'income of futures',
    'Uid,Time,Type,Amount,Asset,Symbol',
    ['REALIZED_PNL', 'COMMISSION', 'FUNDING_FEE', 'TRANSFER', 'COMMISSION_REBATE'],
    (at, kind, amount) => [39112, stamp(at), kind, amount, 'USDT', pairOf(at)],
  ),
  kinds(
    'deals, admin fees, card payments',
    'Date,MarketName,ProfitAndLoss,Transaction type,Reference,Open level,PL Amount',
    ['DEAL', 'WITH', 'DEPO'],
    (at, kind, amount) => [stamp(at), pairOf(at), amount, kind, `DI${at}${kind}`, 1.1, amount],
  ),
  kinds(
    'Spanish',
    'Fecha,Activo,Categoría,Beneficio',
    ['Operación', 'Comisión', 'Depósito', 'Retiro'],
    (at, kind, amount) => [stamp(at), pairOf(at), kind, amount],
  ),
  kinds(
    'Russian',
    'Дата,Инструмент,Операция,Прибыль',
    ['Закрытие сделки', 'Комиссия', 'Вывод средств', 'Пополнение'],
    (at, kind, amount) => [stamp(at), pairOf(at), kind, amount],
  ),
  kinds(
    'German',
    'Datum,Paar,Buchungsart,Gewinn',
    ['Trade', 'Gebühr', 'Einzahlung', 'Zinsen'],
    (at, kind, amount) => [stamp(at), pairOf(at), kind, amount],
  ),
  ledger(
    'by the number of the round',
    'Date,Transaction,Round ID,Game,Amount',
    ['Bet', 'Win', 'Deposit'],
    (at, kind, amount) => [stamp(at), kind, `R${1_000 + at}`, 'Updown 1m', amount],
  ),
  ledger(
    'without a number, the newest first',
    'Time,Type,Amount,Note',
    ['Bet placed', 'Bet won', 'Deposit'],
    (at, kind, amount) => [stamp(at, amount > 0 ? 60 : 0), kind, amount, ''],
    true,
  ),
  ledger(
    'Portuguese',
    'Data,Tipo de transação,Rodada,Valor',
    ['Aposta', 'Prêmio', 'Depósito'],
    (at, kind, amount) => [stamp(at), kind, 7_000 + at, amount],
  ),
  candles('Time,Pair,Signal,Expiry,Candle', ['green', 'red'], ['CALL', 'PUT']),
  candles('Hora,Par,Señal,Expiración,Vela', ['green', 'red'], ['COMPRA', 'VENTA']),
  candles('Time,Pair,Signal,Expiry,Result candle', ['🟢', '🔴'], ['UP', 'DOWN']),
  plain(
    'categories of trades that begin like payments',
    text(
      'Time,Pair,Side,Category,Profit',
      WON.map((won, at) => [
        stamp(at),
        pairOf(at),
        'Buy',
        ['With trend', 'Interest rates', 'Funding squeeze', 'Range'][at % 4] as string,
        gainOf(at, won).toFixed(2),
      ]),
    ),
  ),
  plain(
    'words of outcomes in a column of candles',
    text(
      'Time,Pair,Side,Candle 1',
      WON.map((won, at) => [stamp(at), pairOf(at), at % 3 ? 'CALL' : 'PUT', won ? 'WIN' : 'LOSS']),
    ),
  ),
  plain(
    'a deposit above closed positions, an open one below them',
    `sep=,\n${text(
      'Type,Ticket,Symbol,Lots,Buy/sell,Open price,Close price,Open time,Close time,Net profit,Result',
      [
        ['Deposit', 900, '', '', '', '', '', stamp(0), stamp(0), '3000.00', ''],
        ...WON.map((won, at) => closedPosition('Closed position', at, won, stamp(at, 600))),
        closedPosition('Open position', 60, true, ''),
      ],
    )}`,
  ),
  right(
    'a position without an end, which says what it has gained',
    text('Kind,Ticket,Symbol,Lots,Buy/sell,Open price,Close price,Open time,Close time,Net profit,Result', [
      ...WON.map((won, at) => closedPosition('A', at, won, stamp(at, 600))),
      closedPosition('B', 60, true, ''),
    ]),
    { asks: 'row-kinds' },
  ),
  plain('operations in cash: interest', cash('Free-funds Interest')),
  right('operations in cash: a word that is not known', cash('Sonderposten 3'), {
    asks: 'row-kinds',
  }),
  plain(
    'sums of each pair, below its trades',
    sumsOfPairs((pair, count) => `${pair} Σ ${count}`),
  ),
  plain(
    'sums of each pair, of which no word says so',
    sumsOfPairs((pair) => pair),
  ),
  right(
    'won at break-even: a profit of 0',
    text(
      'Date,Pair,Dir,Result,Profit',
      [...WON, ...WON.slice(0, 6)].map((won, at) => [
        stamp(at),
        pairOf(at),
        'Sell',
        at < 60 ? (won ? 'WIN' : 'LOSS') : 'WIN (BE)',
        at < 60 ? gainOf(at, won).toFixed(2) : '0.00',
      ]),
    ),
    { asks: 'left-out-rows', counts: '37-23-6' },
  ),
  ...[
    ['Data,Par,Entrada,G1,G2', 'W', 'L', '-'],
    ['Time,Asset,Attempt 1,Attempt 2,Attempt 3', '✅', '❌', ''],
  ].map(
    ([heading, win, loss, none]): Layout =>
      right(
        `a column for each stake: ${heading}`,
        text(
          heading as string,
          WON.map((won, at) => {
            const lost = won ? at % 3 : 3;
            return [
              stamp(at),
              pairOf(at),
              ...[0, 1, 2].map((step) => (step < lost ? loss : step === lost ? win : none)),
            ];
          }) as Cells[],
        ),
        { asks: 'posted-gales', counts: `37-${WON.reduce((sum, won, at) => sum + (won ? at % 3 : 3), 0)}-0` },
      ),
  ),
  right(
    'gains, and dashes that may be losses',
    text(
      'Date,Setup,Side,R',
      WON.map((won, at) => [day(at), 'A+', 'long', won ? `${1 + at / 20}R` : '–']),
    ),
    { asks: 'left-out-rows' },
  ),
  plain(
    'deals that failed, with a profit of 0',
    text(
      'deal_id,pair,status,created_at,final_profit',
      WON.flatMap((won, at) => [
        [
          8_000 + at,
          pairOf(at),
          won ? 'completed' : 'stop_loss_finished',
          stamp(at),
          gainOf(at, won).toFixed(2),
        ],
        ...(at % 12 === 0
          ? [[9_000 + at, pairOf(at), at === 0 ? 'cancelled' : 'failed', stamp(at), '0.0']]
          : []),
      ]),
    ),
  ),
  plain('wins and losses so far', counters(false)),
  plain('wins and losses so far, the newest first', counters(true)),
  plain(
    'two rows of opposite sides, the first with a number and the size, the second with the profit',
    text(
      '#,Type,Signal,Date/Time,Price,Shares - Profit/Loss,Net Profit - Cum Net Profit',
      WON.flatMap((won, at) => [
        [at + 1, at % 3 ? 'Buy' : 'Sell Short', 'Brk', stamp(at), 5_700, 1, gainOf(at, won).toFixed(2)],
        [
          '',
          at % 3 ? 'Sell' : 'Buy to Cover',
          'End',
          stamp(at, 90),
          5_701,
          gainOf(at, won).toFixed(2),
          90 + at,
        ],
      ]),
    ),
  ),
  {
    name: 'colours of which nothing says of what they are',
    text: text(
      'Time,Pair,Side,Color',
      WON.map((won, at) => [stamp(at), pairOf(at), at % 3 ? 'CALL' : 'PUT', won ? 'green' : 'red']),
    ),
    asks: 'any',
    mayRefuse: true,
  },
];
