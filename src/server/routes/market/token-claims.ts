import { type EpochMs, epochMs, SECOND_MS } from '../../../core/time/instant.ts';

/** What a stream has to know of its token; undefined: the token does not say. */
export interface TokenClaims {
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
