import { jsonIn } from '../../../core/json/loose.ts';
import { type EpochMs, epochMs, SECOND_MS } from '../../../core/time/instant.ts';

export interface SessionWatchOptions<Stream> {
  readonly now: () => EpochMs;
  readonly over: (sessions: readonly string[]) => Promise<readonly string[]>;
  readonly end: (stream: Stream) => void;
}

/** How often to call `sweep`. */
export const SWEEP_EVERY_MS = 5_000;

interface WatchedSession<Stream> {
  /** Undefined where the token of its streams names none. */
  readonly sessionId: string | undefined;
  /** When the token expires that each stream was opened with. */
  readonly streams: Map<Stream, EpochMs | undefined>;
}

/**
 * Ends streams whose token expired or whose session ended. A notice says that a session ended; what had no notice, and what expires, a
 * sweep finds.
 */
export function watchSessions<Stream>({ now, over, end }: SessionWatchOptions<Stream>) {
  /** By their ID, else by the header of their streams. */
  const sessions = new Map<string, WatchedSession<Stream>>();
  let isSweeping = false;
  const endSession = (sessionId: string) => {
    for (const stream of sessions.get(sessionId)?.streams.keys() ?? []) end(stream);
  };
  return {
    /**
     * Watches a stream that was opened with this header, an access token or the API token of an ID, until the function that it returns is
     * called.
     */
    add(authorization: string, stream: Stream, tokenId?: string): () => void {
      // An API token does not expire; it ends as a session does.
      const { expiresAt, sessionId } =
        tokenId === undefined ? tokenClaims(authorization) : { expiresAt: undefined, sessionId: tokenId };
      const key = sessionId ?? authorization;
      const session = sessions.get(key) ?? { sessionId, streams: new Map() };
      sessions.set(key, session);
      session.streams.set(stream, expiresAt);
      return () => {
        session.streams.delete(stream);
        if (session.streams.size === 0) sessions.delete(key);
      };
    },
    endSession,
    /** Checks all, in one question. Does nothing while the last one is not answered: the database sets the pace. */
    async sweep(): Promise<void> {
      if (isSweeping) return;
      isSweeping = true;
      const watched = [...sessions.values()];
      for (const { streams } of watched)
        for (const [stream, expiresAt] of streams) if ((expiresAt ?? Infinity) <= now()) end(stream);
      const asked = watched.flatMap(({ sessionId }) => sessionId ?? []);
      // A database that does not answer ends nothing: the token's expiry still does.
      const found = asked.length === 0 ? [] : await over(asked).catch(() => []);
      found.forEach(endSession);
      isSweeping = false;
    },
  };
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
