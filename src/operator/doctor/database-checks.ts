import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import { CONNECTIONS_OF_A_COMMAND } from '../../server/db/database-pool.ts';
import { clockAhead, MOST_CLOCK_ERROR_MS, runningNodes } from '../../server/db/nodes.ts';
import { writerRole } from '../../server/db/migrate.ts';
import { counted, formatBytes, isoTime } from '../output.ts';
import { type CheckResult, note, ok, problem } from './check.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DEMO_EMAIL, isDemoActive } from '../../server/auth/accounts.ts';
import { openServerSecret, SECRET_FILE } from '../../server/platform/server-secret.ts';
import { type Config, isLocalOnly } from '../../server/platform/config.ts';

/** Checks the database's version, encoding, durability and size. */
export async function checkDatabase(db: Pool, where: string): Promise<CheckResult> {
  const { rows } = await db.query<Record<string, string>>(
    `select current_setting('server_version') as version, current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
            current_setting('synchronous_commit') as sync, pg_database_size(current_database()) as bytes`,
  );
  const { version = '', encoding = '', fsync, sync, bytes } = rows[0] ?? {};
  const found = `${where}: version ${version}, ${formatBytes(Number(bytes))}`;
  if (encoding !== 'UTF8')
    return problem(`${found}, encoding ${encoding}`, 'Recreate the database with ENCODING UTF8.');
  if (fsync !== 'on')
    return problem(`${found}, fsync is off`, 'A power cut would destroy it. Set fsync = on.');
  if (sync !== 'off') return ok(found);
  return note(
    `${found}, synchronous_commit is off`,
    'The last moments before a crash may be lost. Set it to on.',
  );
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

/** Checks sign-in: a signing key that the server's secret opens. */
export async function checkSignIn(
  db: Pool,
  { dataDir, authSecret }: Pick<Config, 'dataDir' | 'authSecret'>,
): Promise<CheckResult> {
  const { rows: keys } = await db.query<{ secret_id: string }>('select secret_id from signing_keys');
  if (keys.length === 0) return ok('the first start makes the signing key');
  const file = join(dataDir, SECRET_FILE);
  if (authSecret === undefined && !existsSync(file)) {
    return problem(
      `the file ${file} is missing`,
      'Restore it from the backup. Without it the next start makes a new one, and all traders have to sign in again.',
    );
  }
  const { id } = openServerSecret(authSecret, dataDir);
  if (keys.some((key) => key.secret_id === id)) return ok('the secret of the server opens the signing key');
  return problem(
    `${authSecret === undefined ? `the file ${file}` : 'PIPCAST_AUTH_SECRET'} belongs to another database`,
    'Restore the one that was used with this database, or all traders have to sign in again.',
  );
}

/** Checks the accounts: their number, who waits for a key, and whether strangers can reach the demo account. */
export async function checkAccounts(
  db: Pool,
  config: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>,
  now: EpochMs,
): Promise<CheckResult> {
  const { rows } = await db.query<Record<'users' | 'disabled' | 'sessions' | 'asked', number>>(
    `select count(*)::int as users,
            count(*) filter (where banned_until > $1)::int as disabled,
            (select count(*)::int from sessions) as sessions,
            count(*) filter (where recovery_requested_at is not null)::int as asked
     from users`,
    [new Date(now)],
  );
  const { users = 0, disabled = 0, sessions = 0, asked = 0 } = rows[0] ?? {};
  if (users === 0) return note('none yet', 'Make the first one: npx pipcast user add EMAIL');
  const found = `${users} (${disabled} disabled), ${counted(sessions, 'open session')}`;
  if (!isLocalOnly(config) && (await isDemoActive(db, now))) {
    return problem(
      `${found}, the demo account among them`,
      `Remove it: npx pipcast user remove ${DEMO_EMAIL} --yes`,
    );
  }
  if (asked === 0) return ok(found);
  return note(
    `${found}, ${asked} asked for a new key`,
    'See who: npx pipcast user list. Give a new key: npx pipcast user reset-key EMAIL',
  );
}
