import type { EpochMs } from '../../core/time/instant.ts';
import { toHttpError } from '../api/http-error.ts';
import type { Identify } from '../api/identify.ts';
import { type TokenClaims, tokenClaims } from './token-claims.ts';

export interface SessionWatchOptions<Stream> {
  readonly identify: Identify;
  readonly now: () => EpochMs;
  /** Whether `identify` knows of sessions that ended; where it only looks at signatures there is nothing to ask. */
  readonly isRevocable: boolean;
  /** Ends a stream. */
  readonly end: (stream: Stream) => void;
}

/** Each token is looked at once in so many sweeps. */
const SWEEPS_PER_ROUND = 50;
/** How often to call `sweep`, so that a round takes 5 s. */
export const SWEEP_EVERY_MS = 100;
const AT_ONCE = 8;

interface WatchedToken<Stream> extends TokenClaims {
  /** Those that were opened with it. */
  readonly streams: Set<Stream>;
}

/**
 * Ends streams whose token expired or whose session ended. The end of a session is told; what was not told, and what expires, is
 * found within some seconds: the tokens are looked at one after the other, spread over the time, each once however many streams
 * it opened.
 */
export class SessionWatch<Stream> {
  readonly #options: SessionWatchOptions<Stream>;
  readonly #tokens = new Map<string, WatchedToken<Stream>>();
  /** The tokens of a session: each refresh makes another. */
  readonly #bySession = new Map<string, Set<string>>();
  #round: Iterator<[string, WatchedToken<Stream>]> | undefined;
  #isSweeping = false;

  constructor(options: SessionWatchOptions<Stream>) {
    this.#options = options;
  }

  /** Watches a stream that was opened with this header, until `remove`. */
  add(authorization: string, stream: Stream): void {
    const token = this.#tokens.get(authorization);
    if (token !== undefined) {
      token.streams.add(stream);
      return;
    }
    const claims = tokenClaims(authorization);
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

  /** Ends the streams of a session that is over. */
  endSession(sessionId: string): void {
    for (const authorization of this.#bySession.get(sessionId) ?? [])
      for (const stream of this.#tokens.get(authorization)?.streams ?? []) this.#options.end(stream);
  }

  /** Looks at the next tokens. Does nothing while the last sweep is under way: the auth service sets the pace. */
  async sweep(): Promise<void> {
    if (this.#isSweeping) return;
    this.#isSweeping = true;
    let left = Math.ceil(this.#tokens.size / SWEEPS_PER_ROUND);
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        const next = this.#next();
        if (next !== undefined) await this.#look(...next);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    this.#isSweeping = false;
  }

  #next(): [string, WatchedToken<Stream>] | undefined {
    this.#round ??= this.#tokens.entries();
    const { value, done } = this.#round.next();
    if (!done) return value;
    this.#round = undefined;
    return undefined;
  }

  async #look(authorization: string, { expiresAt, streams }: WatchedToken<Stream>): Promise<void> {
    const isOver =
      (expiresAt !== undefined && expiresAt <= this.#options.now()) ||
      (this.#options.isRevocable && (await this.#isRefused(authorization)));
    if (isOver) for (const stream of streams) this.#options.end(stream);
  }

  /** A service that cannot tell right now ends nothing: the token's expiry still does. */
  async #isRefused(authorization: string): Promise<boolean> {
    try {
      await this.#options.identify(authorization);
      return false;
    } catch (error) {
      return toHttpError(error).status === 401;
    }
  }
}
