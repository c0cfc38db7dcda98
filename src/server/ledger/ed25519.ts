import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/** DER in front of the 32 bytes of an Ed25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** A verification uses the same few keys at every checkpoint. */
const keys = new WeakMap<Uint8Array, KeyObject>();

export function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}

/** Whether an Ed25519 signature of a message is one of a public key of 32 bytes; false for bytes that are no key. */
export function verifyEd25519(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  if (publicKey.length !== 32) return false;
  const spki = Buffer.concat([SPKI_PREFIX, publicKey]);
  const key = keys.get(publicKey) ?? createPublicKey({ key: spki, format: 'der', type: 'spki' });
  keys.set(publicKey, key);
  return verify(null, message, key, signature);
}
