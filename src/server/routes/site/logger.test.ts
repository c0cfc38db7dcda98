import { expect, it } from 'vitest';
import { memoryLog } from '../../../../tests/support/memory-log.ts';

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
