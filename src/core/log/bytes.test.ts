import { expect, test } from 'vitest';
import { asciiBytes, asciiText, sameBytes } from './bytes.ts';

test('bytes are the same when all of them are, and none is missing', () => {
  const [one, longer] = [new Uint8Array([1, 2]), new Uint8Array([1, 2, 3])];
  expect(sameBytes(one, one.slice())).toBe(true);
  expect([sameBytes(one, longer), sameBytes(longer, one)]).toEqual([false, false]);
  expect(sameBytes(one, new Uint8Array([1, 3]))).toBe(false);
});

test('ASCII goes to its bytes and back, to its last character, in texts of any length', () => {
  const every = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('');
  for (const text of ['', every, every.repeat(64), `${every.repeat(64)}x`])
    expect(asciiText(asciiBytes(text))).toBe(text);
});

test('what is not ASCII is refused, wherever it stands', () => {
  for (const text of ['\u0080', 'a\u00e9', '\u00e9a']) {
    expect(() => asciiBytes(text)).toThrow(RangeError);
  }
  for (const bytes of [[128], [0, 255], [200, 0, 0]])
    expect(asciiText(new Uint8Array(bytes))).toBeUndefined();
});
