import type { Pool, PoolClient } from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../../tests/support/test-database.ts';
import { openWire, type Wire } from '../../../tests/server/database-wire.ts';
import { openNotices, type Notices } from './notices.ts';

let database: TestDatabase;
let wire: Wire;
let db: Pool;
const opened: Notices[] = [];
beforeEach(async () => {
  database = await createTestDatabase();
  wire = await openWire(database.url);
  db = openTestPool(wire.connection);
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((notices) => notices.close()));
  await db.end();
  await wire.close();
  await database.drop();
});

const notify = (on: Pool | PoolClient, topic: string, payload: string) =>
  on.query(`select pg_notify('pipcast', $1)`, [`${topic} ${payload}`]);

/** A node that writes down what it hears of a topic. */
async function hearing(topic: string): Promise<{ notices: Notices; heard: string[]; end: () => void }> {
  const notices = openNotices(db, memoryLog().log);
  opened.push(notices);
  const heard: string[] = [];
  const end = notices.listen(topic, {
    onNotice: (payload) => heard.push(payload),
    onListening: () => heard.push('listening'),
  });
  await expect.poll(() => heard).toEqual(['listening']);
  return { notices, heard, end };
}

describe('a notice', () => {
  test('reaches every node that listens to its topic, in the order of the commits', async () => {
    const [one, two, other] = [await hearing('fruit'), await hearing('fruit'), await hearing('stone')];
    await notify(database.db, 'fruit', 'apple, 1 piece');
    await notify(database.db, 'stone', '');
    await notify(database.db, 'fruit', 'Birne für Zoë');
    for (const { heard } of [one, two])
      await expect.poll(() => heard).toEqual(['listening', 'apple, 1 piece', 'Birne für Zoë']);
    await expect.poll(() => other.heard).toEqual(['listening', '']);
  });

  test('is sent with its transaction, and not when that is taken back', async () => {
    const { heard } = await hearing('fruit');
    const client = await database.db.connect();
    for (const [payload, end] of [
      ['taken back', 'rollback'],
      ['kept', 'commit'],
    ] as const) {
      await client.query('begin');
      await notify(client, 'fruit', payload);
      await client.query(end);
    }
    client.release();
    await expect.poll(() => heard).toEqual(['listening', 'kept']);
  });

  test('is not heard once listening ended, and a later listener learns that it listens', async () => {
    const { notices, heard, end } = await hearing('fruit');
    end();
    const later: string[] = [];
    notices.listen('fruit', {
      onNotice: (payload) => later.push(payload),
      onListening: () => later.push('on'),
    });
    expect(later).toEqual(['on']);
    await notify(database.db, 'fruit', 'apple');
    await expect.poll(() => later).toEqual(['on', 'apple']);
    expect(heard).toEqual(['listening']);
  });
});

describe('a lost connection', () => {
  test.each([
    [
      'that PostgreSQL ended',
      () =>
        database.db.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'pipcast notices%'",
        ),
    ],
    [
      'that was cut',
      () => {
        wire.cut();
        wire.mend();
      },
    ],
    ['on which nothing arrives any more', () => wire.freeze()],
  ])('%s is opened again, and listeners learn that they may have missed something', async (_how, lose) => {
    const { heard } = await hearing('fruit');
    await lose();
    await expect.poll(() => heard).toEqual(['listening', 'listening']);
    await notify(database.db, 'fruit', 'apple');
    await expect.poll(() => heard).toEqual(['listening', 'listening', 'apple']);
  });

  test('that cannot be opened again is tried until the end', async () => {
    const { notices } = await hearing('fruit');
    wire.cut();
    await expect.poll(() => notices.isListening).toBe(false);
    await notices.close();
    expect(notices.isListening).toBe(false);
  });
});
