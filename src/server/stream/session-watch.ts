import type { EpochMs } from '../../core/kit/time.ts';
import { toHttpError } from '../http/http-error.ts';
import type { Identify } from '../http/session-user.ts';
import { tokenExpiry } from './token-expiry.ts';

export interface SessionWatchOptions {
  readonly identify: Identify;
  readonly now: () => EpochMs;
  /** Whether `identify` knows of sessions that ended; where it only looks at signatures there is nothing to ask. */
  readonly isRevocable: boolean;
}

/** Each token is looked at once in so many sweeps. */
const SWEEPS_PER_ROUND = 50;
/** How often to call `sweep`, so that a round takes 5 s. */
export const SWEEP_EVERY_MS = 100;
const AT_ONCE = 8;

interface WatchedToken {
  readonly expiresAt: EpochMs | undefined;
  /** Ends the streams that were opened with it. */
  readonly ends: Set<() => void>;
}

/**
 * Ends streams whose token expired or whose session was revoked, within some seconds. The tokens are looked at one after the
 * other, spread over the time, each once however many streams it opened.
 */
export class SessionWatch {
  readonly #options: SessionWatchOptions;
  readonly #tokens = new Map<string, WatchedToken>();
  #round: Iterator<[string, WatchedToken]> | undefined;
  #isSweeping = false;

  constructor(options: SessionWatchOptions) {
    this.#options = options;
  }

  /** Watches a stream that was opened with this header until the function returned is called. */
  add(authorization: string, end: () => void): () => void {
    let token = this.#tokens.get(authorization);
    if (token === undefined) {
      token = { expiresAt: tokenExpiry(authorization), ends: new Set() };
      this.#tokens.set(authorization, token);
    }
    const { ends } = token;
    ends.add(end);
    return () => {
      ends.delete(end);
      if (ends.size === 0 && this.#tokens.get(authorization) === token) this.#tokens.delete(authorization);
    };
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

  #next(): [string, WatchedToken] | undefined {
    this.#round ??= this.#tokens.entries();
    const { value, done } = this.#round.next();
    if (!done) return value;
    this.#round = undefined;
    return undefined;
  }

  async #look(authorization: string, { expiresAt, ends }: WatchedToken): Promise<void> {
    const isOver =
      (expiresAt !== undefined && expiresAt <= this.#options.now()) ||
      (this.#options.isRevocable && (await this.#isRefused(authorization)));
    if (isOver) for (const end of ends) end();
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
