import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hash as bcryptHash } from '@node-rs/bcrypt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../scripts/running-app.mjs';
import { IS_WHOLE } from '../support/rounds.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { getUser, signIn } from './support/auth-calls.ts';
import {
  type AccountDocument,
  errorOf,
  pipcast,
  pipcastJson,
  pipcastProcess,
} from './support/pipcast-command.ts';

interface ImportDocument {
  readonly dryRun: boolean;
  readonly imported: number;
  readonly alreadyThere: number;
  readonly refused: number;
  readonly rows: readonly { line: number; email: string | null; result: string; reason?: string }[];
}

const CONFIRMED = '2025-10-29 13:13:17.491051+00';
const HEADINGS = 'id,email,encrypted_password,email_confirmed_at';

describe('user import', () => {
  let app: RunningApp;
  let folder: string;
  /** A password as the hosted service keeps it, made once: each costs real work. */
  const password = 'correct horse battery staple';
  let hash: string;
  beforeAll(async () => {
    folder = makeTemporaryFolder();
    hash = await bcryptHash(password, 4);
    app = await startApp();
  });
  afterAll(async () => {
    await app.stop();
    await removeTemporaryFolder(folder);
  });

  let counter = 0;
  const newEmail = () => `imported-${++counter}@example.com`;
  const newId = () => `00000000-0000-4000-8000-${String(++counter).padStart(12, '0')}`;
  const file = (content: string | Uint8Array) => {
    const name = path.join(folder, `export-${++counter}`);
    writeFileSync(name, content);
    return name;
  };
  const importFile = (content: string, ...args: string[]) =>
    pipcast(app.dataDir, ['user', 'import', file(content), ...args]);

  test('a trader of the hosted service signs in with the old password and is the same user', async () => {
    const email = newEmail();
    const id = newId();
    const metadata = '{""full_name"": ""Mara O\'Neil"", ""trader_id"": ""66""}';
    const csv = `${HEADINGS},trader_id,raw_user_meta_data,created_at,last_sign_in_at\r\n${id},${email},${hash},${CONFIRMED},77001,"${metadata}",2024-01-02 03:04:05+00,\r\n`;
    expect(await importFile(csv)).toEqual({
      code: 0,
      stdout: '1 imported, 0 already there, 0 refused.\n',
      stderr: '',
    });
    const { status, body } = await signIn(app.url, email, password);
    expect(status).toBe(200);
    expect(body['user']).toMatchObject({ id, email, user_metadata: { full_name: "Mara O'Neil" } });
    const { user } = await pipcastJson<{ user: AccountDocument }>(app.dataDir, ['user', 'show', email]);
    expect(user).toMatchObject({ name: "Mara O'Neil", traderId: '77001', createdAt: '2024-01-02T03:04:05Z' });
    // The hash was upgraded by the first sign-in; the second one checks the new one.
    expect((await signIn(app.url, email, password)).status).toBe(200);
  });

  test('a trader ID that two rows have is named for both; only the first comes in', async () => {
    const [first, second] = [newEmail(), newEmail()];
    const csv = `${HEADINGS},trader_id\n${newId()},${first},${hash},${CONFIRMED},77002\n${newId()},${second},${hash},${CONFIRMED},77002\n`;
    const { code, stdout } = await importFile(csv);
    expect(code).toBe(7);
    expect(stdout.split('\n').slice(0, 3)).toEqual([
      `line 3: ${second}: line 2 (${first}) has the trader ID 77002 too`,
      `line 2: ${first}: line 3 (${second}) has the trader ID 77002 too; find out whose it is`,
      '1 imported, 0 already there, 1 refused.',
    ]);
  });

  test('each refused row says its line and why; the others come in; the exit code tells', async () => {
    const [good, banned, spaced] = [newEmail(), newEmail(), newEmail()];
    const { key } = await pipcastJson<{ key: string }>(app.dataDir, ['user', 'add', 'own@example.com']);
    const csv = [
      `${HEADINGS},banned_until,raw_app_meta_data`,
      `${newId()},${good},${hash},${CONFIRMED},,`,
      `${newId()},not an address,${hash},${CONFIRMED},,`,
      `${newId()},google@example.com,,${CONFIRMED},,"{""provider"":""google""}"`,
      `${newId()},open@example.com,${hash},,,`,
      `${newId()},plain@example.com,secret,${CONFIRMED},,`,
      'broken,row',
      `${newId()},own@example.com,${hash},${CONFIRMED},,`,
      `${newId()},${banned},${hash},${CONFIRMED},infinity,`,
      `42,"evil\x1b[2J@example.com",${hash},${CONFIRMED},,`,
      `${newId()}, ${spaced.toUpperCase()} ,${hash},${CONFIRMED},,`,
    ].join('\n');
    const { code, stdout, stderr } = await importFile(csv);
    expect({ code, stderr }).toEqual({ code: 7, stderr: '' });
    const lines = stdout.trimEnd().split('\n');
    expect(lines.map((line) => /^line (\d+): /.exec(line)?.[1])).toEqual([
      '3',
      '4',
      '5',
      '6',
      '7',
      '8',
      '10',
      undefined,
    ]);
    expect(lines[0]).toContain('not an address: ');
    expect(lines[1]).toBe('line 4: google@example.com: no password (signed in with google)');
    expect(lines[2]).toBe('line 5: open@example.com: the e-mail address was never confirmed');
    expect(lines[4]).toBe('line 7: 2 fields where the heading has 6');
    expect(lines[5]).toMatch(/^line 8: own@example\.com: .*already/);
    expect(lines[6]).toBe('line 10: evil\\x1b[2J@example.com: id is not a UUID');
    expect(lines[7]).toBe('3 imported, 0 already there, 7 refused.');
    expect((await signIn(app.url, good, password)).status).toBe(200);
    expect((await signIn(app.url, spaced, password)).status).toBe(200);
    expect((await signIn(app.url, banned, password)).body['code']).toBe('user_banned');
    // The account that was here first is untouched.
    expect((await signIn(app.url, 'own@example.com', key)).status).toBe(200);
  });

  test('--json is one document with every row; a dry run touches nothing', async () => {
    const email = newEmail();
    const csv = `${HEADINGS}\n${newId()},${email},${hash},${CONFIRMED}\n${newId()},,${hash},${CONFIRMED}\n`;
    const dry = await importFile(csv, '--json', '--dry-run');
    expect({ code: dry.code, stderr: dry.stderr }).toEqual({ code: 7, stderr: '' });
    const expected: ImportDocument = {
      dryRun: true,
      imported: 1,
      alreadyThere: 0,
      refused: 1,
      rows: [
        { line: 2, email, result: 'imported' },
        { line: 3, email: null, result: 'refused', reason: 'no e-mail address' },
      ],
    };
    expect(JSON.parse(dry.stdout)).toEqual(expected);
    expect((await pipcast(app.dataDir, ['user', 'show', email])).code).toBe(3);
    const real = await importFile(csv, '--json');
    expect(JSON.parse(real.stdout)).toEqual({ ...expected, dryRun: false });
    expect(`${dry.stdout}${real.stdout}`).not.toContain(hash);
  });

  test('stdin is read for -, and of a file that ends in the middle nothing comes in', async () => {
    const [whole, cut] = [newEmail(), newEmail()];
    const pipe = (rows: string) =>
      pipcastProcess(app.dataDir, ['user', 'import', '-'], { input: `${HEADINGS}\n${rows}\n` });
    expect((await pipe(`${newId()},${whole},${hash},${CONFIRMED}`)).code).toBe(0);
    expect((await signIn(app.url, whole, password)).status).toBe(200);
    const ended = await pipe(`${newId()},${cut},${hash},${CONFIRMED}\n${newId()},"never closed,${hash}`);
    expect(ended).toMatchObject({ code: 7, stdout: '' });
    expect(ended.stderr).toMatch(/^stdin: line 3: .*a quote is never closed/);
    expect((await pipcast(app.dataDir, ['user', 'show', cut])).code).toBe(3);
  });

  test('an export that does not say which addresses were confirmed is only taken on your word', async () => {
    const email = newEmail();
    const csv = `email,encrypted_password\n${email},${hash}\n`;
    const refused = await importFile(csv, '--json');
    expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 7, stdout: '' });
    expect(errorOf(refused)).toMatchObject({
      code: 'import_refused',
      hint: expect.stringMatching(/--assume-confirmed/),
    });
    expect((await importFile(csv, '--assume-confirmed')).code).toBe(0);
    expect((await signIn(app.url, email, password)).status).toBe(200);
  });

  test('a file that cannot be read or is no export is one line, and opens no database', async () => {
    const nowhere = path.join(folder, 'no-data');
    const cases: [string, RegExp][] = [
      [path.join(folder, 'missing.csv'), /missing\.csv" does not exist\.$/],
      [folder, /is a folder, not a file\.$/],
      [file('hello\n'), /not an export that can be read/],
      [file('[]'), /no user in the file/],
    ];
    const all = cases.map(async ([name, message]) => {
      const { code, stdout, stderr } = await pipcast(nowhere, ['user', 'import', name]);
      expect({ name, code, stdout }).toEqual({ name, code: 7, stdout: '' });
      expect(stderr.split('\n')[0]).toMatch(message);
    });
    await Promise.all(all);
    expect(readdirSync(folder)).not.toContain('no-data');
  });

  test('the server goes on answering while hundreds come in', async () => {
    const email = newEmail();
    await importFile(`${HEADINGS}\n${newId()},${email},${hash},${CONFIRMED}\n`);
    const token = (await signIn(app.url, email, password)).body['access_token'];
    const rows = Array.from({ length: 500 }, () => `${newId()},${newEmail()},${hash},${CONFIRMED}`);
    let finished = false;
    const args = ['user', 'import', file(`${HEADINGS}\n${rows.join('\n')}\n`)];
    const importing = pipcastProcess(app.dataDir, args).finally(() => {
      finished = true;
    });
    const statuses = new Set<number>();
    while (!finished) statuses.add((await getUser(app.url, token)).status);
    expect((await importing).stdout).toBe('500 imported, 0 already there, 0 refused.\n');
    expect([...statuses]).toEqual([200]);
  });
});

describe('user import by itself', () => {
  let dataDir: string;
  beforeAll(() => {
    dataDir = makeTemporaryFolder();
  });
  afterAll(() => removeTemporaryFolder(dataDir));

  test('Ctrl-C stops it between two rows, says what was done and leaves no database running', async () => {
    const rows = Array.from({ length: 30_000 }, (_, index) => `u${index}@example.com,no hash,${CONFIRMED}`);
    const { code, stdout, stderr } = await pipcastProcess(dataDir, ['user', 'import', '-'], {
      input: `email,encrypted_password,email_confirmed_at\n${rows.join('\n')}\n`,
      // The first refusals show that the database is open and the first rows are done.
      started: (child) => child.stdout?.once('data', () => child.kill('SIGINT')),
    });
    expect(code).toBe(130);
    expect(stdout).toMatch(/\n0 imported, 0 already there, \d+ refused\.\n$/);
    expect(stderr).toMatch(/^Stopped\.\n/);
    expect(readdirSync(path.join(dataDir, 'postgres'))).not.toContain('postmaster.pid');
  });

  test.runIf(IS_WHOLE)('100,000 rows take little memory', async () => {
    const name = path.join(dataDir, 'large.csv');
    const hash = `$2a$10$${'a'.repeat(53)}`;
    const rows = Array.from({ length: 100_000 }, (_, index) => `u${index}@example.com,${hash},${CONFIRMED}`);
    writeFileSync(name, `email,encrypted_password,email_confirmed_at\n${rows.join('\n')}\n`);
    const { code, stdout } = await pipcastProcess(dataDir, ['user', 'import', name, '--dry-run'], {
      env: { NODE_OPTIONS: '--max-old-space-size=128' },
    });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: '100000 could be imported, 0 refused. Nothing was changed.\n',
    });
  });
});
