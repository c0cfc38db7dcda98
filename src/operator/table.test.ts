import { expect, test } from 'vitest';
import { formatPairs, formatTable } from './output.ts';

test('columns line up under their headings, numbers to the right, without blanks at the end', () => {
  const rows = [
    { email: 'mara@example.com', sessions: 2 },
    { email: '山@example.com', sessions: 10 },
    { email: '', sessions: 0 },
  ];
  const table = formatTable(
    [
      { heading: 'E-MAIL', cell: (row: (typeof rows)[number]) => row.email },
      { heading: 'SESSIONS', cell: (row) => String(row.sessions), right: true },
    ],
    rows,
  );
  expect(table.split('\n')).toEqual([
    'E-MAIL            SESSIONS',
    'mara@example.com         2',
    '山@example.com          10',
    '-                        0',
  ]);
});

test('a table without rows is its headings', () => {
  expect(formatTable([{ heading: 'E-MAIL', cell: () => '' }], [])).toBe('E-MAIL');
});

test('a line break in a cell does not become a row', () => {
  expect(formatTable([{ heading: 'NAME', cell: (name: string) => name }], ['a\nb'])).toBe('NAME\na\\x0ab');
});

test('pairs line their values up', () => {
  expect(
    formatPairs([
      ['E-mail', 'a'],
      ['Trader ID', ''],
    ]),
  ).toBe('E-mail:    a\nTrader ID: -');
});
