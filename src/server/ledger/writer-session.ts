import { backOffMs } from '../../core/time/back-off.ts';
import { type LedgerOptions, type LedgerSession, openSession } from './ledger-session.ts';
import { asUnavailable, LedgerDamagedError, LedgerTakenError, LedgerUnavailableError } from './ledger.ts';
import { endWriter, releaseWriter, renewLease } from './writer-connection.ts';

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
