import { expect, test } from 'vitest';
import { lossProblem } from './saved-checkpoint.ts';

test('a ledger shorter than the longest of several saved checkpoints has lost entries', () => {
  const saved = [3, 9].map((size) => ({ note: '', size }));
  const message = 'The saved checkpoint covers 9 entries, but the ledger has only 5.';
  expect(lossProblem(saved, 5)).toEqual([{ part: 'checkpoint', index: 9, message }]);
  expect(lossProblem(saved, 9)).toEqual([]);
});
