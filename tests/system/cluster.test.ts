import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { SignalRequestAnswer } from '../../src/core/protocol/market-protocol.ts';
import { createTestDatabase, startTestDatabaseSource } from '../support/test-database.ts';
import { type Cluster, type ClusterNode, startCluster } from './support/cluster.ts';
import { type FollowingTrader, followMarket } from './support/following-trader.ts';
import { ownServers } from './support/own-servers.ts';

const TRADERS = 12;
/** For a busy computer; the marks are measured by `npm run bench cluster`. */
const PATIENT = { timeout: 60_000, interval: 50 };

const servers = ownServers();
let source: Awaited<ReturnType<typeof startTestDatabaseSource>>;
beforeAll(async () => {
  source = await startTestDatabaseSource();
});
afterAll(() => source.stop());

async function start(count: number): Promise<Cluster> {
  const database = await createTestDatabase(source.source);
  onTestFinished(() => database.drop());
  return startCluster(count, { databaseUrl: database.url, folder: servers.folder(), start: servers.start });
}

/** Traders on all nodes that run. */
async function follow(cluster: Cluster): Promise<readonly FollowingTrader[]> {
  const origins = await Promise.all(cluster.nodes.map(({ server }) => server.origin));
  const running = () =>
    origins.filter(
      (_, at) => cluster.nodes[at]?.server.process.exitCode === null && isAlive(cluster.nodes[at]),
    );
  const traders = Array.from({ length: TRADERS }, () => followMarket(running, cluster.token));
  await expect.poll(() => traders.every(({ isConnected }) => isConnected), PATIENT).toBe(true);
  return traders;
}

const isAlive = (node: ClusterNode | undefined) => node?.server.process.signalCode === null;

/** Asks a node for a P-BOT signal; it is asked again with the same key where it does not accept now. */
async function ask(cluster: Cluster, node: ClusterNode): Promise<SignalRequestAnswer> {
  const body = JSON.stringify({ key: randomUUID(), pair: 'EUR/USD', timeframe: '5s' });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${cluster.token}` };
  let answer: SignalRequestAnswer | undefined;
  await expect
    .poll(async () => {
      const response = await node.fetch('/api/market/signals', { method: 'POST', headers, body });
      answer = response.ok ? ((await response.json()) as SignalRequestAnswer) : undefined;
      return answer !== undefined;
    }, PATIENT)
    .toBe(true);
  return answer as SignalRequestAnswer;
}

/** Every trader hears the decision on a request. */
async function decided(
  traders: readonly FollowingTrader[],
  { decidesMs }: SignalRequestAnswer,
): Promise<void> {
  const heard = ({ entries }: FollowingTrader) =>
    entries.some(
      ({ entry }) =>
        (entry.kind === 'signal' || entry.kind === 'abstained') &&
        entry.mode === 'bot' &&
        entry.decidedMs === decidesMs,
    );
  await expect.poll(() => traders.every(heard), PATIENT).toBe(true);
}

/** Nothing is missing, nothing came twice, and no trader had to begin anew. */
function expectWhole(traders: readonly FollowingTrader[]): void {
  for (const { entries, resets } of traders) {
    const places = entries.map(({ index }) => index);
    expect(places).toEqual(places.map((_, at) => (places[0] as number) + at));
    expect(resets).toBe(0);
  }
}

test('three servers are one: whichever is asked, killed, stopped or frozen, traders get every entry once and every answer', async () => {
  const cluster = await start(3);
  const traders = await follow(cluster);
  try {
    const first = await cluster.desk();
    const [other] = cluster.nodes.filter((node) => node !== first) as [ClusterNode];
    await decided(traders, await ask(cluster, other));

    // A kill: what was accepted before it is decided or given up, on the same ledger.
    const accepted = await ask(cluster, other);
    first.server.process.kill('SIGKILL');
    await first.server.ended;
    const left = cluster.nodes.filter((node) => node !== first);
    const second = await cluster.desk(left);
    await decided(traders, accepted);
    await decided(traders, await ask(cluster, other));

    // A freeze: the frozen server shows what the other one does when it goes on, and writes nothing.
    const [third] = left.filter((node) => node !== second) as [ClusterNode];
    second.server.process.kill('SIGSTOP');
    await cluster.desk([third]);
    await ask(cluster, third);
    second.server.process.kill('SIGCONT');
    await expect.poll(() => second.metric('pipcast_desk_leader'), PATIENT).toBe(0);
    await decided(traders, await ask(cluster, second));

    // A planned stop.
    third.server.process.kill('SIGTERM');
    await cluster.desk([second]);
    expect(await third.server.ended).toBe(0);
    await decided(traders, await ask(cluster, second));
    expectWhole(traders);
  } finally {
    for (const trader of traders) trader.stop();
    servers.kill();
  }
});

test('a server that comes to a running desk is warm before it has one, and none that is never to have it takes it', async () => {
  const cluster = await start(1);
  try {
    const desk = await cluster.desk();
    const late = cluster.add();
    const reader = cluster.add({ PIPCAST_DESK: 'never' });
    await late.server.healthy();
    await reader.server.healthy();
    for (const node of [late, reader])
      await expect.poll(() => node.metric('pipcast_desk_warm'), PATIENT).toBe(1);
    desk.server.process.kill('SIGKILL');
    expect(await cluster.desk([late, reader])).toBe(late);
  } finally {
    servers.kill();
  }
});
