import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Pool } from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { parseEntry } from '../../src/core/signals/entry-bytes.ts';
import type { LedgerEntry } from '../../src/core/signals/ledger-entry.ts';
import { findLedger, listLedgers, readEntries } from '../../src/server/ledger/ledger-rows.ts';
import { startOwnPostgres } from '../support/throwaway-postgres.ts';
import { type ClusterNode, startCluster } from './support/cluster.ts';
import { ask, decided, expectWhole, follow, PATIENT } from './support/cluster-traders.ts';
import { ownServers } from './support/own-servers.ts';

const servers = ownServers();
const SHIFT = new URL('support/shifted-clock.mjs', import.meta.url).href;

/** Two servers on one database; the first one's clock is set by the test. */
async function startTwo(aheadMs: number, settings: Readonly<Record<string, string>> = {}) {
  const postgres = await startOwnPostgres({ max_connections: '100', timezone: 'UTC' });
  onTestFinished(() => postgres.stop());
  const file = join(servers.folder(), 'clock');
  writeFileSync(file, `${aheadMs}`);
  let count = 0;
  const cluster = await startCluster(1, {
    databaseUrl: postgres.url,
    folder: servers.folder(),
    settings: { ...settings, PIPCAST_TEST_CLOCK: file },
    start(all) {
      count += 1;
      return count > 1
        ? servers.start(all)
        : servers.start(all, [process.execPath, '--import', SHIFT, 'dist/server/main.js']);
    },
  });
  const [first] = cluster.nodes as readonly [ClusterNode];
  return {
    cluster,
    first,
    add: async () => {
      const node = cluster.add();
      await node.healthy();
      return node;
    },
    set(ms: number) {
      writeFileSync(file, `${ms}`);
      first.server.process.kill('SIGUSR2');
    },
    async entries(): Promise<LedgerEntry[]> {
      const db = new Pool({ connectionString: postgres.url, max: 1 });
      try {
        const name = (await listLedgers(db))[0]?.name ?? '';
        const row = await findLedger(db, name);
        return (await readEntries(db, row?.id ?? 0, 0, 1_000_000)).map(({ body }) => parseEntry(body));
      } finally {
        await db.end();
      }
    },
  };
}

const isRefused = async (node: ClusterNode) =>
  /^pipcast_desk_state\{state="clock-wrong"\} 1$/m.test(await (await node.fetch('/metrics')).text());

test.each([60_000, -60_000])('a server whose clock is %i ms ahead does not get the desk', async (aheadMs) => {
  const { cluster, first, add } = await startTwo(aheadMs);
  await expect.poll(() => isRefused(first), PATIENT).toBe(true);
  // Measured again and again; a slow answer of the database makes one measurement less exact.
  await expect
    .poll(() => first.metric('pipcast_clock_ahead_seconds'), PATIENT)
    .toBeCloseTo(aheadMs / 1000, 0);
  expect(first.server.stderr()).toMatch(/clock is (59|60)\.\d s (ahead of|behind) the database's/);
  const other = await add();
  expect(await cluster.desk()).toBe(other);
  const traders = await follow(cluster);
  await decided(traders, await ask(cluster, first));
  await decided(traders, await ask(cluster, other));
  expectWhole(traders);
  for (const trader of traders) trader.stop();
});

test.each([60_000, -60_000])(
  'a server whose clock is set by %i ms gives the desk away, and nothing of it is in the ledger',
  async (byMs) => {
    // Without prices: only a market of live ones has a clock that can be set.
    const { cluster, first, add, set, entries } = await startTwo(0, { FEED: 'kraken' });
    expect(await cluster.desk()).toBe(first);
    const other = await add();
    set(byMs);
    await expect.poll(() => isRefused(first), PATIENT).toBe(true);
    expect(await cluster.desk()).toBe(other);
    set(0);
    await expect.poll(() => isRefused(first), PATIENT).toBe(false);
    expect(first.server.stderr()).not.toContain('the clock of this computer was set');
    expect((await entries()).filter((entry) => 'reason' in entry && entry.reason === 'clock-set')).toEqual(
      [],
    );
  },
);
