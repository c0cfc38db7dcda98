/** Journals and sheets, written from their public documentation, each with its truth. */
import { layout, plain, slashed, table } from './export-parts.ts';
import { type Layout, pairOf, RIGHT, stamp, startOf, WON } from './layout.ts';

export const SHEET_LAYOUTS: readonly Layout[] = [
  plain(
    'a journal in multiples of the risk',
    table('Date,Pair,Setup,Result (R)', (at, won) => [
      stamp(at),
      pairOf(at),
      'breakout',
      won ? '+2R' : '-1R',
    ]),
    { isPlain: false },
  ),
  plain(
    'a journal that says TP, SL and BE',
    `${table('Date,Pair,Long/Short,Outcome', (at, won) => [stamp(at), pairOf(at), at % 2 ? 'Short' : 'Long', won ? 'TP' : 'SL'])}\n2026-03-08 09:00:00,EURUSD,Long,BE`,
    { counts: '37-23-1', isPlain: false },
  ),
  plain(
    'a journal with green and red circles as outcomes',
    table('Date,Pair,Outcome', (at, won) => [stamp(at), pairOf(at), won ? '🟢' : '🔴']),
    { isPlain: false },
  ),
  plain(
    'a Brazilian table of wins, wins at the first gale and losses',
    table(
      'Data;Hora;Ativo;Direção;Resultado',
      (at, won) => [
        slashed(at).slice(0, 10),
        slashed(at).slice(11, 16),
        pairOf(at),
        at % 2 ? 'PUT' : 'CALL',
        won ? (at % 5 === 0 ? 'WIN G1' : 'WIN') : 'LOSS',
      ],
      ';',
    ),
    { counts: `37-${23 + WON.filter((won, at) => won && at % 5 === 0).length}-0`, isPlain: false },
  ),
  plain(
    'crosses under Win and Loss',
    table('Date,Pair,Win,Loss', (at, won) => [stamp(at), pairOf(at), won ? 'x' : '', won ? '' : 'x']),
    { isPlain: false },
  ),
  plain(
    'a column that asks whether the forecast was correct',
    table('Date,Pair,Forecast,Correct?', (at, won) => [
      stamp(at),
      pairOf(at),
      at % 2 ? 'down' : 'up',
      won ? 'yes' : 'no',
    ]),
  ),
  layout(
    'forecast and what happened, without an outcome',
    table('Date,Pair,Predicted,Actual', (at, won) => [
      stamp(at),
      pairOf(at),
      at % 2 ? 'DOWN' : 'UP',
      won === (at % 2 === 1) ? 'DOWN' : 'UP',
    ]),
    { mayRefuse: true },
  ),
  layout(
    'a running balance alone',
    table('Date,Balance', (at) => [
      stamp(at),
      1000 + WON.slice(0, at + 1).reduce((sum, won) => sum + (won ? 8 : -10), 0),
    ]),
    { mayRefuse: true },
  ),
  plain(
    'rupees with Indian groups of digits',
    table(
      'Date\tSymbol\tBuy/Sell\tInvested\tProfit/Loss',
      (at, won) => [
        slashed(at),
        pairOf(at),
        at % 2 ? 'Sell' : 'Buy',
        '₹1,00,000.00',
        won ? '₹80,000.00' : '-₹1,00,000.00',
      ],
      '\t',
    ),
    { payout: 0.8 },
  ),
  plain(
    'a minus behind the number and points between thousands',
    table(
      'Datum;Instrument;Einsatz;Ergebnis',
      (at, won) => [
        `${slashed(at).slice(0, 10).replaceAll('/', '.')}`,
        pairOf(at),
        '1.000,00',
        won ? '850,00' : '1.000,00-',
      ],
      ';',
    ),
    { payout: 0.85, isPlain: false },
  ),
  plain(
    'a typographic minus and money in euros',
    table(
      'Date;Actif;Mise;Gain/Perte',
      (at, won) => [slashed(at), pairOf(at), '10,00 €', won ? '+8,50 €' : '−10,00 €'],
      ';',
    ),
    { payout: 0.85 },
  ),
  plain(
    'times as day numbers of a spreadsheet',
    table('Time,Pair,Stake,P/L', (at, won) => [
      (startOf(at) / 86_400_000 + 25_569).toFixed(6),
      pairOf(at),
      10,
      won ? 8.2 : -10,
    ]),
    { payout: 0.82, isPlain: false },
  ),
  plain(
    'a change in percent of the account',
    table('Closed,Symbol,Side,Gain', (at, won) => [
      stamp(at),
      pairOf(at),
      at % 2 ? 'Short' : 'Long',
      won ? '+0.85%' : '-1.00%',
    ]),
    { isPlain: false },
  ),
  plain(
    'a second heading row with units',
    `Time,Pair,Stake,Profit\n(UTC),,USD,USD\n${table('', (at, won) => [stamp(at), pairOf(at), 10, won ? 8 : -10]).slice(1)}`,
    { payout: 0.8 },
  ),
  layout(
    'weekly totals between the rows',
    [
      'Date,Pair,Stake,Profit',
      ...WON.flatMap((won, at) => [
        `${stamp(at)},${pairOf(at)},10,${won ? 8 : -10}`,
        ...(at % 10 === 9
          ? [
              `Weekly total,,100,${WON.slice(at - 9, at + 1).reduce((sum, isWon) => sum + (isWon ? 8 : -10), 0)}`,
            ]
          : []),
      ]),
    ].join('\n'),
    { payout: 0.8 },
  ),
  layout(
    'a block a day with its own heading',
    [
      'Monday',
      ...WON.flatMap((won, at) => [
        ...(at % 12 === 0 ? [`Day ${at / 12 + 1}`, 'Time,Pair,Direction,Result'] : []),
        `${stamp(at)},${pairOf(at)},${at % 2 ? 'PUT' : 'CALL'},${won ? 'WIN' : 'LOSS'}`,
      ]),
    ].join('\n'),
  ),
  plain(
    'cancelled and pending orders among the trades',
    WON.reduce(
      (text, won, at) =>
        `${text}\n${stamp(at)},${pairOf(at)},10,${won ? 8 : -10},${won ? 'won' : 'lost'}${at % 9 === 4 ? `\n${stamp(at, 5)},${pairOf(at)},10,0,${at % 2 ? 'cancelled' : 'pending'}` : ''}`,
      'time,pair,stake,profit,status',
    ),
    { isPlain: false },
  ),
  plain(
    'a Markdown table',
    `| Time | Pair | Direction | Result |\n| --- | :---: | --- | ---: |\n${WON.map((won, at) => `| ${stamp(at)} | ${pairOf(at)} | ${at % 2 ? 'PUT' : 'CALL'} | ${won ? 'Win' : 'Loss'} |`).join('\n')}`,
  ),
  layout(
    'columns set apart by spaces',
    WON.reduce(
      (text, won, at) =>
        `${text}\n${stamp(at)}   ${pairOf(at)}   ${at % 2 ? 'PUT ' : 'CALL'}   ${won ? 'WIN ' : 'LOSS'}`,
      'Time                  Pair     Dir    Result',
    ),
    { mayRefuse: true },
  ),
  layout(
    'monthly counts of wins and losses',
    'Month,Trades,Wins,Losses,Win rate\n2026-01,20,12,8,60%\n2026-02,25,15,10,60%\n2026-03,15,10,5,66.7%',
    { mayRefuse: true },
  ),
  layout(
    'monthly returns of a fund',
    'Month,Return\n2025-09,4.1%\n2025-10,3.2%\n2025-11,-1.0%\n2025-12,2.2%\n2026-01,5.0%\n2026-02,1.1%',
    { asks: 'any', mayRefuse: true },
  ),
  layout(
    'a price history, which is no record',
    table('Date,Open,High,Low,Close,Volume', (at) => [stamp(at), 1.1, 1.2, 1.0, 1.1 + at / 1000, 1000]),
    { asks: 'any', mayRefuse: true },
  ),
  layout(
    'settled by prices: entry, exit and direction without an outcome',
    table('Time,Pair,Direction,Entry,Exit', (at, won) => [
      stamp(at),
      pairOf(at),
      at % 2 ? 'PUT' : 'CALL',
      '1.10000',
      won === (at % 2 === 0) ? '1.10020' : '1.09980',
    ]),
    { mayRefuse: true },
  ),
  layout(
    'an outcome column where L is Long and W is missing',
    table('Date,Pair,Side,P&L', (at, won) => [stamp(at), pairOf(at), at % 2 ? 'S' : 'L', won ? 8 : -10]),
  ),
  layout(
    'profits before fees, with fees that turn small wins into losses',
    table('time,symbol,gross profit,fees,net profit', (at, won) => [
      stamp(at),
      pairOf(at),
      won ? 8 : 0.5,
      1,
      won ? 7 : -0.5,
    ]),
  ),
  layout(
    'losses written without a minus and coloured instead',
    table('time,symbol,result,amount', (at, won) => [
      stamp(at),
      pairOf(at),
      won ? 'Profit' : 'Loss',
      won ? '8.00' : '10.00',
    ]),
  ),
  layout(
    'an equity column that is called profit',
    table('date,pair,profit', (at) => [
      stamp(at),
      pairOf(at),
      WON.slice(0, at + 1).reduce((sum, won) => sum + (won ? 8 : -10), 0),
    ]),
    { asks: 'any', mayRefuse: true },
  ),
  plain(
    'a column of doubled stakes beside the result',
    table('time,pair,result,gale', (at, won) => [
      stamp(at),
      pairOf(at),
      won ? 'WIN' : 'LOSS',
      won && at % 5 === 0 ? 1 : 0,
    ]),
    { counts: `37-${23 + WON.filter((won, at) => won && at % 5 === 0).length}-0`, isPlain: false },
  ),
  layout(
    'what came back in percent of the stake',
    table('time,pair,stake,return %', (at, won) => [stamp(at), pairOf(at), 10, won ? '185%' : '0%']),
    { payout: 0.85 },
  ),
  layout(
    'wins with amounts without a sign',
    table('time,pair,W/L,P/L', (at, won) => [stamp(at), pairOf(at), won ? 'W' : 'L', won ? 8 : 10]),
  ),
  plain(
    'a Japanese broker: a price at the end, a status that says nothing, what came back',
    table(
      '取引番号,取引原資産,取引内容,取引時間,判定時刻,ステータス,取引価格,判定価格,購入金額,ペイアウト金額',
      (at, won) => [
        9_000 + at,
        pairOf(at),
        at % 2 === 0 ? 'High' : 'Low',
        stamp(at),
        stamp(at, 60),
        '判定済み',
        '150.123',
        `150.${100 + at}`,
        '¥5000',
        won ? '¥9250' : '¥0',
      ],
    ),
    { payout: 0.85 },
  ),
  plain(
    'ties written as plus or minus 0 below names that are not known',
    table(
      'When|What|Came to',
      (at, won) => [stamp(at), pairOf(at), at < 2 ? '±$0.00' : won ? '+$8' : '−$10'],
      '|',
    ),
    { counts: `${WON.slice(2).filter(Boolean).length}-${WON.slice(2).filter((won) => !won).length}-2` },
  ),
  plain(
    'break even among pips',
    table(
      'Date;Signal;Result',
      (at, won) => [stamp(at), pairOf(at), at < 2 ? 'BE' : won ? '+12 pips' : '-8 pips'],
      ';',
    ),
    { counts: `${WON.slice(2).filter(Boolean).length}-${WON.slice(2).filter((won) => !won).length}-2` },
  ),
  plain(
    'boxes of wins and losses, each yes or no',
    table('Name,Date,Win,Loss,Break even', (at, won) => [
      `Trade ${at + 1}`,
      stamp(at),
      won ? 'Yes' : 'No',
      won ? 'No' : 'Yes',
      'No',
    ]),
  ),
  layout(
    'a price that is called a result price',
    table('time,pair,result price', (at) => [stamp(at), pairOf(at), `1.10${10 + at}`]),
    { asks: 'any', mayRefuse: true },
  ),
  ...(
    [
      ['Risk:Reward', '1:2', 2],
      ['Risk/Reward', '1:0.25', 0.25],
      ['R:R', '1.5', 1.5],
      ['Reward:Risk', '3:1', 3],
    ] as const
  ).map(([name, ratio, payout]) =>
    layout(
      `a journal of words for outcomes beside ${name} of ${ratio}`,
      table(`Date,Pair,Side,${name},Result`, (at, won) => [
        stamp(at),
        pairOf(at),
        at % 2 ? 'Sell' : 'Buy',
        ratio,
        won ? 'Win' : 'Loss',
      ]),
      { counts: RIGHT, payout },
    ),
  ),
  ...(
    [
      ['Risk:Reward', '4:1'],
      ['Risk/Reward', '0.25'],
    ] as const
  ).map(([name, ratio]) =>
    layout(
      `a journal of words for outcomes beside ${name} of ${ratio}, which can be either`,
      table(`Date,Pair,Side,${name},Result`, (at, won) => [
        stamp(at),
        pairOf(at),
        at % 2 ? 'Sell' : 'Buy',
        ratio,
        won ? 'Win' : 'Loss',
      ]),
      { asks: 'payout-kind' },
    ),
  ),
  layout(
    'a journal of what trades brought in multiples beside its Risk:Reward',
    table('Date,Pair,Side,Risk:Reward,Result', (at, won) => [
      stamp(at),
      pairOf(at),
      at % 2 ? 'Sell' : 'Buy',
      '4:1',
      won ? '+2R' : '-1R',
    ]),
    { counts: RIGHT, payout: 2 },
  ),
  layout(
    'a journal of words for outcomes beside the entry, the stop and the target',
    table('Date,Pair,Side,Entry,SL,TP,Result', (at, won) => {
      const sign = at % 2 === 0 ? 1 : -1;
      const level = (pips: number): string => (1.1 + (sign * pips) / 10_000).toFixed(4);
      return [
        stamp(at),
        pairOf(at),
        sign === 1 ? 'Buy' : 'Sell',
        level(0),
        level(-20),
        level(40),
        won ? 'Win' : 'Loss',
      ];
    }),
    { counts: RIGHT, isPlain: true, payout: 2 },
  ),
  layout(
    'a column that says yes where the trade was lost',
    table('date,pair,Lost?', (at, won) => [stamp(at), pairOf(at), won ? 'no' : 'yes']),
    { counts: RIGHT, isPlain: true },
  ),
];
