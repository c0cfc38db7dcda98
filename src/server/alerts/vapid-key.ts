import { createPrivateKey, createPublicKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import type { Pool } from 'pg';
import { type EpochMs, HOUR_MS } from '../../core/time/instant.ts';
import { seal, type ServerSecret, unseal } from '../platform/server-secret.ts';

/** The identity of this server for push services (RFC 8292). */
export interface VapidKey {
  /** The public key as browsers take it: base64url of an uncompressed point. */
  readonly publicKey: string;
  /** The `Authorization` of requests to a push service, signed for its origin. */
  authorization(origin: string, now: EpochMs): string;
}

/** RFC 8292 allows 24 h. A token is used for half of its life. */
const TOKEN_LIFE_MS = 12 * HOUR_MS;
export const PUSH_SEAL_NAME = 'push key';

/**
 * The key, made when the database has none for this secret; servers that share both share it. `subject` is an address where the
 * operator of a push service finds us.
 */
export async function openVapidKey(
  db: Pool,
  secret: ServerSecret,
  subject: string,
  now: EpochMs,
): Promise<VapidKey> {
  const stored = await readKey(db, secret);
  if (stored !== undefined) return vapidKey(stored, subject);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  await db.query(
    `insert into push_keys (secret_id, sealed_private_key, created_at) values ($1, $2, $3) on conflict do nothing`,
    [
      secret.id,
      seal(JSON.stringify(privateKey.export({ format: 'jwk' })), secret.sealingKey, PUSH_SEAL_NAME),
      new Date(now),
    ],
  );
  // Another server may have been faster.
  return vapidKey((await readKey(db, secret)) as JsonWebKey, subject);
}

async function readKey(db: Pool, secret: ServerSecret): Promise<JsonWebKey | undefined> {
  const { rows } = await db.query<{ sealed_private_key: Buffer }>(
    'select sealed_private_key from push_keys where secret_id = $1',
    [secret.id],
  );
  const [row] = rows;
  return row && (JSON.parse(unseal(row.sealed_private_key, secret.sealingKey, PUSH_SEAL_NAME)) as JsonWebKey);
}

function vapidKey(jwk: JsonWebKey, subject: string): VapidKey {
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const publicKey = Buffer.concat(point).toString('base64url');
  const tokens = new Map<string, { readonly header: string; readonly untilMs: number }>();
  return {
    publicKey,
    authorization(origin, now) {
      const known = tokens.get(origin);
      if (known !== undefined && now < known.untilMs) return known.header;
      const expiresS = Math.floor((now + TOKEN_LIFE_MS) / 1000);
      const claims = [
        { typ: 'JWT', alg: 'ES256' },
        { aud: origin, exp: expiresS, sub: subject },
      ];
      const signed = claims.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
      const signature = sign('sha256', Buffer.from(signed), { key, dsaEncoding: 'ieee-p1363' });
      const header = `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`;
      // There are a handful of push services, but a trader could name others without end.
      if (tokens.size > 100) tokens.clear();
      tokens.set(origin, { header, untilMs: now + TOKEN_LIFE_MS / 2 });
      return header;
    },
  };
}
