import { expect, onTestFinished, test } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '../support/throwaway-postgres.ts';
import { type Cluster, type ClusterNode, startCluster } from './support/cluster.ts';
import { ask, decided, expectWhole, follow, PATIENT } from './support/cluster-traders.ts';
import { ownServers } from './support/own-servers.ts';

const servers = ownServers();

async function start(count: number): Promise<{ cluster: Cluster; postgres: OwnPostgres }> {
  const postgres = await startOwnPostgres({ max_connections: '100', timezone: 'UTC' });
  onTestFinished(() => postgres.stop());
  const cluster = await startCluster(count, {
    databaseUrl: postgres.url,
    folder: servers.folder(),
    start: servers.start,
  });
  return { cluster, postgres };
}

test('three servers are one: whichever is asked, killed, stopped or frozen, and if PostgreSQL crashes, traders get every entry once and every answer', async () => {
  const { cluster, postgres } = await start(3);
  const traders = await follow(cluster);
  try {
    const [one] = cluster.nodes as readonly [ClusterNode, ...ClusterNode[]];

    // A crash of PostgreSQL: what was accepted before it is decided or given up.
    const asked = await ask(cluster, one);
    await postgres.restart('crash');
    await decided(traders, asked);
    await decided(traders, await ask(cluster, one));

    const first = await cluster.desk();
    const [other] = cluster.nodes.filter((node) => node !== first) as [ClusterNode];

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

    // The record is the same on each.
    const records = () => Promise.all([second, third].map((node) => record(cluster, node)));
    await expect.poll(async () => new Set(await records()).size, PATIENT).toBe(1);

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
  const { cluster } = await start(1);
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

async function record({ token }: Cluster, node: ClusterNode): Promise<string> {
  const answer = await node.fetch('/api/record', { headers: { authorization: `Bearer ${token}` } });
  const text = await answer.text();
  expect([answer.status, text]).toEqual([200, expect.stringContaining('synthetic-')]);
  return text;
}
