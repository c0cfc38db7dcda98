import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MarketSnapshot } from '../../src/core/protocol/market-protocol.ts';
import { writeTickFile } from '../browser/support/tick-file.ts';
import { createTestDatabase, startTestDatabaseSource } from '../support/test-database.ts';
import { signIn } from './support/auth-calls.ts';
import { pipcast } from './support/pipcast-command.ts';
import { ownServers } from './support/own-servers.ts';
import type { ServerProcess } from './support/server-process.ts';

/** A computer that finds no host by its name: loaded before the server, so that the test says the same wherever it runs. */
const WITHOUT_NAMES = `data:text/javascript,${encodeURIComponent(`
  import dns from 'node:dns';
  import { isIP } from 'node:net';
  const { lookup } = dns;
  dns.lookup = (hostname, options, done = options) => {
    if (isIP(hostname)) return lookup(hostname, options, done);
    const error = new Error('getaddrinfo ENOTFOUND ' + hostname);
    process.nextTick(done, Object.assign(error, { code: 'ENOTFOUND', syscall: 'getaddrinfo', hostname }));
  };
`)}`;

/** A server that waits for the ledger looks again every ten seconds, and waits two for the lock. */
const TAKE_OVER_MS = 40_000;

const servers = ownServers();
const { start } = servers;

/** Signs in with the demo account of a first start. */
async function demoToken(server: ServerProcess): Promise<string> {
  const origin = await server.origin;
  const key = /Key +(\S+)/.exec(server.stdout())?.[1] ?? '';
  return String((await signIn(origin, 'demo@example.com', key)).body['access_token']);
}

async function feedOf(server: ServerProcess, token: string): Promise<MarketSnapshot['feed']> {
  const response = await fetch(`${await server.origin}/api/market`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as MarketSnapshot).feed;
}

async function stop(server: ServerProcess): Promise<void> {
  server.process.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

test('without a network the server works, says why there are no market signals, and does not fill its log', async () => {
  const server = start({ FEED: 'auto' }, [
    process.execPath,
    '--import',
    WITHOUT_NAMES,
    'dist/server/main.js',
  ]);
  await server.healthy();
  const token = await demoToken(server);
  await expect
    .poll(async () => (await feedOf(server, token)).feeds[0], { timeout: 20_000 })
    .toMatchObject({ source: 'kraken', state: 'unreachable' });
  expect((await feedOf(server, token)).isLive).toBe(false);
  await server.healthy();
  await stop(server);
  const lines = server.stderr().trim().split('\n');
  const warnings = lines
    .filter((line) => /"level":"(warn|error|fatal)"/.test(line))
    // Said where the disk stands still for two seconds, which has nothing to do with the network.
    .filter((line) => !line.includes('not told of account changes by the database'));
  expect(warnings.filter((line) => !line.includes('the feed is not connected'))).toEqual([]);
  // A few tries; after three in a row that failed alike a feed is silent.
  expect(warnings.length).toBeLessThanOrEqual(6);
});

test('a replay of what was never imported ends the start with one line that names what there is', async () => {
  const dataDir = join(servers.folder(), 'data');
  const { path, pair } = await writeTickFile(servers.folder(), {
    fromMs: Date.parse('2026-11-18T20:00:00Z'),
    hours: 1,
    seed: 1,
  });
  const imported = await pipcast(dataDir, ['import', path, '--pair', pair, '--zone', 'UTC']);
  const name = imported.stdout.trim().split('\n').at(-1) ?? '';
  const server = start({ FEED: 'replay', FEED_REPLAY: 'eurusd-of-no-day' });
  expect(await server.ended).toBe(1);
  expect(server.stderr().trim()).toBe(
    `FEED_REPLAY: There is no data set eurusd-of-no-day. There are ticks in: ${name}.`,
  );
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
});

test('of two servers on one database one runs the desk; the other takes over when that one is frozen, which gives way when it goes on', async () => {
  const source = await startTestDatabaseSource();
  const database = await createTestDatabase(source.source);
  try {
    const settings = {
      FEED: 'synthetic',
      DATABASE_URL: database.url,
      PIPCAST_AUTH_SECRET: 'a secret that both servers share, long enough',
    };
    const first = start({ ...settings, PIPCAST_DATA_DIR: join(servers.folder(), 'first') });
    const token = await demoToken(first);
    await expect.poll(async () => (await feedOf(first, token)).isLive, { timeout: 20_000 }).toBe(true);

    const second = start({ ...settings, PIPCAST_DATA_DIR: join(servers.folder(), 'second') });
    await second.healthy();
    await expect
      .poll(() => feedOf(second, token), { timeout: 20_000 })
      .toMatchObject({ isLive: false, reason: 'other-server' });

    expect(await leads(first)).toBe(true);
    expect(await leads(second)).toBe(false);

    first.process.kill('SIGSTOP');
    await expect
      .poll(async () => (await feedOf(second, token)).isLive, { timeout: TAKE_OVER_MS, interval: 200 })
      .toBe(true);
    first.process.kill('SIGCONT');
    await expect
      .poll(() => feedOf(first, token), { timeout: TAKE_OVER_MS })
      .toMatchObject({ isLive: false, reason: 'other-server' });
    expect(await leads(first)).toBe(false);
    await stop(first);
    // Each run on made-up prices has a ledger of its own.
    const ledgers = (await (await fetch(`${await second.origin}/ledger`)).json()) as object;
    expect(JSON.stringify(ledgers).match(/"synthetic-/g)).toHaveLength(2);

    const env = { DATABASE_URL: database.url, FEED: 'off', PORT: '0' };
    const { stdout } = await pipcast(join(servers.folder(), 'second'), ['doctor', '--json'], env);
    expect(stdout).toMatch(/"name":"ledger","status":"ok","found":"synthetic-[^"]*a server writes it now"/);
    await stop(second);
  } finally {
    servers.kill();
    await database.drop();
    await source.stop();
  }
});

async function leads(server: ServerProcess): Promise<boolean> {
  const metrics = await (await fetch(`${await server.origin}/metrics`)).text();
  return /^pipcast_desk_leader 1$/m.test(metrics);
}
