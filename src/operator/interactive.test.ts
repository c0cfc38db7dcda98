import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/test-database.ts';
import { epochMs } from '../core/time/instant.ts';
import { countAccounts, createAccount } from '../server/auth/accounts.ts';
import { runCli } from './run-cli.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
afterEach(() => vi.unstubAllEnvs());

/** Runs a command as if a person sat at a terminal, and types the answer when asked. */
async function atTerminal(args: string[], answer: string | undefined) {
  vi.stubEnv('DATABASE_URL', database.url);
  const stdin = Object.assign(new PassThrough(), { isTTY: true });
  const stdout = Object.assign(new PassThrough(), { isTTY: true });
  const stderr = Object.assign(new PassThrough(), { isTTY: true });
  const written = { stdout: '', stderr: '' };
  stdout.on('data', (chunk: Buffer) => {
    written.stdout += chunk.toString();
  });
  stderr.on('data', (chunk: Buffer) => {
    written.stderr += chunk.toString();
    if (!written.stderr.endsWith('[y/N] ')) return;
    if (answer === undefined) stdin.end();
    else stdin.write(`${answer}\n`);
  });
  const code = await runCli(args, { stdin, stdout, stderr, env: process.env });
  return { code, ...written };
}

test('removing asks first, shows whom, and only yes is yes', async () => {
  const { account } = await createAccount(
    database.db,
    { email: 'mara@example.com' },
    epochMs(1_700_000_000_000),
  );
  for (const answer of ['', 'n', 'yeah', undefined]) {
    const kept = await atTerminal(['user', 'remove', account.email], answer);
    expect({ answer, code: kept.code }).toEqual({ answer, code: 1 });
    expect(kept.stderr).toContain('E-mail:          mara@example.com\n');
    expect(kept.stderr).toMatch(/Nothing was removed\.\n$/);
    expect(await countAccounts(database.db)).toBe(1);
  }
  const removed = await atTerminal(['user', 'remove', account.email], 'Yes');
  expect(removed).toMatchObject({ code: 0, stdout: 'mara@example.com is removed.\n' });
  expect(await countAccounts(database.db)).toBe(0);
});

test('an unknown account is said before anything is asked', async () => {
  const { code, stderr } = await atTerminal(['user', 'remove', 'nobody@example.com'], 'y');
  expect(code).toBe(3);
  expect(stderr).not.toContain('[y/N]');
});
