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

it('leaves alone what is not an entry', () => {
  expect(terminalLine('plain text\n')).toBe('plain text\n');
});
