import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { Client, type Pool } from 'pg';
import { SECOND_MS } from '../../core/time/instant.ts';
import { backOffMs } from '../../core/time/back-off.ts';

/** The channel on which the triggers of the accounts' tables name the user that changed, or `*` for all. */
const CHANNEL = 'pipcast_user_changed';

const BACK_OFF = { firstMs: 250, longestMs: 10 * SECOND_MS };
const HEARTBEAT_MS = 10 * SECOND_MS;

/** What a notification begins with that only shows that notifications arrive, and until when it must have. */
const PROOF = 'proof';
const PROOF_LIMIT_MS = 2 * SECOND_MS;

export interface ChangeListenerOptions {
  /** Where to connect to; the listener uses a connection of its own. */
  readonly db: Pool;
  readonly log: FastifyBaseLogger;
  /** From now on changes are told. */
  readonly onUp: () => void;
  /** From now on, or since a moment ago, changes may be missed. */
  readonly onDown: () => void;
  readonly onUserChanged: (userId: string) => void;
  readonly onAllChanged: () => void;
  /** How often the connection is tried; it counts as lost when no answer came in half that time. In ms. */
  readonly heartbeatMs?: number;
}

export interface ChangeListener {
  close(): Promise<void>;
}

/**
 * Listens for changes made by anybody on this database, and listens again by itself after the connection was lost. A
 * connection that is only half there is noticed by a heartbeat. Resolves once the first try succeeded or failed.
 */
export async function listenForChanges(options: ChangeListenerOptions): Promise<ChangeListener> {
  const { db, log, heartbeatMs = HEARTBEAT_MS } = options;
  let isClosed = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  /** Ends the wait for a proof that will not come any more. */
  let stopWaiting = () => {};

  const schedule = (run: () => void, ms: number) => {
    clearTimeout(timer);
    if (!isClosed) timer = setTimeout(run, ms).unref();
  };

  const lose = (lost: Client, error: unknown) => {
    if (client !== lost) return;
    client = undefined;
    stopWaiting();
    options.onDown();
    void lost.end().catch(() => {});
    if (isClosed) return;
    failures += 1;
    const level = failures === 1 ? 'warn' : 'debug';
    log[level](
      { err: error },
      'not told of account changes by the database; asking it each time until that is mended',
    );
    schedule(() => void connect(), backOffMs(failures, BACK_OFF, Math.random()));
  };

  const beat = async (beating: Client) => {
    const late = setTimeout(
      () => lose(beating, new Error('no answer to the heartbeat')),
      heartbeatMs / 2,
    ).unref();
    try {
      await beating.query('select 1');
      if (client === beating) schedule(() => void beat(beating), heartbeatMs);
    } catch (error) {
      lose(beating, error);
    } finally {
      clearTimeout(late);
    }
  };

  const connect = async () => {
    const opened = newClient(db);
    const proof = `${PROOF} ${randomUUID()}`;
    const proven = new Promise<void>((resolve) => {
      stopWaiting = resolve;
    });
    client = opened;
    opened.on('error', (error) => lose(opened, error));
    opened.on('end', () => lose(opened, new Error('the connection ended')));
    opened.on('notification', ({ payload = '*' }) => {
      if (payload === proof) stopWaiting();
      else if (payload === '*') options.onAllChanged();
      else if (!payload.startsWith(PROOF)) options.onUserChanged(payload);
    });
    const late = setTimeout(
      () => lose(opened, new Error('a notification did not arrive')),
      PROOF_LIMIT_MS,
    ).unref();
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
      await notifyFromOutside(db, proof);
      await proven;
      if (client !== opened) return;
      failures = 0;
      options.onUp();
      schedule(() => void beat(opened), heartbeatMs);
    } catch (error) {
      lose(opened, error);
    } finally {
      clearTimeout(late);
    }
  };

  await connect();
  return {
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const open = client;
      client = undefined;
      await open?.end().catch(() => {});
    },
  };
}

/**
 * Sends a notification from a connection of its own. Behind a pooler that hands out connections by the transaction,
 * LISTEN seems to work and nothing ever arrives: only a notification that did arrive shows that they do.
 */
async function notifyFromOutside(db: Pool, payload: string): Promise<void> {
  const sender = newClient(db);
  sender.on('error', () => {});
  try {
    await sender.connect();
    await sender.query('select pg_notify($1, $2)', [CHANNEL, payload]);
  } finally {
    await sender.end().catch(() => {});
  }
}

function newClient(db: Pool): Client {
  // The pool hides its password from being listed, so that spreading alone would leave it out.
  const { password } = db.options;
  return new Client({
    ...db.options,
    ...(password !== undefined && { password }),
    application_name: 'pipcast changes',
    keepAlive: true,
  });
}
