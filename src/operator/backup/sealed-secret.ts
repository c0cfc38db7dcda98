import { randomBytes, scryptSync } from 'node:crypto';
import { seal, unseal } from '../../server/platform/server-secret.ts';

/** The server's secret under a passphrase (scrypt, AES-256-GCM); both parts in base64. */
export interface SealedSecret {
  readonly salt: string;
  readonly sealed: string;
}

/** 128 MB and about half a second for each guess. */
const SCRYPT = { N: 2 ** 17, r: 8, p: 1, maxmem: 2 ** 28 };
const NAME = "backup of the server's secret";

export function sealSecret(secret: string, passphrase: string): SealedSecret {
  const salt = randomBytes(16);
  const sealed = seal(secret, keyOf(passphrase, salt), NAME);
  return { salt: salt.toString('base64'), sealed: sealed.toString('base64') };
}

/** The server's secret; undefined when the passphrase is another one. */
export function unsealSecret({ salt, sealed }: SealedSecret, passphrase: string): string | undefined {
  try {
    return unseal(Buffer.from(sealed, 'base64'), keyOf(passphrase, Buffer.from(salt, 'base64')), NAME);
  } catch {
    return undefined;
  }
}

/** The same passphrase typed on two computers may come in two forms of Unicode. */
function keyOf(passphrase: string, salt: Buffer): Buffer {
  return scryptSync(passphrase.normalize('NFKC'), salt, 32, SCRYPT);
}
