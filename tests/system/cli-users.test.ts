import { spawn } from 'node:child_process';
import { chmodSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../scripts/running-app.mjs';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { getUser, recover, signIn } from './support/auth-calls.ts';
import {
  type AccountDocument,
  COMMAND,
  errorOf,
  pipcast,
  pipcastJson,
  pipcastProcess,
} from './support/pipcast-command.ts';

interface UserAndKey {
  readonly user: AccountDocument;
  readonly key: string;
}

const KEY = /^[0-9a-hjkmnp-tv-z]{5}(?:-[0-9a-hjkmnp-tv-z]{5}){3}$/;
const ISO = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

let counter = 0;
const newEmail = () => `trader-${++counter}@example.com`;

describe('while the server runs', () => {
  let app: RunningApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.stop());

  const add = (email: string, ...args: string[]) =>
    pipcastJson<UserAndKey>(app.dataDir, ['user', 'add', email, ...args]);
  const show = async (email: string) =>
    (await pipcastJson<{ user: AccountDocument }>(app.dataDir, ['user', 'show', email])).user;

  test('an added account signs in with the key that was printed once', async () => {
    const email = newEmail();
    const { user, key } = await add(email, '--trader-id', '48213377', '--name', 'Mara Example');
    expect(key).toMatch(KEY);
    expect(user).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      email,
      name: 'Mara Example',
      traderId: '48213377',
      state: 'active',
      admin: false,
      sessions: 0,
      createdAt: expect.stringMatching(ISO),
      lastSignInAt: null,
      keyRequestedAt: null,
    });
    const { status, body } = await signIn(app.url, email, key);
    expect(status).toBe(200);
    expect(body['user']).toMatchObject({ id: user.id, email, user_metadata: { full_name: 'Mara Example' } });
    expect(await show(email)).toMatchObject({ sessions: 1, lastSignInAt: expect.stringMatching(ISO) });
    const { stdout } = await pipcast(app.dataDir, ['user', 'show', email]);
    expect(stdout).not.toContain(key);
  });

  test('each command on an account says what it did, and the running server knows at once', async () => {
    const [email, address] = [newEmail(), newEmail()];
    const { key, user } = await add(email);
    const token = (await signIn(app.url, email, key)).body['access_token'];
    // A token that was just seen is remembered by the server; that must not outlive the session.
    expect((await getUser(app.url, token)).status).toBe(200);
    const said = async (...args: string[]) => (await pipcast(app.dataDir, ['user', ...args])).stdout;
    expect(await said('set-email', email, address)).toBe(
      `${email} is now ${address}; the key and 1 session stay.\n`,
    );
    expect(await said('set-email', address, address.toUpperCase())).toBe(
      `${address} has this address already.\n`,
    );
    expect((await getUser(app.url, token)).body).toMatchObject({ email: address });
    expect(await said('disable', address)).toBe(`${address} is disabled; 1 session ended.\n`);
    expect((await getUser(app.url, token)).status).toBe(403);
    expect(await signIn(app.url, address, key)).toMatchObject({ status: 400, body: { code: 'user_banned' } });
    expect(await show(address)).toMatchObject({ state: 'disabled', sessions: 0 });
    expect(await said('enable', address)).toBe(`${address} can sign in again.\n`);
    expect((await signIn(app.url, address, key)).status).toBe(200);
    const second = await pipcastJson<UserAndKey>(app.dataDir, ['user', 'reset-key', address]);
    expect((await signIn(app.url, address, key)).body['code']).toBe('invalid_credentials');
    expect((await signIn(app.url, address, second.key)).status).toBe(200);
    // By ID as well as by address.
    expect(await said('remove', user.id, '--yes')).toBe(`${address} is removed.\n`);
    expect((await pipcast(app.dataDir, ['user', 'show', address])).code).toBe(3);
  });

  test('a trader who asked for a new key is in the list until there is one', async () => {
    const email = newEmail();
    await add(email);
    expect((await recover(app.url, email)).status).toBe(200);
    expect((await show(email)).keyRequestedAt).toMatch(ISO);
    const list = await pipcast(app.dataDir, ['user', 'list', '--search', email]);
    expect(list.stdout.split('\n')[1]).toMatch(/ \d{4}-\d\d-\d\dT[\d:]+Z {2}-$/);
    await pipcast(app.dataDir, ['user', 'reset-key', email]);
    expect((await show(email)).keyRequestedAt).toBeNull();
  });

  test('what is refused says why, with its own exit code', async () => {
    await add('first@example.com', '--trader-id', '1001');
    await add('second@example.com');
    const cases: [string[], number, string, RegExp][] = [
      [['user', 'add', 'first@example.com'], 4, 'already_exists', /account for first@example\.com already/],
      [['user', 'add', 'FIRST@Example.com'], 4, 'already_exists', /account for first@example\.com already/],
      [
        ['user', 'add', newEmail(), '--trader-id', '1001'],
        4,
        'already_exists',
        /1001 belongs to first@example\.com/,
      ],
      [['user', 'add', 'not an address'], 2, 'usage', /not an address/],
      [['user', 'add', ''], 2, 'usage', /required/],
      [['user', 'add', newEmail(), '--name', 'x\x1b[2J'], 2, 'usage', /printable/],
      [['user', 'show', 'nobody@example.com'], 3, 'not_found', /nobody@example\.com/],
      [['user', 'disable', 'nobody@example.com'], 3, 'not_found', /nobody@example\.com/],
      [['user', 'enable', 'nobody@example.com'], 3, 'not_found', /nobody@example\.com/],
      [['user', 'reset-key', 'nobody@example.com'], 3, 'not_found', /nobody@example\.com/],
      [['user', 'set-email', 'nobody@example.com', newEmail()], 3, 'not_found', /nobody@example\.com/],
      [['user', 'set-email', 'first@example.com', 'not an address'], 2, 'usage', /not an address/],
      [['user', 'set-email', 'first@example.com'], 2, 'usage', /missing required argument/i],
      [
        ['user', 'set-email', 'second@example.com', 'First@example.com'],
        4,
        'already_exists',
        /account for first@example\.com already/,
      ],
      [['user', 'remove', 'nobody@example.com', '--yes'], 3, 'not_found', /nobody@example\.com/],
      [['user', 'remove', 'first@example.com'], 2, 'usage', /for good/],
    ];
    const all = cases.map(async ([args, code, name, message]) => {
      const json = await pipcast(app.dataDir, [...args, '--json']);
      expect({ args, code: json.code, stdout: json.stdout }).toEqual({ args, code, stdout: '' });
      expect(errorOf(json).code).toBe(name);
      expect(errorOf(json).message).toMatch(message);
    });
    await Promise.all(all);
  });

  test('serve refuses a second server on the same data with a plain line', async () => {
    const { code, stderr } = await pipcastProcess(app.dataDir, ['serve'], { env: { PORT: '0' } });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^Another Pipcast \(process \d+\) already runs on .*\n$/);
  });
});

describe('while no server runs', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = makeTemporaryFolder();
    await pipcastJson(dataDir, [
      'user',
      'add',
      'first@example.com',
      '--trader-id',
      '1001',
      '--name',
      'First',
    ]);
  });
  afterAll(() => removeTemporaryFolder(dataDir));

  test('the database was started for the command and stopped after it', () => {
    expect(readdirSync(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  });

  test('commands at the same time share the database', async () => {
    const emails = [newEmail(), newEmail(), newEmail()];
    const added = await Promise.all(emails.map((email) => pipcastProcess(dataDir, ['user', 'add', email])));
    expect(added.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      emails.map(() => ({ code: 0, stderr: '' })),
    );
    const { users } = await pipcastJson<{ users: AccountDocument[] }>(dataDir, ['user', 'list']);
    expect(users.map(({ email }) => email)).toEqual(expect.arrayContaining(emails));
    expect(readdirSync(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  });

  test('the list is a table, searched by address, trader ID and name; without colours in a pipe', async () => {
    for (const search of ['FIRST@', '1001', 'irst']) {
      const { stdout } = await pipcast(dataDir, ['user', 'list', '--search', search]);
      const [heading = '', row = '', empty, count = ''] = stdout.split('\n');
      expect(heading).toMatch(
        /^E-MAIL +TRADER ID +STATE +SESSIONS +CREATED +LAST SIGN-IN +ASKED FOR A KEY +NAME$/,
      );
      expect(row).toMatch(/^first@example\.com +1001 +active +0 +\d{4}-\d\d-\d\dT[\d:]+Z +- +- +First$/);
      expect(row.indexOf('active')).toBe(heading.indexOf('STATE'));
      expect(empty).toBe('');
      expect(count).toMatch(/^1 of \d+ accounts$|^1 account$/);
      expect(stdout).not.toContain('\x1b');
    }
  });

  test('a long name stands behind the other columns', async () => {
    const [email, name] = [newEmail(), 'Mara '.repeat(20).trim()];
    await pipcast(dataDir, ['user', 'add', email, '--name', name]);
    const { stdout } = await pipcast(dataDir, ['user', 'list', '--search', email]);
    expect(stdout).toMatch(new RegExp(`  active .*  ${name}\n`));
    const { users } = await pipcastJson<{ users: AccountDocument[] }>(dataDir, [
      'user',
      'list',
      '--search',
      email,
    ]);
    expect(users).toMatchObject([{ email, name }]);
  });

  test('wrong arguments are distinguished from the help, before anything is opened', async () => {
    const nowhere = path.join(dataDir, 'not-made');
    for (const args of [
      [],
      ['nonsense'],
      ['user'],
      ['user', 'nonsense'],
      ['user', 'add'],
      ['user', 'add', 'a', 'b'],
      ['user', 'list', '--all'],
    ]) {
      const { code, stdout, stderr } = await pipcast(nowhere, args);
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
      expect(stderr).not.toBe('');
    }
    for (const args of [['--help'], ['user', '--help'], ['user', 'import', '--help'], ['--version']]) {
      const { code, stdout, stderr } = await pipcast(nowhere, args);
      expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
      expect(stdout).not.toBe('');
    }
    expect(readdirSync(dataDir)).not.toContain('not-made');
  });

  test('wrong settings are one line that names the variable', async () => {
    const { code, stdout, stderr } = await pipcast(dataDir, ['user', 'list'], { PORT: 'many' });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^PORT .*\n$/);
  });

  test('accounts of a hosted project are not managed here', async () => {
    const env = { SUPABASE_URL: 'https://project.example.com', SUPABASE_ANON_KEY: 'sb_publishable_example' };
    const refused = await pipcast(dataDir, ['user', 'list', '--json'], env);
    expect(refused.code).toBe(2);
    expect(errorOf(refused).message).toMatch(/hosted project https:\/\/project\.example\.com/);
    expect(refused.stderr).not.toContain('sb_publishable_example');
  });

  test('a database that does not answer has its own exit code and keeps its password', async () => {
    const env = { DATABASE_URL: 'postgresql://pipcast:hunter2@127.0.0.1:1/pipcast' };
    const refused = await pipcast(dataDir, ['user', 'list', '--json'], env);
    expect(refused.code).toBe(5);
    expect(errorOf(refused).code).toBe('database_unavailable');
    expect(refused.stderr).not.toContain('hunter2');
  });

  test('a reader that has seen enough ends the list quietly', async () => {
    const { code, stderr } = await piped(dataDir, ['user', 'list'], (child) => child.stdout?.destroy());
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('a key that could not be shown is said to be lost', async () => {
    const email = newEmail();
    const unread = await piped(dataDir, ['user', 'add', email], (child) => child.stdout?.destroy());
    expect(unread.code).toBe(1);
    expect(unread.stderr).toContain(`npx pipcast user reset-key ${email}`);
    expect((await pipcast(dataDir, ['user', 'show', email])).code).toBe(0);
  });

  test.runIf(process.platform === 'linux')('on a full disk the same', async () => {
    const full = openSync('/dev/full', 'w');
    const { code, stderr } = await piped(
      dataDir,
      ['user', 'reset-key', 'first@example.com'],
      undefined,
      full,
    );
    expect(code).toBe(1);
    expect(stderr).toContain('could not be shown');
  });

  test.runIf(process.platform === 'linux')(
    'no key or password is ever in the list of processes',
    async () => {
      const folder = makeTemporaryFolder();
      try {
        const seen = new Set<string>();
        let watching = true;
        const watch = async () => {
          while (watching) {
            for (const line of commandLines()) seen.add(line);
            await new Promise((resolve) => setImmediate(resolve));
          }
        };
        const watcher = watch();
        const { stdout } = await pipcastProcess(folder, ['user', 'add', newEmail(), '--json']);
        const { key } = JSON.parse(stdout) as UserAndKey;
        watching = false;
        await watcher;
        const secrets = [key, readFileSync(path.join(folder, 'postgres-password'), 'utf8').trim()];
        // The watcher saw the command and the database that was made for it.
        expect([...seen].some((line) => line.includes('operator/main.js user add'))).toBe(true);
        expect([...seen].some((line) => line.includes(folder))).toBe(true);
        expect([...seen].filter((line) => secrets.some((secret) => line.includes(secret)))).toEqual([]);
      } finally {
        await removeTemporaryFolder(folder);
      }
    },
  );

  test('serve is the server: it answers, and SIGTERM ends it and its database with 0', async () => {
    const env = { PORT: '0' };
    let stop: Promise<number> | undefined;
    const { code, stdout } = await pipcastProcess(dataDir, ['serve'], {
      env,
      started: (child) => {
        let printed = '';
        child.stdout?.on('data', (chunk: Buffer) => {
          printed += chunk.toString();
          const url = /running at (\S+)\s/.exec(printed)?.[1];
          if (url === undefined || stop !== undefined) return;
          stop = fetch(`${url}/healthz`)
            .then(({ status }) => status)
            .finally(() => child.kill('SIGTERM'));
        });
      },
    });
    expect(await stop).toBe(200);
    expect(code).toBe(0);
    expect(stdout).toMatch(/Stopping/);
    expect(readdirSync(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  });

  test('an unwritable data directory is said in one line', async () => {
    const file = path.join(dataDir, 'a-file');
    writeFileSync(file, '');
    chmodSync(file, 0o600);
    const { code, stderr } = await pipcast(path.join(file, 'data'), ['user', 'list']);
    expect(code).toBe(5);
    expect(stderr).toMatch(/^The data directory .*a-file.*\n$/);
  });
});

/** Runs a command whose stdout is somewhere else, or is closed early. */
function piped(
  dataDir: string,
  args: string[],
  started: ((child: ReturnType<typeof spawn>) => void) | undefined,
  stdout: number | 'pipe' = 'pipe',
): Promise<{ code: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      env: { ...process.env, PIPCAST_DATA_DIR: dataDir },
      stdio: ['ignore', stdout, 'pipe'],
    });
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
    });
    child.once('close', (code) => resolve({ code, stderr }));
    started?.(child);
  });
}

/** The command lines of all processes, as every user of the machine can read them. */
function commandLines(): string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
      } catch {
        return '';
      }
    });
}
