import { expect, test } from 'vitest';
import { scriptedRandom, seededRandom } from '../../../tests/support/seeded-random.ts';
import { randomUuid } from './random.ts';

test('the bits drawn stand in the ID, but for the six that name its version and variant', () => {
  expect(randomUuid(scriptedRandom(0x01234567, 0x89abcdef, 0x00112233, 0x44556677))).toBe(
    '01234567-89ab-4def-8011-223344556677',
  );
  const ones = 0xffffffff;
  expect(randomUuid(scriptedRandom(ones, ones, ones, ones))).toBe('ffffffff-ffff-4fff-bfff-ffffffffffff');
});

test('ten thousand of them are different, and all of version 4', () => {
  const random = seededRandom(7);
  const ids = new Set(Array.from({ length: 10_000 }, () => randomUuid(random)));
  expect(ids.size).toBe(10_000);
  for (const id of ids)
    expect(id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
});
