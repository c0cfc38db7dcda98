import { expect, test } from 'vitest';
import { isSame } from './is-same.ts';

test('values, and plain objects and arrays of equal parts, are the same', () => {
  for (const make of [
    () => 1,
    () => Number.NaN,
    () => undefined,
    () => null,
    () => 'a',
    () => [1, { a: [2] }],
    () => ({ a: { b: undefined }, c: [] }),
  ])
    expect(isSame(make(), make())).toBe(true);
});

test('another value, another length, a missing or a further key are not', () => {
  for (const [one, other] of [
    [1, 2],
    [null, {}],
    [{ a: 1 }, { a: 2 }],
    [{ a: undefined }, { b: undefined }],
    [{ a: 1 }, { a: 1, b: 2 }],
    [[1], [1, 2]],
    [{ a: { b: 1 } }, { a: { b: 2 } }],
  ])
    expect(isSame(one, other)).toBe(false);
});
