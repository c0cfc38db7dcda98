import { expect, it } from 'vitest';
import { memoryLog } from '../../../../tests/support/memory-log.ts';
import { terminalLine } from './logger.ts';

it('writes one JSON object a line with the time and the level as words', () => {
  const log = memoryLog();
  log.log.info({ port: 3000 }, 'listening');
  expect(log.text()).toMatch(/^\{.*\}\n$/);
  expect(log.entries()[0]).toMatchObject({ level: 'info', port: 3000, msg: 'listening' });
  expect(String(log.entries()[0]?.['time'])).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

it('removes secrets by their name, one level down too', () => {
  const log = memoryLog();
  log.log.info({ password: 'hunter2', headers: { authorization: 'Bearer hunter2', apikey: 'hunter2' } }, 'x');
  log.log.info({ body: { refresh_token: 'hunter2', access_token: 'hunter2' }, token: 'hunter2' }, 'x');
  expect(log.text()).not.toContain('hunter2');
  expect(log.text()).toContain('[removed]');
});

it.each([
  'authorization',
  'apikey',
  'cookie',
  'password',
  'current_password',
  'token',
  'access_token',
  'refresh_token',
  'key',
  'databaseUrl',
  'databaseOwnerUrl',
  'authSecret',
  'metricsToken',
])('removes what is named %s, also of a log of one request', (name) => {
  const log = memoryLog();
  log.log.info({ [name]: 'hunter2', config: { [name]: 'hunter2' } }, 'x');
  log.log.child({ [name]: 'hunter2' }).info('x');
  expect(log.text()).not.toContain('hunter2');
});

it('keeps of an error what finds its cause, and not the values of a row', () => {
  const log = memoryLog();
  const cause = Object.assign(new Error('duplicate key'), {
    code: '23505',
    detail: 'Key (email)=(a@example.com)',
  });
  log.log.error({ err: new Error('could not store', { cause }) }, 'failed');
  expect(log.entries()[0]?.['err']).toMatchObject({
    type: 'Error',
    message: 'could not store',
    cause: { code: '23505', message: 'duplicate key' },
  });
  expect(log.text()).not.toContain('a@example.com');
});

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
