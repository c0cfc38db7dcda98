import { expect, it } from 'vitest';
import { terminalLine } from './terminal-line.ts';

const entry = (fields: object) =>
  `${JSON.stringify({ level: 'info', time: '2026-11-20T12:00:00.000Z', ...fields })}\n`;

it('shows an entry as time, message and details on one line', () => {
  expect(
    terminalLine(entry({ reqId: 'x', method: 'GET', path: '/nope', status: 404, msg: 'request' })),
  ).toMatch(/^\d\d:\d\d:\d\d request method=GET path=\/nope status=404\n$/);
});

it('names the level of what is not plain information, with its request and its stack', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at somewhere' };
  expect(terminalLine(entry({ level: 'error', reqId: 'r1', err, msg: 'failed' }))).toMatch(
    /^\d\d:\d\d:\d\d ERROR failed reqId=r1\nError: no\n {4}at somewhere\n$/,
  );
});

it.each([
  [
    'a control of eight bits, which opens a title or a colour as ESC does',
    '/\x9b31m\x9d0;x',
    String.raw`/\x9b31m\x9d0;x`,
  ],
  ['what turns the direction of reading', '/\u202etxt.exe', String.raw`/\u202etxt.exe`],
  ['an escape and a new line', '/\x1b[2J\n12:00:00 request', String.raw`/\x1b[2J\x0a12:00:00 request`],
])('writes out %s, wherever it stands', (_what, sent, shown) => {
  expect(terminalLine(entry({ path: sent, msg: 'request' }))).toContain(` request path=${shown}\n`);
  for (const fields of [{ body: { path: sent } }, { msg: sent }, { err: { stack: `Error: ${sent}` } }]) {
    expect(terminalLine(entry({ msg: 'x', ...fields }))).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}]/u);
  }
});

it('leaves alone what is not an entry', () => {
  expect(terminalLine('plain text\n')).toBe('plain text\n');
});
