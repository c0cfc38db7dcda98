import { join } from 'node:path';
import { Pool } from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { SCORED_PAIRS } from '../../src/core/market/instruments.ts';
import { entryBytes, parseEntry } from '../../src/core/signals/entry-bytes.ts';
import type { LedgerEntry } from '../../src/core/signals/ledger-entry.ts';
import { findLedger, listLedgers, readEntries } from '../../src/server/ledger/ledger-rows.ts';
import { startReplicatedPostgres } from '../support/replicated-postgres.ts';
import { rounds } from '../support/rounds.ts';
import { startOwnPostgres } from '../support/throwaway-postgres.ts';
import { type Cluster, type ClusterNode, startCluster } from './support/cluster.ts';
import { ask, decided, expectWhole, follow, PATIENT } from './support/cluster-traders.ts';
import { hasNamespaces, openNodeNetwork } from './support/cut-off-network.ts';
import type { FollowingTrader } from './support/following-trader.ts';
import { ownServers } from './support/own-servers.ts';
import { type Finished, pipcastProcess } from './support/pipcast-command.ts';

/** A round takes some ten seconds: `npm test` leaves these to `npm run test:long`. */
const ROUNDS = rounds(0, 20);
/** One of them takes some 15 s, most of which is waiting. */
const CUTS = rounds(1, 20);
const LIMIT_MS = 1_800_000;
const SETTINGS = { max_connections: '100', timezone: 'UTC' };

const servers = ownServers();

const start = (count: number, databaseUrl: string) =>
  startCluster(count, { databaseUrl, folder: servers.folder(), start: servers.start });

/** What was asked before and after a fault is decided, and every trader hears it. */
async function around(cluster: Cluster, traders: readonly FollowingTrader[], fault: () => Promise<void>) {
  const [one, other] = cluster.nodes as readonly [ClusterNode, ClusterNode];
  const before = await ask(cluster, other);
  await fault();
  await decided(traders, before);
  await decided(traders, await ask(cluster, one));
}

/** No trader has missed an entry, and all that any of them was shown is in the ledger, with no signal settled twice: what `pipcast verify` says of it. */
async function verified(
  cluster: Cluster,
  traders: readonly FollowingTrader[],
  databaseUrl: string,
): Promise<Finished> {
  const hasSettled = await untilSettled(cluster, traders);
  expectWhole(traders);
  const db = new Pool({ connectionString: databaseUrl, max: 1 });
  try {
    const ledgers = await listLedgers(db);
    expect(ledgers).toHaveLength(1);
    const name = ledgers[0]?.name ?? '';
    const row = await findLedger(db, name);
    const recorded = (await readEntries(db, row?.id ?? 0, 0, 1_000_000)).map(({ body }) => parseEntry(body));
    for (const { entries } of traders)
      for (const { index, entry } of entries)
        expect(recorded[index] && text(recorded[index]), `entry ${index}`).toBe(text(entry));
    const settled = recorded.flatMap((entry) => (entry.kind === 'settled' ? [entry.signal] : []));
    expect(settled.length).toBeGreaterThanOrEqual(hasSettled ? 1 : 0);
    expect(new Set(settled).size).toBe(settled.length);
    const env = { DATABASE_URL: databaseUrl, PIPCAST_AUTH_SECRET: SECRET };
    return await pipcastProcess(join(servers.folder(), 'verify'), ['verify', '--ledger', name], { env });
  } finally {
    await db.end();
  }
}

const SECRET = 'a secret that all servers share, long enough';
const text = (entry: Parameters<typeof entryBytes>[0]) => Buffer.from(entryBytes(entry)).toString();

describe('three nodes lose nothing, and no trader misses an entry,', () => {
  test.skipIf(ROUNDS === 0)(
    `when PostgreSQL is restarted ${ROUNDS} times, every other time by a crash`,
    async () => {
      const postgres = await startOwnPostgres(SETTINGS);
      onTestFinished(() => postgres.stop());
      const cluster = await start(3, postgres.url);
      const traders = await follow(cluster);
      try {
        for (let round = 0; round < ROUNDS; round += 1)
          await around(cluster, traders, () => postgres.restart(round % 2 === 0 ? 'crash' : 'fast'));
        expect(await verified(cluster, traders, postgres.url)).toMatchObject({ code: 0 });
      } finally {
        for (const trader of traders) trader.stop();
        servers.kill();
      }
    },
    LIMIT_MS,
  );

  test.each(Array.from({ length: ROUNDS }, (_, round) => round + 1))(
    'when the primary crashes and its replica is promoted, time %i',
    async () => {
      const postgres = await startReplicatedPostgres({ isSynchronous: true });
      onTestFinished(() => postgres.stop());
      const cluster = await start(3, postgres.url);
      const traders = await follow(cluster);
      try {
        await around(cluster, traders, () => postgres.failOver());
        expect(await verified(cluster, traders, postgres.replicaUrl)).toMatchObject({ code: 0 });
      } finally {
        for (const trader of traders) trader.stop();
        servers.kill();
      }
    },
    LIMIT_MS,
  );

  test(
    `when one of them is cut off, at first and every other time the one with the desk (rounds: ${CUTS})`,
    async ({ skip }) => {
      skip(!hasNamespaces(), 'network namespaces need Linux and root');
      const postgres = await startOwnPostgres(SETTINGS);
      onTestFinished(() => postgres.stop());
      const socket = new URL(postgres.url);
      const database = join(socket.searchParams.get('host') ?? '', '.s.PGSQL.5432');
      const networks = await Promise.all(
        [1, 2].map((number) =>
          openNodeNetwork(number, database, (host, port) => {
            const url = new URL(postgres.url);
            url.searchParams.delete('host');
            url.hostname = host;
            url.port = `${port}`;
            return url.href;
          }),
        ),
      );
      onTestFinished(() => networks.forEach((network) => network.close()));
      // The one that is not cut off has no desk: it makes the account on this computer.
      const cluster = await startCluster(1, {
        databaseUrl: postgres.url,
        folder: servers.folder(),
        settings: { PIPCAST_DESK: 'never', PIPCAST_METRICS: 'public' },
        start(settings) {
          const network = networks.find(({ settings: { HOST } }) => HOST === settings['HOST']);
          const node = [process.execPath, 'dist/server/main.js'] as const;
          return network === undefined
            ? servers.start(settings)
            : servers.start(settings, [...network.command, ...node]);
        },
      });
      for (const { settings } of networks) cluster.add({ ...settings, PIPCAST_DESK: 'auto' });
      await Promise.all(cluster.nodes.map((node) => node.healthy()));
      const traders = await follow(cluster);
      try {
        for (let round = 0; round < CUTS; round += 1) {
          const [reader, ...nodes] = cluster.nodes as readonly [ClusterNode, ...ClusterNode[]];
          const desk = await cluster.desk(nodes);
          const cut = round % 2 === 0 ? desk : (nodes.find((node) => node !== desk) as ClusterNode);
          const network = networks[nodes.indexOf(cut)];
          const before = await ask(cluster, reader);
          network?.cutOff();
          await cluster.desk(nodes.filter((node) => node !== cut));
          const meanwhile = await ask(cluster, reader);
          network?.join();
          for (const request of [before, meanwhile, await ask(cluster, cut)]) await decided(traders, request);
          await expect
            .poll(async () => Promise.all(nodes.map((node) => node.metric('pipcast_desk_leader'))), PATIENT)
            .toSatisfy((leads: unknown[]) => leads.toSorted().join() === '0,1');
        }
        expect(await verified(cluster, traders, postgres.url)).toMatchObject({ code: 0 });
      } finally {
        for (const trader of traders) trader.stop();
        servers.kill();
      }
    },
    LIMIT_MS,
  );
});

/**
 * Waits until every trader has heard a signal settle; resolves to false in the daily rollover, when P-BOT gives none. At other times
 * a request may end without a signal: of five one does not. P-Special's signals, of a minute, end later than is waited for.
 */
async function untilSettled(cluster: Cluster, traders: readonly FollowingTrader[]): Promise<boolean> {
  const [node] = cluster.nodes as readonly [ClusterNode, ...ClusterNode[]];
  const has = (is: (entry: LedgerEntry) => boolean) =>
    traders.every(({ entries }) => entries.some(({ entry }) => is(entry)));
  while (!has((entry) => entry.kind === 'signal' && entry.mode === 'bot')) {
    if (has((entry) => entry.kind === 'abstained' && Object.values(entry.reasons).includes('rollover')))
      return false;
    for (const request of await Promise.all(SCORED_PAIRS.map((pair) => ask(cluster, node, pair))))
      await decided(traders, request);
  }
  await expect.poll(() => has((entry) => entry.kind === 'settled'), PATIENT).toBe(true);
  return true;
}
