/** Tables of which something has to be asked, and what stands beside trades. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { asks, hard, plain, table } from './table-parts.ts';

export const ASKED_LAYOUTS: readonly Layout[] = [
  hard(
    'a second table below',
    `${table('time,pair,result,stake', (at, won) => [stamp(at), pairOf(at), won ? 'won' : 'lost', 10])}\nOpen Date,Symbol,Action,Profit,Swap\n2026-03-20,EURUSD,Buy,30,0`,
  ),
  asks(
    'equal rows without a number',
    (() => {
      const [heading = '', ...rows] = table('time,pair,result', (at, won) => [
        stamp(at),
        pairOf(at),
        won ? 'won' : 'lost',
      ]).split('\n');
      return [heading, ...rows.flatMap((row) => [row, row])].join('\n');
    })(),
    'repeated-rows',
  ),
  ...[
    ['repeated-rows', 'in another case', (cells: string): string => cells.toLowerCase()],
    ['same-number', 'with a slash in the pair', (cells: string) => cells.replace(/(?<=,...)(?=...,)/, '/')],
    ['same-number', 'with another date', (cells: string) => cells.replace(/^(\d+)-(\d+)-(\d+)/, '$3.$2.$1')],
  ].map(([code, how, other]) => ({
    ...asks(
      `equal rows of which one is written ${how}`,
      (() => {
        const rows = table('Time,Pair,Side,Result', (at, won) => [
          stamp(at),
          pairOf(at),
          'BUY',
          won ? 'Won' : 'Lost',
        ]).split('\n');
        return [...rows, ...rows.slice(1).map(other as (cells: string) => string)].join('\n');
      })(),
      code as string,
    ),
    counts: RIGHT,
  })),
  asks(
    'one number for rows that differ',
    table('id,time,pair,result', (at, won) => [
      Math.floor(at / 2),
      stamp(at),
      pairOf(at),
      won ? 'won' : 'lost',
    ]),
    'same-number',
  ),
  asks(
    'profits of 9.2 or 0',
    table('time,pair,profit', (at, won) => [stamp(at), pairOf(at), won ? 9.2 : 0]),
    'zero-profit',
  ),
  asks(
    'profits of 9.2 or 0 of a stake of 10',
    table('time,pair,stake,profit', (at, won) => [stamp(at), pairOf(at), 10, won ? 9.2 : 0]),
    'zero-profit',
  ),
  asks(
    '0.85 beside 85 beside 1.85',
    table('time,pair,payout,result', (at, won) => [
      stamp(at),
      pairOf(at),
      ['0.85', '85', '1.85'][at % 3] as string,
      won ? 'won' : 'lost',
    ]),
    'payout-kind',
  ),
  asks(
    'a payout of 85 of a stake of 50',
    table('time,pair,stake,payout,result', (at, won) => [
      stamp(at),
      pairOf(at),
      50,
      85,
      won ? 'won' : 'lost',
    ]),
    'payout-kind',
  ),
  asks(
    'a payout of 4 beside each stake of 10',
    table('time,pair,stake,payout,result', (at, won) => [stamp(at), pairOf(at), 10, 4, won ? 'won' : 'lost']),
    'payout-kind',
  ),
  asks(
    'a payout of 4 without more',
    table('time,pair,payout,result', (at, won) => [stamp(at), pairOf(at), 4, won ? 'won' : 'lost']),
    'payout-kind',
  ),
  asks(
    'dates that can be read two ways',
    table('date,pair,result', (at, won) => [
      `0${(at % 4) + 1}/0${((at * 3) % 5) + 1}/2026`,
      pairOf(at),
      won ? 'won' : 'lost',
    ]),
    'date-order',
  ),
  asks(
    'amounts with three digits after a dot',
    table('time,pair,stake,profit', (at, won) => [
      stamp(at),
      pairOf(at),
      '12.500',
      won ? '10.250' : '-12.500',
    ]),
    'dotted-amounts',
  ),
  asks(
    'counts of wins and losses a day',
    ['date,wins,losses', '2026-03-02,12,8', '2026-03-03,14,7', '2026-03-04,11,8'].join('\n'),
    'win-loss-columns',
  ),
  asks(
    'results that are words of a house',
    table('time,pair,result', (at, won) => [
      stamp(at),
      pairOf(at),
      won ? 'won' : at % 2 === 0 ? 'stopped' : 'lost',
    ]),
    'left-out-rows',
  ),
  {
    ...asks(
      'missed trades beside wins and losses',
      `${table('time,pair,result', (at, won) => [stamp(at), pairOf(at), won ? 'Win' : 'Loss'])}\n${stamp(60)},EURUSD,Missed`,
      'left-out-rows',
    ),
    counts: RIGHT,
  },
  plain(
    'wins that are hits and losses that are misses',
    table('time,pair,result', (at, won) => [stamp(at), pairOf(at), won ? 'Hit' : 'Missed']),
  ),
  // Where each loss has cost both stakes.
  ...['WIN', 'SG', 'G0'].map((first) => ({
    ...asks(
      `wins as ${first} and G1 beside losses`,
      table('time,pair,result', (at, won) => [
        stamp(at),
        pairOf(at),
        won ? (at % 4 === 0 ? 'G1' : first) : 'LOSS',
      ]),
      'announced-gales',
    ),
    counts: `37-${46 + WON.filter((won, at) => won && at % 4 === 0).length}-0`,
  })),
  asks(
    'losses that are left blank',
    table('time,pair,result', (at, won) => [stamp(at), pairOf(at), won ? 'won' : '']),
    'left-out-rows',
  ),
  asks(
    'losses that contradict their profit',
    table('time,pair,result,profit', (at, won) => [stamp(at), pairOf(at), won ? 'won' : 'lost', 8]),
    'left-out-rows',
  ),
  asks(
    'a title by which red is a win',
    `🔴 = WIN 🟢 = LOSS\n${table('time,pair,result', (at, won) => [stamp(at), pairOf(at), won ? '🔴' : '🟢'])}`,
    'opposite-marks',
  ),
  plain(
    'signs of wins and losses',
    table('time,pair,result', (at, won) => [stamp(at), pairOf(at), won ? 1 : -1]),
  ),
  {
    name: 'signs of wins, losses and ties',
    text: table('time,pair,result', (at, won) => [stamp(at), pairOf(at), at % 3 === 0 ? 0 : won ? 1 : -1]),
    counts: `${WON.filter((won, at) => at % 3 !== 0 && won).length}-${WON.filter((won, at) => at % 3 !== 0 && !won).length}-20`,
    isPlain: true,
  },
  ...[
    [1, 2],
    [0, 2],
    [2, 1],
    [3, 4],
  ].map(
    ([won, lost]): Layout => ({
      name: `codes of a broker, ${won} and ${lost}`,
      text: table('time,pair,result', (at, isWon) => [stamp(at), pairOf(at), (isWon ? won : lost) as number]),
      asks: 'any',
      mayRefuse: true,
    }),
  ),
  // Claims.
  { name: 'a claim in words', text: '312 wins, 41 losses', counts: '312-41-0', isPlain: true },
  { name: 'a claim with the words first', text: 'Wins: 312\nLosses: 41', counts: '312-41-0', isPlain: true },
  { name: 'a claim in short', text: '312W 41L', counts: '312-41-0', isPlain: true },
  { name: 'a claim in Russian', text: '312 побед, 41 поражение', counts: '312-41-0', isPlain: true },
  { name: 'a claim in marks', text: '✅ 312 ❌ 41', counts: '312-41-0', isPlain: true },
  { name: 'letters', text: 'W L L W W L W', counts: '4-3-0', isPlain: true },
  { name: 'a scoreboard', text: 'Placar: 8x2', counts: '8-2-0', isPlain: true },
  { name: 'so many of so many', text: '37 of 60 won', counts: '37-23-0', isPlain: true },
  { name: 'a rate that is exact', text: '90 % win rate, 10 trades', counts: '9-1-0' },
  asks('a rounded rate', '88 %, 353 trades', 'claimed-rate'),
  asks('letters of which some are others', 'W L D W W L D', 'claimed-letters'),
  // A column that is known by its words alone says nothing of the trades: the one beside it may.
  ...(
    [
      ['amounts below no name', '', (won: boolean) => (won ? '8.00' : '-10.00')],
      [
        'amounts below a name that is not known',
        'Eredmény (Ft)',
        (won: boolean) => (won ? '8.00' : '-10.00'),
      ],
      ['plus and minus', '+/-', (won: boolean) => (won ? '+' : '-')],
      ['words that are not known', 'Result', (won: boolean) => (won ? 'panalo' : 'talo')],
      ['numbers that stand for words', 'Result', (won: boolean) => (won ? '2' : '1')],
    ] as const
  ).map(([what, name, said]) => ({
    ...asks(
      `a tip of another person beside ${what}`,
      table(`time,pair,${name},Tom`, (at, won) => [
        stamp(at),
        pairOf(at),
        said(won),
        at % 3 === 0 ? 'W' : 'L',
      ]),
      'result-column',
    ),
    counts: RIGHT,
  })),
  ...(
    [
      ['words of a language that is not known', 'ushindi', 'hasara'],
      ['words with marks above and below their letters', 'வெற்றி', 'தோல்வி'],
      ['one and two', '1', '2'],
    ] as const
  ).map(([what, won, lost]) => ({
    ...asks(
      `outcomes in ${what}`,
      table('time,pair,result', (at, isWon) => [stamp(at), pairOf(at), isWon ? won : lost]),
      'result-letters',
    ),
    counts: RIGHT,
  })),
];
