import { createCipheriv, createECDH, createHmac, ECDH, randomBytes } from 'node:crypto';

/** The keys of a subscription as its browser gave them. */
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
