/** Exports of brokers of fixed-time trades, written from their public documentation, each with its truth. */
import { iso, layout, lines, plain, slashed, table, unix } from './export-parts.ts';
import { type Layout, pairOf, stamp, startOf, WON } from './layout.ts';

export const FIXED_TIME_LAYOUTS: readonly Layout[] = [
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
];
