import { expect, it } from 'vitest';
import { fixedClock } from '../../time/wall-clock.ts';
import type { FileTools } from './read-file.ts';
import { readTradesFile } from './read-file.ts';
import type { Reading } from './table-trades.ts';

const TOOLS: FileTools = {
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
  inflate: () => Promise.reject(new Error('nothing is packed here')),
};
const read = (text: string): Promise<Reading> =>
  readTradesFile(new TextEncoder().encode(text), TOOLS, { payout: 0.8, clock: fixedClock('UTC', 0) });

it('takes formulas and markup in cells for the texts that they are', async () => {
  const { trades, rows } = await read(
    [
      'time,pair,result,stake',
      '=cmd|calc!A0,EUR/USD,won,10',
      '2026-03-02 10:00,EUR/USD,"=HYPERLINK(""https://example.com"")",10',
      '2026-03-02 10:00,EUR/USD,<script>alert(1)</script>,10',
      '2026-03-02 10:01,EUR/USD,won,=1+1',
      '2026-03-02 10:02,<img src=x onerror=alert(1)>,won,10',
    ].join('\n'),
  );
  expect(trades.map(({ pair }) => pair)).toEqual(['<img src=x onerror=alert(1)>']);
  expect(rows.notUnderstood).toEqual([
    { line: 2, why: '“=cmd|calc!A0” is no time' },
    { line: 3, why: '“=HYPERLINK("https://example.com")” is neither won nor lost' },
    { line: 4, why: '“<script>alert(1)</script>” is neither won nor lost' },
    { line: 5, why: '“=1+1” is no stake' },
  ]);
});

it.each([
  ['a million columns', Array(1_000_000).fill('a').join(), /^Line 1 has more than 500 columns/],
  [
    'a million cells in a row of HTML',
    `<table><tr>${'<td>1'.repeat(1_000_000)}`,
    /^Line 1 has more than 500 columns/,
  ],
  ['lists in lists', '['.repeat(100_000), /^The file begins like JSON, but it is cut off or damaged\.$/],
  [
    'an object of 100,000 fields',
    JSON.stringify([Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]))]),
    /more than 500 columns/,
  ],
  [
    'more than a million rows',
    `result\n${'won\n'.repeat(1_000_001)}`,
    /^The file has more than 1,000,000 rows/,
  ],
  ['zero bytes', 'PNG\0\0\0 and so on', /^This is no text, and no XLSX file either\.$/],
  ['nothing but line ends', '\n'.repeat(1_000_000), /^The file is empty\.$/],
  [
    'one cell of a million letters',
    `result\n${'x'.repeat(1_000_000)}`,
    /nothing can be counted\.$|is neither won nor lost\.$/,
  ],
  ['a script that never ends', `<table>${'<script>'.repeat(100_000)}`, /nothing can be counted\.$/],
])('refuses %s in one sentence', async (_name, text, sentence) => {
  await expect(read(text)).rejects.toThrow(sentence);
});

it('reads on behind a quote that never closes', async () => {
  const { trades, rows } = await read(`result,note\n${'won,"a\n'.repeat(2_000)}lost,b\n`);
  expect(trades.length + rows.notUnderstood.length).toBe(rows.read);
  expect(trades.at(-1)?.outcome).toBe('lost');
});
