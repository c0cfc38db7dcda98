import { expect, test } from 'vitest';
import { NewYorkClock } from './wall-clock.ts';

test.each([
  ['winter', '2018-02-05T21:55:00.000Z', '2018-02-05T23:05:00.000Z'],
  ['summer', '2018-07-05T20:55:00.000Z', '2018-07-05T22:05:00.000Z'],
])('the rollover goes from 16:55 to before 18:05 in New York, in %s', (_, from, to) => {
  const clock = new NewYorkClock();
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  expect([fromMs - 1, fromMs, toMs - 1, toMs].map((ms) => clock.isRollover(ms))).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
