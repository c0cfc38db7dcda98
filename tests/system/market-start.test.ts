import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { MarketSnapshot } from '../../src/core/wire/market.ts';
import { writeTickFile } from '../browser/support/tick-file.ts';
import { signIn } from './support/auth-calls.ts';
import { pipcast } from './support/pipcast-command.ts';
import { ownServers } from './support/own-servers.ts';
import type { ServerProcess } from '../../scripts/server-process.mjs';

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

const servers = ownServers({ isFirstStart: true });
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
    .poll(async () => (await feedOf(server, token)).feeds[0])
    .toMatchObject({ source: 'kraken', state: 'unreachable' });
  expect((await feedOf(server, token)).isLive).toBe(false);
  await server.healthy();
  await stop(server);
  const lines = server.stderr().trim().split('\n');
  const warnings = lines
    .filter((line) => /"level":"(warn|error|fatal)"/.test(line))
    // Logged where the disk stands still for two seconds, which has nothing to do with the network.
    .filter((line) => !line.includes('the connection for notices of other servers was lost'));
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
