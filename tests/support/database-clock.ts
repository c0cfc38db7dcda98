import { withClient } from '../../src/server/db/database-pool.ts';
import type { TestDatabase } from './test-database.ts';

/** The clock of a database, which stands still until the test moves it. */
export interface DatabaseClock {
  advance(ms: number): Promise<void>;
}

/** Stops the clock of a database that has no connections yet: its connections find this `clock_timestamp` first. */
export async function stopDatabaseClock({ db, url }: TestDatabase): Promise<DatabaseClock> {
  await withClient({ connectionString: url }, (client) =>
    client.query(`
      create table test_clock as select clock_timestamp() as at;
      create function public.clock_timestamp() returns timestamptz language sql as 'select at from public.test_clock';
      do $$ begin
        execute format('alter database %I set search_path = public, pg_catalog', current_database());
      end $$`),
  );
  return {
    advance: async (ms) => {
      await db.query(`update test_clock set at = at + $1 * interval '1 millisecond'`, [ms]);
    },
  };
}
