import { expect, it } from 'vitest';
import { fixedClock } from '../../../time/wall-clock.ts';
import { tradesTextReader } from '../read-trades.ts';

const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0) };

it.each(
  ['.', ','].flatMap((mark) => [
    [undefined, mark, 12_500, 10_250] as const,
    ['thousands', mark, 12_500, 10_250] as const,
    ['decimals', mark, 12.5, 10.25] as const,
  ]),
)(
  'asks what a mark before three digits divides where no amount tells: %s of %s',
  (answer, mark, stake, profit) => {
    const lines = [
      'time;pair;stake;profit',
      `2026-03-02 10:00;EUR/USD;12${mark}500;10${mark}250`,
      `2026-03-03 10:00;EUR/USD;7${mark}250;-7${mark}250`,
      `Total;;;3${mark}000`,
    ];
    const answers = new Map(answer === undefined ? [] : [['dotted-amounts', answer]]);
    const { questions, trades, rows } = tradesTextReader(lines.join('\n'))({ ...OPTIONS, answers });
    expect(rows.notUnderstood.map(({ why }) => why)).toEqual([{ code: 'sum' }]);
    expect(questions).toMatchObject([{ code: 'dotted-amounts', count: 5, given: answer ?? null }]);
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
  const { questions, trades } = tradesTextReader([names, ...lines].join('\n'))(OPTIONS);
  expect(questions).toEqual([]);
  expect(trades[0]).toMatchObject({ stake, payout: 0.82 });
});

it.each(['.', ','])('reads a gain as decimals where thousands of it are far above the stakes: %s', (mark) => {
  const lines = [`8${mark}125`, '-10', `8${mark}125`].map(
    (profit, at) => `2026-03-0${at + 1};EUR/USD;10;${profit}`,
  );
  const { questions, trades } = tradesTextReader(['date;pair;stake;profit', ...lines].join('\n'))(OPTIONS);
  expect(questions).toEqual([]);
  expect(trades[0]).toMatchObject({ stake: 10, payout: 0.8125 });
});

it('asks about amounts as 1,275 beside whole ones, and about none that have a currency or zeros alone behind the mark', () => {
  const askedOf = (stake: string, profit: string): number =>
    tradesTextReader(
      [
        'time;pair;stake;profit',
        ...Array.from({ length: 8 }, (_, at) => (at % 2 === 0 ? profit : `-${stake}`)).map(
          (brought, at) => `2026-03-0${at + 1} 10:00;EUR/USD;${stake};${brought}`,
        ),
      ].join('\n'),
    )(OPTIONS).questions.filter(({ code }) => code === 'dotted-amounts').length;
  expect(askedOf('500', '1,275')).toBe(1);
  expect(askedOf('$12,500', '$10,250')).toBe(0);
  expect(askedOf('10,000', '8,000')).toBe(0);
  expect(askedOf('1,500', '850')).toBe(0);
});
