import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFailed, test } from 'vitest';
import { signIn } from './support/auth-calls.ts';
import { followMarket } from './support/following-trader.ts';
import { ownServers } from './support/own-servers.ts';

const TRADERS = 6;
/** For a busy computer. */
const PATIENT = { timeout: 60_000, interval: 50 };

const servers = ownServers();

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('traders behind the proxy of `npm run cluster` go on when a node is killed; it can be started again, and Ctrl-C leaves nothing', async () => {
  const cluster = servers.start({ FEED: 'synthetic' }, ['npm', 'run', 'cluster']);
  /** As a terminal does: all processes of the group get it. */
  const pressCtrlC = () => void process.kill(-(cluster.process.pid as number), 'SIGINT');
  onTestFailed(pressCtrlC);
  const origin = await cluster.origin;
  const pids = () => [...cluster.stdout().matchAll(/kill -9 (\d+)/g)].map(([, pid]) => Number(pid));
  const nodes = pids();
  expect(nodes).toHaveLength(3);
  const first = String(/node 1 +(http:\S+)/.exec(cluster.stdout())?.[1]);
  const key = /Key +(\S+)/.exec(cluster.stdout())?.[1] ?? '';
  const token = String((await signIn(origin, 'demo@example.com', key)).body['access_token']);

  const traders = Array.from({ length: TRADERS }, () => followMarket(() => [origin], token));
  const areConnected = () => traders.every(({ isConnected }) => isConnected);
  /** Asks for a P-BOT signal; every trader hears what became of it. */
  const askAndHear = async () => {
    let decidesMs: number | undefined;
    await expect
      .poll(async () => {
        const response = await fetch(`${origin}/api/market/signals`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ key: randomUUID(), pair: 'EUR/USD', timeframe: '5s' }),
        });
        if (response.ok) decidesMs = ((await response.json()) as { decidesMs: number }).decidesMs;
        return decidesMs !== undefined;
      }, PATIENT)
      .toBe(true);
    await expect
      .poll(
        () =>
          traders.every(({ entries }) =>
            entries.some(({ entry }) => 'decidedMs' in entry && entry.decidedMs === decidesMs),
          ),
        PATIENT,
      )
      .toBe(true);
  };
  await expect.poll(areConnected, PATIENT).toBe(true);
  // On a busy computer the proxy may have left this node out: more traders come until it has one.
  const hasTrader = async () => {
    const metrics = await (await fetch(`${first}/metrics`)).text();
    if (/^pipcast_market_streams [1-9]/m.test(metrics)) return true;
    traders.push(followMarket(() => [origin], token));
    return false;
  };
  await expect.poll(hasTrader, { timeout: 60_000, interval: 1_000 }).toBe(true);
  await expect.poll(areConnected, PATIENT).toBe(true);
  await askAndHear();

  process.kill(nodes[0] as number, 'SIGKILL');
  await expect.poll(cluster.stdout, PATIENT).toContain('Node 1 ended: SIGKILL');
  await expect.poll(areConnected, PATIENT).toBe(true);
  await askAndHear();
  expect(traders.some(({ interruptionsMs }) => interruptionsMs.length > 0)).toBe(true);
  for (const { entries, resets } of traders) {
    const places = entries.map(({ index }) => index);
    expect(places).toEqual(places.map((_, at) => (places[0] as number) + at));
    expect(resets).toBe(0);
  }

  cluster.process.stdin?.write('1\n');
  await expect.poll(pids, PATIENT).toHaveLength(4);
  for (const trader of traders) trader.stop();
  pressCtrlC();
  expect(await cluster.ended).toBe(0);
  expect(pids().filter(isAlive)).toEqual([]);
  expect(existsSync(join(servers.folder(), 'data/postgres/postmaster.pid'))).toBe(false);
});
