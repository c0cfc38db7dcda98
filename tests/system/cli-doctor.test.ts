import { chmodSync, existsSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningApp, startApp } from '../../scripts/running-app.mjs';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { pipcast } from './support/pipcast-command.ts';

interface Check {
  readonly name: string;
  readonly status: 'ok' | 'note' | 'problem' | 'skipped';
  readonly found: string;
  readonly advice?: string;
}

let app: RunningApp;
let stranger: Server;
beforeAll(async () => {
  app = await startApp();
  stranger = createServer((_, response) => response.end('hello'));
  await new Promise<void>((resolve) => stranger.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  stranger.close();
  await app.stop();
});

/** Runs doctor and returns its exit code and its checks by name. */
async function examine(dataDir: string, env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await pipcast(dataDir, ['doctor', '--json'], {
    PORT: '0',
    FEED: 'off',
    ...env,
  });
  expect(stderr).toBe('');
  const { ok, checks } = JSON.parse(stdout) as { ok: boolean; checks: Check[] };
  const problems = checks.filter(({ status }) => status === 'problem');
  expect({ ok, code }).toEqual({ ok: problems.length === 0, code: problems.length === 0 ? 0 : 6 });
  // A problem without advice leaves the operator alone.
  expect(problems.filter(({ advice = '' }) => advice === '')).toEqual([]);
  return {
    stdout,
    problems: problems.map(({ name }) => name),
    check: (name: string) => checks.find((each) => each.name === name),
    findings: (name: string) => checks.filter((each) => each.name === name).map(({ found }) => found),
  };
}

test('beside a healthy server there is no problem, and every feature is looked at', async () => {
  const { problems, check } = await examine(app.dataDir, { PORT: new URL(app.url).port });
  expect(problems).toEqual([]);
  expect(check('port')?.found).toMatch(/is served by this Pipcast$/);
  expect(check('database')?.found).toMatch(/^embedded PostgreSQL in .*version 1\d/);
  for (const name of [
    'configuration',
    'address',
    'contact',
    'disk space',
    'secrets',
    'clock',
    'sign-in',
    'accounts',
    'ledger',
    'witnesses',
    'sign-up',
    'feed',
  ]) {
    expect(check(name)?.name).toBe(name);
  }
});

test('before the first start nothing is made', async () => {
  const folder = makeTemporaryFolder();
  try {
    const dataDir = path.join(folder, 'data');
    const { problems, check } = await examine(dataDir);
    expect(problems).toEqual([]);
    expect(check('database')).toMatchObject({ status: 'skipped', found: expect.stringContaining(dataDir) });
    expect(() => renameSync(dataDir, `${dataDir}-moved`)).toThrow(/ENOENT/);
    writeFileSync(dataDir, '');
    expect((await examine(path.join(dataDir, 'below'), { FEED: 'synthetic' })).problems).toEqual([
      'disk space',
    ]);
  } finally {
    await removeTemporaryFolder(folder);
  }
});

test('each wrong setting is named', async () => {
  const { problems, findings } = await examine(app.dataDir, { PIPCAST_SIGNUP: 'maybe', PORT: 'x' });
  expect(problems).toEqual(['configuration', 'configuration']);
  expect(findings('configuration')).toEqual([
    expect.stringMatching(/^PORT is "x" but/),
    expect.stringMatching(/^PIPCAST_SIGNUP is "maybe" but/),
  ]);
});

test('a port that another program has is a problem', async () => {
  const { port } = stranger.address() as AddressInfo;
  const { problems, check } = await examine(app.dataDir, { PORT: String(port) });
  expect(problems).toEqual(['port']);
  expect(check('port')?.advice).toMatch(/PORT/);
});

test('a port that a Pipcast with another data directory has is a problem', async () => {
  const folder = makeTemporaryFolder();
  try {
    const { problems, check } = await examine(path.join(folder, 'data'), { PORT: new URL(app.url).port });
    expect(problems).toEqual(['port']);
    expect(check('port')?.found).toMatch(/taken by a Pipcast with another data directory$/);
  } finally {
    await removeTemporaryFolder(folder);
  }
});

test('an address that others can reach asks for TLS, real contacts and no demo account', async () => {
  const { problems, check } = await examine(app.dataDir, { HOST: '0.0.0.0' });
  expect(problems).toEqual(['address', 'contact', 'accounts']);
  expect(check('address')?.advice).toMatch(/TLS/);
  expect(check('accounts')?.advice).toBe('Remove it: npx pipcast user remove demo@example.com --yes');
});

test('secrets that others can read are a problem with the command that helps', async () => {
  const file = path.join(app.dataDir, 'auth-secret');
  chmodSync(file, 0o644);
  try {
    const { problems, check } = await examine(app.dataDir);
    expect(problems).toEqual(['secrets']);
    expect(check('secrets')?.advice).toContain(`chmod 600 ${file}`);
  } finally {
    chmodSync(file, 0o600);
  }
});

test('a lost secret is a problem, and is not replaced by looking', async () => {
  const file = path.join(app.dataDir, 'auth-secret');
  renameSync(file, `${file}.moved`);
  try {
    const { problems, check } = await examine(app.dataDir);
    expect(problems).toEqual(['sign-in']);
    expect(check('secret')?.status).toBe('skipped');
    expect(existsSync(file)).toBe(false);
  } finally {
    renameSync(`${file}.moved`, file);
  }
});

test('an unreachable database is a problem, shown without its password', async () => {
  const { problems, stdout } = await examine(app.dataDir, {
    DATABASE_URL: 'postgresql://pipcast:hunter2@127.0.0.1:1/pipcast',
  });
  expect(problems).toEqual(['database']);
  expect(stdout).not.toContain('hunter2');
});

test('of a hosted project it sees whether it answers, what it signs with and its clock', async () => {
  const hosted = { SUPABASE_URL: app.url, SUPABASE_ANON_KEY: 'sb_publishable_example' };
  const { problems, check, stdout } = await examine(app.dataDir, hosted);
  expect(problems).toEqual([]);
  expect(check('sign-in')).toMatchObject({ status: 'ok', found: `${app.url} answers, sign-up open` });
  expect(check('token keys')).toMatchObject({
    status: 'ok',
    found: expect.stringMatching(/^1 key published/),
  });
  expect(check('clock')).toMatchObject({ status: 'ok', found: 'agrees with the hosted project' });
  expect(check('database')?.found).toMatch(/^embedded PostgreSQL/);
  expect(stdout).not.toContain('sb_publishable_example');
});

test('of a hosted project with a market it looks at the database of the ledger too, not at accounts in it', async () => {
  const { problems, check } = await examine(app.dataDir, {
    SUPABASE_URL: app.url,
    SUPABASE_ANON_KEY: 'sb_publishable_example',
    FEED: 'synthetic',
  });
  expect(problems).toEqual([]);
  expect(check('database')?.found).toMatch(/^embedded PostgreSQL/);
  expect(check('ledger')?.status).toBe('ok');
  expect(check('sign-in')?.found).toMatch(/^http.* answers/);
  expect(check('accounts')).toBeUndefined();
});

test('of the market it looks at feed and ledger', async () => {
  const { problems, check } = await examine(app.dataDir, { FEED: 'synthetic' });
  expect(problems).toEqual([]);
  expect(check('feed')?.found).toMatch(/made-up prices/);
  expect(check('ledger')?.found).toMatch(/^none yet/);
});

test('a feed is looked at with a real connection, and where there is no network that is no problem', async () => {
  const { problems, check } = await examine(app.dataDir, { FEED: 'auto' });
  expect(problems).toEqual([]);
  for (const name of ['feed kraken', 'feed deriv']) {
    expect(check(name)?.found).toMatch(/^(lets us in, after \d+ ms|cannot be reached: .+)$/);
  }
});

test('a hosted project that is none, or does not answer, is a problem', async () => {
  const { port } = stranger.address() as AddressInfo;
  const key = { SUPABASE_ANON_KEY: 'sb_publishable_example' };
  const wrong = await examine(app.dataDir, { SUPABASE_URL: `http://127.0.0.1:${port}`, ...key });
  expect(wrong.problems).toEqual(['sign-in']);
  const silent = await examine(app.dataDir, { SUPABASE_URL: 'http://127.0.0.1:1', ...key });
  expect(silent.problems).toEqual(['sign-in']);
  expect(silent.check('sign-in')?.found).toMatch(/does not answer/);
});

test('for people it is one line each, with the advice below and a count at the end', async () => {
  const { stdout, stderr } = await pipcast(app.dataDir, ['doctor'], {
    HOST: '0.0.0.0',
    PORT: '0',
    FEED: 'off',
  });
  expect(stderr).toBe('');
  const lines = stdout.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^ok {7}configuration {2}accounts are kept here$/);
  expect(stdout).toMatch(/\nPROBLEM {2}address {8}http:.*\n {24}-> .*TLS/);
  expect(lines.at(-1)).toMatch(/^\d+ things looked at: \d problems?(, \d to know about)?\.$/);
  expect(stdout).not.toContain('\x1b');
});
