import { createPrivateKey, type JsonWebKey, type KeyObject } from 'node:crypto';
import {
  calculateJwkThumbprint,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose';
import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import { seal, type ServerSecret, unseal } from '../platform/server-secret.ts';
import { execute, queryRow } from '../platform/sql.ts';

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
