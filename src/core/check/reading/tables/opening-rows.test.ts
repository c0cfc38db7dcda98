import { expect, it } from 'vitest';
import { fixedClock } from '../../../time/wall-clock.ts';
import type { Answers } from '../questions.ts';
import { tradesTextReader } from '../read-trades.ts';

const read = (lines: readonly string[], answers: Answers = new Map()) =>
  tradesTextReader(lines.join('\n'))({ payout: 0.8, clock: fixedClock('UTC', 0), answers });

const DAYS = Array.from({ length: 12 }, (_, at) => ({
  day: `2026-03-${String(at + 2).padStart(2, '0')}`,
  gain: at % 2 === 0 ? 9 + at : -7 - at,
  size: at % 3 === 0 ? 2 : 1,
  sides: at % 4 === 0 ? (['sell', 'buy'] as const) : (['buy', 'sell'] as const),
}));
const CALLS = DAYS.map(({ sides: [opened] }) => (opened === 'buy' ? 'CALL' : 'PUT'));
const NET = DAYS.map(({ gain }) => gain - 0.75);
const DEALS = 'time,deal,symbol,type,direction,volume,price,commission,profit';
const FILLS = 'time,symbol,side,price,quantity,fee,realized profit';
const NO_TRADE: Answers = new Map([['zero-profit', 'no-trade']]);

const deals = DAYS.flatMap(({ day, gain, size, sides: [opened, closed] }, at) => [
  `${day} 09:00,${2 * at},EURUSD,${opened},in,${size},1.1,-0.25,0`,
  // A second position of the pair, which is open at the same time.
  `${day} 09:10,${2 * at + 100},EURUSD,${opened},in,${size + 2},1.3,-0.25,0`,
  `${day} 10:00,${2 * at + 1},EURUSD,${closed},out,${size},1.2,-0.5,${gain}`,
  `${day} 10:10,${2 * at + 101},EURUSD,${closed},out,${size + 2},1.4,-0.5,${gain}`,
]);
const fills = deals.map((row) => {
  const [time, , symbol, side, , size, price, commission, gain] = row.split(',');
  return [time, symbol, side, price, size, -Number(commission), gain].join();
});
const twice = <Value>(values: readonly Value[]): Value[] => values.flatMap((value) => [value, value]);

it('takes side, time and price of a deal from the one that opened it, and the fees of both', () => {
  const { trades } = read([DEALS, ...deals]);
  expect(trades.map(({ direction }) => direction)).toEqual(twice(CALLS));
  expect(trades.map(({ profit }) => profit)).toEqual(twice(NET));
  expect(trades.map(({ entryPrice }) => entryPrice)).toEqual(DAYS.flatMap(() => [1.1, 1.3]));
  expect(new Set(trades.map(({ expirySeconds }) => expirySeconds))).toEqual(new Set([3_600]));
});

it.each([
  ['the oldest first', fills],
  ['the newest first', fills.toReversed()],
])('does so for fills of which those without a profit are openings: %s', (_order, rows) => {
  const { trades } = read([FILLS, ...rows], NO_TRADE);
  const found = trades.map(({ direction, profit, entryPrice }) => [direction, profit, entryPrice]);
  const made = DAYS.flatMap((_day, at) => [1.1, 1.3].map((price) => [CALLS[at], NET[at], price]));
  expect(found.toSorted()).toEqual(made.toSorted());
});

it('shares the fee of an opening among the ends that closed parts of it, and adds those of several', () => {
  const rows = DAYS.flatMap(({ day, gain, sides: [opened, closed] }, at) => [
    `${day} 09:00,${9 * at},EURUSD,${opened},in,3,1.1,-0.6,0`,
    `${day} 09:10,${9 * at + 1},EURUSD,${opened},in,1,1.1,-0.2,0`,
    `${day} 10:00,${9 * at + 2},EURUSD,${closed},out,2,1.2,-0.4,${gain}`,
    `${day} 10:10,${9 * at + 3},EURUSD,${closed},out,2,1.2,-0.4,${gain}`,
  ]);
  const { trades } = read([DEALS, ...rows]);
  expect(trades.map(({ profit }) => Number(profit.toFixed(6)))).toEqual(
    DAYS.flatMap(({ gain }) => [gain - 0.8, gain - 0.8]).map((net) => Number(net.toFixed(6))),
  );
});

it.each([
  ['the oldest first', (rows: string[]) => rows],
  ['the newest first', (rows: string[]) => rows.toReversed()],
])('does so where a number joins them, whose first opening began the trade: %s', (_order, ordered) => {
  const rows = DAYS.flatMap(({ day, gain, sides: [opened, closed] }, at) => [
    `${day} 09:00,P${at},EURUSD,${opened},in,3,1.1,-0.6,0`,
    `${day} 09:10,P${at},EURUSD,${opened},in,1,1.3,-0.2,0`,
    `${day} 10:00,P${at},EURUSD,${closed},out,1,1.2,-0.4,${gain}`,
    `${day} 10:10,P${at},EURUSD,${closed},out,3,1.2,-0.4,${gain + 1}`,
  ]);
  const names = DEALS.replace('deal', 'position');
  const [parts, whole] = ['each', 'one'].map(
    (answer) => read([names, ...ordered(rows)], new Map([['same-number', answer]])).trades,
  );
  const rounded = (some: typeof parts) => some?.map(({ profit }) => Number(profit.toFixed(6))).toSorted();
  expect(rounded(parts)).toEqual(DAYS.flatMap(({ gain }) => [gain - 0.6, gain]).toSorted());
  expect(rounded(whole)).toEqual(DAYS.map(({ gain }) => Number((2 * gain - 0.6).toFixed(6))).toSorted());
  expect(new Set(whole?.map(({ entryPrice }) => entryPrice))).toEqual(new Set([1.1]));
});

it('shows no sides where ends are orders and their openings are not known', () => {
  const rows = deals.map((row) => (row.includes(',in,') ? row.replace('EURUSD', 'GBPUSD') : row));
  const { trades } = read([DEALS, ...rows]);
  expect(trades).toHaveLength(24);
  expect(new Set(trades.map(({ direction }) => direction))).toEqual(new Set([null]));
  expect(new Set(trades.map(({ entryPrice }) => entryPrice))).toEqual(new Set([null]));
});

it('keeps the sides of ends that have the side of their position', () => {
  const rows = deals.map((row, at) =>
    at % 4 < 2 ? row : row.replace(/buy|sell/, CALLS[at >> 2] === 'CALL' ? 'buy' : 'sell'),
  );
  const { trades } = read([DEALS, ...rows]);
  expect(trades.map(({ direction }) => direction)).toEqual(CALLS.flatMap((side) => [side, side]));
});

it.each(['Open', 'Running', 'Abierta', 'Aberta', 'Открыта'])(
  'tells of trades called %s that show a loss, and of none that gain or began last',
  (word) => {
    const amounts = DAYS.map(({ day, gain }, at) =>
      [day, 'EURUSD', ...(at % 4 === 1 || at === 6 ? [word, gain * 9] : ['Closed', gain])].join(),
    );
    expect(read(['date,pair,status,profit', ...amounts])).toMatchObject({
      trades: { length: 8 },
      signals: { resolved: 8, unresolved: 3 },
    });
    const words = DAYS.map(({ day, gain }, at) =>
      [day, 'EURUSD', at % 4 === 3 ? word : gain > 0 ? 'Win' : 'Loss'].join(),
    );
    expect(read(['date,pair,result', ...words]).signals).toMatchObject({ resolved: 9, unresolved: 2 });
    const closed = amounts.filter((row) => row.includes('Closed'));
    const open = amounts.filter((row) => row.includes(word));
    const sections = ['date,pair,status,profit', 'Closed trades', ...closed, 'Open trades', ...open];
    expect(read(sections).signals).toMatchObject({ resolved: 8, unresolved: 3 });
  },
);
