/** Tables of which it may be open what a win pays: chances, odds of every form, targets and stops, or amounts beside words. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { plain, table } from './table-parts.ts';

type Cell = string | number;

const day = (at: number): string => stamp(at).slice(0, 10);
const team = (at: number): string => ['Arsenal', 'Leeds', 'Betis', 'Roma', 'Ajax'][at % 5] as string;
const word = (won: boolean): string => (won ? 'Win' : 'Loss');
const side = (at: number): string => (at % 2 ? 'Buy' : 'Sell');
const open = (name: string, asks: string, text: string, offers?: number): Layout => ({
  name: `what a win pays: ${name}`,
  text,
  asks,
  counts: RIGHT,
  ...(offers === undefined ? {} : { offers }),
});
const known = (name: string, payout: number, text: string): Layout =>
  plain(`what a win pays: ${name}`, text, payout);

/** Bets with a column of numbers that may say what they pay. */
const bets = (
  name: string,
  numbers: readonly Cell[],
  row: (at: number) => readonly Cell[] = () => [],
): string =>
  table(`Date,Event,${row(0).length > 0 ? 'Stake,' : ''}${name},Result`, (at, won) => [
    day(at),
    `${team(at)} v ${team(at + 2)}`,
    ...row(at),
    numbers[at % numbers.length] as Cell,
    word(won),
  ]);
const trades = (names: string, cells: (at: number, won: boolean) => readonly Cell[]): string =>
  table(`Open time,Pair,Side,${names}`, (at, won) => [stamp(at), pairOf(at), side(at), ...cells(at, won)]);

const CHANCES: readonly Layout[] = (
  [
    ['a chance of winning', 'Win Prob', ['0.50', '0.80']],
    ['a chance in percent', 'Probability', ['50%', '80%']],
    ['a model in percent', 'Model %', [50, 80]],
    ['a share of wins that is expected', 'Win %', [50, 80]],
    ['a chance below a name that is not known', 'Foo', ['0.50', '0.80']],
    ['the price of a share in an event', 'Price', ['0.50', '0.80']],
    ['the price of a share in cents', 'Price', ['50¢', '80¢']],
    ['the price of a share, whose name has the cents', 'Price (c)', [50, 80]],
  ] as const
).map(([name, heading, cells]) => open(name, 'payout-kind', bets(heading, cells), (1 + 0.25) / 2));

const FORMS: readonly Layout[] = (
  [
    ['American odds below a name that is not known', 'Foo', ['-200', '+150'], (0.5 + 1.5) / 2],
    ['the same with one sign', 'Foo', ['-200', '150'], (0.5 + 1.5) / 2],
    ['fractions below a name that is not known', 'Foo', ['5/2', '1/2'], (2.5 + 0.5) / 2],
    ['decimals of one place below a name that is not known', 'Foo', ['1.9', '2.4'], (0.9 + 1.4) / 2],
    ['American odds behind what was picked', 'Pick', ['Over (-200)', 'Under (+150)'], (0.5 + 1.5) / 2],
    ['whole odds, as decimal ones', 'Odds', [2, 4], (1 + 3) / 2],
    ['whole odds, as those to one', 'Odds', [2, 4], (2 + 4) / 2],
    ['whole odds among fractions', 'Odds', ['2', '5/2'], (2 + 2.5) / 2],
    ['whole prices at the start of races', 'SP', [2, 4], (2 + 4) / 2],
  ] as const
).map(([name, heading, cells, payout]) => open(name, 'payout-kind', bets(heading, cells), payout));

const ODDS: readonly Layout[] = [
  known('whole odds whose name says their form', 2, bets('Decimal odds', [3])),
  known('whole odds among others', 1, bets('Odds', ['2', '2.0'])),
  known(
    'whole odds beside what the bets brought',
    4,
    table('Date,Event,Odds,Stake,Profit', (at, won) => [day(at), `A${at} v B`, 4, 10, won ? 40 : -10]),
  ),
  known('odds among names that are not known', 0.9, bets('Odds,Insats', ['1.80,10', '2.00,10'])),
  known(
    'a confidence beside bets on a pair',
    0.8,
    trades('Confidence,Result', (at, won) => [`0.${80 + (at % 9)}`, word(won)]),
  ),
];

const entry = (at: number): number => 1.1 + at * 0.0011;
const away = (at: number, by: number): string => (entry(at) + (at % 2 ? by : -by)).toFixed(5);
const TARGETS: readonly Layout[] = (
  [
    ['lots, times and words', 'Close time,Lots,Result', (at, won) => [stamp(at, 4_000), 0.1, word(won)]],
    ['a leverage and words', 'Leverage,Result', (_at, won) => ['10x', word(won)]],
    ['a target alone', 'TP,Result', (at, won) => [away(at, 0.002), word(won)]],
    [
      'a stop alone, in Portuguese',
      'Stop Loss,Resultado',
      (at, won) => [away(at, -0.004), won ? 'Gain' : 'Loss'],
    ],
    [
      'a target and a stop, in German',
      'Ziel,Stopp,Ergebnis',
      (at, won) => [away(at, 0.002), away(at, -0.004), won ? 'Gewinn' : 'Verlust'],
    ],
    [
      'what closed each trade beside its outcome',
      'Closed by,Outcome',
      (_at, won) => [won ? 'TP' : 'SL', word(won)],
    ],
    [
      'the reason of each exit beside its outcome',
      'Exit reason,Win/Loss',
      (_at, won) => [won ? 'Take profit hit' : 'Stop loss hit', word(won)],
    ],
    ['targets and stops that were hit', 'Hit TP,Hit SL', (_at, won) => (won ? ['Yes', 'No'] : ['No', 'Yes'])],
  ] as readonly (readonly [string, string, (at: number, won: boolean) => readonly Cell[]])[]
).map(([name, names, cells]) => open(name, 'target-distance', trades(names, cells), 0.25));

const DISTANCES: readonly Layout[] = [
  known(
    'a target and a stop beside the entry, in Portuguese',
    0.5,
    trades('Entrada,Alvo,Stop,Resultado', (at, won) => [
      entry(at).toFixed(5),
      away(at, 0.002),
      away(at, -0.004),
      won ? 'Gain' : 'Loss',
    ]),
  ),
  known(
    'a target and a stop beside the entry, with their words as outcomes, in Russian',
    0.5,
    trades('Вход,Тейк,Стоп,Результат', (at, won) => [
      entry(at).toFixed(5),
      away(at, 0.002),
      away(at, -0.004),
      won ? 'Тейк' : 'Стоп',
    ]),
  ),
  known(
    'a risk and a reward in money',
    0.8,
    trades('Risk (£),Reward (£),Outcome', (_at, won) => [50, 40, word(won)]),
  ),
  known(
    'prices at the end that won and lost trades are otherwise far from',
    0.5,
    trades('Entry,Exit,Result', (at, won) => [
      entry(at).toFixed(5),
      away(at, won ? 0.002 : -0.004),
      word(won),
    ]),
  ),
  known(
    'prices at the end of bets on up or down',
    0.8,
    trades('Entry,Exit,Result', (at, won) => [
      entry(at).toFixed(5),
      away(at, (won ? 1 : -1) * 0.001 * (1 + (at % 3))),
      word(won),
    ]),
  ),
];

/** What comes back of the stake, or what is gained: 182 of 100. */
const COME_BACK: readonly Layout[] = (
  [
    ['percent in the name', 'Payout %', ['185', '180', '178']],
    ['a word for percent in the name', 'Payout percent', [182]],
    ['percent in the cells', 'Payout', ['182%', '178%']],
    ['no percent', 'Payout', [182, 178]],
    ['an amount beside stakes below a name that is not known', 'Win amount', [182]],
  ] as const
).flatMap(([name, heading, cells]) =>
  ['Stake', 'Ticket size'].map((stake) =>
    open(
      `${name}, ${stake}`,
      'payout-kind',
      trades(`${stake},${heading},Result`, (at, won) => [
        stake === 'Stake' ? 20 : 100,
        cells[at % cells.length] as Cell,
        word(won),
      ]),
      cells.reduce<number>((sum, cell) => sum + Number.parseFloat(`${cell}`), 0) / cells.length / 100 - 1,
    ),
  ),
);

const DONG: readonly Layout[] = [' đ', 'đ', ' VNĐ'].map((dong) =>
  known(
    `amounts in${dong}`,
    0.85,
    trades('Stake,Profit,Result', (_at, won) => [
      `200.000${dong}`,
      won ? `+170.000${dong}` : `-200.000${dong}`,
      word(won),
    ]),
  ),
);

const FOUND: readonly Layout[] = [
  open(
    'a few numbers below a name that is not known, beside bets on a pair',
    'payout-kind',
    trades('Bet,Mult,Won', (_at, won) => [10, '1.85', won ? 'yes' : 'no']),
    0.85,
  ),
  known(
    'a payout in percent that is 0 where a trade lost',
    0.85,
    trades('Amount,Payout %,Result', (_at, won) => [10, won ? 85 : 0, word(won)]),
  ),
  known(
    'a ratio with the sign of what it came to',
    2,
    trades('RR,Outcome', (_at, won) => [won ? 2 : -1, word(won)]),
  ),
];

const size = (at: number, won: boolean): string =>
  (won ? 7.4 + (at % 9) * 1.3 : 6.1 + (at % 7) * 1.7).toFixed(2);
/** What these sizes pay on average, as gains and losses. */
const OF_SIZES = 1.12;
const AMOUNTS: readonly Layout[] = (
  [
    ['a type of result', 'P/L type,Amount'],
    ['an outcome', 'Outcome,Amount ($)'],
    ['a profit or a loss', 'Profit/Loss,Value'],
    ['an outcome, in Spanish', 'Resultado,Importe'],
  ] as const
).map(([name, names]) =>
  open(
    `amounts without signs beside ${name}`,
    'amounts',
    trades(names, (at, won) => [won ? 'Profit' : 'Loss', size(at, won)]),
    OF_SIZES,
  ),
);
const BROUGHT: readonly Layout[] = [
  open(
    'amounts that are stakes or gains and losses of the same size',
    'amounts',
    trades('P/L type,Amount', (_at, won) => [won ? 'Profit' : 'Loss', 10]),
    1,
  ),
  known(
    'stakes that won and lost alike',
    0.8,
    trades('Result,Amount', (at, won) => [word(won), 10 + 10 * (at % 2)]),
  ),
  known(
    'profits without signs beside words',
    OF_SIZES,
    trades('Result,P/L Amount', (at, won) => [word(won), size(at, won)]),
  ),
  known(
    'pips without signs beside words',
    0.8,
    trades('Result,Pips', (_at, won) => [word(won), won ? 20 : 25]),
  ),
  known(
    'amounts of which the lost ones are the stakes',
    0.82,
    trades('Stake,P/L type,Amount', (_at, won) => [10, won ? 'Profit' : 'Loss', won ? 8.2 : 10]),
  ),
  known(
    'money paid in and out, whose word is behind the amount',
    OF_SIZES,
    table('Date,Narration,Amount', (at, won) => [
      day(at),
      `Trade ${pairOf(at)}`,
      `${size(at, won)} ${won ? 'CR' : 'DR'}`,
    ]),
  ),
];

const VOIDS: readonly Layout[] = [
  'Void',
  'Voided',
  'No action',
  'Non-runner',
  'Postponed',
  'Push',
  'Refund',
].map((void_) => ({
  name: `a bet that gave its stake back, as ${void_}`,
  text: table('Date,Event,Odds,Stake,Result', (at, won) => [
    day(at),
    `A${at} v B`,
    '1.90',
    10,
    at % 12 === 0 ? void_ : word(won),
  ]),
  counts: '34-21-5',
  isPlain: true,
}));

const rowsOf = (isWon: boolean, cells: (at: number) => readonly Cell[]): string =>
  WON.flatMap((won, at) =>
    won === isWon ? [[stamp(at), pairOf(at), side(at), ...cells(at)].join()] : [],
  ).join('\n');
const sections = (
  names: string,
  won: string,
  lost: string,
  cells: (at: number, won: boolean) => readonly Cell[],
) =>
  [
    `Open time,Pair,Side${names}`,
    won,
    rowsOf(true, (at) => cells(at, true)),
    lost,
    rowsOf(false, (at) => cells(at, false)),
  ].join('\n');
const SECTIONS: readonly Layout[] = [
  known(
    'titles that say how the trades below ended',
    0.8,
    sections(',Stake', 'Winning trades', 'Losing trades', () => [10]),
  ),
  known(
    'such titles with their counts',
    0.8,
    sections(',Stake', 'Won (37):', 'Lost (23):', () => [10]),
  ),
  known(
    'such titles above profits without signs',
    OF_SIZES,
    sections(',Profit', 'Winners', 'Losers', (at, won) => [size(at, won)]),
  ),
  known(
    'such titles above the names of each part',
    0.8,
    sections(
      '',
      'Winning trades\nOpen time,Pair,Side',
      'Losing trades\nOpen time,Pair,Side',
      () => [],
    ).replace(/^.*\n/, ''),
  ),
  open(
    'such titles above amounts',
    'amounts',
    sections(',Importe', 'Operaciones ganadoras', 'Operaciones perdedoras', (at, won) => [size(at, won)]),
    OF_SIZES,
  ),
];

/** Percentages that a win pays below a name for profits, and the same without their sign. */
const OF_PROFIT: readonly Layout[] = [
  ...(
    [
      ['0 % on losses', 'Stake,Profit,Result', (won) => [10, won ? '82%' : '0%', word(won)]],
      ['nothing on losses', 'Stake,Earnings,Result', (won) => [10, won ? '+82%' : '', word(won)]],
      ['the same in all rows', 'Stake,Net profit,Result', (won) => [1, '82%', word(won)]],
      ['the sign in the name', 'Valor,Lucro (%),Resultado', (won) => ['R$ 10', won ? 82 : 0, word(won)]],
      [
        'the sign in front',
        'Yatırım,Kazanç oranı,Sonuç',
        (won) => [250, '%82', won ? 'KAZANDI' : 'KAYBETTİ'],
      ],
      [
        'a Russian name',
        'Сумма,Прибыль,Результат',
        (won) => [25, won ? '82 %' : '0 %', won ? 'Плюс' : 'Минус'],
      ],
    ] as readonly (readonly [string, string, (won: boolean) => readonly Cell[]])[]
  ).map(([name, names, cells]) =>
    known(
      `a profit in percent, ${name}`,
      0.82,
      trades(names, (_at, won) => cells(won)),
    ),
  ),
  ...(
    [
      ['Profit', 0.82],
      ['Net profit', 7.2],
      ['Earnings', 8.2],
    ] as const
  ).map(([name, payout]) =>
    open(
      `numbers as ${name} that are many times the stakes`,
      'payout-kind',
      trades(`Stake,${name},Result`, (_at, won) => [10, won ? 82 : 0, word(won)]),
      payout,
    ),
  ),
];

export const PAYOUT_LAYOUTS: readonly Layout[] = [
  ...['', '10'].map((stake) =>
    open(
      `percentages of 80 and 180${stake && ', of stakes'}`,
      'payout-kind',
      trades(`${stake && 'Stake,'}Payout,Result`, (at, won) => [
        ...(stake ? [stake] : []),
        at % 3 === 0 ? '180%' : '80%',
        word(won),
      ]),
      0.8,
    ),
  ),
  known(
    'a promise, beside what came back',
    0.7,
    trades('Stake,Payout,Result,Credited', (_at, won) => [20, '92%', word(won), won ? 34 : 0]),
  ),
  known(
    'amounts with the words for outcomes',
    0.85,
    trades('Result', (_at, won) => [won ? 'Win $8.50' : 'Loss $10']),
  ),
  known(
    'amounts with signs in brackets',
    0.85,
    trades('Result', (_at, won) => [won ? 'Win (+8.50)' : 'Loss (-10)']),
  ),
  ...[
    trades('Result', (_at, won) => [won ? 'Win $8.50' : 'Loss']),
    trades('Result,Profit', (_at, won) => [word(won), won ? '8.50' : '']),
    trades('Result,Pips gained', (_at, won) => [word(won), won ? '8.5' : '']),
  ].map((of, at) => open(`amounts of wins alone, form ${at + 1}`, 'target-distance', of, 0.85)),
  ...[
    table('Date,Game,Result', (at, won) => [stamp(at), 'Crash', won ? 'Won at 1.35x' : 'Lost']),
    table('Date,Game,Result,Cashout', (at, won) => [stamp(at), 'Crash', word(won), won ? '1.35' : '']),
    table('Date,Game,Result,Note', (at, won) => [
      stamp(at),
      'Crash',
      word(won),
      won ? 'Cashout at 1.35' : '',
    ]),
  ].map((of, at) => open(`odds of wins alone, form ${at + 1}`, 'payout-kind', of, 0.35)),
  ...OF_PROFIT,
  ...CHANCES,
  ...FORMS,
  ...ODDS,
  ...TARGETS,
  ...DISTANCES,
  ...COME_BACK,
  ...DONG,
  ...FOUND,
  ...AMOUNTS,
  ...BROUGHT,
  ...VOIDS,
  ...SECTIONS,
];
