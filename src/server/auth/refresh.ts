import type { Pool } from 'pg';
import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { TokenBody } from '../../core/wire/auth.ts';
import type { AuthContext } from './auth.ts';
import type { Client } from './sessions.ts';
import { AuthError, unavailable, validationFailed } from './auth-error.ts';
import { endOfLife, endSessions, findSession, rotateRefreshToken, type Session } from './sessions.ts';
import { grantTokens } from './sign-in.ts';
import { isBanned } from './user.ts';
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Requests that may wait for a database connection before a refresh is answered with "come back later". */
const LONGEST_DATABASE_QUEUE = 500;

/**
 * The refresh grant. Many tabs that refresh at once all get the same newest token; a token that comes back after its
 * time ends the session at once, its access tokens included.
 */
export async function refresh(context: AuthContext, text: string, client: Client): Promise<TokenBody> {
  const { db, now, refreshTokens, sessionLife } = context;
  const token = parseRefreshToken(text);
  if (db.waitingCount > LONGEST_DATABASE_QUEUE)
    throw unavailable('The server is busy, please retry after a moment.');
  // A request that loses the race for the rotation finds the counter one higher, so a second look always decides.
  for (let look = 0; look < 3; look++) {
    const found = await findSession(db, token.sessionId);
    if (!found) throw refreshTokenNotFound();
    const { session, user } = found;
    if (!refreshTokens.isAuthentic(token, session.refreshKey)) {
      throw validationFailed('Invalid Refresh Token: Not Issued By This Server');
    }
    const at = now();
    if (isBanned(user, at)) throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
    const ended = endOfLife(session, sessionLife, at);
    if (ended !== undefined) {
      await endSession(db, session);
      const why = ended === 'inactivity' ? ' (Inactivity)' : '';
      throw new AuthError(400, 'session_expired', `Invalid Refresh Token: Session Expired${why}`);
    }
    const decision = decideRefresh(session, token.counter, at);
    switch (decision) {
      case 'rotate':
        if (await rotateRefreshToken(db, { id: session.id, counter: session.refreshCounter }, client, at)) {
          return grantTokens(context, user, session, session.refreshCounter + 1, at);
        }
        break;
      case 'current':
        return grantTokens(context, user, session, session.refreshCounter, at);
      case 'reused':
        await endSession(db, session);
        await context.events.record({
          at,
          what: 'refresh',
          result: 'refresh_token_already_used',
          account: user.id,
          ip: client.ip,
        });
        throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
      case 'ahead':
        throw validationFailed('Refresh token is not valid');
    }
  }
  throw unavailable('The session is refreshed by too many at once, please retry after a moment.');
}

async function endSession(db: Pool, { id, userId }: Session): Promise<void> {
  await endSessions(db, 'local', { userId, sessionId: id });
}

/** For this long after a rotation an older token of the session is taken for a tab that was slow, not for a thief. */
export const REUSE_INTERVAL_MS = 10 * SECOND_MS;

/**
 * What to do about a refresh token whose MAC is right:
 * - `rotate`: it is the newest; count up and hand out the next.
 * - `current`: the client may not have the newest yet; hand that one out. It may be the one before the newest, at any age, until
 *   the newest tokens have been used; or any older one within REUSE_INTERVAL_MS of the last rotation.
 * - `reused`: an old token came back after its time; it was copied, so the session ends.
 * - `ahead`: it was never issued. Only a database put back to an older state can cause it.
 */
export type RefreshDecision = 'rotate' | 'current' | 'reused' | 'ahead';

/** Decides by the counters, by whether the newest tokens have been used, and by the time since the last rotation. */
export function decideRefresh(
  session: Pick<Session, 'refreshCounter' | 'refreshedMs' | 'isNewestUsed'>,
  presentedCounter: number,
  now: EpochMs,
): RefreshDecision {
  const behind = session.refreshCounter - presentedCounter;
  if (behind < 0) return 'ahead';
  if (behind === 0) return 'rotate';
  if (behind === 1 && !session.isNewestUsed) return 'current';
  // A clock that was set back must not open the interval again for as long as it was set back.
  const isRecent = session.refreshedMs !== null && Math.abs(now - session.refreshedMs) <= REUSE_INTERVAL_MS;
  return isRecent ? 'current' : 'reused';
}

/**
 * A refresh token says which session it is of and its number within that session:
 * base64url(0x00 | session id, 16 bytes | counter as unsigned varint | MAC, 16 bytes | checksum, 4 bytes).
 * Nothing of it is stored: the session holds a random key and the current counter, and the MAC's key is derived from
 * that key and the server's secret, so neither a copy of the database nor the secret alone makes a token.
 */
export interface RefreshToken {
  readonly sessionId: string;
  readonly counter: number;
  readonly head: Buffer;
  readonly mac: Buffer;
}

export const REFRESH_KEY_BYTES = 32;
const VERSION = 0x00;
const SESSION_ID_BYTES = 16;
const MAC_BYTES = 16;
const CHECKSUM_BYTES = 4;
const LARGEST_COUNTER = 2 ** 31 - 1;

export type RefreshTokens = ReturnType<typeof createRefreshTokens>;

/** Refresh tokens under a server's secret of 32 bytes. */
export function createRefreshTokens(secret: Buffer) {
  const macOf = (head: Buffer, refreshKey: Buffer) => {
    const key = createHmac('sha256', secret).update(refreshKey).digest();
    return createHmac('sha256', key).update(head).digest().subarray(0, MAC_BYTES);
  };
  return {
    issue({ id, refreshKey }: { readonly id: string; readonly refreshKey: Buffer }, counter: number): string {
      const sessionId = Buffer.from(id.replaceAll('-', ''), 'hex');
      const head = Buffer.concat([Buffer.of(VERSION), sessionId, encodeVarint(counter)]);
      const signed = Buffer.concat([head, macOf(head, refreshKey)]);
      return Buffer.concat([signed, checksumOf(signed)]).toString('base64url');
    },
    /** Whether a token was issued by a server with this secret for the session that has this key. */
    isAuthentic: (token: RefreshToken, refreshKey: Buffer): boolean =>
      timingSafeEqual(token.mac, macOf(token.head, refreshKey)),
  };
}

/**
 * Takes a refresh token apart without judging whether it is genuine.
 * Throws `validation_failed` for what has no token's shape, and `refresh_token_not_found` for the 12-character tokens
 * of the hosted service's older scheme, whose sessions do not move with an export.
 */
export function parseRefreshToken(text: string): RefreshToken {
  if (/^[a-z0-9]{12}$/.test(text)) throw refreshTokenNotFound();
  const bytes = Buffer.from(text, 'base64url');
  const signed = bytes.subarray(0, -CHECKSUM_BYTES);
  const counterEnd = signed.length - MAC_BYTES;
  const counter = decodeVarint(signed.subarray(1 + SESSION_ID_BYTES, Math.max(counterEnd, 0)));
  if (
    counter === undefined ||
    bytes[0] !== VERSION ||
    // The decoder skips what is not base64url: one token, one spelling.
    bytes.toString('base64url') !== text ||
    !checksumOf(signed).equals(bytes.subarray(-CHECKSUM_BYTES))
  ) {
    throw validationFailed('Refresh token is not valid');
  }
  const id = signed.toString('hex', 1, 1 + SESSION_ID_BYTES);
  return {
    sessionId: id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'),
    counter,
    head: signed.subarray(0, counterEnd),
    mac: signed.subarray(counterEnd),
  };
}

/** The token's session does not exist: signed out, removed, or never here. */
export function refreshTokenNotFound(): AuthError {
  return new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
}

function checksumOf(signed: Buffer): Buffer {
  return createHash('sha256').update(signed).digest().subarray(0, CHECKSUM_BYTES);
}

/** Seven bits a byte, the lowest first; the top bit says that more follow. */
function encodeVarint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80) {
    bytes.push((rest % 0x80) | 0x80);
    rest = Math.floor(rest / 0x80);
  }
  bytes.push(rest);
  return Buffer.from(bytes);
}

/** The number that the bytes encode; undefined when they are not exactly one varint, or it is too large. */
function decodeVarint(bytes: Buffer): number | undefined {
  let value = 0;
  for (const [i, byte] of bytes.entries()) {
    value += (byte & 0x7f) * 0x80 ** i;
    const isLast = i === bytes.length - 1;
    if (byte < 0x80 !== isLast) return undefined;
  }
  return value <= LARGEST_COUNTER && bytes.length > 0 && encodeVarint(value).equals(bytes)
    ? value
    : undefined;
}
