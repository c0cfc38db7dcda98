/** Histories of brokers, exchanges, journals and back tests, written from their public documentation, each with its truth. */
import { joined, layout, lines, plain, slashed, table } from './export-parts.ts';
import { type Layout, pairOf, stamp, startOf, WON } from './layout.ts';

const gainOf = (at: number, won: boolean): number => (won ? 8 + (at % 9) : -10 - (at % 7));
const sum = (of: (at: number, won: boolean) => number): number =>
  WON.reduce((total, won, at) => total + of(at, won), 0);
const GAINED = sum(gainOf);
const usd = (amount: number): string => `${amount < 0 ? '-' : ''}$${Math.abs(amount).toFixed(2)}`;
const isLong = (at: number): boolean => at % 2 === 0;
const side = (at: number): string => (isLong(at) ? 'Buy' : 'Sell');
const otherSide = (at: number): string => (isLong(at) ? 'Sell' : 'Buy');
/** The price at the end of a trade that began at another and gained so much for each unit. */
const exitOf = (entry: number, at: number, gain: number): number => entry + (isLong(at) ? gain : -gain);
const net = (gain: number): string => (gain - 0.6).toFixed(2);
const history = (
  name: string,
  names: string,
  rowOf: (at: number, won: boolean, gain: number) => readonly (string | number)[],
  profit = GAINED,
  delimiter = ',',
): Layout =>
  plain(
    name,
    table(names, (at, won) => rowOf(at, won, gainOf(at, won)), delimiter),
    { profit },
  );

const HISTORIES: readonly Layout[] = [
  history(
    'Capital.com, realized amounts as Rpl',
    'Trade Id,Execution Type,Status,Source,Instrument Symbol,Quantity,Price,Leverage,Fee,Swap,Rpl,Currency,Timestamp',
    (at, won, gain) =>
      joined(
        [`t${at}`, 'CLOSE', 'CLOSED', won ? 'TP' : 'SL', pairOf(at), 100, 1.1, '30:1', 0, 0, gain],
        ['USD', slashed(at)],
      ),
  ),
  plain(
    'IG, transactions with a deposit',
    `${table('Date,Summary,Market,Period,ProfitAndLoss,Transaction type,Reference,Open level,Close level,Size,PL Amount,Cash transaction,DateUtc,OpenDateUtc', (at, won) => [slashed(at).slice(0, 10), 'Closing trades', 'EUR/USD', '-', usd(gainOf(at, won)), won ? 'DEPO' : 'WITH', `R${at}`, 1.1, 1.2, isLong(at) ? '+1' : '-1', gainOf(at, won), 'false', stamp(at, 600), stamp(at)])}\n01/03/2026,Cash In,Card payment,-,$500.00,DEPO,R900,-,0,-,500,true,2026-03-01 09:00:00,2026-03-01 09:00:00`,
    { profit: GAINED },
  ),
  history(
    'XTB, gross profits beside charges',
    'Position;Symbol;Type;Volume;Open time;Open price;Close time;Close price;Margin;Commission;Swap;Rollover;Gross P/L;Comment',
    (at, _won, gain) =>
      joined(
        [at + 1e6, pairOf(at), side(at).toUpperCase(), 0.1, slashed(at), 1.1, slashed(at, 600), 1.2, 30],
        [-0.5, -0.1, 0, gain, ''],
      ),
    GAINED - 36,
    ';',
  ),
  history(
    'eToro, closed positions',
    'Position ID,Action,Amount,Units,Open Date,Close Date,Leverage,Spread,Profit,Open Rate,Close Rate,Take Profit Rate,Stop Loss Rate,Rollover Fees and Dividends,Type',
    (at, _won, gain) =>
      joined(
        [at + 2e9, 'Buy Apple', 100, 0.5, slashed(at), slashed(at, 3_600), 1, 0.01, gain, 200],
        [200 + gain * 2, 0, 0, 0, 'Stocks'],
      ),
  ),
  history(
    'DXtrade, realized and net profits',
    'Instrument;Side;Quantity;Open Time;Open Price;Close Time;Close Price;Realized P&L;Commission;Swap;Net P&L;Position Code',
    (at, _won, gain) =>
      joined(
        [pairOf(at), side(at), '10,000', stamp(at), 1.1, stamp(at, 600), 1.2, gain, -0.6, 0, net(gain)],
        [`P${at}`],
      ),
    GAINED - 36,
    ';',
  ),
  history(
    'Match-Trader, profits before commissions and a reason',
    'ID,Symbol,Volume,Side,Open time,Open price,Stop loss,Take profit,Close time,Close price,Swap,Commission,Profit,Reason',
    (at, won, gain) =>
      joined(
        [`W${at}`, pairOf(at), '0.10', side(at), slashed(at), 1.1, '', '', slashed(at, 600), 1.2],
        [0, -0.6, gain, won ? 'Take profit' : 'Stop loss'],
      ),
    GAINED - 36,
  ),
  history(
    'TradeLocker, gross and net profits',
    'Instrument,Side,Amount,Entry Price,Exit Price,SL,TP,Open Time,Close Time,Fee,Swap,Gross P&L,Net P&L,Position ID,Order Type',
    (at, _won, gain) =>
      joined(
        [pairOf(at), side(at), '0.10', 1.1, 1.2, '', '', stamp(at), stamp(at, 600), -0.6, 0, gain],
        [net(gain), `7${at}`, 'Market'],
      ),
    GAINED - 36,
  ),
  history(
    'FTMO, two prices of one name and commissions',
    'Ticket;Open;Type;Volume;Symbol;Price;SL;TP;Close;Price;Swap;Commissions;Profit;Pips;Trade duration in seconds',
    (at, _won, gain) =>
      joined(
        [at + 1e6, stamp(at), side(at).toLowerCase(), '0.10', pairOf(at), 1.1, 0, 0, stamp(at, 600), 1.2],
        [0, -0.6, gain, gain, 600],
      ),
    GAINED - 36,
    ';',
  ),
  history(
    'Plus500, amounts with commas and a currency',
    'Order ID;Instrument;Buy/Sell;Amount;Open rate;Close rate;Open time;Close time;Profit/Loss;Overnight funding;Net profit',
    (at, _won, gain) =>
      joined(
        [at, 'EUR/USD', side(at), '1.000 Contracts', '1,1', '1,2', slashed(at), slashed(at, 600)],
        [`${gain},00 €`, '0,00 €', `${gain},00 €`],
      ),
    GAINED,
    ';',
  ),
  history(
    'KuCoin futures, realized amounts after fees',
    'UID,Symbol,Close Type,Realized PNL,Total Realized PNL,Total Funding Fees,Total Trading Fees,Position Opening Time(UTC+00:00),Position Closing Time(UTC+00:00)',
    (at, _won, gain) =>
      joined(
        [1, 'XBTUSDTM', isLong(at) ? 'CLOSE_LONG' : 'CLOSE_SHORT', net(gain), gain, 0, 0.6],
        [stamp(at), stamp(at, 300)],
      ),
    GAINED - 36,
  ),
  history(
    'Bitget, amounts with their coin',
    'Futures,Opening time,Average entry price,Average closing price,Closed amount,Closed value,Position Pnl,Realized PnL,Fees,Opening fee,Closing fee,Closed time',
    (at, _won, gain) =>
      joined(
        ['BTCUSDT Long·Cross', stamp(at), 60_000, 60_000 + gain * 100, '0.01BTC', '600USDT'],
        [`${gain}USDT`, `${net(gain)}USDT`, '0USDT', '-0.3USDT', '-0.3USDT', stamp(at, 300)],
      ),
    GAINED - 36,
  ),
  plain(
    'Bybit, closed positions of its API',
    JSON.stringify({
      retCode: 0,
      result: {
        list: WON.map((won, at) => ({
          symbol: 'BTCUSDT',
          leverage: '10',
          updatedTime: String(startOf(at) + 300_000),
          side: otherSide(at),
          orderId: `o${at}`,
          closedPnl: String(gainOf(at, won)),
          avgEntryPrice: '60000',
          createdTime: String(startOf(at)),
          avgExitPrice: String(exitOf(60_000, at, gainOf(at, won) * 100)),
        })),
      },
    }),
    { profit: GAINED },
  ),
];

const TRACKERS: readonly Layout[] = [
  history(
    'TraderSync, returns in money, in percent and in multiples of the risk',
    'Status,Symbol,Size,Open Date,Close Date,Open Time,Close Time,Entry Price,Exit Price,Return $,Return %,Net Return,Commision,Type,Side,Cost,R-Multiple',
    (at, won, gain) =>
      joined(
        [won ? 'WIN' : 'LOSS', 'AAPL', 100, stamp(at).slice(0, 10), stamp(at).slice(0, 10)],
        [stamp(at).slice(11), stamp(at, 300).slice(11), '$200.00', '$200.10', usd(gain), `${gain / 200}%`],
        [usd(gain - 1), '$1.00', 'SHARE', isLong(at) ? 'LONG' : 'SHORT', '$20000', `${gain / 10}R`],
      ),
    GAINED - 60,
  ),
  history(
    'Tradervue, gross and net profits, one in percent',
    'Open Datetime,Close Datetime,Symbol,Side,Volume,Exec Count,Entry Price,Exit Price,Gross P&L,Gross P&L (%),Notes,Position MFE,Position MAE,Commissions,Fees,Net P&L,P&L (R)',
    (at, _won, gain) =>
      joined(
        [stamp(at), stamp(at, 300), 'AAPL', isLong(at) ? 'L' : 'S', 200, 2, 200, 200.1, gain],
        [`${gain / 4}%`, '', 20, -5, 0.4, 0.2, net(gain), ''],
      ),
    GAINED - 36,
  ),
  history(
    'Edgewonk, profits and multiples of the risk',
    'Trade Date;Instrument;Position;Setup;Entry;Stop loss;Take profit;Exit;P&L;R-Multiple;Efficiency',
    (at, _won, gain) =>
      joined(
        [stamp(at), pairOf(at), isLong(at) ? 'Long' : 'Short', 'Breakout', 1.1, 1.09, 1.12, 1.11, gain],
        [(gain / 10).toFixed(2), '70%'],
      ),
    GAINED,
    ';',
  ),
  history(
    'AmiBroker, profits, their share and their sum',
    'Ticker,Trade,Date,Price,Ex. date,Ex. Price,% chg,Profit,% Profit,Shares,Position value,Cum. Profit,# bars,Profit/bar,MAE,MFE',
    (at, _won, gain) =>
      joined(
        ['AAPL', isLong(at) ? 'Long' : 'Short (stop)', stamp(at), 200, stamp(at, 3_600), 201],
        [`${gain / 20}%`, gain, `${gain / 20}%`, 10, 2_000, '', 5, gain / 5, '-1.2%', '2.1%'],
      ),
  ),
  ...[true, false].map((isNet) =>
    history(
      `vectorbt, sizes and ${isNet ? 'profits after' : 'profits before'} the fees of both ends`,
      'Exit Trade Id,Column,Size,Entry Timestamp,Avg Entry Price,Entry Fees,Exit Timestamp,Avg Exit Price,Exit Fees,PnL,Return,Direction,Status,Position Id',
      (at, _won, gain) => {
        const [size, fee] = [1 + (at % 3), 0.3 * (1 + (at % 3))];
        const profit = gain * size - (isNet ? fee * 2 : 0);
        return joined(
          [at, 'BTC', size / 100, stamp(at), 60_000, fee, stamp(at, 300), exitOf(60_000, at, gain * 100)],
          [fee, profit.toFixed(2), gain / 600, isLong(at) ? 'Long' : 'Short', 'Closed', at],
        );
      },
      sum((at, won) => (gainOf(at, won) - 0.6) * (1 + (at % 3))),
    ),
  ),
  history(
    'backtesting.py, bars and times of both ends',
    ',Size,EntryBar,ExitBar,EntryPrice,ExitPrice,SL,TP,PnL,Commission,ReturnPct,EntryTime,ExitTime,Duration,Tag',
    (at, _won, gain) =>
      joined(
        [at, isLong(at) ? 1 : -1, at * 10, at * 10 + 5, 60_000, exitOf(60_000, at, gain), '', '', gain, 0],
        [gain / 60_000, stamp(at), stamp(at, 300), '0 days 00:05:00', ''],
      ),
  ),
  history(
    'Sierra Chart, times with letters, a sum and a profit from flat to flat',
    'Symbol\tTrade Type\tEntry DateTime\tExit DateTime\tEntry Price\tExit Price\tTrade Quantity\tProfit/Loss (C)\tFlat to Flat Profit/Loss (C)\tMax Open Loss\tAccount',
    (at, _won, gain) =>
      joined(
        ['[Sim]ESH6', isLong(at) ? 'Long' : 'Short', `${stamp(at)} BP`, `${stamp(at, 300)} EP`, 5_000],
        [5_001, 1, gain, `${gain} F`, -5, 'Sim1'],
      ),
    GAINED,
    '\t',
  ),
];

const BINARIES: readonly Layout[] = [
  plain(
    'Quotex, what came back with a currency behind it',
    table('Asset,Info,Open time,Close time,Open price,Close price,Amount,Profitability,Income', (at, won) =>
      joined(
        [`${pairOf(at)} (OTC)`, isLong(at) ? 'Up' : 'Down', stamp(at), stamp(at, 60), 1.1, 1.2, '10 $'],
        ['85%', won ? '18.50 $' : '0.00 $'],
      ),
    ),
    { payout: 0.85, profit: 84.5 },
  ),
  plain(
    'Deriv, profit table with stakes and contract values',
    table('Type,Ref. ID,Currency,Buy time,Stake,Sell time,Contract value,Total profit/loss', (at, won) =>
      joined(
        [isLong(at) ? 'Rise' : 'Fall', at + 4e11, 'USD', `${stamp(at)} GMT`, '10.00'],
        [`${stamp(at, 60)} GMT`, won ? '19.50' : '0.00', won ? '9.50' : '-10.00'],
      ),
    ),
    { payout: 0.95, profit: 121.5 },
  ),
  plain(
    'a crash game, multipliers of nothing where the stake was lost',
    table('Date,Game,Bet,Multiplier,Payout', (at, won) =>
      joined([stamp(at), 'Crash', '$10.00', won ? '1.85x' : '0.00x', won ? '$18.50' : '$0.00']),
    ),
    { payout: 0.85, profit: 84.5 },
  ),
  plain(
    'Bet-Analytix, states, odds and profits',
    table(
      'Date;Type;Sport;Event;Bet;Odds;Stake;State;Commission;Bonus;Tipster;Bookmaker;Profit',
      (at, won) =>
        joined(
          [slashed(at), 'Simple', 'Football', 'A - B', '1', '1.85', 10, won ? 'Won' : 'Lost', 0, 0, 'me'],
          ['Bet365', won ? '8.50' : '-10.00'],
        ),
      ';',
    ),
    { payout: 0.85, profit: 84.5 },
  ),
];

/** An opening and an end of each trade: `rowOf` makes the row of either from its side, its price and the seconds since the start. */
const fills = (
  names: string,
  rowOf: (
    at: number,
    isEnd: boolean,
    word: string,
    price: number,
    gain: number,
  ) => readonly (string | number)[],
  price = 500,
): string =>
  lines(names, (at, won) => {
    const gain = gainOf(at, won);
    return [
      rowOf(at, false, side(at), price, gain),
      rowOf(at, true, otherSide(at), exitOf(price, at, gain / 10), gain),
    ];
  });
const shortDate = (at: number, seconds = 0): string => `3/20/26 ${stamp(at, seconds).slice(11)}`;
const thinkorswim = fills(
  ',Exec Time,Spread,Side,Qty,Pos Effect,Symbol,Exp,Strike,Type,Price,Net Price,Order Type',
  (at, isEnd, word, price) =>
    joined(
      ['', shortDate(at % 30, isEnd ? 300 : 0), 'SINGLE', word.toUpperCase(), word === 'Buy' ? '+1' : '-1'],
      [isEnd ? 'TO CLOSE' : 'TO OPEN', 'SPY', '27 MAR 26', 500 + at, 'CALL', price.toFixed(2)],
      [price.toFixed(2), 'LMT'],
    ),
);
const tradovate = fills(
  '_id,_orderId,_timestamp,_action,_qty,_price,Fill ID,Order ID,Timestamp,Account,B/S,Quantity,Price,Contract,Product,commission',
  (at, isEnd, word, price) =>
    joined(
      [2 * at + Number(isEnd), 900 + 2 * at + Number(isEnd), stamp(at, isEnd ? 300 : 0)],
      [Number(word === 'Sell'), 1, price, 2 * at + Number(isEnd), 900 + 2 * at + Number(isEnd)],
      [stamp(at, isEnd ? 300 : 0), 'ACC1', word, 1, price, 'MESH6', 'MES', 0.35],
    ),
);

const FILLS: readonly Layout[] = [
  plain('thinkorswim, the history of trades alone', `Account Trade History\n${thinkorswim}`, {
    profit: GAINED / 10,
  }),
  plain(
    'NinjaTrader, executions that say entry or exit',
    fills(
      'Instrument,Action,Quantity,Price,Time,ID,E/X,Position,Order ID,Name,Commission,Rate,Account',
      (at, isEnd, word, price) =>
        joined(
          [
            'ES 03-26',
            word,
            1,
            price,
            stamp(at, isEnd ? 300 : 0),
            `i${at}${isEnd}`,
            isEnd ? 'Exit' : 'Entry',
          ],
          [
            isEnd ? '-' : isLong(at) ? '1 L' : '1 S',
            `o${at}${isEnd}`,
            isEnd ? 'Target' : 'Entry',
            0,
            1,
            'Sim',
          ],
        ),
    ),
    { profit: GAINED / 10 },
  ),
  layout('Tradovate, fills that say nothing of openings and ends', tradovate, {
    asks: 'zero-profit',
    counts: '37-23-0',
  }),
  {
    name: 'fills of which the first closes what an earlier file opened',
    text: tradovate.split('\n').toSpliced(1, 1).join('\n'),
    mayRefuse: true,
    asks: 'any',
  },
  plain(
    'Binance futures, fills of which each without a profit is closed by another',
    fills(
      'Date(UTC),Symbol,Side,Price,Quantity,Amount,Fee,Fee Coin,Realized Profit,Quote Asset',
      (at, isEnd, word, price, gain) =>
        joined(
          [stamp(at, isEnd ? 300 : 0), 'BTCUSDT', word.toUpperCase(), price, 0.01, 600, 0.24, 'USDT'],
          [isEnd ? gain : 0, 'USDT'],
        ),
    ),
    { profit: GAINED - 60 * 0.48 },
  ),
  plain(
    'Trading 212, purchases without a result and sales with one',
    lines(
      'Action,Time,ISIN,Ticker,Name,No. of shares,Price / share,Currency (Price / share),Exchange rate,Result,Currency (Result),Total,Currency (Total),ID',
      (at, won) => [
        ['Market buy', stamp(at), 'US1', 'AAPL', 'Apple', 1, 100, 'USD', 1, '', '', 100, 'USD', `a${at}`],
        joined(
          ['Market sell', stamp(at, 300), 'US1', 'AAPL', 'Apple', 1, 100 + gainOf(at, won), 'USD', 1],
          [gainOf(at, won), 'USD', 100 + gainOf(at, won), 'USD', `b${at}`],
        ),
      ],
    ),
    { profit: GAINED },
  ),
  plain(
    'tastytrade, orders to open and to close with the fees of both',
    lines(
      'Date,Type,Sub Type,Action,Symbol,Instrument Type,Description,Value,Quantity,Average Price,Commissions,Fees,Expiration Date,Strike Price,Call or Put,Order #',
      (at, won) => [
        joined(
          [stamp(at), 'Trade', 'Buy to Open', 'BUY_TO_OPEN', 'SPY 260320C00500', 'Equity Option'],
          ['Bought 1 SPY', '-100.00', 1, '-100.00', '-1.00', '-0.10', '3/20/26', 500, 'CALL', 2 * at],
        ),
        joined(
          [stamp(at, 300), 'Trade', 'Sell to Close', 'SELL_TO_CLOSE', 'SPY 260320C00500'],
          ['Equity Option', 'Sold 1 SPY', 100 + gainOf(at, won), 1, 1, '0.00', '-0.10', '3/20/26'],
          [500, 'CALL', 2 * at + 1],
        ),
      ],
    ),
    { profit: GAINED - 60 * 1.2 },
  ),
  plain(
    'Robinhood, options of which lost ones lost a part of what they cost',
    lines(
      'Activity Date,Process Date,Settle Date,Instrument,Description,Trans Code,Quantity,Price,Amount',
      (at, won) => {
        const of = ['SPY', `SPY 3/20/2026 Call $${500 + at}.00`];
        const days = Array<string>(3).fill(stamp(at).slice(0, 10));
        return [
          [...days, ...of, 'BTO', 1, '$1.00', '($100.00)'],
          [...days, ...of, 'STC', 1, '$1.10', usd(100 + gainOf(at, won))],
        ];
      },
    ),
    { payout: 0.9167, profit: GAINED },
  ),
];

export const BROKER_LAYOUTS: readonly Layout[] = [...HISTORIES, ...TRACKERS, ...BINARIES, ...FILLS];
