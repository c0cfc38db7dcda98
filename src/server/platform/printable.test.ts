import fc from 'fast-check';
import { expect, test } from 'vitest';
import { displayWidth, printable } from './printable.ts';

test('an escape sequence arrives at the terminal as text', () => {
  expect(printable('\x1b]0;owned\x07\x1b[2J')).toBe('\\x1b]0;owned\\x07\\x1b[2J');
});

test('characters that hide or turn text round are written out', () => {
  expect(printable('a\u202eb\u200bc\u2028d\ufeff\u{e0041}')).toBe(
    'a\\u202eb\\u200bc\\u2028d\\ufeff\\u{e0041}',
  );
});

test('letters of every alphabet and emoji stay as they are', () => {
  for (const text of ['Mára Ünal', 'محمد', 'می‌روم', '山田 太郎', '👩‍👧']) expect(printable(text)).toBe(text);
});

/** Every code unit there is, halves of pairs included. */
const anyText = fc.string({
  unit: fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code)),
});

test('nothing that comes out is a control character', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(printable(text)).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    }),
  );
});

test('widths are terminal cells', () => {
  const widths = { abc: 3, é: 1, 'e\u0301': 1, 山田: 4, '👍': 2, '👩‍👧': 2, '❤️': 2, '': 0 };
  for (const [text, width] of Object.entries(widths))
    expect([text, displayWidth(text)]).toEqual([text, width]);
});
