import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { epochMs } from '../../core/time/instant.ts';
import { checkClock, checkConnections } from './database-checks.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe('the connections of all nodes together', () => {
  const join = (name: string, connections: number) =>
    database.db.query(
      `insert into nodes values (gen_random_uuid(), $1, '1.0.0', '', '', $2, now(), clock_timestamp(), false)`,
      [name, connections],
    );

  test('fit, are too many, and count no node that is gone', async () => {
    expect(await checkConnections(database.db)).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^no node runs: at most 11 of \d+ connections/),
    });
    await join('a:3000', 12);
    await join('b:3000', 12);
    expect(await checkConnections(database.db)).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^a:3000 \(1\.0\.0\), b:3000 \(1\.0\.0\): at most 35 of \d+ connections/),
    });
    const { rows } = await database.db.query('show max_connections');
    await join('c:3000', Number(rows[0].max_connections));
    expect(await checkConnections(database.db)).toMatchObject({
      status: 'problem',
      advice: expect.stringMatching(/^Raise max_connections by \d+ or more, or run fewer nodes\.$/),
    });
    await database.db.query(`update nodes set seen_at = seen_at - interval '16 seconds'`);
    expect(await checkConnections(database.db)).toMatchObject({ status: 'ok' });
  });
});

/** A clock that is off by so many milliseconds when the database is asked, and by so many when it has answered. */
function clockOff(askedMs: number, answeredMs = askedMs) {
  const off = [askedMs, answeredMs];
  return () => epochMs(Date.now() + (off.shift() ?? answeredMs));
}

describe('our clock against the one of the database', () => {
  test('agrees with its own', async () => {
    expect(await checkClock(database.db, clockOff(0))).toMatchObject({
      status: 'ok',
      found: expect.stringMatching(/^\d{4}-.*, agrees with the database$/),
    });
  });

  test('is not blamed for an answer that takes a minute', async () => {
    expect(await checkClock(database.db, clockOff(-60_000, 0))).toMatchObject({ status: 'ok' });
    expect(await checkClock(database.db, clockOff(0, 60_000))).toMatchObject({ status: 'ok' });
  });

  test.each([
    ['ahead', 60_500, /^60\.\d s ahead of the clock of the database/],
    ['behind', -60_500, /^60\.\d s behind the clock of the database/],
    // A server refuses the desk from there on.
    ['a bit ahead', 2_600, /^2\.\d s ahead of the clock of the database: the desk does not run here$/],
  ])('is a problem when it is %s', async (_, offMs, found) => {
    expect(await checkClock(database.db, clockOff(offMs))).toMatchObject({
      status: 'problem',
      found: expect.stringMatching(found),
    });
  });

  test('is a problem when the database holds what is in its future', async () => {
    const dateBy = (hours: number) =>
      database.db.query(
        'update pipcast_migrations set applied_at = applied_at + make_interval(hours => $1)',
        [hours],
      );
    await dateBy(1);
    expect(await checkClock(database.db, clockOff(0))).toMatchObject({
      status: 'problem',
      found: expect.stringMatching(/^the database holds entries of .*, in the future of this clock$/),
    });
    await dateBy(-1);
  });
});
