/** Columns whose names or units are not those of most files, and rows in an order of their own. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';

/** A table of the sixty trades. */
function table(names: string, cellsOf: (at: number, isWon: boolean) => readonly (string | number)[]): string {
  return [names, ...WON.map((isWon, at) => cellsOf(at, isWon).join(';'))].join('\n');
}

const day = (at: number): string => stamp(at).slice(0, 10);
const result = (isWon: boolean): string => (isWon ? 'Win' : 'Loss');

/** Each trade runs for four hours, and the next of its pair begins after one. */
const lasting = (name: string, cell: string, closed = false): Layout => ({
  name: `durations of ${cell} below ${name}${closed ? ' beside the time at the end' : ''}`,
  text: table(`Open time;Pair;${name};Result${closed ? ';Close time' : ''}`, (at, isWon) => [
    stamp(at),
    pairOf(at),
    cell,
    result(isWon),
    ...(closed ? [stamp(at, 14_400)] : []),
  ]),
  counts: RIGHT,
  bets: 16,
  isPlain: true,
});

/** What a win would pay stands beside lost trades as well. */
const paying = (name: string, cell: string): Layout => ({
  name: `a payout of ${cell} below ${name}`,
  text: table(`Time;Pair;Stake;${name};Result`, (at, isWon) => [
    stamp(at),
    pairOf(at),
    100 + (at % 3) * 50,
    cell,
    result(isWon),
  ]),
  counts: RIGHT,
  payout: 0.85,
  isPlain: true,
});

/** Words for won and lost below a name that is none for outcomes, beside what a win would pay. */
const ended = (name: string, won: string, lost: string): Layout => ({
  name: `${won} and ${lost} below ${name}`,
  text: table(`Time;Pair;Stake;Payout %;${name}`, (at, isWon) => [
    stamp(at),
    pairOf(at),
    20,
    85,
    isWon ? won : lost,
  ]),
  counts: RIGHT,
  payout: 0.85,
  isPlain: true,
});

/** Days, times of day and pairs below such names; trades of five minutes, none of which runs while another of its pair does. */
const begun = (date: string, clock: string, pair: string): Layout => ({
  name: `columns ${date}, ${clock} and ${pair}`,
  text: table(`${date};${clock};${pair};Side;Currency;Expiry;Profit`, (at, isWon) => [
    day(at),
    stamp(at).slice(11),
    pairOf(at),
    at % 2 ? 'CALL' : 'PUT',
    'USD',
    '5 min',
    isWon ? 8.5 : -10,
  ]),
  counts: RIGHT,
  bets: 60,
  isPlain: true,
});

/** The name of a share beside the side, and its kind below a name that is often that of a pair; each runs for four hours. */
const shares = (side: string, kind: string): Layout => ({
  name: `shares in the column ${side}, beside ${kind}`,
  text: table(`Open date;Close date;${side};${kind};Profit`, (at, isWon) => [
    stamp(at),
    stamp(at, 14_400),
    `${at % 2 ? 'Buy' : 'Sell'} ${['Apple', 'Meta', 'Coca-Cola Co', 'Nike'][at % 4]}`,
    'Stocks',
    isWon ? 8.5 : -10,
  ]),
  counts: RIGHT,
  bets: 16,
  isPlain: true,
});

/** Every tenth trade is a tie. */
const tying = (name: string, column: string, won: string, lost: string, tied: string): Layout => ({
  name: `${tied} beside ${won} and ${lost} ${name}`,
  text: table(`Time;Pair;Stake;${column};Profit`, (at, isWon) => [
    stamp(at),
    pairOf(at),
    10,
    at % 10 === 0 ? tied : isWon ? won : lost,
    at % 10 === 0 ? '0.00' : isWon ? 8 : -10,
  ]),
  counts: `${WON.filter((isWon, at) => isWon && at % 10 !== 0).length}-${WON.filter((isWon, at) => !isWon && at % 10 !== 0).length}-6`,
  isPlain: true,
});

/** Every other trade sold what it bought later, and runs for four hours; some bring nothing. */
const short: Layout = {
  name: 'times of the purchase and of the sale, some sold first, some with no profit',
  text: table('symbol;_priceFormat;qty;buyPrice;sellPrice;pnl;boughtTimestamp;soldTimestamp', (at, isWon) => {
    const times = [stamp(at), stamp(at, 14_400)];
    const [bought, sold] = at % 2 ? times : times.toReversed();
    return [
      pairOf(at),
      -2,
      1 + (at % 3),
      `${5_900 + at}.25`,
      `${5_900 + at + (at % 15 === 0 ? 0 : isWon ? 5 : -5)}.25`,
      at % 15 === 0 ? '$0.00' : isWon ? '$45.00' : '$(12.50)',
      bought as string,
      sold as string,
    ];
  }),
  counts: `${WON.filter((isWon, at) => isWon && at % 15 !== 0).length}-${WON.filter((isWon, at) => !isWon && at % 15 !== 0).length}-4`,
  bets: 16,
  isPlain: true,
};

/** What trades brought, or what came back of them, below a name that is not known. */
const brought = (name: string, won: number, lost: number): Layout => ({
  name: `what ${name} holds beside stakes and outcomes`,
  text: table(`Time;Pair;Stake;Result;${name}`, (at, isWon) => [
    stamp(at),
    pairOf(at),
    20,
    result(isWon),
    isWon ? won : lost,
  ]),
  counts: RIGHT,
  payout: 0.85,
  profit: 37 * 17 - 23 * 20,
  isPlain: true,
});

/** Every fourth row is the sum of the three above it, by a word in its last cell or by the pair alone. */
const summed = (name: string, sumOf: (at: number, total: number) => readonly string[]): Layout => {
  const profitOf = (at: number): number => (WON[at] ? 17 + (at % 9) : -(16 + (at % 7))) + (at % 10) / 100;
  const rows = WON.flatMap((_isWon, at) => {
    const cells = [stamp(at).slice(0, 10), stamp(at).slice(11), pairOf(at), at % 2 ? 'Sell' : 'Buy'];
    const total = profitOf(at) + profitOf(at - 1) + profitOf(at - 2);
    return [[...cells, profitOf(at).toFixed(2), ''], ...(at % 3 === 2 ? [sumOf(at, total)] : [])];
  });
  return {
    name,
    text: ['Date;Time;Pair;Side;Result (USD);Comment', ...rows.map((row) => row.join(';'))].join('\n'),
    counts: RIGHT,
  };
};

export const NAMED_COLUMN_LAYOUTS: readonly Layout[] = [
  lasting('Trade duration (hours)', '4.00'),
  lasting('Duration (h)', '4'),
  lasting('Dauer (Std.)', '4,0'),
  lasting('Duración en minutos', '240'),
  lasting('Süre (saat)', '4'),
  lasting('Durasi (jam)', '4'),
  lasting('durationHours', '4'),
  lasting('Duration', '3h 60m'),
  lasting('Duration', '3 Std. 60 Min.'),
  lasting('Duration', 'PT4H'),
  lasting('Expiry', 'H-4'),
  lasting('Expiry', '4 (hours)'),
  lasting('Expiry', "240'"),
  lasting('Timeframe', 'M1', true),
  lasting('Timeframe', 'D1', true),
  lasting('Duration', '4', true),
  lasting('Duration', '240', true),
  paying('Return %', '85%'),
  paying('Return %', '0.85'),
  paying('Ödeme %', '85%'),
  paying('Paid', '85 %'),
  paying('Return', '85'),
  ended('Closed as', 'Winner', 'Loser'),
  ended('Win?', 'Win', 'Loss'),
  ended('Verdict', 'ITM', 'OTM'),
  ended('ITM/OTM', 'ITM', 'OTM'),
  ended('Finish', 'W', 'L'),
  begun('Data', 'Horário', 'Active'),
  begun('Tanggal', 'Pukul', 'Aset'),
  begun('दिनांक', 'Час', 'Paridade'),
  begun('তারিখ', 'সময়', 'জোড়া'),
  begun('تاریخ', 'وقت', 'جوڑی'),
  begun('Date', 'HH:MM', 'Traded'),
  begun('Wann', 'Wann genau', 'Was'),
  shares('Action', 'Type'),
  shares('Side', 'Asset'),
  tying('below Resultado', 'Resultado', 'Ganhou', 'Perdeu', 'Empatou'),
  tying('below Win?', 'Win?', 'W', 'L', 'T'),
  tying('below Result', 'Result', 'W', 'L', 'D'),
  tying('below Status, in small letters', 'Status', 'w', 'l', 't'),
  short,
  brought('Saldo da operação', 17, -20),
  brought('Dibayar kembali', 37, 0),
  brought('Возвращено', 37, 0),
  {
    name: 'percentages that came back as money, 0 of lost stakes',
    text: table('Time;Pair;Stake;Return %', (at, isWon) => [
      stamp(at),
      pairOf(at),
      20,
      isWon ? '185%' : '0%',
    ]),
    counts: RIGHT,
    payout: 0.85,
    isPlain: true,
  },
  {
    ...summed('sums of a day in every fourth row', (_at, total) => [
      '',
      '',
      '',
      '',
      total.toFixed(2),
      'Subtotal lunes',
    ]),
    isPlain: true,
  },
  {
    ...summed('sums of a pair in every fourth row', (at, total) => [
      '',
      '',
      pairOf(at),
      '',
      (total * 1.7).toFixed(2),
      '',
    ]),
    asks: 'row-kinds',
  },
  {
    name: 'a price at the end beside the time at the end',
    text: table('Fecha apertura;Fecha cierre;Par;Precio cierre;Resultado', (at, isWon) => [
      stamp(at),
      stamp(at, 14_400),
      pairOf(at),
      `0.6${500 + at}`,
      result(isWon),
    ]),
    counts: RIGHT,
    bets: 16,
    isPlain: true,
  },
  {
    name: 'the day beside its first trade alone, and comments that begin as sums do',
    text: table('Date;Pair;Side;Result (USD);Comment', (at, isWon) => [
      at % 3 === 0 ? day(at) : '',
      pairOf(at),
      at % 2 === 0 ? 'Buy' : 'Sell',
      isWon ? 8.5 + (at % 7) : -10 - (at % 5),
      at % 3 === 1 ? 'Bonus setup' : 'Plan',
    ]),
    counts: RIGHT,
  },
  {
    name: 'a box that is ticked for each win beside a status that says closed',
    text: table('Trade ID;Date;Pair;Direction;Status;Win?', (at, isWon) => [
      `TRD-${at}`,
      stamp(at),
      pairOf(at),
      at % 2 === 0 ? 'Long' : 'Short',
      'Closed',
      isWon ? 'checked' : '',
    ]),
    mayRefuse: true,
  },
  ...(
    [
      ['Acertou?', 'Sim', 'Não'],
      ['Acierto', 'S', 'N'],
      ['Ganó', 'Sí', 'No'],
      ['Gagné ?', 'O', 'N'],
      ['Gewonnen?', 'J', 'N'],
      ['Выиграл?', 'Да', 'Нет'],
      ['Kazandı mı?', 'E', 'H'],
      ['Perdeu?', 'Não', 'Sim'],
      ['W/L/P', 'W', 'L'],
    ] as const
  ).map(
    ([name, won, lost]): Layout => ({
      name: `yes and no of a language: ${name} ${won}`,
      text: table(`Time;Pair;${name}`, (at, isWon) => [stamp(at), pairOf(at), isWon ? won : lost]),
      counts: RIGHT,
      isPlain: true,
    }),
  ),
  ...['P', 'V'].map(
    (letter): Layout => ({
      name: `a push or a void bet called ${letter} beside W and L`,
      text: table(`Date;Game;Line;Units;W/L/${letter};Units +/-`, (at, isWon) => [
        day(at),
        `Bills @ Jets ${at}`,
        '+150',
        1,
        at % 10 === 0 ? letter : isWon ? 'W' : 'L',
        at % 10 === 0 ? '0.00' : isWon ? '+1.50' : '-1.00',
      ]),
      counts: `${WON.filter((isWon, at) => isWon && at % 10 > 0).length}-${WON.filter((isWon, at) => !isWon && at % 10 > 0).length}-6`,
      payout: 1.5,
      isPlain: true,
    }),
  ),
  ...[6, 8, 10, 12].map(
    (rows): Layout => ({
      name: `six events in ${rows} bets`,
      text: table('Date;Event;Odds;Stake;Status;Returns', (at, isWon) => [
        day(at * 40),
        ['Leeds - Hull', 'Derby - Stoke', 'Bath - Ayr', 'Cork - Sligo', 'Oslo - Bergen', 'Pisa - Bari'][
          at % 6
        ] ?? '',
        3.45,
        10,
        isWon ? 'Won' : 'Lost',
        isWon ? 34.5 : 0,
      ])
        .split('\n')
        .slice(0, rows + 1)
        .join('\n'),
      counts: [true, false]
        .map((won) => WON.slice(0, rows).filter((isWon) => isWon === won).length)
        .concat(0)
        .join('-'),
      isPlain: true,
    }),
  ),
  ...['LOSS→WIN', '❌ -> ✅'].map(
    (cell): Layout => ({
      name: `an outcome that became another: ${cell}`,
      text: table('Time;Pair;Result', (at, isWon) => [
        stamp(at),
        pairOf(at),
        isWon && at % 5 === 0 ? cell : result(isWon),
      ]),
      asks: 'left-out-rows',
      counts: RIGHT,
    }),
  ),
  ...['Losses;;4 (not shown)', 'Losses;4;-120'].map(
    (footer): Layout => ({
      name: `more losses than stand there: ${footer}`,
      text: `${table('Time;Pair;Result', (at, isWon) => [stamp(at), pairOf(at), isWon || at < 2 ? result(isWon) : 'Win'])}\n${footer}`,
      counts: `${WON.length - WON.slice(0, 2).filter((isWon) => !isWon).length}-${WON.slice(0, 2).filter((isWon) => !isWon).length}-0`,
      unresolved: 4 - WON.slice(0, 2).filter((isWon) => !isWon).length,
    }),
  ),
  {
    name: 'fills of perpetual futures with px and sz, whose opening costs its fee',
    text: [
      'time;coin;dir;px;sz;ntl;fee;closedPnl',
      ...WON.flatMap((isWon, at) => {
        const [entry, gain] = [60_000 + at * 3, isWon ? 250 : -180];
        return [
          [stamp(at), 'BTC', 'Open Long', entry, 0.01, entry / 100, 0.15, -0.15],
          [
            stamp(at, 600),
            'BTC',
            'Close Long',
            entry + gain,
            0.01,
            (entry + gain) / 100,
            0.15,
            gain / 100 - 0.15,
          ],
        ].map((cells) => cells.join(';'));
      }),
    ].join('\n'),
    counts: RIGHT,
  },
  {
    name: 'a state that all trades have, beside pips',
    text: table('Pair;Type;Open time;Status;Pips', (at, isWon) => [
      pairOf(at),
      at % 2 ? 'Buy' : 'Sell',
      stamp(at),
      'Closed',
      isWon ? 12 + (at % 9) : -20 - (at % 7),
    ]),
    counts: RIGHT,
    isPlain: true,
  },
  {
    name: 'stakes below 掛金, and what came back',
    text: table('日時;通貨ペア;方向;掛金;結果;ペイアウト', (at, isWon) => [
      stamp(at),
      pairOf(at),
      at % 2 ? 'HIGH' : 'LOW',
      1_000 + (at % 3) * 500,
      isWon ? '勝ち' : '負け',
      isWon ? (1_000 + (at % 3) * 500) * 1.85 : 0,
    ]),
    counts: RIGHT,
    payout: 0.85,
  },
  {
    name: 'a diary whose last column, of remarks, is empty in some rows',
    text: WON.map((isWon, at) => {
      const [entry, gain] = [24_000 + at, isWon ? 60 + at / 10 : -48 - at / 10];
      const cells = [stamp(at).slice(0, 10), 'DAX', 'Long', entry, entry + gain, 'EUR'];
      return [...cells, ...(at % 3 === 0 ? [] : ['nach Plan'])].join(';');
    })
      .toSpliced(0, 0, 'Datum;Instrument;Richtung;Einstieg;Ausstieg;Währung;Bemerkung')
      .join('\n'),
    counts: RIGHT,
  },
  {
    name: 'levels at both ends beside what a win returns in percent',
    text: table('time;underlying;side;stake;entry_level;exit_level;return_pct', (at, isWon) => [
      stamp(at),
      pairOf(at),
      at % 2 ? 'HIGHER' : 'LOWER',
      10,
      '1.08000',
      isWon === (at % 2 === 1) ? '1.08040' : '1.07960',
      85,
    ]),
    counts: RIGHT,
    payout: 0.85,
  },
  {
    name: 'two tables beside each other and a summary beside them',
    text: Array.from({ length: 31 }, (_, at) =>
      at === 0
        ? 'Time;Pair;Result;;Time;Pair;Result;;Summary;Value'
        : [at - 1, at + 29]
            .map((place) => [stamp(place), pairOf(place), result(WON[place] === true)].join(';'))
            .concat(at === 1 ? 'Trades;60' : at === 2 ? 'Pairs;4' : ';')
            .join(';;'),
    ).join('\n'),
    isPlain: true,
    counts: RIGHT,
  },
  {
    name: 'a journal with titles of its trades and remarks, some of them quoted',
    text: [
      'Name,Date,Pair,Direction,Risk,R Multiple,Outcome,P&L,Notes',
      ...WON.map(
        (isWon, at) =>
          `Trade ${at + 1},"March ${2 + (at >> 2)}, 2026",${pairOf(at)},Long,1%,${isWon ? 1.5 : -1},${result(isWon)},${isWon ? '$150.00' : '-$100.00'},"FOMO, late entry"`,
      ),
    ].join('\n'),
    counts: RIGHT,
  },
  {
    name: 'positions of perpetual futures of any leverage, some of which brought little',
    text: table(
      'Instrument;Position side;Leverage;Realized PnL;Opened time;Closed time;Status',
      (at, isWon) => [
        `${pairOf(at).slice(0, 3)}-USDT-SWAP`,
        at % 2 ? 'Long' : 'Short',
        `${[3, 5, 10, 20][(at >> 1) % 4]}x`,
        `${isWon ? '+' : '-'}${(at % 9 === 0 ? 1.5 : 40) + at / 10} USDT`,
        stamp(at),
        stamp(at, 600),
        'All closed',
      ],
    ),
    counts: RIGHT,
    isPlain: true,
  },
  {
    name: 'a buy and a sell of one idea under a number of their own',
    text: table('Hedge ID;Ticket;Symbol;Type;Lots;Open time;Close time;Profit', (at, isWon) => [
      `H${at >> 1}`,
      880_100 + at,
      pairOf(at >> 1),
      at % 2 ? 'sell' : 'buy',
      0.1,
      stamp(at - (at % 2)),
      stamp(at, 3_600),
      isWon ? 41 + at : -36 - at,
    ]),
    asks: 'same-number',
    counts: RIGHT,
  },
  {
    name: 'a rate below Return, and what came back below Payout',
    text: table('Opened;Asset;Type;Amount, ₹;Return;Payout, ₹;Result', (at, isWon) => [
      stamp(at),
      pairOf(at),
      at % 2 ? 'Up' : 'Down',
      100 + (at % 3) * 100,
      [0.8, 0.82, 0.86][at % 3] as number,
      isWon ? ([180, 364, 558][at % 3] as number) : 0,
      isWon ? 'Profit' : 'Loss',
    ]),
    counts: RIGHT,
    isPlain: true,
  },
  {
    name: 'a column for each stake of a trade, with counts of wins and losses below',
    text: `${table('Signal;Time;Entry;MG1;MG2', (at, isWon) => [
      at + 1,
      stamp(at),
      ...(isWon ? (at % 3 === 0 ? ['L', 'W', ''] : ['W', '', '']) : ['L', 'L', 'L']),
    ])}\n;;;;\nWins;;24;13;0\nLosses;;36;23;23`,
    asks: 'posted-gales',
    counts: `37-${69 + WON.filter((isWon, at) => isWon && at % 3 === 0).length}-0`,
    unresolved: 0,
  },
];
