import { randomBytes, randomUUID } from 'node:crypto';
import type { EpochMs } from '../../core/time/instant.ts';
import type { TokenBody } from '../../core/wire/auth.ts';
import type { AuthContext, Client } from './auth-context.ts';
import { REFRESH_KEY_BYTES } from './refresh-token.ts';
import type { NewSession } from './sessions.ts';
import type { User } from './user.ts';
import { presentUser } from './user-presenter.ts';

/** A session that is about to be stored, with its random key. */
export function newSession({ ip, userAgent }: Client): NewSession {
  return { id: randomUUID(), refreshKey: randomBytes(REFRESH_KEY_BYTES), ip, userAgent };
}

export function grantTokens(
  { accessTokens, refreshTokens }: AuthContext,
  user: User,
  session: { readonly id: string; readonly refreshKey: Buffer; readonly createdAt: EpochMs },
  counter: number,
  now: EpochMs,
): TokenBody {
  return {
    access_token: accessTokens.sign(user, { id: session.id, signedInAt: session.createdAt }, now),
    token_type: 'bearer',
    expires_in: accessTokens.ttlS,
    expires_at: Math.floor(now / 1000) + accessTokens.ttlS,
    refresh_token: refreshTokens.issue(session, counter),
    user: presentUser(user),
  };
}
