import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { runHere } from '../../support/run-here.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { getUser, START } from '../auth-support.ts';
import { type AdminServer, ask, type Person, person, SECRET, startAdminServer } from './admin-support.ts';

let server: AdminServer;
let folder: string;
let mara: Person;
beforeAll(async () => {
  folder = makeTemporaryFolder();
  server = await startAdminServer();
});
afterAll(async () => {
  await server.close();
  await removeTemporaryFolder(folder);
});
beforeEach(async () => {
  vi.stubEnv('DATABASE_URL', server.auth.database.url);
  vi.stubEnv('PIPCAST_DATA_DIR', folder);
  vi.stubEnv('PIPCAST_AUTH_SECRET', SECRET);
  await server.clear();
  server.auth.clock.now = START;
  mara = await person(server, 'mara@example.com');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const pipcast = (...args: string[]) => runHere(args);
const statusOfAdmin = async () => (await ask(server, mara, 'GET /self')).statusCode;

it('user admin on lets an account use /admin with the session that it has, off does not any more', async () => {
  expect(await statusOfAdmin()).toBe(404);
  const on = await pipcast('user', 'admin', 'Mara@example.com', 'on');
  expect(on).toEqual({
    code: 0,
    stdout: 'mara@example.com can use /admin: sign in, then open it.\n',
    stderr: '',
  });
  expect(await statusOfAdmin()).toBe(200);
  expect((await pipcast('user', 'show', mara.id)).stdout).toMatch(/Admin: +yes/);
  expect((await pipcast('user', 'admin', mara.id, 'off')).stdout).toBe(
    'mara@example.com cannot use /admin.\n',
  );
  expect(await statusOfAdmin()).toBe(404);
  const { users } = JSON.parse((await pipcast('user', 'list', '--json')).stdout);
  expect(users).toMatchObject([{ email: 'mara@example.com', admin: false }]);
});

it('user second-factor on shows an admin what the app takes and recovery codes, this once; off asks for no code any more', async () => {
  const early = await pipcast('user', 'second-factor', mara.id, 'on');
  expect([early.code, early.stderr]).toEqual([2, expect.stringContaining('mara@example.com is no admin')]);
  await pipcast('user', 'admin', mara.id, 'on');
  const { stdout } = await pipcast('user', 'second-factor', mara.id, 'on');
  expect(stdout).toMatch(/^ *Key: +[A-Z2-7]{32}$/m);
  expect(stdout).toMatch(/otpauth:\/\/totp\/Pipcast:mara%40example\.com\?/);
  const [, code = ''] = /^ {2}([0-9a-hjkmnp-tv-z]{5}(?:-[0-9a-hjkmnp-tv-z]{5}){3})$/m.exec(stdout) ?? [];
  expect((await ask(server, mara, 'POST /accounts', { email: 'new@example.com' })).statusCode).toBe(403);
  expect((await ask(server, mara, 'POST /confirm', { code })).statusCode).toBe(200);
  expect((await ask(server, mara, 'POST /accounts', { email: 'new@example.com' })).statusCode).toBe(200);
  expect((await pipcast('user', 'second-factor', mara.id, 'off')).stdout).toBe(
    'mara@example.com is asked for no code.\n',
  );
  expect((await ask(server, mara, 'GET /self')).json().hasSecondFactor).toBe(false);
});

it('user admin refuses what is neither on nor off, and an account that is not there', async () => {
  const { code, stderr } = await pipcast('user', 'admin', mara.id, 'yes');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Say on or off, not "yes".')]);
  expect((await pipcast('user', 'admin', 'nobody@example.com', 'on')).code).toBe(3);
  expect(await statusOfAdmin()).toBe(404);
});

it('an imported account, whatever its metadata say, is no admin', async () => {
  await server.auth.database.db.query(
    `update users set app_metadata = '{"pipcast_admin": true}', user_metadata = user_metadata || '{"pipcast_admin": true, "is_admin": true}'`,
  );
  expect(await statusOfAdmin()).toBe(404);
});

it('user end-sessions signs a trader out everywhere, and the trader can sign in again', async () => {
  const { stdout } = await pipcast('user', 'end-sessions', mara.email);
  expect(stdout).toBe('mara@example.com can sign in again; 1 session ended.\n');
  expect((await getUser(server.auth.app, mara.token)).statusCode).toBe(403);
});

it('audit lists what was done at /admin with the admin in the place of the operator', async () => {
  await pipcast('user', 'admin', mara.id, 'on');
  await ask(server, mara, 'POST /accounts', { email: 'ivo@example.com' });
  const [event] = JSON.parse((await pipcast('audit', '--what', 'user add', '--json')).stdout).events;
  expect(event).toMatchObject({
    result: 'ok',
    email: 'ivo@example.com',
    operator: null,
    admin: 'mara@example.com',
    ip: '127.0.0.1',
  });
  expect((await pipcast('audit', '--what', 'user add')).stdout).toMatch(
    /user add +ok +ivo@example\.com +mara@example\.com/,
  );
  const { events } = JSON.parse((await pipcast('audit', '--what', 'user admin on', '--json')).stdout);
  expect(events).toMatchObject([{ email: 'mara@example.com', operator: expect.any(String), admin: null }]);
});

it('user list finds a part of the address, name or trader ID, in capitals or not', async () => {
  await pipcast('user', 'add', 'ivo@example.com', '--name', 'Ivo Novak', '--trader-id', 'T-9');
  for (const search of ['IVO@', 'novak', 't-9'])
    expect((await pipcast('user', 'list', '--search', search)).stdout, search).toMatch(
      /ivo@.*\n\n1 of 2 accounts/,
    );
});
