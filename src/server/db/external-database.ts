import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Client, type ClientBase, type ClientConfig, type Pool, type PoolClient } from 'pg';
import type { OpenOptions } from './cluster-session.ts';
import { codeOf, DatabaseError, isDatabaseUnavailable } from '../platform/database-error.ts';
import { databasePool, endPool, withClient } from './database-pool.ts';
import { migrateAs } from './migrate.ts';
import { tail } from './tail.ts';

/** The oldest PostgreSQL whose SQL we keep to. */
const OLDEST_VERSION = 15;
/** A server may have been started together with its database; a person at a terminal needs an answer at once. */
const START_LIMIT_MS = { server: 30_000, command: 0 };
/** PostgreSQL's own code for a write to a replica. */
const READ_ONLY = '25006';
const RETRY_MS = 250;
const CONNECT_LIMIT_MS = 5_000;

export interface OpenedDatabase {
  readonly pool: Pool;
  readonly ownerLogin: ClientConfig;
  readonly where: string;
  /** Why the database cannot be used although it may answer; `undefined` when it can. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/**
 * Opens the PostgreSQL at `url` and brings its schema up to date. Several servers may share one; there is no lock.
 * The connection has to be direct, or pooled by session: locks and settings belong to sessions.
 * With `ownerUrl` another role migrates it, which owns the tables, and the role of `url` is granted what it needs.
 * @throws DatabaseError with one line for people, without the password, when it cannot be had.
 */
export async function openExternalDatabase(
  url: string,
  log: FastifyBaseLogger,
  { role, signal, isRestore = false }: OpenOptions,
  ownerUrl?: string,
): Promise<OpenedDatabase> {
  const addresses = databaseAddresses(url);
  const { client, address } = await connect(addresses, log, START_LIMIT_MS[role], signal);
  let ownerAddress = address;
  const where = `PostgreSQL at ${placeOf(client)}`;
  try {
    await requireVersion(client, where);
    if (ownerUrl === undefined) await migrateAs(client, { isRestore });
    else ownerAddress = await migrateAsOwner(ownerUrl, { writer: client.user ?? '', isRestore }, log, signal);
  } finally {
    await client.end();
  }
  const pool = databasePool({ connectionString: address, application_name: `pipcast ${process.pid}` }, log);
  const endFollowing = addresses.length > 1 ? followPrimary(pool, addresses, log) : async () => {};
  return {
    pool,
    ownerLogin: { connectionString: ownerAddress },
    where,
    problem: () => undefined,
    close: async () => {
      await endFollowing();
      await endPool(pool);
    },
  };
}

async function migrateAsOwner(
  url: string,
  options: Parameters<typeof migrateAs>[1],
  log: FastifyBaseLogger,
  signal: AbortSignal | undefined,
): Promise<string> {
  const { client: owner, address } = await connect(databaseAddresses(url), log, 0, signal);
  try {
    await migrateAs(owner, options);
  } finally {
    await owner.end();
  }
  return address;
}

/** Errors that waiting does not remove: the login, the database's name. */
const SETTINGS_ARE_WRONG: ReadonlySet<string | undefined> = new Set(['28P01', '28000', '3D000']);

/** Connects to the first of the addresses that takes writes, one after the other until `limitMs` are over. */
async function connect(
  addresses: readonly string[],
  log: FastifyBaseLogger,
  limitMs: number,
  signal: AbortSignal | undefined,
): Promise<{ client: Client; address: string }> {
  const from = performance.now();
  let noticed = false;
  for (let attempt = 1; ; attempt += 1) {
    const address = addresses[(attempt - 1) % addresses.length] ?? '';
    const client = newClient(address);
    try {
      await client.connect();
      if (addresses.length === 1 || !(await isReplica(client))) return { client, address };
      await client.end();
      throw Object.assign(new Error('it is a replica, which takes no writes'), { code: READ_ONLY });
    } catch (error) {
      const place = placeOf(client);
      if (SETTINGS_ARE_WRONG.has(codeOf(error)) || !isDatabaseUnavailable(error))
        throw new DatabaseError(refusal(error, place, client), { cause: error });
      const problem =
        error instanceof Error && error.message !== '' ? error.message : (codeOf(error) ?? 'no answer');
      // Each address is tried before the next round, or the end.
      if (attempt % addresses.length !== 0) continue;
      if (performance.now() - from > limitMs) {
        throw new DatabaseError(
          `The PostgreSQL at ${place} (DATABASE_URL) does not answer: ${problem}. Start it, or correct DATABASE_URL, for example postgres://user:password@127.0.0.1:5432/pipcast.`,
          { cause: error },
        );
      }
      if (!noticed) log.info({ problem }, `waiting for the PostgreSQL at ${place}`);
      noticed = true;
      await sleep(RETRY_MS, undefined, signal === undefined ? {} : { signal });
    }
  }
}

function newClient(url: string): Client {
  try {
    const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_LIMIT_MS });
    // A connection that is lost between two queries reports it here; the next query reports it too.
    client.on('error', () => undefined);
    return client;
  } catch {
    // The reason may quote the address, and the address holds the password.
    throw new DatabaseError(
      'DATABASE_URL is not an address of a PostgreSQL; an example: postgres://user:password@127.0.0.1:5432/pipcast.',
    );
  }
}

function refusal(error: unknown, place: string, client: Client): string {
  const start = `The PostgreSQL at ${place} (DATABASE_URL)`;
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return `${start} refused the user ${client.user ?? ''} or the password: correct DATABASE_URL.`;
    case '3D000':
      return `${start} has no database of that name: create it, or correct DATABASE_URL.`;
    case '42501':
      return `${start} does not let the user ${client.user ?? ''} in: grant it the right to connect and to create tables.`;
    default:
      return `${start} cannot be used: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

async function requireVersion(client: Client, where: string): Promise<void> {
  const { rows } = await client.query<{ version: number }>(
    `SELECT current_setting('server_version_num')::int / 10000 AS version`,
  );
  const version = rows[0]?.version ?? 0;
  if (version < OLDEST_VERSION) {
    throw new DatabaseError(`${where} is version ${version}: Pipcast needs ${OLDEST_VERSION} or later.`);
  }
}

function placeOf(client: Client): string {
  const host = client.host.startsWith('/') ? `socket ${client.host}` : `${client.host}:${client.port}`;
  return `${host}/${client.database ?? ''}`;
}

/** Scheme and user; hosts; path and parameters. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)([^]*)$/;

/**
 * The addresses that a DATABASE_URL lists, in the form of PostgreSQL's own library: `postgresql://user@one,two:5433/pipcast`; a host
 * that is a folder of sockets is written `%2Ftmp`. Each is a connection string of its own; one with a single host stays as it is.
 */
export function databaseAddresses(url: string): string[] {
  const [, start = '', hosts = '', rest = url] = PARTS.exec(url) ?? [];
  return hosts.split(',').map((host) => `${start}${host}${rest}`);
}

const ANSWER_LIMIT_MS = 2_000;

/** Whether a server only follows another one and takes no writes. */
async function isReplica(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>('SELECT pg_is_in_recovery() AS is');
  return rows[0]?.is === true;
}

/**
 * Keeps a pool at the one of several addresses that takes writes: when that one does not answer, or has become a replica, new
 * connections go to another one that does. Those to the old one are cut. Connections beside the pool follow when they are opened
 * again. Returns the end of it.
 */
function followPrimary(
  pool: Pool,
  addresses: readonly string[],
  log: FastifyBaseLogger,
): () => Promise<void> {
  const clients = new Set<PoolClient>();
  pool.on('connect', (client) => clients.add(client));
  pool.on('remove', (client) => clients.delete(client));

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

  return tail({
    read: look,
    onFailure: (error) => log.error({ err: error }, 'the databases could not be looked at'),
  }).stop;
}

async function takesWrites(connectionString: string): Promise<boolean> {
  const limits = { connectionTimeoutMillis: ANSWER_LIMIT_MS, query_timeout: ANSWER_LIMIT_MS };
  return withClient({ connectionString, ...limits }, async (client) => !(await isReplica(client)));
}

/** As if the other end reset it: the pool opens another one, and a query under way fails now instead of at its time limit. */
function cut(client: PoolClient): void {
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
}
