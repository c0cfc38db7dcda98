import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Pool, type PoolConfig, types } from 'pg';
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
