import compile from 'icu-minify/compile';
import format from 'icu-minify/format';
import { expect, it } from 'vitest';
import { PSEUDO_LANGUAGE } from './pseudo-language.ts';

const formatters = {
  getDateTimeFormat: () => new Intl.DateTimeFormat('en'),
  getNumberFormat: () => new Intl.NumberFormat('en'),
  getPluralRules: () => new Intl.PluralRules('en'),
};

function pseudo(message: string, values = {}): unknown {
  const translated = PSEUDO_LANGUAGE.message('room', 'key', compile(message)) ?? '';
  return format(translated, 'en', values, { formatters });
}

it('accents a text and makes it 40 % longer', () => {
  expect(pseudo('Generated')).toBe('Ĝéñéŕâţéđ öñé');
  expect(pseudo('Market hours')).toHaveLength(17);
});

it('leaves values, numbers and choices as they are', () => {
  expect(pseudo('Opens {time}', { time: 'Mon 04:00' })).toBe('Öpéñš Mon 04:00 öñ');
  expect(pseudo('{count, plural, one {# day} other {# days}}', { count: 3 })).toMatch(/^3 đâýš/);
  expect(pseudo('{code, select, lost {Lost} other {Void}}', { code: 'lost' })).toMatch(/^Ļöšţ/);
});

it('accents inside tags, and around a number in them', () => {
  const b = (words: readonly unknown[]) => `<${words.join('')}>`;
  expect(pseudo('Read <b>the record</b>.', { b })).toMatch(/^Ŕéâđ <ţĥé ŕéçöŕđ>\./);
  expect(pseudo('{n, plural, other {<b># left</b>}}', { n: 2, b })).toMatch(/^<2 ļéƒţ>|^<2 ļéfţ>/);
});
