import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Pool, type PoolConfig, types, Client, type ClientBase, type ClientConfig } from 'pg';
import { raw } from '../platform/sql.ts';

// Identities, places and sums are all below 2^53; `pg` alone gives texts.
types.setTypeParser(types.builtins.INT8, Number);

/** Most connections of one process's pool: enough to keep a few cores of PostgreSQL busy. */
const MAX_CONNECTIONS = 9;
/** Most connections of a server: its pool, the ledger's writer, the listener for notices, and the reader of a day of prices. */
export const CONNECTIONS_OF_A_NODE = MAX_CONNECTIONS + 3;
export const CONNECTIONS_OF_A_COMMAND = MAX_CONNECTIONS + 2;
/** How long a query may wait for a connection before it counts as "database unavailable". */
const CONNECTION_TIMEOUT_MS = 5_000;
/** A healthy database answers every statement of the application sooner; a longer one is cancelled and answered 503. */
const STATEMENT_TIMEOUT_MS = 15_000;
/** A transaction that its owner forgot is ended, and its locks with it. */
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 30_000;
/** When even the cancel request is not answered: the other machine is gone. */
const SILENCE_TIMEOUT_MS = 20_000;
const IDLE_TIMEOUT_MS = 60_000;
const END_LIMIT_MS = 5_000;

/** A pool whose connections may die at any time without taking the process along; they are logged and replaced. */
export function databasePool(config: PoolConfig, log: FastifyBaseLogger): Pool {
  const pool = new Pool({
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
    keepAlive: true,
    // By statement, not as a start-up parameter, which connection poolers refuse.
    onConnect: async (client) => {
      await client.query(
        `SET statement_timeout = ${STATEMENT_TIMEOUT_MS};
         SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_TIMEOUT_MS}`,
      );
    },
    ...config,
  });
  pool.on('error', (error) => {
    // The last process to leave may stop the cluster while our connections are still ending.
    if (pool.ending) return;
    log.warn({ problem: error.message }, 'an idle database connection was lost');
  });
  pool.on('connect', (client) => {
    // A connection that dies while it is checked out has no other listener, and an unhandled error ends the process.
    client.on('error', (error) => {
      log.debug({ problem: error.message }, 'a database connection was lost');
    });
  });
  return pool;
}

/** Ends a pool, waiting a few seconds for queries under way. */
export async function endPool(pool: Pool): Promise<void> {
  await Promise.race([pool.end(), sleep(END_LIMIT_MS, undefined, { ref: false })]);
}

/** A column's instant in milliseconds since 1970, as JavaScript counts them; null stays null. */
export const msOf = (column: string) => raw(`floor(extract(epoch from ${column}) * 1000)::float8`);

/** Runs `work` in one transaction on one connection; an error rolls it back. */
export async function inTransaction<T>(db: Pool, work: (client: ClientBase) => Promise<T>): Promise<T> {
  const client = await db.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    const isUsable = await client.query('rollback').then(
      () => true,
      () => false,
    );
    // Closing the connection rolls back too, also when the connection itself failed.
    client.release(!isUsable);
    throw error;
  }
}

export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = quietClient(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** An unconnected client for the database that the pool's next connection would use. */
export function clientBeside(db: Pool, config: ClientConfig): Client {
  return quietClient({ ...configBeside(db), keepAlive: true, ...config });
}

/** The options of the pool's next connection. */
export function configBeside({ options }: Pool): ClientConfig {
  // The pool makes its password non-enumerable, so that spreading alone would omit it.
  const { password } = options;
  return { ...options, ...(password !== undefined && { password }) };
}

/** The failing query reports the error; an error event without a listener would end the process. */
function quietClient(config: ClientConfig): Client {
  const client = new Client(config);
  client.on('error', () => {});
  return client;
}
