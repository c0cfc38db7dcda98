import { createHash, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import type { Ed25519Verify } from '../../src/core/log/checkpoint.ts';
import type { Sha256 } from '../../src/core/log/merkle-tree.ts';

/** DER in front of the 32 bytes of an Ed25519 public key (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

export const sha256: Sha256 = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());

export const ed25519: Ed25519Verify = (publicKey, message, signature) => {
  const key = createPublicKey({ key: Buffer.concat([SPKI_PREFIX, publicKey]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
};

/** A new key: its public half, and how to sign with it. */
export function newSigner(): { publicKey: Uint8Array; sign: (message: Uint8Array) => Uint8Array } {
  const pair = generateKeyPairSync('ed25519');
  const spki = pair.publicKey.export({ format: 'der', type: 'spki' });
  return {
    publicKey: new Uint8Array(spki.subarray(-32)),
    sign: (message) => sign(null, message, pair.privateKey),
  };
}
