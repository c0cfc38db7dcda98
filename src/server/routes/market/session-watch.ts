import { jsonIn } from '../../../core/json/loose.ts';
import { type EpochMs, epochMs, SECOND_MS } from '../../../core/time/instant.ts';

export interface SessionWatchOptions<Stream> {
  readonly now: () => EpochMs;
  readonly over: (sessions: readonly string[]) => Promise<readonly string[]>;
  readonly end: (stream: Stream) => void;
}

/** Each session is looked at once in so many sweeps. */
const SWEEPS_PER_ROUND = 5;
/** How often to call `sweep`, so that a round takes 5 s. */
export const SWEEP_EVERY_MS = 1_000;

interface WatchedSession<Stream> {
  /** Undefined where the token of its streams names none. */
  readonly sessionId: string | undefined;
  /** When the token expires that each stream was opened with. */
  readonly streams: Map<Stream, EpochMs | undefined>;
}

/**
 * Ends streams whose token expired or whose session ended. A notice says that a session ended; what had no notice, and what expires, is
 * found within some seconds: a fifth of the sessions is looked at each second, in one question.
 */
export class SessionWatch<Stream> {
  readonly #options: SessionWatchOptions<Stream>;
  /** By their ID, else by the header of their streams. */
  readonly #sessions = new Map<string, WatchedSession<Stream>>();
  #round: Iterator<WatchedSession<Stream>> | undefined;
  #isSweeping = false;

  constructor(options: SessionWatchOptions<Stream>) {
    this.#options = options;
  }

  /**
   * Watches a stream that was opened with this header, an access token or the API token of an ID, until the function that it returns is
   * called.
   */
  add(authorization: string, stream: Stream, tokenId?: string): () => void {
    // An API token does not expire; it ends as a session does.
    const { expiresAt, sessionId } =
      tokenId === undefined ? tokenClaims(authorization) : { expiresAt: undefined, sessionId: tokenId };
    const key = sessionId ?? authorization;
    const session = this.#sessions.get(key) ?? { sessionId, streams: new Map() };
    this.#sessions.set(key, session);
    session.streams.set(stream, expiresAt);
    return () => {
      session.streams.delete(stream);
      if (session.streams.size === 0) this.#sessions.delete(key);
    };
  }

  endSession(sessionId: string): void {
    for (const stream of this.#sessions.get(sessionId)?.streams.keys() ?? []) this.#options.end(stream);
  }

  /** Checks the next sessions. Does nothing while the last question is not answered: the database sets the pace. */
  async sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    const { now, over, end } = this.#options;
    const asked: string[] = [];
    for (let left = Math.ceil(this.#sessions.size / SWEEPS_PER_ROUND); left > 0; left -= 1) {
      const session = this.#next();
      if (session === undefined) break;
      for (const [stream, expiresAt] of session.streams)
        if (expiresAt !== undefined && expiresAt <= now()) end(stream);
      if (session.sessionId !== undefined) asked.push(session.sessionId);
    }
    // A database that does not answer ends nothing: the token's expiry still does.
    const found = asked.length === 0 ? [] : await over(asked).catch(() => []);
    for (const session of found) this.endSession(session);
    this.#isSweeping = false;
  }

  #next(): WatchedSession<Stream> | undefined {
    this.#round ??= this.#sessions.values();
    const { value, done } = this.#round.next();
    if (!done) return value;
    this.#round = undefined;
    return undefined;
  }
}

/** Reads the access token in an `Authorization` header that was already verified. */
export function tokenClaims(authorization: string) {
  const { exp, session_id: sessionId } = payloadOf(authorization);
  return {
    expiresAt: typeof exp === 'number' && Number.isFinite(exp) ? epochMs(exp * SECOND_MS) : undefined,
    sessionId: typeof sessionId === 'string' ? sessionId : undefined,
  };
}

function payloadOf(authorization: string): { readonly exp?: unknown; readonly session_id?: unknown } {
  const payload = /^bearer [^.]+\.([\w-]+)\./i.exec(authorization)?.[1];
  return Object(jsonIn(Buffer.from(payload ?? '', 'base64url').toString()));
}
