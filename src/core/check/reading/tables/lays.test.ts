import { expect, it } from 'vitest';
import { withLiabilities } from './lays.ts';

const table = (stake: string) => ({
  rows: [
    ['Type', 'Odds', stake, 'Profit'],
    ['Lay', '3.00', '10.00', '-20.00'],
    ['Back', '3.00', '10.00', '20.00'],
  ],
  lines: [1, 2, 3],
});

it.each([
  ['the liability of a stake of its backer', 'Stake', 20],
  ['the liability that is given', 'Liability', 10],
])('stakes %s with a lay, at the odds that it has, and leaves a back as it is', (_what, name, staked) => {
  const [, lay, back] = withLiabilities(table(name), '.').rows;
  expect(lay?.slice(1, 3).map(Number)).toEqual([1.5, staked]);
  expect(back).toEqual(['Back', '3.00', '10.00', '20.00']);
});
