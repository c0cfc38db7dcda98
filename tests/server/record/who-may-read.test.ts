import { rm } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Environment } from '../../../src/server/platform/config.ts';
import type { RunningServer } from '../../../src/server/start/start-server.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';

/** What the record is read by. The entries of a ledger ask the same function. */
const PATHS = ['/api/record', '/api/record/signals', '/api/record/signals.csv'];

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let folder: string;
let server: RunningServer | undefined;

beforeAll(async () => {
  database = await createTestDatabase();
  folder = makeTemporaryFolder();
});
afterEach(() => server?.stop());
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** The whole server with a market, as it is started. */
async function start(env: Environment): Promise<string> {
  const settings = {
    PORT: '0',
    FEED: 'synthetic',
    PIPCAST_RATE_LIMIT: 'off',
    PIPCAST_DATA_DIR: folder,
    DATABASE_URL: database.url,
    ...env,
  };
  server = await startTestServer(settings);
  return server.origin;
}

const statuses = (origin: string, headers: Record<string, string> = {}) =>
  Promise.all(PATHS.map(async (path) => (await fetch(origin + path, { headers })).status));

test('only signed-in traders read the record where the operator closes it', async () => {
  const origin = await start({ PIPCAST_RECORD: 'signed-in' });
  expect(await statuses(origin)).toEqual([401, 401, 401]);
  expect(await statuses(origin, { authorization: 'Bearer no.such.token' })).toEqual([401, 401, 401]);
  const answer = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'trader@example.com', password: 'the key of this trader' }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  for (const status of await statuses(origin, { authorization: `Bearer ${token}` }))
    expect(status).not.toBe(401);
});

test('everybody reads it by default', async () => {
  const origin = await start({});
  for (const status of await statuses(origin)) expect(status).not.toBe(401);
});
