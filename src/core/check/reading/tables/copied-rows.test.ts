import { expect, it } from 'vitest';
import { madeTable } from '../../../../../tests/support/made-tables.ts';
import { pairOf, stamp, startOf, WON } from '../../../../../tests/support/layout.ts';
import { seededRandom } from '../../../../../tests/support/seeded-random.ts';
import { fixedClock } from '../../../time/wall-clock.ts';
import { tradesTextReader } from '../read-trades.ts';

const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0) };
const ONCE = new Map([['repeated-rows', 'once']]);
const readingOf = (heading: string, rows: readonly string[], answers = ONCE) =>
  tradesTextReader([heading, ...rows].join('\n'))({ ...OPTIONS, answers });
const codesIn = (heading: string, rows: readonly string[]): readonly string[] =>
  readingOf(heading, rows, new Map()).questions.map(({ code }) => code);

const priceOf = (at: number): string => (1.05 + ((at * 7_919) % 9_973) / 1e5).toFixed(5);
const gainOf = (at: number): string => (WON[at] ? 8 : -10).toFixed(2);
const millis = (at: number, ms: number): string => new Date(startOf(at) + ms).toISOString();

it.each([
  [
    'of a price',
    'Time,Pair,Side,Stake,Entry,Profit',
    (at: number, again: boolean) =>
      [stamp(at, again ? 1 : 0), pairOf(at), 'Buy', 10, priceOf(at), gainOf(at)].join(),
    [7, 20],
  ],
  [
    'of two accounts, all',
    'Ticket,Time,Pair,Side,Stake,Entry,Profit',
    (at: number, again: boolean) =>
      [
        (again ? 8_000 : 5_000) + at,
        stamp(at, again ? 1 : 0),
        pairOf(at),
        'Buy',
        10,
        priceOf(at),
        gainOf(at),
      ].join(),
    WON.keys(),
  ],
  [
    'of flat amounts alone',
    'Time,Pair,Side,Stake,Profit',
    (at: number, again: boolean) =>
      [stamp(at, again ? 1 : 0), pairOf(at), at % 2 ? 'Buy' : 'Sell', 10, gainOf(at)].join(),
    [3, 9, 30, 44],
  ],
  [
    'of words alone',
    'Time,Pair,Side,Result',
    (at: number, again: boolean) =>
      [stamp(at, again ? 2 : 0), pairOf(at), 'Buy', WON[at] ? 'Win' : 'Loss'].join(),
    [3, 9, 30, 44],
  ],
  [
    'of other times at the end, and of a balance',
    'Open,Close,Pair,Side,Stake,Profit,Balance',
    (at: number, again: boolean) =>
      [
        stamp(at, again ? 1 : 0),
        stamp(at, again ? 62 : 60),
        pairOf(at),
        'Buy',
        10,
        gainOf(at),
        1_000 + at * 3 + (again ? 1 : 0),
      ].join(),
    WON.keys(),
  ],
  [
    'of less than a second',
    'Time,Pair,Side,Stake,Profit',
    (at: number, again: boolean) => [millis(at, again ? 450 : 0), pairOf(at), 'Buy', 10, gainOf(at)].join(),
    WON.keys(),
  ],
  [
    'in two exports, one below the other',
    'Time,Pair,Side,Stake,Entry,Profit',
    (at: number, again: boolean) =>
      [stamp(at, again ? 1 : 0), pairOf(at), 'Buy', 10, priceOf(at), gainOf(at)].join(),
    'below',
  ],
] as const)('asks about copies within a few seconds %s', (_, heading, row, copied) => {
  const again = new Set(copied === 'below' ? [] : copied);
  const rows = WON.flatMap((_won, at) =>
    again.has(at) ? [row(at, false), row(at, true)] : [row(at, false)],
  );
  const below = copied === 'below' ? WON.map((_won, at) => row(at, true)) : [];
  const { trades, questions } = readingOf(heading, [...rows, ...below]);
  expect(codesIn(heading, [...rows, ...below]).filter((code) => code !== 'durations')).toEqual([
    'repeated-rows',
  ]);
  expect(
    questions.find(({ code }) => code === 'repeated-rows')?.options.map(({ answer }) => answer),
  ).toContain('each');
  expect(trades.map(({ outcome }) => outcome)).toEqual(WON.map((isWon) => (isWon ? 'won' : 'lost')));
});

it('asks about no copies in 600 journals of trades of their own', () => {
  const asking = Array.from({ length: 600 }, (_, seed) => {
    const random = seededRandom(seed + 1);
    const within = (most: number): number => random() % most;
    const [pairs, sides, gap] = [1 + within(4), 1 + within(2), [4, 20, 60, 300, 900][within(5)] as number];
    const [hasPrice, hasEnds, isRobot] = [within(2) === 0, within(3) === 0, within(4) === 0];
    let seconds = 0;
    const rows = Array.from({ length: 40 + within(160) }, () => {
      seconds += isRobot ? gap : 1 + Math.floor(-Math.log((1 + within(9_999)) / 10_000) * gap);
      const start = Date.UTC(2026, 2, 2, 8) + seconds * 1_000;
      const time = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ');
      const price = (1.05 + within(9_000) / 1e5).toFixed(5);
      return [
        time(start),
        ...(hasEnds ? [time(start + 60_000)] : []),
        pairOf(within(pairs)),
        within(sides) ? 'Buy' : 'Sell',
        ...(hasPrice ? [price] : []),
        10,
        within(2) ? '8.50' : '-10.00',
      ].join();
    });
    const heading = [
      'Time',
      ...(hasEnds ? ['Close time'] : []),
      'Pair',
      'Side',
      ...(hasPrice ? ['Entry price'] : []),
      'Stake',
      'Profit',
    ];
    return codesIn(heading.join(), rows).includes('repeated-rows');
  });
  expect(asking.filter(Boolean).length).toBe(0);
});

it('asks about no copies in made tables', () => {
  const asking = Array.from({ length: 200 }, (_, seed) => seed).filter((seed) => {
    try {
      return tradesTextReader(madeTable(seed).text)(OPTIONS).questions.some(
        ({ code }) => code === 'repeated-rows',
      );
    } catch {
      return false;
    }
  });
  expect(asking).toEqual([]);
});
