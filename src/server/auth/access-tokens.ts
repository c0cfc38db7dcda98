import { sign as signBytes, createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import {
  errors,
  jwtVerify,
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import type { Pool } from 'pg';
import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { SessionLife } from '../platform/config.ts';
import { AuthError } from './auth-error.ts';
import { endOfLife, findSession, markNewestUsed, type Session } from './sessions.ts';
import { hasUser } from './user-store.ts';
import { AUTHENTICATED, type User, isBanned } from './user.ts';
import { seal, type ServerSecret, unseal } from '../platform/server-secret.ts';
import { execute, queryRow } from '../platform/sql.ts';

export const ACCESS_TOKEN_TTL_S = 3600;

export interface AccessTokenClaims {
  readonly sub: string;
  readonly session_id: string;
  /** Seconds since 1970. */
  readonly iat: number;
  readonly aud: string;
}

export type AccessTokens = ReturnType<typeof createAccessTokens>;

/** Access tokens signed with ES256, the one asymmetric algorithm that every version of the client verifies. */
export function createAccessTokens(key: SigningKey, issuer: string | undefined) {
  const header = base64url({ alg: 'ES256', kid: key.kid, typ: 'JWT' });
  return {
    /** Signs a token for a session; `openedMs` is when its password was given, whatever was refreshed since. */
    sign(user: User, session: { id: string; openedMs: number }, now: EpochMs): string {
      const iat = seconds(now);
      const claims = base64url({
        ...(issuer === undefined ? {} : { iss: issuer }),
        sub: user.id,
        aud: AUTHENTICATED,
        exp: iat + ACCESS_TOKEN_TTL_S,
        iat,
        email: user.email,
        phone: '',
        app_metadata: user.appMetadata,
        user_metadata: user.userMetadata,
        role: AUTHENTICATED,
        aal: 'aal1',
        amr: [{ method: 'password', timestamp: seconds(session.openedMs) }],
        session_id: session.id,
        is_anonymous: false,
      });
      const signed = `${header}.${claims}`;
      // On this thread: signing takes less than handing it to another one, where it would wait behind passwords.
      const signature = signBytes('sha256', Buffer.from(signed), {
        key: key.privateKey,
        dsaEncoding: 'ieee-p1363',
      });
      return `${signed}.${signature.toString('base64url')}`;
    },
    /** The claims of a genuine token that has not expired; throws `bad_jwt` for any other. */
    async verify(token: string, now: EpochMs): Promise<AccessTokenClaims> {
      const payload = await verifiedPayload(token, key, now);
      const { sub, session_id: sessionId, iat = 0, aud } = payload;
      if (sub === undefined || sub === '') throw badJwt(403, 'invalid claim: missing sub claim');
      if (!isUuid(sub)) throw badJwt(400, 'invalid claim: sub claim must be a UUID');
      if (!isUuid(sessionId)) throw badJwt(403, 'invalid claim: session_id claim must be a UUID');
      return { sub, session_id: sessionId, iat, aud: typeof aud === 'string' ? aud : '' };
    },
  };
}

async function verifiedPayload(token: string, key: SigningKey, now: EpochMs) {
  try {
    const { payload } = await jwtVerify(
      token,
      (header) => {
        if (header.kid !== key.kid) throw new errors.JWKSNoMatchingKey();
        return key.publicKey;
      },
      // The algorithm is pinned: the token's own header never chooses it.
      { algorithms: ['ES256'], currentDate: new Date(now), requiredClaims: ['exp'] },
    );
    return payload;
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error;
    const what =
      error instanceof errors.JWTExpired
        ? 'token is expired'
        : 'token is malformed or not signed by this server';
    throw badJwt(403, `invalid JWT: unable to parse or verify signature, ${what}`);
  }
}

function badJwt(status: number, message: string): AuthError {
  return new AuthError(status, 'bad_jwt', message);
}

export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

function base64url(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function seconds(at: number): number {
  return Math.floor(at / 1000);
}

export interface Bearer {
  readonly user: User;
  readonly session: Session;
  readonly audience: string;
}

/**
 * Finds the user and session of an `Authorization` header. Throws `no_authorization`, `bad_jwt`, `user_not_found`,
 * `session_not_found` or `user_banned`.
 */
export type Authenticate = (authorization: string | undefined) => Promise<Bearer>;

/**
 * Checks bearer tokens: signature and expiry, and with the database, each time, that the session is still there and belongs to
 * the user, and the ban. So whatever ends a session or bans a user counts for the next request, on every server.
 */
export function createAuthenticator({
  db,
  now,
  accessTokens,
  sessionLife,
}: {
  db: Pool;
  sessionLife: SessionLife;
  now: () => EpochMs;
  accessTokens: AccessTokens;
}): Authenticate {
  return async (authorization = '') => {
    const token = /^bearer (\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) {
      throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    }
    const at = now();
    const { sub, session_id: sessionId, iat, aud: audience } = await accessTokens.verify(token, at);
    const found = await findSession(db, sessionId);
    if (found?.user.id !== sub || endOfLife(found.session, sessionLife, at) !== undefined) {
      if (!(await hasUser(db, sub)))
        throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
      throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
    }
    const { session, user } = found;
    if (isBanned(user, at)) throw new AuthError(403, 'user_banned', 'User is banned');
    if (isFirstUseOfNewest(session, iat)) await markNewestUsed(db, session);
    return { user, session, audience };
  };
}

/** Whether an access token that was issued with the session's newest refresh token is used for the first time. */
function isFirstUseOfNewest({ refreshedMs, isNewestUsed }: Session, issuedAtS: number): boolean {
  return refreshedMs !== null && !isNewestUsed && issuedAtS >= Math.floor(refreshedMs / SECOND_MS);
}

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicKey: CryptoKey;
  readonly publicJwk: JWK;
}

const ALGORITHM = 'ES256';

/**
 * The key that access tokens are signed with, made when the database has none for this secret. The private half is
 * stored sealed (AES-256-GCM) under the server's secret: a copy of the database alone signs nothing. `replacedForeign`: it was made
 * just now, in a database whose other keys are sealed with another secret.
 */
export async function openSigningKey(db: Pool, secret: ServerSecret, now: EpochMs) {
  const stored = await readKey(db, secret);
  if (stored) return { key: stored, replacedForeign: false };
  await insertKey(db, secret, now);
  // Another server with this secret may have been faster; both use the key that was stored first.
  const key = await readKey(db, secret);
  if (!key) throw new Error('The signing key could not be stored.');
  const others = await execute(db)`select from signing_keys where secret_id <> ${secret.id}`;
  return { key, replacedForeign: others > 0 };
}

async function readKey(db: Pool, secret: ServerSecret): Promise<SigningKey | undefined> {
  const row = await queryRow<{ kid: string; sealed_private_key: Buffer; public_jwk: JWK }>(db)`
    select kid, sealed_private_key, public_jwk from signing_keys where secret_id = ${secret.id}`;
  if (!row) return undefined;
  const privateJwk = JSON.parse(unseal(row.sealed_private_key, secret.sealingKey, row.kid)) as JsonWebKey;
  return {
    kid: row.kid,
    privateKey: createPrivateKey({ key: privateJwk, format: 'jwk' }),
    publicKey: (await importJWK(row.public_jwk, ALGORITHM)) as CryptoKey,
    publicJwk: row.public_jwk,
  };
}

async function insertKey(db: Pool, secret: ServerSecret, now: EpochMs): Promise<void> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const bare = await exportJWK(pair.publicKey);
  const kid = await calculateJwkThumbprint(bare);
  const publicJwk = { ...bare, kid, alg: ALGORITHM, use: 'sig', key_ops: ['verify'] };
  const sealed = seal(JSON.stringify(await exportJWK(pair.privateKey)), secret.sealingKey, kid);
  await execute(db)`insert into signing_keys (kid, secret_id, sealed_private_key, public_jwk, created_at)
    values (${kid}, ${secret.id}, ${sealed}, ${publicJwk}, ${new Date(now)})
    on conflict (secret_id) do nothing`;
}
