/** Exports of terminals, written from their public documentation, each with its truth. */
import { cell, dotted, lines, plain, slashed, table, unix } from './export-parts.ts';
import { type Layout, pairOf, stamp, WON } from './layout.ts';

/** Profit, excursions and running profit, in money and percent, which TradingView puts on both rows of a trade. */
const ends = (won: boolean) => [won ? 16 : -20, won ? 1.45 : -1.81, 18, 1.6, -9, -0.8, 10, 0.1];

export const TERMINAL_LAYOUTS: readonly Layout[] = [
  plain(
    'a list of closed positions whose premium is a fee',
    table('Position ID,Instrument,Type,Open Time,Net Profit/Loss,Premium', (at, won) => [
      330_000 + at,
      pairOf(at),
      'Buy',
      stamp(at),
      won ? 8 : -10,
      -0.12,
    ]),
  ),
  // TradingView, list of trades
  plain(
    'TradingView 2025, exits first, the last trade still open',
    `${lines(
      'Trade #,Type,Date/Time,Signal,Price USD,Position size (qty),Position size (value),Net P&L USD,Net P&L %,Favorable excursion USD,Favorable excursion %,Adverse excursion USD,Adverse excursion %,Cumulative P&L USD,Cumulative P&L %',
      (at, won) => [
        [at + 1, 'Exit long', stamp(at, 600).slice(0, 16), won ? 'TP' : 'SL', 1.1, 1000, 1100, ...ends(won)],
        [at + 1, 'Entry long', stamp(at).slice(0, 16), 'Long', 1.09, 1000, 1090, ...ends(won)],
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
];
