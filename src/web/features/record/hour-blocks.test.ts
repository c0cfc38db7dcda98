import { expect, test } from 'vitest';
import { bestOf } from '../../../core/check/luck.ts';
import { hourBlocks } from './hours.tsx';
import { binomialAtLeast } from '../../../core/check/binomial.ts';

const cell = (weekday: number, hour: number, settled: number, won = settled / 2) => ({
  weekday,
  hour,
  settled,
  won,
});

test('three hours are one block until half of the hours have 100 signals', () => {
  const few = hourBlocks([cell(1, 13, 60), cell(1, 14, 60), cell(1, 16, 99)]);
  expect([few.isByHour, few.hours]).toEqual([false, [4, 7, 10, 13, 16, 19]]);
  expect(few.blocks).toEqual([cell(1, 13, 120), cell(1, 16, 99)]);
  expect(few.visible).toEqual([cell(1, 13, 120)]);
  const many = hourBlocks([cell(1, 13, 100), cell(1, 14, 99)]);
  expect([many.isByHour, many.hours.length]).toEqual([true, 18]);
  expect(many.visible).toEqual([cell(1, 13, 100)]);
});

test('every hour is in one block of its own day, those of the night too', () => {
  const nights = hourBlocks([0, 1, 3, 22, 23].map((hour) => cell(6, hour, 10)));
  expect(nights.blocks.map(({ hour, settled }) => [hour, settled])).toEqual([
    [0, 10],
    [1, 20],
    [22, 20],
  ]);
  expect(nights.weekdays).toEqual([1, 2, 3, 4, 5, 6]);
  expect(nights.hours).toEqual([0, 1, 4, 7, 10, 13, 16, 19, 22]);
});

test('the best block is the one that a coin equals least often, among as many coins', () => {
  const { best } = hourBlocks([
    cell(1, 13, 100, 60),
    cell(2, 13, 400, 232),
    cell(3, 13, 30, 30),
    cell(4, 4, 90, 60),
  ]);
  expect(best).toMatchObject({ weekday: 2, won: 232 });
  expect(best?.chance).toBeCloseTo(bestOf(2, binomialAtLeast(232, 400, 0.5)), 12);
  expect(hourBlocks([]).best).toBeUndefined();
});
