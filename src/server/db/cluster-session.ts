import { Client, type ClientConfig } from 'pg';

/** What a process does with the embedded database: serve with it (one at a time), or run one command. */
export type DatabaseRole = 'server' | 'command';

export interface OpenOptions {
  readonly role: DatabaseRole;
  /** Aborts the opening: a recovery after a crash may take minutes. What was started for it is stopped. */
  readonly signal?: AbortSignal;
  /** Also opens what an unfinished restore has left. */
  readonly isRestore?: boolean;
}

/** Advisory locks are numbers; the first names the program, the second the lock. They are taken in the database `postgres`. */
const PIPCAST = 1_885_957_219;
const IN_USE = 1;
const SERVING = 2;

/**
 * A process's membership of the cluster: a connection that holds, as long as it lives, the shared lock "in use" and, for a
 * server, the lock "serving". PostgreSQL is the arbiter: a process that dies gives both back at once, however it dies.
 */
export class ClusterSession {
  /** Resolves when the connection is over, with its last error if there was one. */
  readonly over: Promise<Error | undefined>;
  /** The connection itself, for work that only the cluster's owner may do. */
  readonly client: Client;

  private constructor(client: Client) {
    this.client = client;
    let lastError: Error | undefined;
    client.on('error', (error) => {
      lastError = error;
    });
    this.over = new Promise((resolve) => {
      client.once('end', () => resolve(lastError));
    });
  }

  static async connect(login: ClientConfig): Promise<ClusterSession> {
    const client = new Client(login);
    const session = new ClusterSession(client);
    await client.connect();
    return session;
  }

  /** Takes the shared lock. False when another process is stopping the cluster: it will be gone in a moment. */
  tryUse(): Promise<boolean> {
    return this.#try('SELECT pg_try_advisory_lock_shared($1, $2) AS got', IN_USE);
  }

  /** Takes the server's lock. False when another process has it. */
  tryServe(): Promise<boolean> {
    return this.#try('SELECT pg_try_advisory_lock($1, $2) AS got', SERVING);
  }

  /**
   * Gives everything back and asks for the cluster alone. True when no other process uses it; from then on none can, until
   * it is stopped or this connection ends. Of several that leave at once the last to ask gets it, because each lets go
   * before asking.
   */
  async leaveAsLast(): Promise<boolean> {
    await this.client.query('SELECT pg_advisory_unlock_all()');
    return this.#try('SELECT pg_try_advisory_lock($1, $2) AS got', IN_USE);
  }

  /** The process that serves, by the name it gave its connection; `undefined` when there is none. */
  async servingProcess(): Promise<{ readonly pid: number } | undefined> {
    const { rows } = await this.client.query<{ application_name: string }>(
      `SELECT a.application_name FROM pg_locks l JOIN pg_stat_activity a USING (pid)
       WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1 AND l.objid = $2`,
      [PIPCAST, SERVING],
    );
    const name = rows[0]?.application_name;
    return name === undefined ? undefined : { pid: Number(/(\d+)$/.exec(name)?.[1] ?? 0) };
  }

  async end(): Promise<void> {
    await this.client.end();
  }

  async #try(sql: string, lock: number): Promise<boolean> {
    const { rows } = await this.client.query<{ got: boolean }>(sql, [PIPCAST, lock]);
    return rows[0]?.got === true;
  }
}
