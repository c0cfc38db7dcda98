import { expect, test } from 'vitest';
import { texts } from './texts.ts';

test('a record of one trade is spoken of in the singular', () => {
  expect([texts.trades({ count: 1 }), texts.trades({ count: 1_200 })]).toEqual([
    'The one trade',
    'The 1,200 trades',
  ]);
  expect([1, 60].map((n) => texts.eachDot({ against: 'coin', n, rate: '' }))).toEqual([
    'each dot: 1 coin flip',
    'each dot: one series of 60 coin flips',
  ]);
});
