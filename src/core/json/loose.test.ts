import { expect, it } from 'vitest';
import { isObject, jsonIn } from './loose.ts';

it('takes neither a list, null nor a text for an object', () => {
  expect([{}, [], null, 'a', 1].map(isObject)).toEqual([true, false, false, false, false]);
});

it('reads what is no JSON as undefined', () => {
  expect([jsonIn('{"a":1}'), jsonIn('{"a":')]).toEqual([{ a: 1 }, undefined]);
});
