import { afterAll, beforeAll, expect, test } from 'vitest';
import { withClient } from '../../src/server/db/database-pool.ts';
import { openNotices } from '../../src/server/db/notices.ts';
import { type Database, openDatabase } from '../../src/server/db/open-database.ts';
import { memoryLog } from '../support/memory-log.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/replicated-postgres.ts';

let postgres: ReplicatedPostgres;
let database: Database;
beforeAll(async () => {
  postgres = await startReplicatedPostgres();
  database = await openDatabase({ dataDir: '/nowhere', databaseUrl: postgres.url }, memoryLog().log);
});
afterAll(async () => {
  await database.close();
  await postgres.stop();
});

const onReplica = <T>(text: string) =>
  withClient({ connectionString: postgres.replicaUrl }, async (client) => {
    const { rows } = await client.query<{ value: T }>(text);
    return rows[0]?.value;
  });

test('a server writes to the primary, wherever it is listed, and to the replica once that is promoted', async () => {
  const { db } = database;
  await db.query('create table fruit (name text)');
  await db.query(`insert into fruit values ('apple')`);
  await expect
    .poll(() => onReplica<number>('select count(*)::int as value from fruit').catch(() => 0))
    .toBe(1);
  const heard: string[] = [];
  const notices = openNotices(db, memoryLog().log);
  notices.listen('fruit', {
    onNotice: (payload) => heard.push(payload),
    onListening: () => heard.push('listening'),
  });
  await expect.poll(() => heard).toEqual(['listening']);

  await postgres.stopPrimary();
  expect(await onReplica<boolean>('select pg_promote() as value')).toBe(true);

  await expect
    .poll(() =>
      db.query(`insert into fruit values ('pear')`).then(
        () => true,
        () => false,
      ),
    )
    .toBe(true);
  expect(await database.health()).toEqual({ ok: true });
  await expect.poll(() => heard).toEqual(['listening', 'listening']);
  await db.query(`select pg_notify('pipcast', 'fruit pear')`);
  await expect.poll(() => heard.at(-1)).toBe('pear');
  expect((await db.query('select name from fruit')).rows).toEqual([{ name: 'apple' }, { name: 'pear' }]);
  await notices.close();
});
