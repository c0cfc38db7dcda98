import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { CopyIn, CopyOut } from './copy.ts';

let database: TestDatabase;
let client: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query('create table copied (n int primary key, filler text)');
});
afterAll(() => database.drop());
beforeEach(async () => {
  client = new Client({ connectionString: database.url });
  await client.connect();
});
afterEach(() => client.end());

const answers = async () => (await client.query('select 1 as one')).rows;

test('a reader that lags behind holds the database up, gets every row, and frees the connection', async () => {
  const lines = 5_000;
  const copy = client.query(
    new CopyOut(`copy (select n, repeat('x', 100) from generate_series(1, ${lines}) n) to stdout`),
  );
  // More than the stream wants to hold has come, and the reader has not begun.
  await vi.waitUntil(() => copy.readableLength >= copy.readableHighWaterMark);
  expect(String(Buffer.concat(await copy.toArray())).match(/\n/g)).toHaveLength(lines);
  expect(copy.rows).toBe(lines);
  expect(await answers()).toEqual([{ one: 1 }]);
});

test('rows larger than a block go both ways', async () => {
  await client.query(`insert into copied select n, repeat('long ', 100000 * n) from generate_series(1, 3) n`);
  const rows = await client.query(new CopyOut('copy copied to stdout')).toArray();
  await client.query('truncate copied');
  const copy = client.query(new CopyIn('copy copied from stdin'));
  await pipeline(Readable.from(rows), copy);
  expect(copy.rows).toBe(3);
  const found = await client.query('select length(filler) as length from copied order by n');
  expect(found.rows).toEqual([{ length: 500_000 }, { length: 1_000_000 }, { length: 1_500_000 }]);
});

test('what the database refuses rejects, and the connection goes on', async () => {
  await expect(client.query(new CopyOut('copy nowhere to stdout')).toArray()).rejects.toThrow('nowhere');
  expect(await answers()).toEqual([{ one: 1 }]);
  const bad = client.query(new CopyIn('copy copied from stdin'));
  await expect(pipeline(Readable.from([Buffer.from('no number\tx\n')]), bad)).rejects.toThrow('no number');
  expect(await answers()).toEqual([{ one: 1 }]);
});
