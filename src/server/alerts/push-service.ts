import {
  createCipheriv,
  createECDH,
  createHmac,
  createPrivateKey,
  createPublicKey,
  ECDH,
  generateKeyPairSync,
  type JsonWebKey,
  randomBytes,
  sign,
} from 'node:crypto';
import { type EpochMs, HOUR_MS, MINUTE_MS } from '../../core/time/instant.ts';
import { type OutboundAnswer, type OutboundClient, retryAfterMs } from './outbound-client.ts';
import type { Pool } from 'pg';
import { BoundedMap } from '../platform/bounded-map.ts';
import { seal, type ServerSecret, unseal } from '../platform/server-secret.ts';
import { execute, queryRow } from '../platform/sql.ts';

export interface PushTarget extends PushKeys {
  readonly endpoint: string;
}

/** The result of a push; `gone`: the browser takes no more; `wait`: its service asks for a pause. */
export type PushResult =
  | { readonly kind: 'sent' | 'gone' | 'failed' }
  | { readonly kind: 'wait'; readonly untilMs: number };

export interface PushMessage {
  readonly text: string;
  /** How long the service may keep it for a browser that is away, s. */
  readonly ttlS: number;
  /** A newer one of the same topic replaces it: at most 32 letters of base64url. */
  readonly topic: string;
}

export interface PushServiceOptions {
  readonly client: Pick<OutboundClient, 'post'>;
  readonly vapid: VapidKey;
  readonly now: () => EpochMs;
}

const USUAL_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = HOUR_MS;
/** After so many failures in a row a service gets no requests for a minute: a hanging one must not delay the others. */
const MOST_FAILURES = 20;
/** There are a handful of services, but a trader could name other hosts beneath their domains without end. */
const MOST_SERVICES = 1_000;

const ENCRYPTED = { 'content-encoding': 'aes128gcm', 'content-type': 'application/octet-stream' };
const TOO_LONG = 413;

export type PushService = ReturnType<typeof createPushService>;

/** Hands pushes to the services of browsers (RFC 8030). */
export function createPushService({ client, vapid, now }: PushServiceOptions) {
  const failed = new BoundedMap<string, { count: number; untilMs: number }>(MOST_SERVICES);
  /** By origin: the last authorization with which it took a push. */
  const good = new BoundedMap<string, string>(MOST_SERVICES);
  return {
    /** Never throws. */
    async send({ endpoint, ...keys }: PushTarget, { text, ttlS, topic }: PushMessage): Promise<PushResult> {
      // The fault is the browser's, not its service's.
      if (!isPushKey(keys.p256dh)) return { kind: 'gone' };
      const { origin } = new URL(endpoint);
      const failures = failed.get(origin) ?? { count: 0, untilMs: 0 };
      if (now() < failures.untilMs) return { kind: 'failed' };
      const encrypted = encryptPush(text, keys);
      const authorization = vapid.authorization(origin, now());
      const post = (body: Uint8Array, about: Record<string, string> = {}) => {
        const headers = { authorization, ttl: ttlS, topic, urgency: 'high', ...about };
        return client.post({ url: endpoint, headers, body });
      };
      try {
        let answer = await post(encrypted, ENCRYPTED);
        // Without a message the browser still says that there is an alert.
        if (answer.status === TOO_LONG) answer = await post(new Uint8Array());
        failed.delete(origin);
        const result = resultOf(answer, now(), good.get(origin) === authorization);
        if (result.kind === 'sent') good.set(origin, authorization);
        return result;
      } catch {
        failures.count += 1;
        if (failures.count % MOST_FAILURES === 0) failures.untilMs = now() + MINUTE_MS;
        failed.set(origin, failures);
        return { kind: 'failed' };
      }
    },
  };
}

/** A service refuses our key (403) for one browser, whose subscription is of another key, or for all, as when our clock is wrong. */
function resultOf({ status, headers }: OutboundAnswer, nowMs: number, isKeyGood: boolean): PushResult {
  if (status >= 200 && status < 300) return { kind: 'sent' };
  if (status === 404 || status === 410 || status === TOO_LONG) return { kind: 'gone' };
  if (status === 403 && isKeyGood) return { kind: 'gone' };
  if (status !== 429) return { kind: 'failed' };
  const waitMs = retryAfterMs(headers, nowMs) ?? USUAL_WAIT_MS;
  return { kind: 'wait', untilMs: nowMs + Math.min(waitMs, LONGEST_WAIT_MS) };
}

export interface PushKeys {
  /** An uncompressed point of P-256, 65 bytes. */
  readonly p256dh: Buffer;
  /** 16 bytes. */
  readonly auth: Buffer;
}

/** The random values of a message; a test fixes them. */
export interface PushRandomness {
  readonly privateKey?: Buffer;
  readonly salt: Buffer;
}

const CURVE = 'prime256v1';
const ONE = Buffer.of(1);
const RECORD_BYTES = 4_096;
/** One record of padding delimiter, message and tag; push services take no longer ones. */
export const MOST_PUSH_BYTES = 3_993;

/** Whether bytes are an uncompressed point of P-256: nothing can be encrypted for any other key. */
export function isPushKey(p256dh: Buffer): boolean {
  if (p256dh.length !== 65 || p256dh[0] !== 4) return false;
  try {
    return ECDH.convertKey(p256dh, CURVE).length > 0;
  } catch {
    return false;
  }
}

/**
 * Encrypts a message for one browser (RFC 8291 on RFC 8188, aes128gcm, a single record): the push service cannot read it. Throws a
 * RangeError when it is too long, and an Error when the key is no point of the curve.
 */
export function encryptPush(
  message: string,
  { p256dh, auth }: PushKeys,
  { privateKey, salt }: PushRandomness = { salt: randomBytes(16) },
): Buffer {
  const text = Buffer.from(message);
  if (text.length > MOST_PUSH_BYTES)
    throw new RangeError(`a push takes ${MOST_PUSH_BYTES} bytes, not ${text.length}`);
  const own = createECDH(CURVE);
  if (privateKey !== undefined) own.setPrivateKey(privateKey);
  const ownPublic = privateKey === undefined ? own.generateKeys() : own.getPublicKey();
  // The steps of RFC 8291, section 3.4: HKDF of one block each.
  const secret = hmac(hmac(auth, own.computeSecret(p256dh)), 'WebPush: info\0', p256dh, ownPublic, ONE);
  const pseudoRandom = hmac(salt, secret);
  const key = hmac(pseudoRandom, 'Content-Encoding: aes128gcm\0', ONE).subarray(0, 16);
  const nonce = hmac(pseudoRandom, 'Content-Encoding: nonce\0', ONE).subarray(0, 12);
  const cipher = createCipheriv('aes-128-gcm', key, nonce);
  const size = Buffer.alloc(5);
  size.writeUInt32BE(RECORD_BYTES);
  size.writeUInt8(ownPublic.length, 4);
  return Buffer.concat([
    salt,
    size,
    ownPublic,
    // 2: the last record.
    cipher.update(Buffer.concat([text, Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/** HMAC-SHA-256. `hkdfSync` takes twice as long for the same. */
function hmac(key: Buffer, ...parts: (Buffer | string)[]): Buffer {
  const made = createHmac('sha256', key);
  for (const part of parts) made.update(part);
  return made.digest();
}

/** The identity of this server for push services (RFC 8292). */
export type VapidKey = ReturnType<typeof vapidKey>;

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
  await execute(db)`insert into push_keys (secret_id, sealed_private_key, created_at)
    values (${secret.id},
      ${seal(JSON.stringify(privateKey.export({ format: 'jwk' })), secret.sealingKey, PUSH_SEAL_NAME)},
      ${new Date(now)}) on conflict do nothing`;
  // Another server may have been faster.
  return vapidKey((await readKey(db, secret)) as JsonWebKey, subject);
}

async function readKey(db: Pool, secret: ServerSecret): Promise<JsonWebKey | undefined> {
  const row = await queryRow<{ sealed_private_key: Buffer }>(db)`select sealed_private_key from push_keys
    where secret_id = ${secret.id}`;
  return row && (JSON.parse(unseal(row.sealed_private_key, secret.sealingKey, PUSH_SEAL_NAME)) as JsonWebKey);
}

function vapidKey(jwk: JsonWebKey, subject: string) {
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  const { x = '', y = '' } = createPublicKey(key).export({ format: 'jwk' });
  const point = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')];
  const publicKey = Buffer.concat(point).toString('base64url');
  const tokens = new BoundedMap<string, { readonly header: string; readonly untilMs: number }>(MOST_SERVICES);
  return {
    /** As browsers take it: base64url of an uncompressed point. */
    publicKey,
    authorization(origin: string, now: EpochMs): string {
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
      tokens.set(origin, { header, untilMs: now + TOKEN_LIFE_MS / 2 });
      return header;
    },
  };
}
