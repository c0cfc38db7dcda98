import type { FastifyBaseLogger } from 'fastify';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { withClient } from './in-transaction.ts';

const LOOK_EVERY_MS = 1_000;
const ANSWER_LIMIT_MS = 2_000;

/** Whether a server only follows another one: it takes no writes. */
export async function isReplica(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is');
  return rows[0]?.is === true;
}

/**
 * Keeps a pool at the one of several addresses that takes writes: when that one does not answer, or has become a replica, new
 * connections go to another one that does. Those to the old one are cut. Connections beside the pool follow when they are opened
 * again. Returns the end of it.
 */
export function followPrimary(pool: Pool, addresses: readonly string[], log: FastifyBaseLogger): () => void {
  const clients = new Set<PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));
  let isLooking = false;

  async function look(): Promise<void> {
    const current = pool.options.connectionString ?? '';
    if (await takesWrites(current).catch(() => false)) return;
    const found = await Promise.any(
      addresses
        .filter((address) => address !== current)
        .map(async (address) => {
          if (await takesWrites(address)) return address;
          throw new Error('a replica');
        }),
    ).catch(() => undefined);
    if (found === undefined || pool.ending) return;
    pool.options.connectionString = found;
    for (const client of clients) cut(client);
    log.warn({ place: addresses.indexOf(found) + 1 }, 'the database is another one of DATABASE_URL now');
  }

  const looks = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    void look().finally(() => {
      isLooking = false;
    });
  }, LOOK_EVERY_MS).unref();
  return () => clearInterval(looks);
}

async function takesWrites(connectionString: string): Promise<boolean> {
  const limits = { connectionTimeoutMillis: ANSWER_LIMIT_MS, query_timeout: ANSWER_LIMIT_MS };
  return withClient({ connectionString, ...limits }, async (client) => !(await isReplica(client)));
}

/** As when the other end resets it: the pool takes another one, and a query under way fails now instead of at its time limit. */
function cut(client: PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
