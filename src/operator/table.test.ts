import { expect, test } from 'vitest';
import { formatPairs, formatTable } from './output.ts';

test('columns line up under their headings, numbers to the right, without blanks at the end', () => {
  const table = formatTable(
    ['E-MAIL', 'SESSIONS'],
    [
      ['mara@example.com', 2],
      ['山@example.com', 10],
      [null, 0],
    ],
  );
  expect(table.split('\n')).toEqual([
    'E-MAIL            SESSIONS',
    'mara@example.com         2',
    '山@example.com          10',
    '-                        0',
  ]);
});

test('a table without rows is its headings', () => {
  expect(formatTable(['E-MAIL'], [])).toBe('E-MAIL');
});

test('a line break in a cell does not become a row', () => {
  expect(formatTable(['NAME'], [['a\nb']])).toBe('NAME\na\\x0ab');
});

test('pairs line their values up', () => {
  expect(
    formatPairs([
      ['E-mail', 'a'],
      ['Trader ID', ''],
    ]),
  ).toBe('E-mail:    a\nTrader ID: -');
});
