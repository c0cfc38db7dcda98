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

export type Notices = ReturnType<typeof openNotices>;

/**
 * What other nodes, and this one, say through the database: one connection a node, opened again by itself until `close`. The
 * connection has to be direct, or pooled by session.
 */
export function openNotices(db: Pool, log: FastifyBaseLogger) {
  const listeners = new Map<string, Set<Listener>>();
  const closing = new AbortController();
  const { signal } = closing;
  /** Set while notices arrive. */
  let listening: Client | undefined;

  async function keepConnected(): Promise<void> {
    for (let failures = 0; !signal.aborted; ) {
      const client = clientBeside(db, {
        application_name: `pipcast notices ${process.pid}`,
        connectionTimeoutMillis: ANSWER_LIMIT_MS,
        query_timeout: ANSWER_LIMIT_MS,
      });
      const ended = new AbortController();
      client.once('end', () => ended.abort());
      try {
        await start(client);
        failures = 0;
        await watch(client, AbortSignal.any([signal, ended.signal]));
      } catch (error) {
        failures += 1;
        if (failures === 1 && !signal.aborted)
          log.warn({ err: error }, 'the connection for notices of other servers was lost');
      }
      listening = undefined;
      const wait = sleep(END_LIMIT_MS, undefined, { ref: false });
      await Promise.race([client.end().catch(() => {}), wait]);
      const waitMs = backOffMs(Math.max(failures, 1), BACK_OFF, Math.random());
      await sleep(waitMs, undefined, { signal }).catch(() => {});
    }
  }

  async function start(client: Client): Promise<void> {
    await client.connect();
    client.on('notification', ({ payload = '' }) => {
      const end = payload.indexOf(' ');
      for (const { onNotice } of listeners.get(payload.slice(0, end)) ?? []) onNotice(payload.slice(end + 1));
    });
    await client.query(`LISTEN ${CHANNEL}`);
    listening = client;
    for (const each of listeners.values()) for (const { onListening } of each) onListening();
  }

  /** Resolves when the signal says so; rejects when the connection does not answer. */
  async function watch(client: Client, until: AbortSignal): Promise<void> {
    while (!until.aborted) {
      await sleep(HEARTBEAT_MS, undefined, { signal: until }).catch(() => {});
      if (!until.aborted) await client.query('select 1');
    }
    if (!signal.aborted) throw new Error('The connection ended.');
  }

  const connected = keepConnected();
  return {
    /** Whether notices arrive now, as far as is known: a connection that died silently is found out within 4 s. */
    get isListening(): boolean {
      return listening !== undefined;
    },
    listen(topic: string, listener: Listener): () => void {
      const ofTopic = listeners.get(topic) ?? new Set();
      listeners.set(topic, ofTopic.add(listener));
      if (listening !== undefined) listener.onListening();
      return () => ofTopic.delete(listener);
    },
    async close(): Promise<void> {
      closing.abort();
      await connected;
    },
  };
}
