import { expect, it } from 'vitest';
import { pairOf, stamp, startOf, WON } from '../../../../../tests/support/layout.ts';
import { seededRandom } from '../../../../../tests/support/seeded-random.ts';
import { fixedClock } from '../../../time/wall-clock.ts';
import { tradesTextReader } from '../read-trades.ts';

const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0) };

it('asks nothing of a balance about trades that are closed in parts', () => {
  let balance = 10_000;
  const closed = (at: number, profit: number): string => {
    balance += profit;
    return [`P${at}`, pairOf(at), at % 2 ? 'Sell' : 'Buy', stamp(at), profit, balance].join();
  };
  // Every tenth gains a little at first and then loses more.
  const rows = WON.flatMap((isWon, at) =>
    at % 10 === 0 ? [closed(at, 60), closed(at, -100)] : [closed(at, isWon ? 90 : -100)],
  );
  const text = ['Position ID,Symbol,Direction,Opening time,Net USD,Balance USD', ...rows].join('\n');
  const answers = new Map([['same-number', 'one'] as const]);
  const { trades, questions } = tradesTextReader(text)({ ...OPTIONS, answers });
  expect(trades.length).toBe(60);
  expect(questions.map(({ code }) => code)).toEqual(['same-number']);
});

it('asks about parts of positions among rows that are listed twice', () => {
  const fills = WON.flatMap((isWon, at) =>
    [0.2, 0.3].map((size) => [stamp(at), pairOf(at), 'Buy', size, (isWon ? 90 : -100) * size].join()),
  );
  const text = ['Open time,Symbol,Direction,Lots,Profit', ...fills, ...fills].join('\n');
  const answers = new Map([
    ['repeated-rows', 'once'],
    ['same-number', 'one'],
  ]);
  const { trades } = tradesTextReader(text)({ ...OPTIONS, answers });
  expect(trades.map(({ profit }) => profit)).toEqual(WON.map((isWon) => (isWon ? 45 : -50)));
});

it('takes sizes of 1 and 2 for no numbers of trades', () => {
  const rows = WON.map((isWon, at) => [at + 1, 2 - (at % 2), stamp(at), isWon ? 9 : -10].join());
  const { questions } = tradesTextReader(['Trade number,Qty,Entry time,Profit', ...rows].join('\n'))(OPTIONS);
  expect(questions).toEqual([]);
});

it('takes sides from the signs of sizes, and time and price from the order that opened', () => {
  const rows = WON.flatMap((isWon, at) => {
    const size = at % 3 === 0 ? -50 : 50;
    return [
      ['ACME', stamp(at), size, 200 + at, 0, 'O'].join(),
      ['ACME', stamp(at, 60), -size, 300 + at, isWon ? 9 : -10, 'C'].join(),
    ];
  });
  const text = ['Symbol,Date/Time,Quantity,T. Price,Realized P/L,Code', ...rows].join('\n');
  const { trades, questions } = tradesTextReader(text)(OPTIONS);
  expect(questions).toEqual([]);
  expect(
    trades.map(({ timeMs, direction, entryPrice, expirySeconds }) =>
      [timeMs, direction, entryPrice, expirySeconds].join(),
    ),
  ).toEqual(WON.map((_isWon, at) => [startOf(at), at % 3 === 0 ? 'PUT' : 'CALL', 200 + at, 60].join()));
});

it('takes the numbers of the rows of a statement for none of its trades', () => {
  const rows = WON.flatMap((isWon, at) => [
    [5_000 + 2 * at, stamp(at), 'Buy', '-5.00', 900 + at].join(),
    [5_001 + 2 * at, stamp(at, 60), 'Sell', isWon ? '9.75' : '0.00', 900 + at].join(),
  ]);
  const text = ['Transaction ID,Transaction Time,Action,Amount,Contract ID', ...rows].join('\n');
  const { trades, numbers } = tradesTextReader(text)(OPTIONS);
  expect(trades.length).toBe(60);
  expect(numbers).toEqual(WON.map((_isWon, at) => 900 + at));
});

it.each(['No', 'No.', 'Nr', '№', 'Nº', 'S.No', 'Trade no'])(
  'knows the numbers of rows below the name %s',
  (name) => {
    const rows = WON.map((isWon, at) => [at + 1 + Math.floor(at / 6), stamp(at), isWon ? 9 : -10].join());
    const { numbers } = tradesTextReader([`${name},Time,Profit`, ...rows].join('\n'))(OPTIONS);
    expect(numbers).toEqual(WON.map((_isWon, at) => at + 1 + Math.floor(at / 6)));
  },
);

it('takes side and start from the order that opened a trade, and the share rather than the currency', () => {
  const rows = WON.flatMap((isWon, at) => [
    [stamp(at), 'USD', 'ACME', at % 3 === 0 ? 'Buy' : 'Sell', '0.00'].join(),
    [stamp(at, 60), 'USD', 'ACME', at % 3 === 0 ? 'Sell' : 'Buy', isWon ? '9.75' : '-10.00'].join(),
  ]);
  const answers = new Map([['zero-profit', 'no-trade'] as const]);
  const text = ['Time,Currency,Instrument,Direction,PL', ...rows].join('\n');
  const { trades } = tradesTextReader(text)({ ...OPTIONS, answers });
  expect(trades.map(({ timeMs, pair, direction }) => [timeMs, pair, direction].join())).toEqual(
    WON.map((_isWon, at) => [startOf(at), 'ACME', at % 3 === 0 ? 'CALL' : 'PUT'].join()),
  );
});

it('takes equal stakes without a gain for no openings of the positions that the others close', () => {
  const random = seededRandom(3);
  const rows = Array.from({ length: 2_000 }, (_, at) =>
    [at, stamp(at), pairOf(0), '10', random() % 2 === 0 ? '8.2' : '0', `bet ${at}`].join(),
  );
  const text = ['id,time,symbol,amount,profit,comment', ...rows].join('\n');
  const { trades, questions } = tradesTextReader(text)(OPTIONS);
  expect(trades.length).toBe(2_000);
  expect(questions.map(({ code }) => code)).toEqual(['zero-profit', 'durations']);
});
