import { backOffMs } from '../../core/time/back-off.ts';
import { asUnavailable, LedgerDamagedError, LedgerTakenError, LedgerUnavailableError } from './ledger.ts';
import { connectWriter, endWriter, releaseWriter, renewLease, type Writer } from './writer-connection.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import { verifierKeyText } from '../../core/log/checkpoint.ts';
import type { ServerSecret } from '../platform/server-secret.ts';
import { sha256 } from './ed25519.ts';
import { type LedgerKey, openLedgerKey } from './ledger-key.ts';
import { type LedgerMarks, type Marked, markProblem } from './ledger-marks.ts';
import { findLedger, insertEntries, insertLedger, lastCheckpoint, type LedgerRow } from './ledger-rows.ts';
import { type LedgerEdge, readEdge } from './read-edge.ts';
import { StoredTiles } from './stored-tiles.ts';

const BACK_OFF = { firstMs: 100, longestMs: 1_000 };
/** A lease outlives two late renewals. */
const RENEW_EVERY_MS = 1_000;

export interface WriterSessionOptions {
  readonly ledger: LedgerOptions;
  readonly writer: string;
  readonly first: LedgerSession;
  /**
   * Reads what came about while there was no session, and says how many entries that is; `tell` is called once the session can
   * be used. Rejects where the ledger cannot be gone on with.
   */
  readonly takeUp: (session: LedgerSession) => Promise<{ readonly count: number; readonly tell: () => void }>;
}

/** A writer's session, opened again by itself when its connection is lost, until another server or a damage ends it for good. */
export class WriterSession {
  readonly #options: WriterSessionOptions;
  #session: LedgerSession | undefined;
  #opening: Promise<LedgerSession> | undefined;
  #retry: NodeJS.Timeout | undefined;
  #renewal: NodeJS.Timeout | undefined;
  #failures = 0;
  #isClosed = false;
  /** Why there will be no further session. */
  #lost: Error | undefined;

  constructor(options: WriterSessionOptions) {
    this.#options = options;
    this.#use(options.first);
  }

  /** Undefined while the connection is lost. */
  get current(): LedgerSession | undefined {
    return this.#session;
  }

  /** The session; while it is lost, one that is opened now. Rejects with a LedgerUnavailableError or an unexpected error. */
  open(): Promise<LedgerSession> {
    if (this.#lost !== undefined) return Promise.reject(this.#lost);
    if (this.#session !== undefined) return Promise.resolve(this.#session);
    this.#opening ??= this.#reopen().finally(() => {
      this.#opening = undefined;
    });
    return this.#opening;
  }

  /** Gives up a session whose memory may be ahead of the database, and opens the next one. */
  async lose(session: LedgerSession, error: unknown): Promise<void> {
    if (this.#session !== session) return;
    this.#session = undefined;
    clearInterval(this.#renewal);
    const { log, name } = this.#options.ledger;
    log.warn({ err: error, ledger: name }, 'the ledger lost its database connection');
    this.#scheduleRetry();
    await endWriter(session.writer.client);
  }

  /** Opens no further session; `close` ends the present one. */
  stop(): void {
    this.#isClosed = true;
    clearTimeout(this.#retry);
  }

  async close(): Promise<void> {
    this.stop();
    await this.#opening?.catch(() => {});
    clearInterval(this.#renewal);
    const session = this.#session;
    this.#session = undefined;
    if (session !== undefined) await releaseWriter(session.writer);
  }

  #use(session: LedgerSession): void {
    this.#session = session;
    session.writer.client.once('end', () => {
      if (this.#session === session && !this.#isClosed)
        void this.lose(session, new Error('the connection ended'));
    });
    let isAsking = false;
    this.#renewal = setInterval(() => {
      if (isAsking) return;
      isAsking = true;
      void this.#renew(session).finally(() => {
        isAsking = false;
      });
    }, RENEW_EVERY_MS).unref();
  }

  async #renew(session: LedgerSession): Promise<void> {
    const problem = await renewLease(session.writer).then(
      (isOurs) => (isOurs ? undefined : new Error('another server has taken over')),
      (error: unknown) => error,
    );
    if (problem !== undefined && !this.#isClosed) await this.lose(session, problem);
  }

  #scheduleRetry(): void {
    clearTimeout(this.#retry);
    if (this.#isClosed || this.#lost !== undefined) return;
    this.#failures += 1;
    const waitMs = backOffMs(this.#failures, BACK_OFF, Math.random());
    this.#retry = setTimeout(() => void this.open().catch(() => {}), waitMs).unref();
  }

  /** Takes the lease again and reads where the ledger stands. */
  async #reopen(): Promise<LedgerSession> {
    clearTimeout(this.#retry);
    const { ledger, writer, takeUp } = this.#options;
    let session: LedgerSession | undefined;
    try {
      if (this.#isClosed) throw new LedgerUnavailableError('The ledger is closed.');
      session = await openSession(ledger, writer);
      const { count, tell } = await takeUp(session);
      this.#use(session);
      this.#failures = 0;
      tell();
      ledger.log.info({ ledger: ledger.name, turnedOut: count }, 'the ledger is writable again');
      return session;
    } catch (error) {
      if (session !== undefined) await endWriter(session.writer.client);
      const reason = asUnavailable(error);
      if (error instanceof LedgerTakenError || error instanceof LedgerDamagedError) {
        this.#lost = reason;
        ledger.onLost?.(error);
      } else this.#scheduleRetry();
      throw reason;
    }
  }
}

export interface LedgerOptions {
  /** The database of the ledger. It is written through its own connection, and read through this pool. */
  readonly db: Pool;
  readonly log: FastifyBaseLogger;
  /** `live`, or the name of one replay's or synthetic run's own ledger: `replay-...`, `synthetic-...`. */
  readonly name: string;
  /** The description of prices that are not live; undefined for live ones. Stored when the ledger is made. */
  readonly label: string | undefined;
  /** Host that names a new ledger in its checkpoints, such as `signals.example.com`. Stored when the ledger is made. */
  readonly originHost: string;
  readonly secret: ServerSecret;
  /** Where the last checkpoint is kept outside the database. */
  readonly marks: LedgerMarks;
  readonly now: () => EpochMs;
  /**
   * Hears, once, that this opening will never write again: while its connection was lost another server took the ledger, or
   * what is there was altered. Everything asked of it from then on rejects.
   */
  readonly onLost?: (reason: LedgerTakenError | LedgerDamagedError) => void;
}

export interface LedgerSession {
  readonly writer: Writer;
  readonly ledger: LedgerRow;
  readonly key: LedgerKey;
  readonly edge: LedgerEdge;
}

/**
 * Takes the lease of the one who writes, under a name, finds or makes the ledger and its key, and reads where it stands.
 * @throws LedgerTakenError, LedgerDamagedError, or what `pg` reports.
 */
export async function openSession(options: LedgerOptions, writerName: string): Promise<LedgerSession> {
  const { db, name, label, originHost, secret, marks, now, log } = options;
  const writer = await connectWriter(db, writerName);
  const { client } = writer;
  try {
    const origin = `${originHost}/ledger/${name}`;
    if ((await findLedger(client, name)) === undefined) {
      await requireMark(marks, name, undefined);
      await insertLedger(client, { name, label: label ?? null, origin }, now());
    }
    const ledger = await findLedger(client, name);
    if (ledger === undefined) throw new Error(`The ledger ${name} could not be made.`);
    const { key, earlier, isNew } = await openLedgerKey(client, ledger, secret, now());
    const keys = [key.verifier, ...earlier];
    // A checkpoint of the empty log shows that the log exists.
    if ((await lastCheckpoint(client, ledger.id)) === undefined) {
      const root = sha256(new Uint8Array());
      const note = key.sign({ origin: ledger.origin, size: 0, root });
      await insertEntries(writer, ledger.id, [], [], { size: 0, root, note, openSignals: 0 });
    }
    const edge = await readEdge(client, ledger, keys, key.verifier);
    const tiles = new StoredTiles(db, ledger.id);
    await requireMark(marks, name, { ledger, size: edge.tree.size, keys, tiles });
    if (isNew && earlier.length > 0)
      log.warn(
        { ledger: name, size: edge.tree.size, key: verifierKeyText(sha256, key.verifier) },
        "the server's secret is new: from here on the ledger's checkpoints are signed with a new key",
      );
    return { writer, ledger, key, edge };
  } catch (error) {
    await releaseWriter(writer);
    throw error;
  }
}

async function requireMark(marks: LedgerMarks, name: string, marked: Marked | undefined): Promise<void> {
  const problem = await markProblem(marks, name, marked);
  if (problem !== undefined)
    throw new LedgerDamagedError(
      `The ledger ${name} was cut back or rewritten: ${problem}. Nothing is added to it: restore the newest backup, or, to go on without what is lost, move ${marks.place(name)} away.`,
    );
}
