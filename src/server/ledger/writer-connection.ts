import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, type Pool } from 'pg';
import { LedgerUnavailableError } from './ledger.ts';
import { LedgerTakenError } from './ledger-errors.ts';

/** Advisory locks are numbers; the first says whose, the second which: the one who writes ledgers. */
const PIPCAST = 1_885_957_219;
const WRITING_LEDGERS = 10;
/** The session of a server that died may outlive it by a moment. */
const LOCK_RETRIES = 10;
const LOCK_RETRY_MS = 200;

const CONNECT_LIMIT_MS = 2_000;
/** A statement is cancelled by the database after this, and given up by us a second later when even that is not answered. */
const STATEMENT_LIMIT_MS = 5_000;
const END_LIMIT_MS = 1_000;

/** Notices within half a minute that the machine of a writer is gone, so that another server can take over. */
const KEEP_ALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/** A name for the connections of one opened ledger, by which it knows its own lost ones again. */
export function newWriterName(): string {
  return `pipcast ledger ${process.pid} ${randomBytes(4).toString('hex')}`;
}

/**
 * A connection of its own that holds the lock of the one who writes ledgers in this database. Everything is written through
 * it: when it is lost, the lock is lost, and so is the way to write.
 * @throws LedgerTakenError when another server has the lock, and keeps it for the time that is waited; LedgerUnavailableError
 * when it is the writer's own lost connection that the database cannot end; or what `pg` reports.
 */
export async function connectWriter(db: Pool, name: string): Promise<Client> {
  // The pool hides its password from being listed, so that spreading alone would leave it out.
  const { password } = db.options;
  const client = new Client({
    ...db.options,
    ...(password !== undefined && { password }),
    application_name: name,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: STATEMENT_LIMIT_MS + 1_000,
    keepAlive: true,
  });
  // The query that fails reports it; an error event without a listener would end the process.
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query(
      `SET statement_timeout = ${STATEMENT_LIMIT_MS}; SET lock_timeout = ${STATEMENT_LIMIT_MS}; SET synchronous_commit = on; ${KEEP_ALIVE}`,
    );
    for (let tries = 0; !(await tryLock(client)); tries += 1) {
      if (tries >= LOCK_RETRIES) throw await whyLocked(client, name);
      await endLostConnections(client, name);
      await sleep(LOCK_RETRY_MS);
    }
    return client;
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

/** Whether some server writes the ledgers of this database now. Takes no lock. */
export async function hasWriter(db: Pool): Promise<boolean> {
  const { rows } = await db.query<{ held: boolean }>(
    `SELECT EXISTS (
       SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2 AND objsubid = 2
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())) AS held`,
    [PIPCAST, WRITING_LEDGERS],
  );
  return rows[0]?.held === true;
}

async function tryLock(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ got: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS got', [
    PIPCAST,
    WRITING_LEDGERS,
  ]);
  return rows[0]?.got === true;
}

/** A backend that hangs, on a disk that does not answer for example, outlives even being told to end. */
async function whyLocked(client: Client, name: string): Promise<Error> {
  const { rows } = await client.query(
    'SELECT FROM pg_stat_activity WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid()',
    [name],
  );
  if (rows.length === 0) return new LedgerTakenError();
  return new LedgerUnavailableError('The database does not end the connection that was lost.');
}

/** A connection that we lost may live on at the other end, and hold the lock until that end notices. */
async function endLostConnections(client: Client, name: string): Promise<void> {
  await client.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name = $1 AND datname = current_database() AND pid <> pg_backend_pid()`,
    [name],
  );
}

/** Ends a connection; one whose other end is silent is waited for a moment only. */
export async function endWriter(client: Client): Promise<void> {
  const limit = new AbortController();
  await Promise.race([
    client.end().catch(() => {}),
    sleep(END_LIMIT_MS, undefined, { signal: limit.signal, ref: false }).catch(() => {}),
  ]);
  limit.abort();
}
