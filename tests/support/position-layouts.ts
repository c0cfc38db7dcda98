/** Tables whose rows are parts of positions, and documents of several lists. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { type Cells, gainOf, plain, right, text } from './row-parts.ts';

/** A position in five is closed in two parts. */
const partsOf = (at: number): number => (at % 5 === 0 ? 2 : 1);
const rowsOf = (
  close: (at: number, part: number, gain: string) => Cells,
  open?: (at: number) => Cells,
): Cells[] =>
  WON.flatMap((won, at) => [
    ...(open === undefined ? [] : [open(at)]),
    ...Array.from({ length: partsOf(at) }, (_, part) =>
      close(at, part, (gainOf(at, won) / partsOf(at)).toFixed(3)),
    ),
  ]);
const parts = (name: string, heading: string, rows: readonly Cells[]): Layout => ({
  name: `parts of positions: ${name}`,
  text: text(heading, rows),
  counts: RIGHT,
  asks: 'same-number',
});
const sideOf = (at: number): string => (at % 2 === 0 ? 'Long' : 'Short');
const fillOf = (at: number, isOpening: boolean): string => ((at % 2 === 0) === isOpening ? 'BUY' : 'SELL');
const price = (at: number, more = 0): string => (1.1 + at * 0.00137 + more * 0.0001).toFixed(5);
const size = (at: number): number => 0.6 / partsOf(at);

const trade = (at: number): object => ({
  time: stamp(at),
  symbol: pairOf(at),
  side: sideOf(at),
  profit: Number(gainOf(at, WON[at] as boolean).toFixed(2)),
});
const tradesOf = (from: number, to: number): object[] =>
  WON.slice(from, to).map((_won, at) => trade(from + at));
const json = (value: unknown): string => JSON.stringify(value);

export const POSITION_LAYOUTS: readonly Layout[] = [
  parts(
    'sizes tell when it is flat',
    'time,coin,dir,px,sz,fee,closedPnl',
    rowsOf(
      (at, part, gain) => [stamp(at, 60 + part), pairOf(at), `Close ${sideOf(at)}`, 1.1, size(at), 0.2, gain],
      (at) => [stamp(at), pairOf(at), `Open ${sideOf(at)}`, 1.1, 0.6, 0.2, -0.2],
    ),
  ),
  parts(
    'sizes tell, the newest row first, fills without a word for opening',
    'Date(UTC),Symbol,Side,Price,Quantity,Fee,Realized Profit',
    rowsOf(
      (at, part, gain) => [stamp(at, 60 + part), pairOf(at), fillOf(at, false), 1.2, size(at), 0.2, gain],
      (at) => [stamp(at), pairOf(at), fillOf(at, true), 1.1, 0.6, 0.2, 0],
    ).toReversed(),
  ),
  ...[4, 3, 2].map((fills) =>
    parts(
      `equal fills of one second, as only ${fills} of them close a position`,
      'Date(UTC),Symbol,Side,Price,Quantity,Fee,Realized Profit',
      WON.flatMap((won, at) => {
        const count = at % 3 === 0 ? fills : 1;
        const gain = (gainOf(at, won) / count).toFixed(3);
        const close = [stamp(at, 60), 'BTCUSDT', fillOf(at, false), price(at, 1), 0.6 / count, 0.2, gain];
        return [
          [stamp(at), 'BTCUSDT', fillOf(at, true), price(at), 0.6, 0.2, 0],
          ...Array.from({ length: count }, () => close),
        ];
      }).toReversed(),
    ),
  ),
  parts(
    'one entry price each',
    'Contracts,Closing Direction,Qty,Entry Price,Exit Price,Closed P&L,Exit Type,Trade Time(UTC+0)',
    rowsOf((at, part, gain) => [
      `${pairOf(at)}T`,
      sideOf(at),
      size(at),
      price(at),
      price(at, part + 1),
      gain,
      'Trade',
      stamp(at, part * 90),
    ]),
  ),
  parts(
    'fills of one second',
    'Date(UTC),Symbol,Side,Price,Quantity,Realized Profit',
    rowsOf((at, part, gain) => [stamp(at), pairOf(at), sideOf(at), price(at, part), size(at), gain]),
  ),
  parts(
    'fills with numbers of their own that were bought at once',
    'symbol,buyFillId,sellFillId,qty,buyPrice,sellPrice,pnl,boughtTimestamp,soldTimestamp',
    rowsOf((at, part, gain) => [
      pairOf(at),
      7_000 + at,
      `${9_000 + at * 10 + part}`,
      size(at),
      price(at),
      price(at, 1),
      gain,
      stamp(at),
      stamp(at, 60 + part),
    ]),
  ),
  plain(
    'trades on opposite sides at one price, one after the other, with a letter for the side',
    text(
      'Date,Pair,L/S,Lots,Entry,Exit,P&L ($),W/L',
      WON.map((won, at) => {
        const side = at % 2 === 0 ? 'L' : 'S';
        const gain = gainOf(at, won).toFixed(2);
        const exit = price(at, (side === 'L') === won ? 20 : -20);
        return [
          stamp(at),
          'EURUSD',
          side,
          0.1,
          price(at - (at % 10 === 1 ? 1 : 0)),
          exit,
          gain,
          won ? 'W' : 'L',
        ];
      }),
    ),
  ),
  plain(
    'orders that end nothing beside the fills that do',
    text(
      'TRANSACTION ID,TRANSACTION DATE,TRANSACTION TYPE,DETAILS,INSTRUMENT,PRICE,UNITS,DIRECTION,PL,BALANCE',
      WON.flatMap((won, at): Cells[] => {
        const gain = gainOf(at, won).toFixed(2);
        const row = (id: number, kind: string, isOpening: boolean, paid: string | number): Cells => {
          const detail = isOpening ? 'CLIENT_ORDER' : 'TRADE_CLOSE';
          const fill = kind === 'ORDER_FILL' ? [price(at), 1_000] : ['', 1_000];
          const cells = [at * 4 + id, stamp(at, isOpening ? 0 : 300), kind, detail, 'EUR/USD'];
          return [...cells, ...fill, fillOf(at, isOpening), paid, kind === 'ORDER_FILL' ? 5_000 : ''];
        };
        return [
          row(1, 'MARKET_ORDER', true, ''),
          row(2, 'MARKET_ORDER', false, ''),
          row(3, 'ORDER_FILL', false, gain),
        ];
      }),
    ),
  ),
  plain(
    'a JSON document with a list a month',
    json({ jan: tradesOf(0, 20), feb: tradesOf(20, 34), mar: tradesOf(34, 60) }),
  ),
  plain(
    'a JSON document with the orders beside the trades',
    json({
      orders: tradesOf(0, 60).map((_one, id) => ({ id, state: 'filled', price: 1.1 })),
      trades: tradesOf(0, 60),
    }),
  ),
  plain(
    'a JSON document with the trades of each day in a list of its own',
    json(
      [0, 1, 2].map((at) => ({
        day: stamp(at * 20).slice(0, 10),
        total: at,
        trades: tradesOf(at * 20, at * 20 + 20),
      })),
    ),
  ),
  plain('a JSON document of pages', json({ pages: [{ data: tradesOf(0, 30) }, { data: tradesOf(30, 60) }] })),
  right(
    'a JSON document with the won trades and the lost ones apart',
    json({
      winners: tradesOf(0, 60).filter((_one, at) => WON[at]),
      losers: tradesOf(0, 60).filter((_one, at) => !WON[at]),
    }),
    { asks: 'sheet' },
  ),
  right(
    'a JSON document with open positions beside the history',
    json({ openPositions: tradesOf(0, 45), history: tradesOf(0, 60) }),
    { asks: 'sheet' },
  ),
  parts(
    'four legs of one order',
    'Date Closed,Order #,Underlying,Leg,P/L',
    WON.flatMap((won, at) =>
      [1, -0.3, 0.9, -0.2].map(
        (share, leg): Cells => [
          stamp(at).slice(0, 10),
          `#${3_840 + at}`,
          'SPX',
          `Leg ${leg}`,
          (gainOf(at, won) * share).toFixed(2),
        ],
      ),
    ),
  ),
  parts(
    'baskets of orders with numbers of their own',
    'Basket,Ticket,Open,Type,Lots,Price,Closed,Profit',
    WON.flatMap((won, at) =>
      Array.from(
        { length: 2 + (at % 4) },
        (_, leg): Cells => [
          `B${at}`,
          9_000 + at * 10 + leg,
          stamp(at, leg * 60),
          'buy',
          0.01,
          1.09,
          stamp(at, 900),
          (gainOf(at, won) / (leg + 1)).toFixed(2),
        ],
      ),
    ),
  ),
  plain(
    'the stake in the row of the entry, the profit in that of the exit',
    text(
      'Trade,Event,Time,Pair,Stake,Profit',
      WON.flatMap((won, at): Cells[] => [
        [at + 1, 'entry', stamp(at), pairOf(at), 10, ''],
        [at + 1, 'exit', stamp(at, 60), pairOf(at), '', gainOf(at, won).toFixed(2)],
      ]),
    ),
  ),
  plain(
    'blocks of a screen: the arrow before the stake, then what came back',
    WON.flatMap((won, at) => [
      '',
      at % 4 === 0 ? 'Gold' : 'EUR/USD (OTC)',
      stamp(at).slice(11),
      '01:00',
      `${at % 2 === 0 ? '↑' : '↓'} 10.00 $`,
      won ? '+18.70 $' : '0.00 $',
    ]).join('\n'),
  ),
  ...(
    [
      ['an opening of nothing', '0.00'],
      ['an opening without a profit', ''],
      ['an opening at its fee', '-0.10'],
    ] as const
  ).map(([name, opened]) =>
    plain(
      `two rows with one number: ${name}`,
      text('Time,Position,Symbol,Type,Profit', [
        ...WON.flatMap((won, at): Cells[] => [
          [stamp(at), 500 + at, pairOf(at), fillOf(at, true), opened],
          [stamp(at, 300), 500 + at, pairOf(at), fillOf(at, false), gainOf(at, won).toFixed(2)],
        ]),
        // It is open still.
        ...(opened === '-0.10' ? [] : [[stamp(60), 560, pairOf(60), 'BUY', opened]]),
      ]),
    ),
  ),
  {
    ...plain(
      'deals in and out with a fee each, which the balance shows, of positions that run at once',
      text(
        'Time,Deal,Symbol,Type,Direction,Volume,Price,Commission,Profit,Balance',
        WON.map((_won, at) => at)
          .flatMap((at) => [
            { at, isOpening: true, place: at * 2 },
            { at, isOpening: false, place: at * 2 + 5 },
          ])
          .toSorted((one, other) => one.place - other.place)
          .reduce<Cells[]>((rows, { at, isOpening, place }) => {
            const gain = isOpening ? 0 : Math.round(gainOf(at, WON[at] as boolean) * 100) / 100;
            const balance = (Number(rows.at(-1)?.at(-1) ?? 500) + gain - 0.35).toFixed(2);
            const [side, direction] = [fillOf(at >> 1, isOpening), isOpening ? 'in' : 'out'];
            const cells = [stamp(place), 700 + place, pairOf(at % 2), side, direction, 0.1 + (at % 3) / 10];
            return rows.concat([[...cells, price(at), -0.35, gain, balance]]);
          }, []),
      ),
    ),
    profit: Number(
      WON.reduce((sum, won, at) => sum + Math.round(gainOf(at, won) * 100) / 100 - 0.7, 0).toFixed(2),
    ),
  },
];
