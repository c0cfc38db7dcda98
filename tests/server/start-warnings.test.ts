import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { epochMs } from '../../src/core/time/instant.ts';
import { checkAccounts } from '../../src/operator/doctor/database-checks.ts';
import {
  createDemoAccount,
  DEMO_EMAIL,
  disableAccount,
  enableAccount,
} from '../../src/server/auth/accounts.ts';
import { type Environment, loadConfig } from '../../src/server/platform/config.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { memoryLog } from '../support/memory-log.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const NOW = epochMs(Date.UTC(2026, 10, 22));
let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  database = await createTestDatabase();
  folder = makeTemporaryFolder();
  await createDemoAccount(database.db, NOW);
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** What a start with these settings warns of. */
async function warnings(env: Environment): Promise<unknown[]> {
  const { log, entries } = memoryLog();
  const settings = {
    PORT: '0',
    FEED: 'off',
    PIPCAST_DATA_DIR: folder,
    DATABASE_URL: database.url,
    ...env,
  };
  const server = await startTestServer(settings, { log });
  await server.stop();
  return entries()
    .filter(({ level }) => level === 'warn' || level === 40)
    .map(({ msg }) => msg);
}

const DEMO = expect.stringContaining(`npx pipcast user remove ${DEMO_EMAIL}`);
const SITE = { PIPCAST_PUBLIC_URL: 'https://signals.example.com' };

test('a start without rate limits warns of it', async () => {
  expect(await warnings({ PIPCAST_RATE_LIMIT: 'off' })).toEqual([
    'PIPCAST_RATE_LIMIT is off: passwords can be guessed without limit.',
  ]);
  expect(await warnings({})).toEqual([]);
});

test('a start that gives one network fewer connections than were set says so, and why', async () => {
  expect(await warnings({ PIPCAST_CONNECTIONS: '100' })).toEqual([
    expect.stringContaining(
      'One network may have 50 connections, not the 256 of PIPCAST_CONNECTIONS_PER_NETWORK',
    ),
  ]);
});

test('a start that others can reach warns of the demo account, unless it is disabled', async () => {
  expect(await warnings(SITE)).toEqual([DEMO]);
  expect(await warnings({ PIPCAST_TRUSTED_PROXIES: '127.0.0.1' })).toEqual([DEMO]);
  await disableAccount(database.db, DEMO_EMAIL, NOW);
  expect(await warnings(SITE)).toEqual([]);
  await enableAccount(database.db, DEMO_EMAIL, NOW);
});

test.each([
  [{}, 'ok'],
  [SITE, 'problem'],
  [{ PIPCAST_TRUSTED_PROXIES: '127.0.0.1' }, 'problem'],
  [{ HOST: '0.0.0.0' }, 'problem'],
])('doctor with %j calls the demo account: %s', async (env, status) => {
  expect(await checkAccounts(database.db, loadConfig(env), NOW)).toMatchObject({ status });
});
