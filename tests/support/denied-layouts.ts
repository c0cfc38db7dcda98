/** Tables of which a column looks like the outcome, the payout or the trade and is another's. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { day, gainOf, plain, right, text, type Cells } from './row-parts.ts';

const table = (
  heading: string,
  row: (at: number, won: boolean, gain: string) => Cells,
  delimiter?: string,
): string =>
  text(
    heading,
    WON.map((won, at) => row(at, won, gainOf(at, won).toFixed(2))),
    delimiter,
  );
const asks = (name: string, of: string, code: string, counts = RIGHT): Layout =>
  right(name, of, { asks: code, counts });
const sideOf = (at: number): string => (at % 3 === 0 ? 'No' : 'Yes');
const best = (at: number): string => (Math.abs(gainOf(at, true)) + 4).toFixed(2);
/** Every fourth loss is a small gain before fees. */
const before = (at: number, won: boolean): number => (!won && at % 4 === 0 ? 0.4 : gainOf(at, won));

/** Stakes after the first: two before a loss. */
const doubled = (at: number, won: boolean): number => (won ? at % 3 : 2);

/** Trades of which `count` are shown, the first `stated` losses as such and each other one as a win; the prices say how all ended. */
const denied = (stated: number, count = WON.length, isUnsigned = false, ends = WON): Layout => {
  const lost = ends.slice(0, count).filter((won) => !won).length;
  let left = stated;
  const rows = ends.slice(0, count).map((won, at) => {
    const isLong = at % 2 === 0;
    const [from, step] = [1.1 + at * 0.0013, isLong === won ? 0.0031 : -0.0025];
    const isWin = won || left-- <= 0;
    const result = isUnsigned ? (isWin ? 25 + (at % 7) : -20 - (at % 5)) : isWin ? 'WIN' : 'LOSS';
    return [
      stamp(at),
      pairOf(at),
      isLong ? 'Buy' : 'Sell',
      from.toFixed(4),
      (from + step).toFixed(4),
      result,
    ];
  });
  return asks(
    `${lost - stated} of ${count} outcomes that the prices deny, beside ${stated} losses${isUnsigned ? ' with a sign' : ''}`,
    text(`Date,Pair,Side,Entry,Exit,${isUnsigned ? 'Profit' : 'Result'}`, rows),
    'doubtful-outcomes',
    `${count - lost}-${lost}-0`,
  );
};

export const DENIED_LAYOUTS: readonly Layout[] = [
  ...[0, 2, 3, 12].map((stated) => denied(stated)),
  denied(1, 12),
  denied(
    2,
    WON.length,
    false,
    WON.map((_won, at) => at % 5 < 2),
  ),
  plain(
    'prices that are the same in each row, beside words for outcomes',
    table('Date,Pair,Side,Entry,Exit,Result', (at, won) => [
      stamp(at),
      pairOf(at),
      at % 2 === 0 ? 'Buy' : 'Sell',
      1.1,
      1.2,
      won ? 'WIN' : 'LOSS',
    ]),
  ),
  asks(
    'ties at the price of the stop, beside few losses',
    text(
      'Date,Pair,Side,Entry,Exit,Result',
      WON.map((_won, at) => {
        const from = 1.1 + at * 0.0013;
        const result = at % 4 === 0 ? 'WIN' : at % 20 === 1 ? 'LOSS' : 'BE';
        const to = from + (result === 'WIN' ? 0.0031 : -0.0025);
        return [stamp(at), pairOf(at), 'Buy', from.toFixed(4), to.toFixed(4), result];
      }),
    ),
    'doubtful-outcomes',
    '15-45-0',
  ),
  denied(3, WON.length, true),
  denied(
    15,
    WON.length,
    true,
    WON.map((_won, at) => at % 4 === 0),
  ),
  asks(
    'an outcome that was bet on, beside what came back',
    table('Date,Market,Outcome,Cost,Payout', (at, won) => [
      stamp(at),
      'BTC up?',
      sideOf(at),
      '10.00',
      won ? '19.20' : '0.00',
    ]),
    'left-out-rows',
  ),
  asks(
    'an outcome that was bet on, beside a profit',
    table('Date,Market,Outcome,Shares,Avg Price,PnL', (at, _won, gain) => [
      stamp(at),
      'BTC up?',
      sideOf(at),
      10,
      0.52,
      gain,
    ]),
    'left-out-rows',
  ),
  asks(
    'a gain in percent that the prices of purchase and sale deny',
    table('Date,Share,Buy price,Sell price,Gain %', (at, won, gain) => [
      stamp(at),
      'ACME',
      100,
      (100 + gainOf(at, won)).toFixed(2),
      `${at % 5 === 0 ? gain.replace('-', '') : gain}%`,
    ]),
    'doubtful-outcomes',
  ),
  asks(
    'a return that is the move of the price, whatever the side',
    table('Date,Symbol,Side,Entry,Exit,Return', (at, won) => {
      const move = (at % 2 === 0) === won ? 0.012 : -0.01;
      return [
        stamp(at),
        'BTCUSD',
        at % 2 === 0 ? 'Long' : 'Short',
        100 + at,
        ((100 + at) * (1 + move)).toFixed(3),
        `${(move * 100).toFixed(2)}%`,
      ];
    }),
    'doubtful-outcomes',
  ),
  asks(
    'a profit with fees behind one without',
    table('ticker,side,quantity,pnl_without_fees,pnl_with_fees,close_timestamp', (at, won) => [
      'KXBTC',
      at % 2 === 0 ? 'yes' : 'no',
      10,
      before(at, won).toFixed(2),
      (before(at, won) - 0.6).toFixed(2),
      stamp(at),
    ]),
    'doubtful-outcomes',
  ),
  plain(
    'the best profit before that at the exit',
    table('Date,Symbol,Peak profit,Exit profit', (at, _won, gain) => [stamp(at), pairOf(at), best(at), gain]),
  ),
  plain(
    'an expected profit before the actual one',
    table('Date,Symbol,Expected profit,Actual profit', (at, _won, gain) => [
      stamp(at),
      pairOf(at),
      best(at),
      gain,
    ]),
  ),
  plain(
    'a profit that is all gains before one that is not',
    table('Date,Symbol,First profit,Second profit', (at, _won, gain) => [
      stamp(at),
      pairOf(at),
      best(at),
      gain,
    ]),
  ),
  plain(
    'an unrealized profit before the realized one',
    table('Date,Symbol,Unrealized PnL,Realized PnL', (at, _won, gain) => [
      stamp(at),
      pairOf(at),
      gainOf(at + 1, at % 2 === 0),
      gain,
    ]),
  ),
  plain(
    'a closed profit',
    table('Date,Symbol,Side,Exit Price,Closed P&L', (at, _won, gain) => [
      stamp(at),
      pairOf(at),
      'Long',
      1.1,
      gain,
    ]),
  ),
  plain(
    'slips with a row of their own above the rows of their legs',
    text(
      'Slip,Leg,Pick,Odds,Leg result,Stake,Payout',
      WON.flatMap((won, at): Cells[] => [
        [`P${at}`, '-', 'parlay', 3.24, '', '10.00', won ? '32.40' : '0.00'],
        ...[1, 2, 3].map(
          (leg): Cells => [`P${at}`, leg, 'Home', 1.48, won || leg > 1 ? 'Won' : 'Lost', '', ''],
        ),
      ]),
    ),
  ),
  asks(
    'legs that repeat the stake and the return of their slip',
    text(
      'Bet ID,Date,Pick,Leg result,Stake,Return,Bet result',
      WON.flatMap((won, at): Cells[] =>
        [1, 2].map(
          (leg): Cells => [
            `S${at}`,
            day(at),
            `Team ${leg}`,
            won || leg > 1 ? 'Won' : 'Lost',
            10,
            won ? '36.00' : '0.00',
            won ? 'Won' : 'Lost',
          ],
        ),
      ),
    ),
    'same-number',
  ),
  {
    ...plain(
      'a multiplier that is the step of a stake',
      table('Time,Pair,Direction,Multiplier,Result', (at, won) => [
        stamp(at),
        pairOf(at),
        'CALL',
        WON[at - 1] === false ? 2 : 1,
        won ? 'WIN' : 'LOSS',
      ]),
    ),
    payout: 0.8,
  },
  {
    ...plain(
      'a crash game: the multiplier at the crash, and what was won',
      table('Time,Bet,Multiplier,Win', (at, won) => [
        stamp(at),
        '10.00',
        won ? '1.95x' : '1.03x',
        won ? '19.50' : '0.00',
      ]),
    ),
    payout: 0.95,
  },
  {
    ...plain(
      'what was put in and got back',
      table('When,Pair,Put in,Got back', (at, won) => [stamp(at), pairOf(at), 5, won ? '9.5' : 0]),
    ),
    payout: 0.9,
  },
  plain(
    'amounts with the word for a profit or a loss',
    table('Date,Symbol,P/L', (at, won, gain) => [
      stamp(at),
      pairOf(at),
      `${gain.replace('-', '')} ${won ? 'profit' : 'loss'}`,
    ]),
  ),
  plain(
    'amounts behind the word for a profit or a loss',
    table('Date,Symbol,P/L', (at, won, gain) => [
      stamp(at),
      pairOf(at),
      `${won ? 'Profit' : 'Loss'} ${gain.replace('-', '')}`,
    ]),
  ),
  plain(
    'amounts with C for a credit and D for a debit',
    table(
      'Data,Ativo,Resultado',
      (at, won, gain) => [
        stamp(at),
        pairOf(at),
        `${gain.replace('-', '').replace('.', ',')} ${won ? 'C' : 'D'}`,
      ],
      ';',
    ),
  ),
  plain(
    'amounts in brackets before their currency, a total a day',
    text(
      'Tag;Nr;Wert;Richtung;Ergebnis;Bemerkung',
      WON.flatMap((won, at): Cells[] => [
        [
          at % 10 === 0 ? 'Mo 03.02.' : '',
          (at % 10) + 1,
          pairOf(at),
          'long',
          won ? `${70 + at} €` : `(${51 + at}) €`,
          '',
        ],
        ...(at % 10 === 9 ? [['', '', '', 'Tagesergebnis', `${at} €`, '']] : []),
      ]),
      ';',
    ),
  ),
  {
    ...right(
      'gains in thousands',
      table('Date,Symbol,Profit', (at, won) => [stamp(at), pairOf(at), won ? '1.2K' : '-1000']),
    ),
    payout: 1.2,
    counts: RIGHT,
  },
  plain(
    'W and L over columns of ticks',
    table('Date,Pair,W,L', (at, won) => [stamp(at), pairOf(at), won ? '✓' : '', won ? '' : '✓']),
  ),
  plain(
    'prices at the entry and the exit, and nothing else',
    table('Date,Pair,Side,Entry,SL,TP,Exit', (at, won) => [
      stamp(at),
      pairOf(at),
      at % 2 === 0 ? 'Long' : 'Short',
      1.1,
      1.09,
      1.12,
      won === (at % 2 === 0) ? 1.104 : 1.097,
    ]),
  ),
  plain(
    'the balance before and after each trade',
    table('Trade,Opened,Pair,Balance before,Balance after', (at, won) => [
      at + 1,
      stamp(at),
      pairOf(at),
      1_000 + at * 3,
      1_000 + at * 3 + (won ? 8.5 : -10),
    ]),
  ),
  plain(
    'bets that are void beside those that were settled',
    `${table('bet_id,status,odds,amount,profit,time_placed', (at, won) => [`b${at}x9f`, won ? 'SETTLED_WIN' : 'SETTLED_LOSS', 1.91, 10, won ? 9.1 : -10, stamp(at)])}\nb60x9f,SETTLED_VOID,1.91,10,0,${stamp(60)}`,
    '37-23-1',
  ),
  plain(
    'safety orders of a bot in one trade',
    table('deal_id,pair,status,completed_safety_orders,final_profit,closed_at', (at, won, gain) => [
      9_000 + at,
      'USDT_BTC',
      won ? 'completed' : 'stop_loss_finished',
      at % 5,
      gain,
      stamp(at),
    ]),
  ),
  ...(['Amount', 'Debit,Credit'] as const).map((columns) =>
    plain(
      `bets that overlap, without a number: ${columns}`,
      text(
        `Date,Description,${columns},Balance`,
        WON.flatMap((won, at): [number, Cells][] => {
          const cells = (kind: string, amount: number): Cells => [
            kind,
            ...(columns === 'Amount' ? [amount] : amount < 0 ? [-amount, ''] : ['', amount]),
          ];
          return [
            [at * 10, cells('Bet placed', -10)],
            ...(won ? [[at * 10 + 25, cells('Bet won', 19)] as [number, Cells]] : []),
          ];
        })
          .sort(([one], [other]) => one - other)
          .map(([minute, cells]) => [stamp(0, minute * 60), ...cells, 100]),
      ),
    ),
  ),
  {
    name: 'each stake of a trade in one cell',
    text: table('Date,Asset,Stakes,Result', (at, won) => [
      stamp(at),
      pairOf(at),
      won && at % 4 === 0 ? '10+22' : '10',
      won ? 'WIN' : 'LOSS',
    ]),
    counts: `37-${23 + WON.filter((won, at) => won && at % 4 === 0).length}-0`,
    asks: 'posted-gales',
  },
  asks(
    'gains that fees and funding turn into losses',
    table('Time,Contract,Side,Realized Profit,Trading Fee,Funding Fee', (at, won) => [
      stamp(at),
      'ETHUSDT',
      'LONG',
      won ? gainOf(at, true) : 1.2,
      -0.9,
      won ? 0 : -0.6,
    ]),
    'doubtful-outcomes',
  ),
  asks(
    'outcomes that the prices of some trades deny',
    table('Opened,Pair,Direction,Open price,Close price,Result', (at, won) => [
      stamp(at),
      pairOf(at),
      at % 2 === 0 ? 'BUY' : 'SELL',
      1.1,
      won === (at % 2 === 0) ? 1.104 : 1.096,
      won || at % 3 === 0 ? 'WIN' : 'LOSS',
    ]),
    'doubtful-outcomes',
  ),
  plain(
    'moves of the price, whatever the side, below a name that is not known',
    table('Date,Pair,Signal,Entry,Exit,Move (pips)', (at, won) => {
      const move = won === (at % 2 === 0) ? 30 + ((at * at) % 59) : -30 - ((at * at) % 53);
      return [
        stamp(at),
        pairOf(at),
        at % 2 === 0 ? 'BUY' : 'SELL',
        1.2,
        (1.2 + move / 10_000).toFixed(4),
        `${move > 0 ? '+' : ''}${move}`,
      ];
    }),
  ),
  asks(
    'the profit of several rows beside that of each',
    table('Date,Pair,Leg,Leg P/L,Trade P/L', (at, _won, gain) => [
      stamp(at),
      pairOf(at),
      (at % 3) + 1,
      gainOf(at + 1, at % 2 === 0).toFixed(2),
      at % 3 === 0 ? gain : '',
    ]),
    'result-column',
    '12-8-0',
  ),
  plain(
    'the highest profit before that at the close, in pips',
    table('Date,Signal,Max profit (pips),Closed at (pips)', (at, won) => [
      day(at),
      `${pairOf(at)} sell`,
      30 + (at % 9),
      won ? 20 + (at % 7) : -12 - (at % 5),
    ]),
  ),
  plain(
    'decimal commas in a file of commas',
    table('Data,Ativo,Resultado', (at, won) => [stamp(at), pairOf(at), won ? '0,87' : '-1,00']),
  ),
  plain(
    'a note that begins with a quote and one that ends with it',
    table('Date,Pair,Side,Profit,Note', (at, _won, gain) => [
      stamp(at),
      pairOf(at),
      'buy',
      gain,
      at === 4 ? '"5 min chart' : at === 11 ? 'news"' : '',
    ]),
  ),
  plain(
    'the profit of open positions before that of closed ones',
    table('Time,Symbol,Open P/L,Closed P/L', (at, _won, gain) => [
      stamp(at),
      pairOf(at),
      gainOf(at + 3, at % 2 === 0),
      gain,
    ]),
  ),
  plain(
    'the result before, and that of the row',
    table('time,previous_result,side,outcome', (at, won) => [
      stamp(at),
      WON[at - 1] === true ? 'win' : 'loss',
      'yes',
      won ? 'WIN' : 'LOSS',
    ]),
  ),
  {
    ...plain(
      'odds and stakes in French beside columns that no list knows',
      table('Date,Compétition,Match,Pari,Cote,Mise,État,Gain net,Bookmaker', (at, won) => [
        stamp(at),
        'Ligue 1',
        'Lens - Brest',
        'Lens',
        '2.00',
        won ? '10 €' : '20 €',
        won ? 'Gagné' : 'Perdu',
        won ? '10.00 €' : '-20.00 €',
        'Winamax',
      ]),
    ),
    payout: 1,
  },
  asks(
    'a price named as a stake is, beside one at the end that denies some outcomes',
    table('Fecha,Par,Operación,Entrada,Salida,Cierre', (at, won) => [
      stamp(at),
      pairOf(at),
      at % 2 === 0 ? 'Compra' : 'Venta',
      '1.08000',
      (at % 2 === 0) === won ? '1.08300' : '1.07700',
      won || at % 5 === 0 ? 'Take Profit' : 'Stop Loss',
    ]),
    'doubtful-outcomes',
  ),
  asks(
    'each doubled stake in a column of its own',
    table('Data,Par,Entrada 1,Entrada 2,Entrada 3,Resultado', (at, won) => [
      stamp(at),
      pairOf(at),
      'R$ 10',
      doubled(at, won) > 0 ? 'R$ 22' : '',
      doubled(at, won) > 1 ? 'R$ 48' : '',
      won ? 'Vitória' : 'Derrota',
    ]),
    'posted-gales',
    `37-${23 + WON.reduce((sum, won, at) => sum + doubled(at, won), 0)}-0`,
  ),
  {
    ...plain(
      'a return that is below 0 in losses beside the profit',
      table('symbol,side,entry_time,amount_usdt,realized_pnl,roi', (at, won) => [
        pairOf(at),
        at % 2 === 0 ? 'LONG' : 'SHORT',
        stamp(at),
        500,
        won ? '10.00' : '-10.00',
        won ? '2.0000' : '-2.0000',
      ]),
    ),
    payout: 1,
  },
];
