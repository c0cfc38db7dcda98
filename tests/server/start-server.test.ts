import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAccount } from '../../src/server/auth/accounts.ts';
import { runningNodes } from '../../src/server/db/nodes.ts';
import { epochMs } from '../../src/core/time/instant.ts';
import type { RunningServer } from '../../src/server/start/start-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let folder: string;
const servers: RunningServer[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  folder = makeTemporaryFolder();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
  await database.drop();
  await removeTemporaryFolder(folder);
});

async function start(settings: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startTestServer({
    PORT: '0',
    FEED: 'off',
    PIPCAST_DATA_DIR: folder,
    DATABASE_URL: database.url,
    PIPCAST_RATE_LIMIT: 'off',
    ...settings,
  });
  servers.push(server);
  return server;
}

const statusOf = async (server: RunningServer, path: string) => (await fetch(server.origin + path)).status;

test('a market that is switched off says so, and has no record, ledger, alerts or metrics', async () => {
  const server = await start();
  const { key } = await createAccount(database.db, { email: 'ann@example.com' }, epochMs(Date.now()));
  const signedIn = await fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    body: JSON.stringify({ email: 'ann@example.com', password: key }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const market = await fetch(`${server.origin}/api/market`, { headers });
  expect(await market.json()).toMatchObject({ feed: { isLive: false, reason: 'switched-off' }, prices: [] });
  const points = await fetch(`${server.origin}/api/market/points?pair=EUR%2FUSD`, { headers });
  expect([points.status, await points.json()]).toMatchObject([503, { error: { code: 'no_market' } }]);
  expect(await (await fetch(`${server.origin}/readyz`)).json()).toEqual({ status: 'ok', desk: 'off' });
  for (const path of ['/api/record', '/ledger', '/api/alerts'])
    expect(await statusOf(server, path), path).toBe(404);
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  expect(metrics).toContain('pipcast_sign_ins_total');
  expect(metrics).not.toContain('pipcast_desk_state');
});

test('a site with a hosted project is a node of its database, and leaves it when it stops', async () => {
  const server = await start({ SUPABASE_URL: 'http://127.0.0.1:1', SUPABASE_ANON_KEY: 'key' });
  expect(await runningNodes(database.db)).toHaveLength(1);
  servers.pop();
  await server.stop();
  expect(await runningNodes(database.db)).toEqual([]);
});

test.each([{ HOST: '0.0.0.0' }, { PIPCAST_PUBLIC_URL: 'https://signals.example.com' }])(
  'the first start has a demo account, but none with %j, where others can reach it',
  async (reached) => {
    expect((await start({ ...reached, PIPCAST_RATE_LIMIT: 'on' })).demo).toBeUndefined();
    expect((await start()).demo).toMatchObject({ account: { email: 'demo@example.com' } });
  },
);

test('a start at an address that is not of this computer says so', async () => {
  await expect(start({ HOST: '192.0.2.1', PIPCAST_RATE_LIMIT: 'on' })).rejects.toThrow(
    /^HOST is 192\.0\.2\.1/,
  );
});

test('a start whose port is taken leaves nothing behind on the database', async () => {
  const first = await start({ FEED: 'synthetic' });
  const { port } = new URL(first.origin);
  await expect(start({ PORT: port, FEED: 'synthetic', PIPCAST_BACKUP: 'daily' })).rejects.toThrow(port);
  expect(await runningNodes(database.db)).toHaveLength(1);
  expect(await statusOf(first, '/healthz')).toBe(200);
});
