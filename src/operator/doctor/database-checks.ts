import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import { CONNECTIONS_OF_A_COMMAND } from '../../server/db/database-pool.ts';
import { clockAhead, MOST_CLOCK_ERROR_MS, runningNodes } from '../../server/db/nodes.ts';
import { writerRole } from '../../server/db/migrate.ts';
import { isoTime } from '../output.ts';
import { type CheckResult, note, ok, problem } from './check.ts';
import { formatBytes } from './machine-checks.ts';

/** Checks the database's version, encoding, durability, size and speed. */
export async function checkDatabase(db: Pool, where: string): Promise<CheckResult> {
  const { rows } = await db.query<Record<string, string>>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major,
            current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as sync, pg_database_size(current_database()) as bytes`,
  );
  // On the connection that is open by now.
  const began = performance.now();
  await db.query('select 1');
  const answerMs = performance.now() - began;
  const { version = '', major, encoding = '', fsync, sync, bytes } = rows[0] ?? {};
  const found = `${where}: version ${version}, ${formatBytes(Number(bytes))}, answers in ${answerMs.toFixed(1)} ms`;
  if (Number(major) < 15) return problem(found, 'Use PostgreSQL 15 or later.');
  if (encoding !== 'UTF8')
    return problem(`${found}, encoding ${encoding}`, 'Recreate the database with ENCODING UTF8.');
  if (fsync !== 'on')
    return problem(`${found}, fsync is off`, 'A power cut would destroy it. Set fsync = on.');
  if (sync === 'off') {
    return note(
      `${found}, synchronous_commit is off`,
      'The last moments before a crash may be lost. Set it to on.',
    );
  }
  return answerMs > 100
    ? note(found, 'Slow: every request waits for it. Is it far away, or busy?')
    : ok(found);
}

/**
 * Whether PostgreSQL lets all nodes that run open the connections that each may open, and a command its own beside them. Other
 * programs' connections are not counted.
 */
export async function checkConnections(db: Pool): Promise<CheckResult> {
  const { rows } = await db.query<{ most: number }>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
       - coalesce(current_setting('reserved_connections', true)::int, 0) as most`,
  );
  const most = rows[0]?.most ?? 0;
  const nodes = await runningNodes(db);
  const needed = nodes.reduce((sum, node) => sum + node.connections, CONNECTIONS_OF_A_COMMAND);
  const names = nodes.map(({ name, version }) => `${name} (${version})`).join(', ');
  const found = `${nodes.length === 0 ? 'no node runs' : names}: at most ${needed} of ${most} connections, a command's included`;
  return needed <= most
    ? ok(found)
    : problem(found, `Raise max_connections by ${needed - most} or more, or run fewer nodes.`);
}

/** Whether the server's role could do more to the ledger than add to it. */
export async function checkLedgerRole(db: Pool): Promise<CheckResult> {
  const { role, isOwner, mayChange } = await writerRole(db);
  if (!isOwner && !mayChange) return ok(`${role} may read the ledger and add to it, and nothing else`);
  const what = isOwner
    ? 'owns the ledger and could switch its protection off'
    : 'may change rows of the ledger';
  return note(
    `the server's database role ${role} ${what}`,
    'Set DATABASE_OWNER_URL: docs/configuration.md, "Two database roles".',
  );
}

/** A database that answers but does not take a write. */
export function cannotWrite(
  where: string,
  { problem: why, isDiskFull }: { readonly problem: string; readonly isDiskFull: boolean },
): CheckResult {
  return problem(
    `${where} cannot write (${why}): traders cannot sign in`,
    isDiskFull ? 'Free some space on its disk.' : 'Look at its log and its settings.',
  );
}

/** Compares our clock with the database's, as servers do, and with earlier rows: a clock that went back breaks sessions. */
export async function checkClock(db: Pool, now: () => EpochMs): Promise<CheckResult> {
  const advice = 'Set the clock; let it follow a time server (NTP).';
  const aheadMs = await clockAhead(db, now);
  if (Math.abs(aheadMs) > MOST_CLOCK_ERROR_MS) {
    const difference = `${(Math.abs(aheadMs) / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'}`;
    return problem(`${difference} the clock of the database: the desk does not run here`, advice);
  }
  const { rows } = await db.query<{ newest: Date | null }>(
    `select greatest((select max(applied_at) from pipcast_migrations), (select max(created_at) from users),
       (select max(used_at) from sessions)) as newest`,
  );
  const newest = rows[0]?.newest;
  if (newest && newest.getTime() > now() + MOST_CLOCK_ERROR_MS)
    return problem(
      `the database holds entries of ${newest.toISOString()}, in the future of this clock`,
      advice,
    );
  return ok(`${isoTime(now())}, agrees with the database`);
}
