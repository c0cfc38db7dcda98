import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Client, Pool } from 'pg';
import { backOffMs } from '../../core/time/back-off.ts';
import { clientBeside } from './database-pool.ts';

/**
 * One for all that nodes say: who listens, listens to all of it. A statement sends a notice with `pg_notify('pipcast', 'topic payload')`:
 * it goes out when its transaction commits, in the order of the commits, and once where it is repeated in one transaction.
 */
const CHANNEL = 'pipcast';
const BACK_OFF = { firstMs: 50, longestMs: 2_000 };
/** How often a silent connection is asked whether it still works, and how long it may take to answer. */
const HEARTBEAT_MS = 2_000;
const ANSWER_LIMIT_MS = 2_000;
const END_LIMIT_MS = 1_000;

export interface Listener {
  readonly onNotice: (payload: string) => void;
  /** Called when notices begin to arrive: at first, and after each lost connection. Earlier ones may have been missed. */
  readonly onListening: () => void;
}

/**
 * What other nodes, and this one, say through the database: one connection a node, opened again by itself until `close`. The
 * connection has to be direct, or pooled by session.
 */
export class Notices {
  readonly #db: Pool;
  readonly #log: FastifyBaseLogger;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #closing = new AbortController();
  readonly #connecting: Promise<void>;
  /** Set while notices arrive. */
  #client: Client | undefined;

  constructor(db: Pool, log: FastifyBaseLogger) {
    this.#db = db;
    this.#log = log;
    this.#connecting = this.#connect();
  }

  /** Whether notices arrive now, as far as is known: a connection that died silently is found out within 4 s. */
  get isListening(): boolean {
    return this.#client !== undefined;
  }

  listen(topic: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(topic) ?? new Set();
    this.#listeners.set(topic, listeners.add(listener));
    if (this.#client !== undefined) listener.onListening();
    return () => listeners.delete(listener);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connecting;
  }

  async #connect(): Promise<void> {
    const { signal } = this.#closing;
    for (let failures = 0; !signal.aborted; ) {
      const client = clientBeside(this.#db, {
        application_name: `pipcast notices ${process.pid}`,
        connectionTimeoutMillis: ANSWER_LIMIT_MS,
        query_timeout: ANSWER_LIMIT_MS,
      });
      const ended = new AbortController();
      client.once('end', () => ended.abort());
      try {
        await this.#start(client);
        failures = 0;
        await this.#watch(client, AbortSignal.any([signal, ended.signal]));
      } catch (error) {
        failures += 1;
        if (failures === 1 && !signal.aborted)
          this.#log.warn({ err: error }, 'the connection for notices of other servers was lost');
      }
      this.#client = undefined;
      const wait = sleep(END_LIMIT_MS, undefined, { ref: false });
      await Promise.race([client.end().catch(() => {}), wait]);
      const waitMs = backOffMs(Math.max(failures, 1), BACK_OFF, Math.random());
      await sleep(waitMs, undefined, { signal }).catch(() => {});
    }
  }

  async #start(client: Client): Promise<void> {
    await client.connect();
    client.on('notification', ({ payload = '' }) => {
      const end = payload.indexOf(' ');
      const listeners = this.#listeners.get(payload.slice(0, end)) ?? [];
      for (const { onNotice } of listeners) onNotice(payload.slice(end + 1));
    });
    await client.query(`LISTEN ${CHANNEL}`);
    this.#client = client;
    for (const listeners of this.#listeners.values()) for (const { onListening } of listeners) onListening();
  }

  /** Resolves when the signal says so; rejects when the connection does not answer. */
  async #watch(client: Client, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(HEARTBEAT_MS, undefined, { signal }).catch(() => {});
      if (!signal.aborted) await client.query('select 1');
    }
    if (!this.#closing.signal.aborted) throw new Error('The connection ended.');
  }
}
