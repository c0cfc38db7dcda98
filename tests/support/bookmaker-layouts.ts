/** Exports of bookmakers and bet trackers, written from their public documentation, each with its truth. */
import { american, layout, plain, quoted, table } from './export-parts.ts';
import { type Layout, RIGHT, stamp, WON } from './layout.ts';

/** Odds of 10 a bet, each with what it pays, below a name. */
const odds = (name: string, written: readonly (readonly [string, number])[]): string =>
  table(`Date,Event,${name},Stake,Result`, (at, won) => [
    stamp(at),
    'A v B',
    written[at % written.length]?.[0] ?? '',
    10,
    won ? 'Won' : 'Lost',
  ]);
const oddsOf = (what: string, name: string, ...written: readonly (readonly [string, number])[]): Layout => {
  const won = WON.flatMap((one, at) => (one ? (written[at % written.length]?.[1] ?? 0) : []));
  const gained = won.reduce((sum, payout) => sum + payout, 0);
  return plain(what, odds(name, written), { payout: gained / won.length, profit: gained * 10 - 230 });
};

const PAID = [2.45, 0.5];
const paidAt = (at: number): number => PAID[at % 2] as number;
const MEAN_PAID = PAID.reduce((sum, paid) => sum + paid, 0) / PAID.length;
const MEAN_WON = WON.reduce((sum, won, at) => sum + (won ? paidAt(at) : 0), 0) / WON.filter(Boolean).length;
const price = (at: number): string => (paidAt(at) + 1).toFixed(2);

export const BOOKMAKER_LAYOUTS: readonly Layout[] = [
  ...['Kurs', 'Price', 'Quote', 'Oran', 'Abc'].map((name) =>
    plain(
      `odds below "${name}" beside what came back`,
      table(`Date,Event,${name},Stake,Status,Returns`, (at, won) => [
        stamp(at),
        'A - B',
        price(at),
        10,
        won ? 'Won' : 'Lost',
        won ? Number(price(at)) * 10 : 0,
      ]),
      { payout: MEAN_WON },
    ),
  ),
  plain(
    'numbers like odds of which wins brought half',
    table('Date,Event,Price,Stake,Status,P/L', (at, won) => [
      stamp(at),
      'A - B',
      price(at),
      10,
      won ? 'Won' : 'Lost',
      won ? paidAt(at) * 5 : -10,
    ]),
    { payout: MEAN_WON / 2 },
  ),
  plain(
    'odds below "Price" beside what each bet of one stake brought',
    table('Bet,Price,P/L,Result', (at, won) => [
      `A - B ${at}`,
      price(at),
      won ? paidAt(at) * 10 : -10,
      won ? 'Won' : 'Lost',
    ]),
    { payout: MEAN_WON },
  ),
  ...[
    ['{at} Leeds to win @{price} £10 {Lost} £{back}', 'endings-without-signal'],
    ['Leeds to win @ {price} {mark}', 'endings-without-signal'],
    ['Leeds -1.5\nRisk $10.00 To Win ${gain}\nResult: {LOSS}\n', 'endings-without-signal'],
  ].map(([line = '', asked = '']) =>
    layout(
      `bets to win, as pasted: ${line}`,
      WON.map((won, at) =>
        line
          .replace('{at}', stamp(at).slice(0, 10))
          .replace('{price}', price(at))
          .replace('{Lost}', won ? 'Won' : 'Lost')
          .replace('{LOSS}', won ? 'WIN' : 'LOSS')
          .replace('{mark}', won ? '✅' : '❌')
          .replace('{gain}', (paidAt(at) * 10).toFixed(2))
          .replace('{back}', won ? (Number(price(at)) * 10).toFixed(2) : '0.00'),
      ).join('\n'),
      { asks: asked, counts: RIGHT, offers: MEAN_PAID },
    ),
  ),
  layout(
    'draws of which another column says that the stake did not come back',
    table('Date,Pair,Result,Refund?', (at, won) => [
      stamp(at),
      'EURUSD',
      won ? 'Win' : at % 2 ? 'Loss' : 'Draw',
      won || at % 2 ? '' : 'No',
    ]),
    { asks: 'doubtful-outcomes', counts: RIGHT },
  ),
  plain(
    'Pinnacle, American odds and states of the bets',
    table('Bet ID,Date Placed,Sport,Event,Selection,Odds,Stake,Win/Loss,Status', (at, won) => [
      at + 5e6,
      stamp(at),
      'Soccer',
      'A vs B',
      'A',
      '-110',
      '11.00',
      won ? '10.00' : '-11.00',
      won ? 'WON' : 'LOST',
    ]),
    { payout: 0.909 },
  ),
  layout(
    'Asian handicaps with half wins and half losses',
    table('date,event,odds,stake,status,profit', (at, won) => [
      stamp(at),
      'A - B',
      '1.95',
      10,
      won ? (at % 3 ? 'won' : 'half won') : at % 3 ? 'lost' : 'half lost',
      won ? (at % 3 ? 9.5 : 4.75) : at % 3 ? -10 : -5,
    ]),
  ),
  plain(
    'Pikkit, settled wins, losses, pushes and pending bets',
    `${table('bet_id,sportsbook,type,status,odds,closing_line,ev,amount,profit,time_placed,time_settled,bet_info,sports,leagues', (at, won) => [`x${at}`, 'Book', 'straight', won ? 'SETTLED_WIN' : 'SETTLED_LOSS', 1.91, 1.9, '0.01', 10, won ? 9.1 : -10, american(at), american(at), 'A v B', 'Soccer', 'EPL'])}\nx60,Book,straight,SETTLED_PUSH,1.91,1.9,0,10,0,3/8/2026 9:00:00 AM,3/8/2026 10:00:00 AM,A v B,Soccer,EPL\nx61,Book,straight,PLACED,1.91,1.9,0,10,0,3/8/2026 9:00:00 AM,,A v B,Soccer,EPL`,
    { counts: '37-23-1', payout: 0.91 },
  ),
  plain(
    'Betfair, profit and loss with losses in brackets',
    table('Market,Start time,Settled date,Profit/Loss (£)', (at, won) =>
      quoted([`Football / A v B : Match Odds ${at}`, stamp(at), stamp(at, 7200), won ? '9.50' : '(10.00)']),
    ),
  ),
  plain(
    'a bet tracker with what came back and the profit beside it',
    table('Date,Bookmaker,Selection,Odds,Stake,Returned,Profit', (at, won) => [
      stamp(at).slice(0, 10),
      'Book',
      `Team ${at}`,
      '2.10',
      '£5.00',
      won ? '£10.50' : '£0.00',
      won ? '£5.50' : '-£5.00',
    ]),
    { payout: 1.1 },
  ),
  layout(
    'a bet tracker with what came back alone',
    table('Date,Bookmaker,Selection,Odds,Stake,Returns', (at, won) => [
      stamp(at).slice(0, 10),
      'Book',
      `Team ${at}`,
      '11/10',
      '£5.00',
      won ? '£10.50' : '£0.00',
    ]),
    { payout: 1.1 },
  ),
  layout(
    'an exchange with lays at 3 beside backs at 1.5: half of a liability is what a lay pays',
    table('Settled,Selection,Type,Odds,Stake,Liability,Profit/Loss,Status', (at, won) => [
      stamp(at),
      `Horse ${at}`,
      at % 2 ? 'Lay' : 'Back',
      at % 2 ? '3.00' : '1.50',
      '10.00',
      at % 2 ? '20.00' : '--',
      won ? (at % 2 ? '10.00' : '5.00') : at % 2 ? '-20.00' : '-10.00',
      won ? 'Won' : 'Lost',
    ]),
    { payout: 0.5 },
  ),
  layout(
    'bets with placed and lay sides',
    table('date,selection,side,odds,liability,stake,p/l', (at, won) => [
      stamp(at),
      `T${at}`,
      at % 2 ? 'Lay' : 'Back',
      3,
      10,
      at % 2 ? 5 : 10,
      won ? (at % 2 ? 5 : 20) : -10,
    ]),
  ),
  oddsOf('odds of four forms', 'Odds', ['1.85', 0.85], ['+150', 1.5], ['5/2', 2.5], ['-110', 1 / 1.1]),
  oddsOf(
    'odds of which a few are American',
    'Odds',
    ...Array.from({ length: 14 }, () => ['1.85', 0.85] as const),
    ['-110', 1 / 1.1],
  ),
  oddsOf('American odds without signs beside signed ones', 'Odds', ['150', 1.5], ['-110', 1 / 1.1]),
  ...[
    'Quote',
    'Cuota',
    'Odd',
    'ODD',
    'Cota',
    'Коэф.',
    'Coef',
    'Kurs',
    'Oran',
    'Bahis Oranı',
    'オッズ',
    '倍率',
  ].map((name) => oddsOf(`odds below the name ${name}`, name, ['1.44', 0.44], ['1.40', 0.4])),
  ...['배당', 'ऑड्स', 'Avg Odds', 'Decimal', 'SP', 'Price taken', 'Price'].map((name) =>
    oddsOf(`odds below the name ${name}`, name, ['1.91', 0.91], ['2.10', 1.1]),
  ),
  ...['ML', 'Moneyline', 'Line', 'Price', 'Juice', 'Odds (US)'].map((name) =>
    oddsOf(`American odds below the name ${name}`, name, ['-200', 0.5], ['+120', 1.2]),
  ),
  oddsOf('American odds, those above 0 without a sign', 'ML', ['-200', 0.5], ['120', 1.2]),
  oddsOf('fractions below the name of a starting price', 'SP', ['4/9', 4 / 9], ['5/2', 2.5]),
  oddsOf('odds behind @', 'Odds', ['@1.44', 0.44], ['@1.50', 0.5]),
  oddsOf('fractions with a dash', 'Odds', ['4-9', 4 / 9], ['5-2', 2.5]),
  oddsOf('odds in two forms in a cell', 'Odds', ['1.91 (-110)', 1 / 1.1], ['2.05 (+105)', 1.05]),
  oddsOf('American odds in brackets', 'Odds', ['(-230)', 1 / 2.3], ['(+150)', 1.5]),
  oddsOf('a spread and its odds', 'Line', ['-3.5 (-110)', 1 / 1.1], ['+7 (-105)', 1 / 1.05]),
  layout(
    'prices like odds beside what was bought',
    table('Date,Ticker,Price,Stake,Result', (at, won) => [
      stamp(at),
      ['ABCD', 'WXYZ'][at % 2] ?? '',
      (4 + (at % 9) * 1.13).toFixed(2),
      10,
      won ? 'Won' : 'Lost',
    ]),
    { asks: 'payout-kind' },
  ),
  layout('chances in percent below odds', odds('Odds', [['69%', 0.45]]), { asks: 'payout-kind' }),
  layout(
    'targets and stops as outcomes, and nothing of how far they are',
    table('Date,Pair,Side,Lots,Result', (at, won) => [stamp(at), 'EURUSD', 'Buy', 0.1, won ? 'TP' : 'SL']),
    { asks: 'target-distance' },
  ),
  layout('numbers like odds below a name that is not known', odds('Zahl', [['1.44', 0.44]]), {
    asks: 'payout-kind',
  }),
  oddsOf('odds of Hong Kong below 1', 'Odds', ['0.85', 0.85], ['0.95', 0.95]),
  oddsOf('odds of Hong Kong by their name', 'Odds (HK)', ['0.85', 0.85], ['1.10', 1.1]),
  oddsOf('Malay odds', 'Odds', ['0.85', 0.85], ['-0.95', 1 / 0.95]),
  oddsOf('Indonesian odds by their name', 'Indo Odds', ['1.20', 1.2], ['-1.15', 1 / 1.15]),
  layout(
    'Malay odds beside what bets brought',
    table('Date,Event,Odds,Stake,Profit', (at, won) => [
      stamp(at),
      'A v B',
      at % 2 ? '0.85' : '-0.95',
      10,
      won ? (at % 2 ? 8.5 : 10.53) : -10,
    ]),
    { profit: WON.reduce((sum, won, at) => sum + (won ? (at % 2 ? 8.5 : 10.53) : -10), 0) },
  ),
  ...(
    [
      [
        'odds around 1, which can be of Hong Kong',
        [
          ['0.85', 0],
          ['1.10', 0],
        ],
      ],
      [
        'odds below and above 0, which can be Indonesian',
        [
          ['1.20', 0],
          ['-1.15', 0],
        ],
      ],
      [
        'a whole number from 100 on beside decimal odds',
        [
          ['1.85', 0],
          ['150', 0],
        ],
      ],
    ] as const
  ).map(([what, written]) => layout(what, odds('Odds', written), { asks: 'payout-kind' })),
];
