import { type EpochMs, epochMs, SECOND_MS } from '../../../core/time/instant.ts';

export interface SessionWatchOptions<Stream> {
  readonly now: () => EpochMs;
  readonly over: (sessions: readonly string[]) => Promise<readonly string[]>;
  readonly end: (stream: Stream) => void;
}

/** Each token is checked once in so many sweeps. */
const SWEEPS_PER_ROUND = 5;
/** How often to call `sweep`, so that a round takes 5 s. */
export const SWEEP_EVERY_MS = 1_000;

interface WatchedToken<Stream> extends TokenClaims {
  /** The streams that were opened with it. */
  readonly streams: Set<Stream>;
}

/**
 * Ends streams whose token expired or whose session ended. A notice says that a session ended; what had no notice, and what expires, is
 * found within some seconds: a fifth of the tokens is looked at each second, their sessions in one question.
 */
export class SessionWatch<Stream> {
  readonly #options: SessionWatchOptions<Stream>;
  readonly #tokens = new Map<string, WatchedToken<Stream>>();
  /** The tokens of a session: each refresh makes another. */
  readonly #bySession = new Map<string, Set<string>>();
  #round: Iterator<WatchedToken<Stream>> | undefined;
  #isSweeping = false;

  constructor(options: SessionWatchOptions<Stream>) {
    this.#options = options;
  }

  /** Watches a stream that was opened with this header, an access token or the API token of an ID, until `remove`. */
  add(authorization: string, stream: Stream, tokenId?: string): void {
    const token = this.#tokens.get(authorization);
    if (token !== undefined) {
      token.streams.add(stream);
      return;
    }
    // An API token does not expire; it ends as a session does.
    const claims =
      tokenId === undefined ? tokenClaims(authorization) : { expiresAt: undefined, sessionId: tokenId };
    this.#tokens.set(authorization, { ...claims, streams: new Set([stream]) });
    if (claims.sessionId === undefined) return;
    const tokens = this.#bySession.get(claims.sessionId) ?? new Set();
    this.#bySession.set(claims.sessionId, tokens.add(authorization));
  }

  remove(authorization: string, stream: Stream): void {
    const token = this.#tokens.get(authorization);
    if (token === undefined) return;
    token.streams.delete(stream);
    if (token.streams.size > 0) return;
    this.#tokens.delete(authorization);
    const tokens = this.#bySession.get(token.sessionId ?? '');
    tokens?.delete(authorization);
    if (tokens?.size === 0) this.#bySession.delete(token.sessionId ?? '');
  }

  endSession(sessionId: string): void {
    for (const authorization of this.#bySession.get(sessionId) ?? [])
      for (const stream of this.#tokens.get(authorization)?.streams ?? []) this.#options.end(stream);
  }

  /** Checks the next tokens. Does nothing while the last question is not answered: the database sets the pace. */
  async sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    const { now, over, end } = this.#options;
    const sessions = new Set<string>();
    for (let left = Math.ceil(this.#tokens.size / SWEEPS_PER_ROUND); left > 0; left -= 1) {
      const token = this.#next();
      if (token === undefined) break;
      if (token.expiresAt !== undefined && token.expiresAt <= now())
        for (const stream of token.streams) end(stream);
      else if (token.sessionId !== undefined) sessions.add(token.sessionId);
    }
    // A database that does not answer ends nothing: the token's expiry still does.
    const found = sessions.size === 0 ? [] : await over([...sessions]).catch(() => []);
    for (const session of found ?? []) this.endSession(session);
    this.#isSweeping = false;
  }

  #next(): WatchedToken<Stream> | undefined {
    this.#round ??= this.#tokens.values();
    const { value, done } = this.#round.next();
    if (!done) return value;
    this.#round = undefined;
    return undefined;
  }
}

/** The claims that a stream needs; undefined: the token has none. */
interface TokenClaims {
  readonly expiresAt: EpochMs | undefined;
  readonly sessionId: string | undefined;
}

/** Reads the access token in an `Authorization` header that was already verified. */
export function tokenClaims(authorization: string): TokenClaims {
  const { exp, session_id: sessionId } = payloadOf(authorization);
  return {
    expiresAt: typeof exp === 'number' && Number.isFinite(exp) ? epochMs(exp * SECOND_MS) : undefined,
    sessionId: typeof sessionId === 'string' ? sessionId : undefined,
  };
}

function payloadOf(authorization: string): { readonly exp?: unknown; readonly session_id?: unknown } {
  const payload = /^bearer [^.]+\.([\w-]+)\./i.exec(authorization)?.[1];
  if (payload === undefined) return {};
  try {
    return Object(JSON.parse(Buffer.from(payload, 'base64url').toString()));
  } catch {
    return {};
  }
}
