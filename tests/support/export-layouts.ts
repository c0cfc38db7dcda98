/** Exports of terminals, brokers, trackers and bookmakers, written from their public documentation, each with its truth. */
import { type Layout, pairOf, startOf, WON } from './table-layouts.ts';

const RIGHT = '37-23-0';
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 19);
const stamp = (at: number, seconds = 0): string => iso(startOf(at) + seconds * 1_000).replace('T', ' ');
const dotted = (at: number, seconds = 0): string => stamp(at, seconds).replaceAll('-', '.');
const unix = (at: number, seconds = 0): number => startOf(at) / 1_000 + seconds;
const slashed = (at: number, seconds = 0): string => {
  const [date = '', clock = ''] = stamp(at, seconds).split(' ');
  return `${date.split('-').reverse().join('/')} ${clock}`;
};
const american = (at: number): string => {
  const date = new Date(startOf(at));
  const hour = date.getUTCHours();
  const minutes = String(date.getUTCMinutes()).padStart(2, '0');
  return `${date.getUTCMonth() + 1}/${date.getUTCDate()}/${date.getUTCFullYear()} ${hour % 12 || 12}:${minutes}:00 ${hour < 12 ? 'AM' : 'PM'}`;
};

type Cells = readonly (string | number)[];
type RowsOf = (at: number, won: boolean) => readonly Cells[];
const lines = (heading: string, rowsOf: RowsOf, delimiter = ','): string =>
  [heading, ...WON.flatMap((won, at) => rowsOf(at, won).map((row) => row.join(delimiter)))].join('\n');
const table = (heading: string, rowOf: (at: number, won: boolean) => Cells, delimiter = ','): string =>
  lines(heading, (at, won) => [rowOf(at, won)], delimiter);

type Truth = Omit<Layout, 'name' | 'text'>;
const layout = (name: string, text: string, truth: Truth = {}): Layout => ({
  name,
  text,
  ...(truth.asks === undefined ? { counts: RIGHT } : {}),
  ...truth,
});
const plain = (name: string, text: string, truth: Truth = {}): Layout =>
  layout(name, text, { isPlain: true, ...truth });

const cell = (values: Cells, tag = 'td'): string =>
  `<tr>${values.map((value) => `<${tag}>${value}</${tag}>`).join('')}</tr>`;
const quoted = (row: Cells): Cells => row.map((value) => `"${value}"`);

export const EXPORT_LAYOUTS: readonly Layout[] = [
  // TradingView, list of trades
  plain(
    'TradingView 2025, exits first, the last trade still open',
    `${lines(
      'Trade #,Type,Date/Time,Signal,Price USD,Position size (qty),Position size (value),Net P&L USD,Net P&L %,Favorable excursion USD,Favorable excursion %,Adverse excursion USD,Adverse excursion %,Cumulative P&L USD,Cumulative P&L %',
      (at, won) => [
        [
          at + 1,
          'Exit long',
          stamp(at, 600).slice(0, 16),
          won ? 'TP' : 'SL',
          1.1,
          1000,
          1100,
          won ? 16 : -20,
          won ? 1.45 : -1.81,
          18,
          1.6,
          -9,
          -0.8,
          10,
          0.1,
        ],
        [
          at + 1,
          'Entry long',
          stamp(at).slice(0, 16),
          'Long',
          1.09,
          1000,
          1090,
          won ? 16 : -20,
          won ? 1.45 : -1.81,
          18,
          1.6,
          -9,
          -0.8,
          10,
          0.1,
        ],
      ],
    )}\n61,Exit long,2026-03-08 10:00,Open,1.1,1000,1100,3.2,0.1,18,1.6,-9,-0.8,10,0.1\n61,Entry long,2026-03-08 09:00,Long,1.09,1000,1090,3.2,0.1,18,1.6,-9,-0.8,10,0.1`,
  ),
  plain(
    'TradingView, old layout with profit on the exit row alone',
    lines(
      'Trade #,Type,Signal,Date/Time,Price,Contracts,Profit,Profit %,Cum. Profit,Cum. Profit %,Run-up,Run-up %,Drawdown,Drawdown %',
      (at, won) => [
        [at + 1, 'Entry Short', 'S', stamp(at).slice(0, 16), 1.1, 1, '', '', '', '', '', '', '', ''],
        [
          at + 1,
          'Exit Short',
          'X',
          stamp(at, 900).slice(0, 16),
          1.09,
          1,
          won ? 42.5 : -50,
          won ? 0.43 : -0.5,
          100,
          1,
          50,
          0.5,
          9,
          0.1,
        ],
      ],
    ),
  ),
  // MetaTrader
  plain(
    'MetaTrader 4, detailed statement with open trades, balance and cancelled orders',
    `<html><body><table>${cell(['Account: 1234', 'Name: A', 'Currency: USD'])}${cell(['Closed Transactions:'])}${cell(['Ticket', 'Open Time', 'Type', 'Size', 'Item', 'Price', 'S / L', 'T / P', 'Close Time', 'Price', 'Commission', 'Taxes', 'Swap', 'Profit'])}${cell(['100', dotted(0), 'balance', 'Deposit', '5 000.00'])}${WON.map((won, at) => cell([200 + at, dotted(at), at % 2 ? 'sell' : 'buy', '0.10', pairOf(at).toLowerCase(), '1.10000', '1.0', '1.2', dotted(at, 700), '1.10100', '0.00', '0.00', '0.00', won ? '8.00' : '-10.00'])).join('')}${cell(['400', dotted(3), 'buy limit', '0.10', 'eurusd', '1.1', '0', '0', dotted(3, 60), '1.1', 'cancelled'])}${cell(['0.00', '0.00', '0.00', '66.00'])}${cell(['Closed P/L:', '66.00'])}${cell(['Open Trades:'])}${cell(['Ticket', 'Open Time', 'Type', 'Size', 'Item', 'Price', 'S / L', 'T / P', '', 'Price', 'Commission', 'Taxes', 'Swap', 'Profit'])}${cell(['900', dotted(5), 'buy', '0.10', 'eurusd', '1.1', '0', '0', '', '1.2', '0', '0', '0', '15.00'])}${cell(['Floating P/L:', '15.00'])}</table></body></html>`,
  ),
  plain(
    'MetaTrader 5, report of positions, orders and deals',
    `<html><body><table>${cell(['Trade History Report'])}${cell(['Positions'], 'th')}${cell(['Time', 'Position', 'Symbol', 'Type', 'Volume', 'Price', 'S / L', 'T / P', 'Time', 'Price', 'Commission', 'Swap', 'Profit'], 'th')}${WON.map((won, at) => cell([dotted(at), 5000 + at, pairOf(at), at % 2 ? 'sell' : 'buy', '0.1', '1.10', '', '', dotted(at, 800), '1.11', '0.00', '0.00', won ? '1 008.00' : '-1 010.00'])).join('')}${cell(['Orders'], 'th')}${cell(['Open Time', 'Order', 'Symbol', 'Type', 'Volume', 'Price', 'S / L', 'T / P', 'Time', 'State', '', 'Comment'], 'th')}${WON.map((_won, at) => cell([dotted(at), 7000 + at, pairOf(at), 'buy', '0.1 / 0.1', 'market', '', '', dotted(at), 'filled', '', ''])).join('')}${cell(['Deals'], 'th')}${cell(['Time', 'Deal', 'Symbol', 'Type', 'Direction', 'Volume', 'Price', 'Order', 'Commission', 'Fee', 'Swap', 'Profit', 'Balance', 'Comment'], 'th')}${WON.map((won, at) => cell([dotted(at, 800), 8000 + at, pairOf(at), 'sell', 'out', '0.1', '1.11', 7000 + at, '0', '0', '0', won ? '1 008.00' : '-1 010.00', '9', ''])).join('')}</table></body></html>`,
  ),
  plain(
    'MetaTrader 5, deals of the Python package with in and out as 0 and 1',
    lines(
      'ticket,order,time,time_msc,type,entry,magic,position_id,reason,volume,price,commission,swap,profit,fee,symbol,comment,external_id',
      (at, won) => [
        [
          2 * at + 100,
          2 * at + 300,
          unix(at),
          unix(at) * 1000,
          at % 2,
          0,
          0,
          900 + at,
          0,
          0.1,
          1.1,
          0,
          0,
          0,
          0,
          pairOf(at),
          '',
          '',
        ],
        [
          2 * at + 101,
          2 * at + 301,
          unix(at, 500),
          unix(at, 500) * 1000,
          1 - (at % 2),
          1,
          0,
          900 + at,
          0,
          0.1,
          1.2,
          0,
          0,
          won ? 8 : -10,
          0,
          pairOf(at),
          '',
          '',
        ],
      ],
    ),
    { isPlain: false },
  ),
  // cTrader
  plain(
    'cTrader, history',
    table(
      'ID,Symbol,Opening direction,Opening time (UTC+0),Closing time (UTC+0),Entry price,Closing price,Closing Quantity,Closing volume,Pips,Net USD,Balance USD',
      (at, won) => [
        8000 + at,
        pairOf(at),
        at % 2 ? 'Sell' : 'Buy',
        slashed(at).replace(/$/, '.123'),
        slashed(at, 900).replace(/$/, '.456'),
        1.1,
        1.2,
        '0.10 Lots',
        '10,000.00'.replace(',', ''),
        won ? 8 : -10,
        won ? 7.6 : -10.4,
        1000 + at,
      ],
    ),
  ),
  plain(
    'cTrader, statement with gross, swap, commission and net',
    table(
      'Symbol;Opening direction;Closing time (UTC+3);Entry price;Closing price;Closing quantity;Gross $;Commission $;Swap $;Net $;Balance $',
      (at, won) => [
        pairOf(at),
        at % 2 ? 'Sell' : 'Buy',
        slashed(at),
        '1.10',
        '1.11',
        '0.01 Lots',
        won ? '0.30' : '-10.00',
        '-0.60',
        '0.00',
        won && at % 9 !== 0 ? '8.00' : won ? '8.10' : '-10.60',
        '1 000.00',
      ],
      ';',
    ),
  ),
  // Brokers of fixed-time trades
  layout(
    'Pocket Option, profit with the stake in it',
    table(
      'Order,Expiration,Asset,Open time,Close time,Open price,Close price,Trade amount,Profit,Currency',
      (at, won) => [
        `a1b2-${at}`,
        'M1',
        `${pairOf(at)} OTC`,
        stamp(at),
        stamp(at, 60),
        1.1,
        1.2,
        10,
        won ? 19.2 : 0,
        'USD',
      ],
    ),
    { payout: 0.92 },
  ),
  layout(
    'Pocket Option, profit without the stake',
    table(
      'Order,Expiration,Asset,Open time,Close time,Open price,Close price,Trade amount,Profit,Currency',
      (at, won) => [
        `a1b2-${at}`,
        'S30',
        `${pairOf(at)} OTC`,
        stamp(at),
        stamp(at, 30),
        1.1,
        1.2,
        10,
        won ? 9.2 : 0,
        'USD',
      ],
    ),
    { payout: 0.92 },
  ),
  plain(
    'Quotex, table copied from the page',
    table(
      'Asset\tTime of opening\tTime of closing\tInvestment\tPercent\tDirection\tResult',
      (at, won) => [
        `${pairOf(at).slice(0, 3)}/${pairOf(at).slice(3)} (OTC)`,
        stamp(at),
        stamp(at, 60),
        '$10.00',
        '88%',
        at % 2 ? 'Down' : 'Up',
        won ? '+$8.80' : '-$10.00',
      ],
      '\t',
    ),
    { payout: 0.88 },
  ),
  layout(
    'Deriv, statement with a buy row and a sell row of each contract',
    lines('Transaction ID,Reference ID,Date,Action,Contract,Amount,Balance', (at, won) => [
      [9000 + 2 * at, 700 + at, stamp(at), 'Buy', 'CALL_FRXEURUSD', '-10.00', 1000],
      [9001 + 2 * at, 700 + at, stamp(at, 60), 'Sell', 'CALL_FRXEURUSD', won ? '19.20' : '0.00', 1000],
    ]),
    { mayRefuse: true },
  ),
  plain(
    'Deriv, trade table of DTrader',
    table('Type,Ref. ID,Currency,Buy time,Stake,Sell time,Contract value,Total profit/loss', (at, won) => [
      'Rise',
      700 + at,
      'USD',
      `${stamp(at)} GMT`,
      '10.00',
      `${stamp(at, 60)} GMT`,
      won ? '19.53' : '0.00',
      won ? '9.53' : '-10.00',
    ]),
    { payout: 0.953 },
  ),
  plain(
    'Deriv, profit table of the API',
    JSON.stringify({
      echo_req: { profit_table: 1 },
      msg_type: 'profit_table',
      profit_table: {
        count: 60,
        transactions: WON.map((won, at) => ({
          app_id: 1089,
          buy_price: 10,
          contract_id: 800 + at,
          longcode:
            'Win payout if EUR/USD is strictly higher than entry spot at 1 minute after contract start time.',
          payout: 19.53,
          purchase_time: unix(at),
          sell_price: won ? 19.53 : 0,
          sell_time: unix(at, 60),
          shortcode: 'CALL_FRXEURUSD_19.53_S0P',
          transaction_id: 90 + at,
        })),
      },
    }),
    { payout: 0.953 },
  ),
  plain(
    'IQ Option, options of the API that say win, loose and equal',
    JSON.stringify({
      msg: {
        result: {
          closed_options: WON.map((won, at) => ({
            id: [500 + at],
            amount: 10,
            win: won ? 'win' : 'loose',
            win_amount: won ? 18.7 : 0,
            currency: 'USD',
            active: pairOf(at),
            dir: at % 2 ? 'put' : 'call',
            created: unix(at),
            expired: unix(at, 60),
            type_name: 'turbo',
          })),
        },
      },
    }),
    { isPlain: false, payout: 0.87 },
  ),
  layout(
    'IQ Option, position history of the API with pnl and amounts that come back',
    JSON.stringify({
      positions: WON.map((won, at) => ({
        id: `p${at}`,
        active_id: 76,
        instrument_type: 'turbo-option',
        invest: 10,
        close_profit: won ? 18.7 : 0,
        pnl: won ? 8.7 : -10,
        pnl_net: won ? 8.7 : -10,
        pnl_realized: won ? 8.7 : -10,
        close_reason: won ? 'win' : 'loose',
        open_time: unix(at) * 1000,
        close_time: unix(at, 60) * 1000,
        status: 'closed',
      })),
    }),
    { payout: 0.87 },
  ),
  plain(
    'Binomo, deals of the API in cents',
    JSON.stringify({
      success: true,
      data: {
        binary_option_deals: WON.map((won, at) => ({
          id: at + 1,
          asset_name: 'EUR/USD',
          trend: at % 2 ? 'put' : 'call',
          deal_type: 'demo',
          amount: 1000,
          payment: won ? 1830 : 0,
          payment_rate: 83,
          win: won ? 1830 : 0,
          status: won ? 'won' : 'lost',
          open_rate: 1.1,
          close_rate: 1.2,
          created_at: `${iso(startOf(at))}.000000Z`,
          close_quote_created_at: `${iso(startOf(at) + 60_000)}.000000Z`,
        })),
      },
    }),
    { payout: 0.83 },
  ),
  layout(
    'Olymp Trade, an income of nothing where the trade was lost',
    table(
      'Date;Time;Asset;Type;Amount, $;Income, $;Rate of return',
      (at, won) => [
        stamp(at).slice(0, 10),
        stamp(at).slice(11),
        pairOf(at),
        at % 2 ? 'Down' : 'Up',
        '10',
        won ? '18.2' : '0',
        '82%',
      ],
      ';',
    ),
    { payout: 0.82 },
  ),
  plain(
    'ExpertOption, results with a sign and the rate beside them',
    table('Deal,Asset,Direction,Investment,Profit %,Profit,Opened,Closed', (at, won) => [
      at,
      pairOf(at),
      at % 2 ? 'SELL' : 'BUY',
      '$ 10',
      '85%',
      won ? '+ $ 8.5' : '- $ 10',
      slashed(at),
      slashed(at, 60),
    ]),
    { payout: 0.85 },
  ),
  // Bookmakers and bet trackers
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
  // Trackers and back tests
  plain(
    'Myfxbook, whole export with a deposit and a withdrawal',
    `${table('Tags,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Commission,Swap,Pips,Profit,Gain,Duration (DDDD:HH:MM:SS),Profitable(%),Profitable(time duration),Drawdown,Risk:Reward,Max(pips),Max(USD),Min(pips),Min(USD),Entry Accuracy(%),Exit Accuracy(%),ProfitMissed(pips),ProfitMissed(USD)', (at, won) => ['', american(at), american(at), pairOf(at), at % 2 ? 'Sell' : 'Buy', '0.10', '0', '0', '1.1', '1.2', '0', '0', won ? 8 : -10, won ? '8.00' : '-10.00', won ? '0.08' : '-0.1', '0000:00:11:00', '55.5', '40m', '3.1', '1.25', '9', '9', '-2', '-2', '80', '70', '1', '1'])}\n,03/01/2026 09:00,,,Deposit,,,,,,,,,1000.0,,,,,,,,,,,,,,\n,03/09/2026 09:00,,,Withdrawal,,,,,,,,,-100.0,,,,,,,,,,,,,,`,
  ),
  plain(
    'FX Blue, closed positions, deposits and a result in words',
    `${table('Type,Ticket,Symbol,Lots,Buy/sell,Open price,Close price,Open time,Close time,Open date,Close date,Profit,Swap,Commission,Net profit,T/P,S/L,Pips,Result,Trade duration (hours),Magic number,Order comment', (at, won) => ['Closed position', at + 1, pairOf(at), 0.1, at % 2 ? 'Sell' : 'Buy', 1.1, 1.2, stamp(at).replaceAll('-', '/'), stamp(at, 600).replaceAll('-', '/'), stamp(at).slice(0, 10), stamp(at).slice(0, 10), won ? 9 : -9.5, 0, -0.5, won ? 8.5 : -10, 0, 0, won ? 9 : -9.5, won ? 'Win' : 'Loss', 0.17, 0, ''])}\nDeposit,900,,0,,0,0,2026/03/01 09:00:00,2026/03/01 09:00:00,2026-03-01,2026-03-01,5000,0,0,5000,0,0,0,,0,0,`,
  ),
  plain(
    'ZuluTrade, highest profit and worst drawdown beside the profit',
    table(
      'Provider Ticket,Broker Ticket,Type,Currency,Standard Lots,Date Open,Date Close,Price Open,Price Close,Highest Profit (Pips),Worst Drawdown (Pips),Interest ($),Profit (Pips),Profit ($)',
      (at, won) => [
        at,
        at + 900,
        at % 2 ? 'SELL' : 'BUY',
        'EUR/USD',
        0.1,
        stamp(at),
        stamp(at, 600),
        1.1,
        1.2,
        14.2,
        -9,
        0,
        won ? 8 : -10,
        won ? 8 : -10,
      ],
    ),
  ),
  plain(
    'NinjaTrader, dollars in brackets and a running sum',
    table(
      'Trade number,Instrument,Account,Strategy,Market pos.,Qty,Entry price,Exit price,Entry time,Exit time,Entry name,Exit name,Profit,Cum. net profit,Commission,MAE,MFE,ETD,Bars',
      (at, won) => [
        at + 1,
        'ES 03-26',
        'Sim101',
        'S',
        at % 2 ? 'Short' : 'Long',
        1,
        5000,
        5001,
        american(at),
        american(at),
        'Entry',
        won ? 'Profit target' : 'Stop loss',
        won ? '$48.00' : '($60.00)',
        '$10.00',
        '$2.00',
        '$12.50',
        '$50.00',
        '$2.00',
        3,
      ],
    ),
  ),
  plain(
    'freqtrade, a back test in JSON',
    JSON.stringify({
      strategy: {
        S: {
          trades: WON.map((won, at) => ({
            pair: 'BTC/USDT',
            stake_amount: 100,
            amount: 0.001,
            open_date: `${stamp(at)}+00:00`,
            close_date: `${stamp(at, 900)}+00:00`,
            open_rate: 60_000,
            close_rate: 60_100,
            fee_open: 0.001,
            fee_close: 0.001,
            trade_duration: 15,
            profit_ratio: won ? 0.01 : -0.01,
            profit_abs: won ? 1 : -1,
            exit_reason: won ? 'roi' : 'stop_loss',
            initial_stop_loss_ratio: -0.1,
            is_open: false,
            is_short: false,
          })),
          total_trades: 60,
          wins: 37,
          losses: 23,
          draws: 0,
        },
      },
    }),
  ),
  plain(
    'vectorbt, closed trades and one that is open',
    `${table('Exit Trade Id,Column,Size,Entry Timestamp,Avg Entry Price,Entry Fees,Exit Timestamp,Avg Exit Price,Exit Fees,PnL,Return,Direction,Status,Position Id', (at, won) => [at, 'c', 1, stamp(at), 1.1, 0, stamp(at, 600), 1.2, 0, won ? 8 : -10, won ? 0.08 : -0.1, 'Long', 'Closed', at])}\n60,c,1,2026-03-08 09:00:00,1.1,0,2026-03-08 10:00:00,1.2,0,3,0.03,Long,Open,60`,
    { isPlain: false },
  ),
  plain(
    'QuantConnect, closed trades with a column that says 1 for a win',
    table(
      'Entry Time,Symbols,Exit Time,Direction,Entry Price,Exit Price,Quantity,P&L,Fees,Drawdown,IsWin,Order Ids',
      (at, won) => [
        `${iso(startOf(at))}Z`,
        pairOf(at),
        `${iso(startOf(at) + 600_000)}Z`,
        at % 2 ? 'Sell' : 'Buy',
        1.1,
        1.2,
        1000,
        won ? 8 : -10,
        0,
        3,
        won ? 1 : 0,
        `"${at},${at + 1}"`,
      ],
    ),
  ),
  layout(
    'Binance futures, fills where the opening ones have realized nothing',
    lines('Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Realized Profit,Trade ID', (at, won) => [
      [stamp(at), 'BTCUSDT', at % 2 ? 'SELL' : 'BUY', 60_000, 0.01, 600, '-0.1 USDT', 0, 2 * at],
      [
        stamp(at, 500),
        'BTCUSDT',
        at % 2 ? 'BUY' : 'SELL',
        60_100,
        0.01,
        601,
        '-0.1 USDT',
        won ? 4 : -5,
        2 * at + 1,
      ],
    ]),
  ),
  plain(
    'Bybit, closed profit and loss with the closing direction',
    table(
      'Contracts,Closing Direction,Qty,Entry Price,Exit Price,Closed P&L,Trade Type,Trade Time(UTC+0)',
      (at, won) => [
        'BTCUSDT',
        at % 2 ? 'Buy' : 'Sell',
        0.01,
        60_000,
        60_100,
        won ? '0.98765432' : '-1.01234567',
        'Trade',
        stamp(at),
      ],
    ),
  ),
  // Journals and sheets
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
  layout(
    'a column that says yes where the trade was lost',
    table('date,pair,Lost?', (at, won) => [stamp(at), pairOf(at), won ? 'no' : 'yes']),
    { asks: 'any', mayRefuse: true },
  ),
];
