import type { ClientBase } from 'pg';
import { expect, test } from 'vitest';
import { readOpenSignals } from './read-edge.ts';

/** A database whose open signals are at these places, and the places it was asked for. */
function database(places: readonly number[]) {
  const asked: (readonly [from: number, to: number])[] = [];
  const client = {
    async query({ values: [, , from = 0, to = 0] }: { readonly values: readonly number[] }) {
      asked.push([from, to]);
      const rows = places.filter((index) => index >= from && index < to).map((index) => ({ index }));
      return { rows };
    },
  } as unknown as ClientBase;
  return { client, asked };
}

test('however long the ledger is, its end is all that is read when the open signals are there', async () => {
  const { client, asked } = database([999_990, 999_998]);
  const found = await readOpenSignals(client, 1, 1_000_000, 2);
  expect(found.map(({ index }) => index)).toEqual([999_990, 999_998]);
  expect(asked).toEqual([[995_904, 1_000_000]]);
});

test('an older one is looked for further back, and no further than it is', async () => {
  const { client, asked } = database([2_000, 9_500]);
  const found = await readOpenSignals(client, 1, 10_000, 2);
  expect(found.map(({ index }) => index)).toEqual([2_000, 9_500]);
  expect(asked).toEqual([
    [5_904, 10_000],
    [1_808, 5_904],
  ]);
});

test('the end is looked at even where none is counted, and one that is missing ends at the first entry', async () => {
  const { client, asked } = database([9_999]);
  expect(await readOpenSignals(client, 1, 10_000, 0)).toHaveLength(1);
  expect(await readOpenSignals(client, 1, 5_000, 1)).toHaveLength(0);
  expect(asked.slice(1)).toEqual([
    [904, 5_000],
    [0, 904],
  ]);
});
