import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, ClientBase, Pool } from 'pg';
import { clientBeside } from '../db/database-pool.ts';
import { LedgerTakenError } from './ledger.ts';
import { execute, executeOne, queryRows, queryValue, raw, sql } from '../platform/sql.ts';

/**
 * How long the right to write lasts without being renewed. A server that stops for longer, whatever the reason, is replaced; the
 * database's clock counts.
 */
const LEASE = raw(`interval '3 seconds'`);

const CONNECT_LIMIT_MS = 2_000;
/** The database cancels a statement after this, and we give it up a second later when even that is not answered. */
const STATEMENT_LIMIT_MS = 5_000;
const END_LIMIT_MS = 1_000;

/** Detects within half a minute that the other machine is gone. */
const KEEP_ALIVE =
  'SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3';

/** Extends the lease of a term; nothing where another writer has taken it. An append does the same within its own statement. */
export const EXTEND_LEASE = sql`update desk_lease set expires_at = clock_timestamp() + ${LEASE}`;

/** The connection that everything is written through, and the term of its lease: each append carries it. */
export interface Writer {
  readonly client: Client;
  readonly term: number;
}

/** A name for one opened ledger, by which it recognises its own lease after a lost connection. */
export function newWriterName(): string {
  return `pipcast ledger ${process.pid} ${randomBytes(4).toString('hex')}`;
}

/**
 * Takes the lease of the one who writes ledgers in this database, in a new term: whatever was sent in an earlier one is either
 * durable by now or will be refused. A writer that lost its connection gets its own lease again at once.
 * @throws LedgerTakenError while another server has it, or what `pg` reports.
 */
export async function connectWriter(db: Pool, name: string): Promise<Writer> {
  const client = clientBeside(db, {
    application_name: name,
    connectionTimeoutMillis: CONNECT_LIMIT_MS,
    query_timeout: STATEMENT_LIMIT_MS + 1_000,
  });
  try {
    await client.connect();
    await client.query(
      `SET statement_timeout = ${STATEMENT_LIMIT_MS}; SET lock_timeout = ${STATEMENT_LIMIT_MS}; SET synchronous_commit = on; ${KEEP_ALIVE}`,
    );
    return { client, term: await takeLease(client, name) };
  } catch (error) {
    void client.end().catch(() => {});
    throw error;
  }
}

/** An append of an earlier term that is under way holds the row: this waits for its end. */
async function takeLease(client: ClientBase, name: string): Promise<number> {
  const rows = await queryRows<{ term: number }>(client)`update desk_lease set term = term + 1, writer =
      ${name}, expires_at = clock_timestamp() + ${LEASE}
    where writer = ${name} or expires_at <= clock_timestamp() returning term`;
  if (rows[0] === undefined) throw new LedgerTakenError();
  return rows[0].term;
}

/** How long until the writer's lease ends, in ms; below 0 where it has ended. */
export async function leaseEndsInMs(db: Pool): Promise<number> {
  const value = await queryValue<number | null>(db)`select extract(epoch
    from nullif(expires_at, '-infinity') - clock_timestamp())::float8 * 1000 as ms from desk_lease`;
  return value ?? -1;
}

/** Whether some server writes the ledgers of this database now. */
export async function hasWriter(db: Pool): Promise<boolean> {
  return (await execute(db)`select from desk_lease where expires_at > clock_timestamp()`) > 0;
}

/** Keeps the lease; false when another server has taken it. */
export async function renewLease({ client, term }: Writer): Promise<boolean> {
  return executeOne(client)`${EXTEND_LEASE} where term = ${term}`;
}

/** Gives the lease up, so that another server need not wait for its end, and ends the connection. */
export async function releaseWriter({ client, term }: Writer): Promise<void> {
  const release = client.query(
    `update desk_lease set expires_at = '-infinity' where term = $1 returning pg_notify('pipcast', 'desk ')`,
    [term],
  );
  await forAMoment(release);
  await endWriter(client);
}

/** Ends a connection; waits only a moment for one whose other end is silent. */
export function endWriter(client: Client): Promise<void> {
  return forAMoment(client.end());
}

/** Resolves when the work is over, one way or the other, or after a second. */
async function forAMoment(work: Promise<unknown>): Promise<void> {
  const limit = new AbortController();
  await Promise.race([
    work.catch(() => {}),
    sleep(END_LIMIT_MS, undefined, { signal: limit.signal, ref: false }).catch(() => {}),
  ]);
  limit.abort();
}
