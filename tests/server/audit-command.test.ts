import { userInfo } from 'node:os';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { runHere } from '../support/run-here.ts';
import { epochMs } from '../../src/core/time/instant.ts';
import { insertEvent } from '../../src/server/auth/security-events.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const EMAIL = 'mara@example.com';
const OPERATOR = userInfo().username;
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = makeTemporaryFolder();
  database = await createTestDatabase();
});
afterAll(async () => {
  await database.drop();
  await removeTemporaryFolder(folder);
});
beforeEach(async () => {
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('PIPCAST_DATA_DIR', folder);
  await database.db.query('delete from users');
  await database.db.query('truncate security_events');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const pipcast = (...args: string[]) => runHere(args);

async function events(...args: string[]) {
  const { code, stdout, stderr } = await pipcast('audit', '--json', ...args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return (JSON.parse(stdout) as { events: Record<string, unknown>[] }).events;
}

test('every command on accounts is recorded: who, what, which account, how it ended', async () => {
  const added = JSON.parse((await pipcast('user', 'add', EMAIL, '--json')).stdout) as {
    user: { id: string };
    key: string;
  };
  const { id } = added.user;
  await pipcast('user', 'list');
  await pipcast('user', 'show', EMAIL);
  await pipcast('user', 'disable', EMAIL);
  await pipcast('user', 'enable', id);
  const reset = JSON.parse((await pipcast('user', 'reset-key', EMAIL, '--json')).stdout) as { key: string };
  await pipcast('user', 'set-email', EMAIL, 'not an address');
  await pipcast('user', 'set-email', EMAIL, 'new@example.com');
  await pipcast('user', 'add', 'new@example.com');
  await pipcast('user', 'show', 'nobody@example.com');
  await pipcast('user', 'remove', 'new@example.com', '--yes');
  const listed = await events();
  expect(listed.reverse().map(({ what, result, account }) => [what, result, account])).toEqual([
    ['user add', 'ok', id],
    ['user list', 'ok', null],
    ['user show', 'ok', id],
    ['user disable', 'ok', id],
    ['user enable', 'ok', id],
    ['user reset-key', 'ok', id],
    ['user set-email', 'email_invalid', id],
    ['user set-email', 'ok', id],
    ['user add', 'email_taken', null],
    ['user show', 'not_found', null],
    ['user remove', 'ok', id],
  ]);
  expect(new Set(listed.map(({ operator }) => operator))).toEqual(new Set([OPERATOR]));
  const said = JSON.stringify(listed);
  for (const secret of [added.key, reset.key, EMAIL]) expect(said).not.toContain(secret);
  expect((await events('--what', 'audit')).length).toBe(1);
});

test('a table shows time, kind, result, account, operator and address', async () => {
  await pipcast('user', 'add', EMAIL);
  const at = epochMs(Date.UTC(2026, 10, 20, 12));
  await insertEvent(database.db, {
    at,
    what: 'sign_in',
    result: 'invalid_credentials',
    account: undefined,
    operator: undefined,
    ip: '2001:db8::7',
  });
  const { stdout } = await pipcast('audit', '--limit', '1');
  expect(stdout.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    ['TIME', 'WHAT', 'RESULT', 'ACCOUNT', 'OPERATOR', 'ADDRESS'],
    ['2026-11-20T12:00:00Z', 'sign_in', 'invalid_credentials', '-', '-', '2001:db8::7'],
    [''],
  ]);
  const { stdout: others } = await pipcast('audit', '--what', 'user add');
  expect(others).toMatch(new RegExp(`user add +ok +${EMAIL} +${OPERATOR} +-\\n$`));
  expect((await pipcast('audit', '--what', 'sign_out')).stdout).toBe('There is no such event.\n');
});

test('the filters choose', async () => {
  await pipcast('user', 'add', EMAIL);
  await pipcast('user', 'add', 'ivo@example.com');
  await pipcast('user', 'add', EMAIL);
  expect((await events('--account', EMAIL)).map(({ what, email }) => [what, email])).toEqual([
    ['user add', EMAIL],
  ]);
  expect((await events('--refused')).map(({ result }) => result)).toEqual(['email_taken']);
  expect(await events('--limit', '2')).toHaveLength(2);
});

test.each([
  [['--what', 'signin'], /is no kind of event: sign_in, /],
  [['--limit', '0'], /Give a whole number from 1 to 10000/],
  [['--limit', '10001'], /Give a whole number/],
])('%j is refused before a database is opened', async (args, message) => {
  vi.stubEnv('DATABASE_URL', 'postgresql://pipcast@127.0.0.1:1/pipcast');
  const { code, stderr } = await pipcast('audit', ...args);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
});
