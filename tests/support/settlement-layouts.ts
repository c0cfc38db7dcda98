/** Tables of which it may be open what a bet, a contract or an option brought at its end: parts, ranges, what came back. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { plain, table } from './table-parts.ts';

type Cell = string | number;

const day = (at: number): string => stamp(at).slice(0, 10);
const asked = (name: string, text: string, more: Partial<Layout>): Layout => ({
  name: `what it came to: ${name}`,
  text,
  counts: RIGHT,
  ...more,
});
const known = (name: string, payout: number, text: string, profit?: number): Layout => ({
  ...plain(`what it came to: ${name}`, text, payout),
  ...(profit === undefined ? {} : { profit }),
});
const bets = (names: string, cells: (at: number, won: boolean) => readonly Cell[], mark = ','): string =>
  table(
    ['Date', 'Event', ...names.split(',')].join(mark),
    (at, won) => [day(at), `Arsenal v Leeds ${at}`, ...cells(at, won)],
    mark,
  );
const trades = (names: string, cells: (at: number, won: boolean) => readonly Cell[], mark = ','): string =>
  table(
    ['Time', 'Pair', ...names.split(',')].join(mark),
    (at, won) => [stamp(at), pairOf(at), ...cells(at, won)],
    mark,
  );
const word = (won: boolean): string => (won ? 'Win' : 'Loss');

const isPlaced = (at: number): boolean => at % 5 === 0;
const horse = (at: number, won: boolean): string => (won ? 'Won' : isPlaced(at) ? 'Placed' : 'Lost');
const PLACED: readonly Layout[] = [
  asked(
    'bets on a place that say no more',
    bets('Odds,Stake,Result', (at, won) => [`${5 + (at % 3)}.5`, 10, horse(at, won)]),
    { asks: 'left-out-rows' },
  ),
  asked(
    'bets on a place that say no more, below a name for a state',
    bets('Odds,Stake,Status', (at, won) => [`${5 + (at % 3)}.5`, 10, horse(at, won)]),
    { asks: 'left-out-rows' },
  ),
  asked(
    'bets on a place with what they brought',
    bets('Odds,Stake,Status,Profit', (at, won) => [
      '6.5',
      10,
      horse(at, won),
      won ? 55 : isPlaced(at) ? -1.25 : -10,
    ]),
    { asks: 'doubtful-outcomes' },
  ),
];

const MADE: readonly Layout[] = ['R:R achieved', 'RR', 'Realized R', 'R gained', 'R', 'Result R'].flatMap(
  (name) =>
    (
      [
        ['0', 0, 2.5],
        ['an empty cell', '', '2.5R'],
        ['a ratio', '-', '1:2.5'],
        ['its risk', -1, 2.5],
      ] as const
    ).map(([what, lost, won]) =>
      known(
        `${name} beside words, with ${what} of losses`,
        2.5,
        trades(`${name},Result`, (_at, isWon) => [isWon ? won : lost, word(isWon)]),
      ),
    ),
);

const RANGES: readonly Layout[] = (
  [
    ['odds', bets('Odds,Result', (_at, won) => ['1.80-1.90', word(won)]), 0.85],
    ['odds with a comma', bets('Odds,Result', (_at, won) => ['1,80 – 1,90', word(won)], ';'), 0.85],
    ['odds of several', bets('Odds,Result', (at, won) => [at % 2 ? '1.8-1.9' : '2.0/2.1', word(won)]), 0.95],
    ['payouts', trades('Payout,Result', (_at, won) => ['80-85 %', word(won)]), 0.825],
    ['payouts with two signs', trades('Payout,Result', (_at, won) => ['80%-85%', word(won)]), 0.825],
    ['payouts without a sign', trades('Payout %,Result', (_at, won) => ['80–86', word(won)]), 0.83],
  ] as const
).flatMap(([name, text, offers]) => asked(`ranges of ${name}`, text, { asks: 'payout-kind', offers }));

const HALVES: readonly Layout[] = (
  [
    ['Half Won', 'Half Lost'],
    ['½ won', '½ lost'],
    ['1/2 Won', '1/2 Lost'],
    ['Won (half)', 'Lost (half)'],
    ['HW', 'HL'],
    ['Meio ganho', 'Meio perdido'],
    ['Media ganada', 'Media perdida'],
    ['Halb gewonnen', 'Halb verloren'],
    ['Demi-gagné', 'Demi-perdu'],
    ['Половина выиграна', 'Половина проиграна'],
  ] as const
).map(([won, lost]) =>
  known(
    `half a stake, as ${won}`,
    0.9,
    bets('Odds,Stake,Result', (at, isWon) => [
      '1.90',
      10,
      at % 4 === 0 ? (isWon ? won : lost) : isWon ? 'Won' : 'Lost',
    ]),
    WON.reduce((sum, isWon, at) => sum + (isWon ? 9 : -10) * (at % 4 === 0 ? 0.5 : 1), 0),
  ),
);

const digits = (payout: (at: number) => Cell, stake: (at: number) => Cell = () => 10): string =>
  trades('Contract,Stake,Payout,Result', (at, won) => ['Digit Over 0', stake(at), payout(at), word(won)]);
const SMALL: readonly Layout[] = [
  ...(
    [
      ['with the stake', digits((at) => (at % 2 ? 11.1 : 10.9)), 0.1],
      ['of one number', digits(() => 10.9), 0.09],
      [
        'beside other stakes',
        digits(
          (at) => (at % 2 ? 10.9 : 21.8),
          (at) => (at % 2 ? 10 : 20),
        ),
        0.09,
      ],
      ['as odds', digits(() => 1.09), 0.09],
      ['as gains', digits(() => 0.9), 0.09],
      [
        'of a small stake',
        digits(
          () => 0.38,
          () => 0.35,
        ),
        0.0857,
      ],
      ['that are large', digits(() => 87.3), 7.73],
      ['of what is not named', trades('Stake,Payout,Result', (_at, won) => [10, 10.9, word(won)]), 0.09],
      ['as a percentage that comes back', trades('Payout,Result', (_at, won) => ['109%', word(won)]), 0.09],
    ] as const
  ).map(([name, text, offers]) => asked(`payouts of digits ${name}`, text, { asks: 'payout-kind', offers })),
  known(
    'payouts of digits in percent',
    0.09,
    digits(() => '9%'),
  ),
];

const GAINS: readonly Layout[] = [
  ...(['+1.64', '1.64', '+$1.64'] as const).map((gain) =>
    known(
      `an income of ${gain} of a stake of 2`,
      0.82,
      trades('Amount,Income,Status', (_at, won) => [2, won ? gain : 0, won ? 'Profit' : 'Loss']),
      37 * 1.64 - 23 * 2,
    ),
  ),
  asked(
    'what was received, less than the stakes, without words',
    trades('Amount,Received', (_at, won) => [2, won ? 1.64 : 0]),
    { asks: 'zero-profit' },
  ),
  ...(
    [
      ['percent, signed', 'Profit %,Result', 82, -100],
      ['percent, without a sign', 'Profit %,Result', 82, 100],
      ['percent in the cells, without a sign', 'Profit,Result', '82%', '100%'],
      ['percent that is not named', 'Profit,Result', 82, -100],
    ] as const
  ).map(([name, names, gain, loss]) =>
    known(
      `profits in ${name}, of other stakes than 100`,
      0.82,
      trades(`Stake,${names}`, (at, won) => [at % 2 ? 10 : 20, won ? gain : loss, word(won)]),
      WON.reduce((sum, won, at) => sum + (won ? 0.82 : -1) * (at % 2 ? 10 : 20), 0),
    ),
  ),
];

const BACK: readonly Layout[] = [
  'Anulada, dinheiro de volta',
  'Storniert, Geld zurück',
  'iptal, para iade',
].map(
  (tie): Layout => ({
    name: `what it came to: ties named ${tie}`,
    text: trades('Result', (at, won) => [at % 10 === 3 ? `"${tie}"` : word(won)]),
    counts: '33-21-6',
    isPlain: true,
  }),
);

const PAID: readonly Layout[] = [
  'Cash in,Cash out',
  'Cash out,Cash in',
  'Paid,Received',
  'Money in,Money out',
  'Debit,Credit',
  'Pago,Recebido',
  'Buy-in,Winnings',
].map((names) =>
  known(
    `what was paid and what came back, below ${names}`,
    0.82,
    trades(names, (_at, won) => [10, won ? 18.2 : 0]),
    37 * 8.2 - 230,
  ),
);

const OPTIONS: readonly Layout[] = [
  known(
    'options that expired or were assigned, with their profits',
    125 / 340,
    table('Date,Symbol,Type,Strike,Premium,Status,P/L', (at, won) => [
      day(at),
      'AAPL',
      'Put',
      150,
      125,
      won ? 'Expired' : 'Assigned',
      won ? 125 : -340,
    ]),
  ),
  {
    name: 'what it came to: options that expired or were assigned, without their profits',
    text: table('Date,Symbol,Type,Strike,Premium,Status', (at, won) => [
      day(at),
      'AAPL',
      'Put',
      150,
      125,
      won ? 'Expired' : 'Assigned',
    ]),
    counts: '0-0-0',
    mayRefuse: true,
  },
  {
    name: 'what it came to: options of which rows end before their last cell',
    text: table('Date,Action,Symbol,Quantity,Price,Amount', (at) =>
      at % 2
        ? [day(at), 'Expired', `AAPL 05/15/2026 ${150 + at}.00 P`]
        : [day(at), 'Sell to Open', `AAPL 05/15/2026 ${151 + at}.00 P`, 1, 1.25, 125.5],
    ),
    counts: '0-0-0',
    mayRefuse: true,
  },
];

const FOUND: readonly Layout[] = [
  known(
    'R:R that was planned beside what was achieved',
    2.1,
    trades('Planned RR,RR achieved,Result', (_at, won) => ['1:3', won ? 2.1 : -1, word(won)]),
  ),
  known(
    'R with nothing beside losses, and the profit in money',
    2.1,
    trades('R,Profit,Result', (_at, won) => [won ? 2.1 : 0, won ? 21 : -10, word(won)]),
  ),
  known(
    'R:R achieved beside stakes',
    2.1,
    trades('Stake,RR achieved,Result', (_at, won) => [10, won ? 2.1 : 0, word(won)]),
    37 * 21 - 230,
  ),
  known(
    'a credit beside the largest loss',
    0.35 / 4.65,
    trades('Credit,Max loss,Result', (_at, won) => [0.35, 4.65, word(won)]),
  ),
  known(
    'the largest profit beside the largest loss',
    35 / 465,
    trades('Max profit,Max loss,Result', (_at, won) => [35, 465, word(won)]),
  ),
  asked(
    'a credit alone',
    trades('Credit,Result', (_at, won) => [0.35, word(won)]),
    { asks: 'payout-kind', offers: 0.8 },
  ),
  asked(
    'a payout of 2',
    trades('Payout,Result', (_at, won) => [2, word(won)]),
    {
      asks: 'payout-kind',
      offers: 2,
    },
  ),
  asked(
    'a payout of 1:0.85',
    trades('Payout,Result', (_at, won) => ['1:0.85', word(won)]),
    {
      asks: 'payout-kind',
      offers: 0.85,
    },
  ),
  asked(
    'what can be won beside what is risked',
    bets('Risk,Win,Result', (at, won) => [at % 2 ? 11 : 10, at % 2 ? 10 : 15, word(won)]),
    {
      asks: 'payout-kind',
      offers: 1.2045,
    },
  ),
  asked(
    'American odds behind a pick',
    bets('Pick,Units,Result', (_at, won) => ['Leeds ML -150', 2, word(won)]),
    {
      asks: 'payout-kind',
      offers: 0.667,
    },
  ),
  known(
    'gains and losses named as amounts',
    0.85,
    trades('Win amount,Loss amount', (_at, won) => (won ? [8.5, ''] : ['', 10])),
    84.5,
  ),
  known(
    'what can be won, in Spanish',
    0.85,
    bets(
      'Cuota,Apuesta,Ganancia potencial,Resultado',
      (_at, won) => ['1,85', '10', '18,50', won ? 'Ganada' : 'Perdida'],
      ';',
    ),
    84.5,
  ),
  known(
    'losses of 100 of what cost 1,000',
    2,
    trades('Cost Basis,Gain/Loss', (_at, won) => [1000, won ? 200 : -100]),
    37 * 200 - 2300,
  ),
  ...(['Win/Push', 'W/2'] as const).map((half) =>
    known(
      `half a stake, as ${half}`,
      0.9,
      bets('Odds,Stake,Result', (at, won) => ['1.90', 10, !won ? 'Loss' : at % 4 === 0 ? half : 'Win']),
      WON.reduce((sum, won, at) => sum + (won ? (at % 4 === 0 ? 4.5 : 9) : -10), 0),
    ),
  ),
];

export const SETTLEMENT_LAYOUTS: readonly Layout[] = [
  ...PLACED,
  ...MADE,
  ...RANGES,
  ...HALVES,
  ...SMALL,
  ...GAINS,
  ...BACK,
  ...PAID,
  ...OPTIONS,
  ...FOUND,
];
