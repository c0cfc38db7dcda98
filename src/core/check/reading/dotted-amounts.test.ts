import { expect, it } from 'vitest';
import { fixedClock } from '../../time/wall-clock.ts';
import { tradesTextReader } from './read-trades.ts';

it.each([
  [undefined, 12_500, 10_250],
  ['thousands', 12_500, 10_250],
  ['decimals', 12.5, 10.25],
])(
  'asks whether dots before three digits are of thousands where no amount tells: %s',
  (answer, stake, profit) => {
    const lines = [
      'time,pair,stake,profit',
      '2026-03-02 10:00,EUR/USD,12.500,10.250',
      '2026-03-03 10:00,EUR/USD,7.250,-7.250',
    ];
    const answers = new Map(answer === undefined ? [] : [['dotted-amounts', answer]]);
    const { questions, trades } = tradesTextReader(lines.join('\n'))({
      payout: 0.8,
      clock: fixedClock('UTC', 0),
      answers,
    });
    expect(questions).toMatchObject([{ code: 'dotted-amounts', count: 4, given: answer ?? null }]);
    expect(trades[0]).toMatchObject({ stake, profit, payout: 0.82 });
  },
);

it.each([
  [
    'another column has decimals',
    'time,pair,price,stake,profit',
    '1.08437,12.500,10.250',
    '1.08512,7.250,-7.250',
    12.5,
  ],
  [
    'there are amounts below a thousand, and zeros that are not cut off',
    'time,pair,mood,stake,profit',
    'a,12.500,10.250',
    'a,850,-850',
    12_500,
  ],
])('does not ask about dots before three digits where %s', (_what, names, won, lost, stake) => {
  const lines = [won, lost, won, lost, won, lost, won].map(
    (row, at) => `2026-03-0${at + 1} 10:00,EUR/USD,${row}`,
  );
  const { questions, trades } = tradesTextReader([names, ...lines].join('\n'))({
    payout: 0.8,
    clock: fixedClock('UTC', 0),
  });
  expect(questions).toEqual([]);
  expect(trades[0]).toMatchObject({ stake, payout: 0.82 });
});
