import { describe, expect, test } from 'vitest';
import { LARGEST_METADATA_BYTES, mergeMetadata, requireMetadata, requireMetadataSize } from './metadata.ts';

describe('requireMetadata', () => {
  test('copies what JSON can hold and replaces lone surrogates, in names too', () => {
    expect(requireMetadata({ a: [1, true, null, { b: 'x\ud800' }], 'k\udc00': '🔑' })).toEqual({
      a: [1, true, null, { b: 'x\ufffd' }],
      'k\ufffd': '🔑',
    });
  });

  test.each([
    ['NUL', { a: 'x\0' }],
    ['NUL', { 'x\0': 1 }],
    ['NUL', { a: [{ b: ['\0'] }] }],
    ['too large', { a: Number.POSITIVE_INFINITY }],
    ['nested deeper', JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`)],
  ])('refuses what is: %s', (problem, data) => {
    expect(() => requireMetadata(data)).toThrow(problem);
  });
});

test('metadata that would not fit into a token is refused', () => {
  requireMetadataSize({ a: 'x'.repeat(LARGEST_METADATA_BYTES - 8) });
  expect(() => requireMetadataSize({ a: 'x'.repeat(LARGEST_METADATA_BYTES - 7) })).toThrow(
    'User metadata cannot be longer',
  );
});

test('top-level keys merge, null removes, and what is nested is replaced whole', () => {
  const old = { keep: 1, drop: 2, nested: { a: 1, b: 2 }, list: [1, 2] };
  expect(mergeMetadata(old, { drop: null, nested: { c: 3 }, list: [3], fresh: 'x', absent: null })).toEqual({
    keep: 1,
    nested: { c: 3 },
    list: [3],
    fresh: 'x',
  });
});
