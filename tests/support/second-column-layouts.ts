/** Tables in which a column beside the named one says more: when a trade ended, at which price, what was traded. Each with its truth. */
import { type Layout, pairOf, stamp, WON } from './layout.ts';
import { gainOf, plain, text } from './row-parts.ts';

/** Each trade runs 100 minutes, and the next one of its pair begins after 68: two are one bet, the third is the next. */
const LASTS = 6_000;
const BETS = 32;
const gain = (at: number, won: boolean): string => gainOf(at, won).toFixed(2);
const sideOf = (at: number): string => (at % 2 === 0 ? 'buy' : 'sell');

const overlapping = (name: string, table: string, bets = BETS): Layout => ({ ...plain(name, table), bets });

export const SECOND_COLUMN_LAYOUTS: readonly Layout[] = [
  overlapping(
    'two columns of one name with the times of the start and the end, above the orders',
    [
      text(
        'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit',
        WON.map((won, at) => [
          stamp(at),
          4_000 + at,
          pairOf(at),
          sideOf(at),
          0.1,
          (1.1 + at * 0.0013).toFixed(5),
          '',
          '',
          stamp(at, LASTS),
          (1.2 + at * 0.0013).toFixed(5),
          0,
          0,
          gain(at, won),
        ]),
      ),
      'Orders,,,,,,,,,,,,',
      'Open Time,Order,Symbol,Type,Volume,Price,S / L,T / P,Time,State,,,Comment',
      ...WON.map((_won, at) =>
        [
          stamp(at),
          4_000 + at,
          pairOf(at),
          sideOf(at),
          '0.1 / 0.1',
          'market',
          '',
          '',
          stamp(at),
          'filled',
        ].join(),
      ),
    ].join('\n'),
  ),
  overlapping(
    'the time of the end below the name of a date, that of the start named so',
    text(
      'Date,Summary,MarketName,ProfitAndLoss,Reference,DateUtc,OpenDateUtc',
      WON.map((won, at) => [
        stamp(at, LASTS).slice(0, 10),
        'Closing trades',
        pairOf(at),
        gain(at, won),
        `DIAA${4_000 + at}`,
        stamp(at, LASTS).replace(' ', 'T'),
        stamp(at).replace(' ', 'T'),
      ]),
    ),
  ),
  overlapping(
    'a row for the entry and one for the exit, each with its time',
    text(
      'Trade #,Symbol,Type,Date and time,Price,Net P&L',
      WON.flatMap((won, at) => [
        [at + 1, pairOf(at), 'Exit long', stamp(at, LASTS).slice(0, 16), 1.2, gain(at, won)],
        [at + 1, pairOf(at), 'Entry long', stamp(at).slice(0, 16), 1.1, gain(at, won)],
      ]),
    ),
  ),
  overlapping(
    'the time at which a row was written, one for all',
    text(
      'Opened,Pair,Side,Profit,Exported',
      WON.map((won, at) => [stamp(at), pairOf(at), sideOf(at), gain(at, won), '2026-03-20 12:00:00']),
    ),
    60,
  ),
];
