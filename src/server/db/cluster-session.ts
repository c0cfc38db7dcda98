import { Client, type ClientConfig } from 'pg';

/** What a process does with the embedded database: serve with it (one at a time), or run one command. */
export type DatabaseRole = 'server' | 'command';

/** Advisory locks are numbers; the first says whose, the second which. All are taken in the database `postgres`. */
const PIPCAST = 1_885_957_219;
const IN_USE = 1;
const SERVER = 2;

/**
 * Our seat in the cluster: one connection that holds, as long as it lives, the shared lock "in use" and, for a server,
 * the lock "server". PostgreSQL is the arbiter, so a process that dies gives both back at once, however it dies.
 */
export class ClusterSession {
  readonly #client: Client;

  private constructor(client: Client) {
    this.#client = client;
  }

  /** Connects; throws what `pg` throws. `onLost` is called once when the connection ends other than by `end`. */
  static async connect(
    config: ClientConfig,
    onLost: (error: Error | undefined) => void,
  ): Promise<ClusterSession> {
    const client = new Client(config);
    let lost = false;
    let lastError: Error | undefined;
    client.on('error', (error) => {
      lastError = error;
    });
    await client.connect();
    client.on('end', () => {
      if (!lost) onLost(lastError);
      lost = true;
    });
    return new ClusterSession(client);
  }

  get client(): Client {
    return this.#client;
  }

  /** False when somebody is stopping the cluster, and it will be gone in a moment. */
  async tryUse(): Promise<boolean> {
    return this.#try('SELECT pg_try_advisory_lock_shared($1, $2) AS got', IN_USE);
  }

  async leave(): Promise<void> {
    await this.#client.query('SELECT pg_advisory_unlock_all()');
  }

  /** True when nobody else uses the cluster; from then on nobody can, until it is stopped or we are gone. */
  async tryStop(): Promise<boolean> {
    return this.#try('SELECT pg_try_advisory_lock($1, $2) AS got', IN_USE);
  }

  async tryServe(): Promise<boolean> {
    return this.#try('SELECT pg_try_advisory_lock($1, $2) AS got', SERVER);
  }

  /** The process that holds the lock "server", as it named itself; `undefined` when it has just let go. */
  async serverProcess(): Promise<number | undefined> {
    const { rows } = await this.#client.query<{ application_name: string }>(
      `SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1 AND l.objid = $2`,
      [PIPCAST, SERVER],
    );
    const pid = /(\d+)$/.exec(rows[0]?.application_name ?? '')?.[1];
    return pid === undefined ? undefined : Number(pid);
  }

  async end(): Promise<void> {
    await this.#client.end();
  }

  async #try(sql: string, lock: number): Promise<boolean> {
    const { rows } = await this.#client.query<{ got: boolean }>(sql, [PIPCAST, lock]);
    return rows[0]?.got === true;
  }
}
