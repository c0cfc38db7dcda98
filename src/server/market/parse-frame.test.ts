import { expect, test } from 'vitest';
import { parseFrame, vendorText } from './feed-protocol.ts';

test('a frame is a JSON object, and nothing else', () => {
  expect(parseFrame('{"a":1}')).toEqual({ a: 1 });
  for (const text of ['', '{', '[]', 'null', '7', '"x"', '<html>']) expect(parseFrame(text)).toBeUndefined();
});

test('the words of a vendor become a short part of our sentence', () => {
  expect(vendorText('Try\u0000 later\n.')).toBe('Try later');
  expect(vendorText('x'.repeat(121))).toBe('x'.repeat(120));
  expect(vendorText(undefined)).toBe('undefined');
});
