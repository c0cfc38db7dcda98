import { randomBytes } from 'node:crypto';
import { expect, onTestFinished, test, vi } from 'vitest';
import { withClient } from '../../src/server/db/database-pool.ts';
import { startOwnPostgres } from '../support/throwaway-postgres.ts';
import { type ClusterNode, startCluster } from './support/cluster.ts';
import { ask, decided, expectWhole, follow, PATIENT } from './support/cluster-traders.ts';
import { ownServers } from './support/own-servers.ts';

const servers = ownServers();

/** Waits until all these nodes say so. */
async function all(nodes: readonly ClusterNode[], says: (node: ClusterNode) => Promise<boolean>) {
  await expect.poll(async () => (await Promise.all(nodes.map(says))).every(Boolean), PATIENT).toBe(true);
}

/** Has not reached the database for 5 s. */
const isCutOff = async (node: ClusterNode) =>
  (await (await node.fetch('/readyz')).text()).includes('The database does not answer here.');

/** Neither has the desk nor waits for its turn, and says so. */
async function isRefused(node: ClusterNode): Promise<boolean> {
  const metrics = await (await node.fetch('/metrics')).text();
  return /^pipcast_desk_state\{state="(?:database-lost|start-failed)"\} 1$/m.test(metrics);
}

/** A PostgreSQL with a role and a database of an operator's, and what can go wrong with them. */
async function startDatabase() {
  const postgres = await startOwnPostgres({ max_connections: '100', timezone: 'UTC' });
  onTestFinished(() => postgres.stop());
  const password = randomBytes(9).toString('hex');
  const run = (url: string, ...statements: string[]) =>
    withClient({ connectionString: url }, async (client) => {
      for (const statement of statements) await client.query(statement);
    });
  const asSuperuser = (...statements: string[]) => run(postgres.url, ...statements);
  await asSuperuser(`create role market login password '${password}'`, 'create database market owner market');
  const url = new URL(postgres.url);
  Object.assign(url, { username: 'market', password, pathname: '/market' });
  const endSessions = `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'market'`;
  const onDisk = new URL(postgres.url);
  onDisk.pathname = '/market';
  return {
    url: url.href,
    faults: {
      'has another password for a while': async (nodes: readonly ClusterNode[]) => {
        await asSuperuser(`alter role market password 'another'`, endSessions);
        await all(nodes, isRefused);
        await asSuperuser(`alter role market password '${password}'`);
      },
      'has a full disk for a while': async (nodes: readonly ClusterNode[]) => {
        await run(
          onDisk.href,
          `create function full_disk() returns trigger language plpgsql as
           $$ begin raise 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`,
          `do $$ declare name text; begin
             for name in select tablename from pg_tables where schemaname not in ('pg_catalog', 'information_schema') loop
               execute format('create trigger full_disk before insert or update on %I execute function full_disk()', name);
             end loop; end $$`,
        );
        await all(nodes, isRefused);
        await run(onDisk.href, 'drop function full_disk cascade');
      },
      'has another name for a while': async (nodes: readonly ClusterNode[]) => {
        await asSuperuser('alter database market allow_connections false', endSessions);
        await vi.waitFor(() => asSuperuser('alter database market rename to moved'), PATIENT);
        await all(nodes, isRefused);
        await asSuperuser(
          'alter database moved rename to market',
          'alter database market allow_connections true',
        );
      },
      // The last one: by then each node knows of the others.
      'refuses connections for more than 5 s': (nodes: readonly ClusterNode[]) =>
        postgres.restart('fast', () => all(nodes, isCutOff)),
    },
  };
}

test('a database that refuses nodes for a while, for whatever reason, ends the desk on none of them', async () => {
  const { url, faults } = await startDatabase();
  const kills = Object.entries(faults);
  const cluster = await startCluster(kills.length + 1, {
    databaseUrl: url,
    folder: servers.folder(),
    start: servers.start,
  });
  const traders = await follow(cluster);
  let nodes = cluster.nodes;
  await decided(traders, await ask(cluster, nodes[0] as ClusterNode));
  for (const [name, fault] of kills) {
    await fault(nodes);
    const desk = await cluster.desk(nodes);
    desk.server.process.kill('SIGKILL');
    nodes = nodes.filter((node) => node !== desk);
    expect(nodes, name).toContain(await cluster.desk(nodes));
    await decided(traders, await ask(cluster, nodes[0] as ClusterNode));
  }
  expectWhole(traders);
  for (const trader of traders) trader.stop();
});
