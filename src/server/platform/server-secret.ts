import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import path from 'node:path';
import { directoryError } from './data-directory.ts';
import { DatabaseError } from './database-error.ts';
import { makeFolder, textIfThere, writeOnce } from './durable-files.ts';

/** The file in the data directory that holds the secret when the configuration gives none. */
export const SECRET_FILE = 'auth-secret';

/** The keys derived from the one secret that is kept outside the database. */
export interface ServerSecret {
  /** Identifies the secret without revealing it. */
  readonly id: string;
  /** 32 bytes: the server's half of every refresh token's key. */
  readonly refreshTokenKey: Buffer;
  /** 32 bytes: seals the private keys in the database. */
  readonly sealingKey: Buffer;
}

/**
 * The server's secret: the configured text, else the one in the data directory, made on first use with mode 0600.
 * Servers that share a database must share it.
 * @throws DatabaseError when the file can neither be read nor made; the message says what to do.
 */
export function openServerSecret(configured: string | undefined, dataDir: string): ServerSecret {
  const secret = configured ?? ownSecret(path.join(dataDir, SECRET_FILE));
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, '', `pipcast ${purpose}`, 32));
  return {
    id: createHash('sha256').update(derive('secret id')).digest('base64url').slice(0, 16),
    refreshTokenKey: derive('refresh tokens'),
    sealingKey: derive('signing keys'),
  };
}

/**
 * The text of the server's secret, as `openServerSecret` would take it; undefined when there is none yet.
 * @throws DatabaseError when the file cannot be read.
 */
export function secretText(configured: string | undefined, dataDir: string): string | undefined {
  return configured ?? readSecret(path.join(dataDir, SECRET_FILE));
}

/** Where the secret is, for messages. */
export function placeOfSecret(at: {
  readonly authSecret: string | undefined;
  readonly dataDir: string;
}): string {
  return at.authSecret === undefined ? path.join(at.dataDir, SECRET_FILE) : 'PIPCAST_AUTH_SECRET';
}

/**
 * Puts a secret into the data directory, unless there is one.
 * @throws DatabaseError when the file cannot be made; the message says what to do.
 */
export function keepSecret(secret: string, dataDir: string): void {
  const file = path.join(dataDir, SECRET_FILE);
  try {
    makeFolder(dataDir);
    writeOnce(file, `${secret}\n`);
  } catch (error) {
    throw directoryError(dataDir, error);
  }
}

function ownSecret(file: string): string {
  const stored = readSecret(file);
  if (stored !== undefined) return stored;
  keepSecret(randomBytes(32).toString('base64url'), path.dirname(file));
  return readSecret(file) as string;
}

function readSecret(file: string): string | undefined {
  const say = (cause: Error) =>
    new DatabaseError(`The secret file ${file} cannot be read: run Pipcast as the user it belongs to.`, {
      cause,
    });
  const text = textIfThere(file, say)?.trim();
  if (text !== undefined && text.length < 32)
    throw new DatabaseError(
      `The secret file ${file} is cut short: restore it, or remove it to sign all traders out.`,
    );
  return text;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a text under the server's secret (AES-256-GCM), bound to the name it is kept under. */
export function seal(text: string, key: Buffer, name: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(name));
  return Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
}

/** Decrypts what `seal` wrote; throws when the secret or the name is another one, or the bytes were altered. */
export function unseal(sealed: Buffer, key: Buffer, name: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(name))
    .setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([
    decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)),
    decipher.final(),
  ]).toString('utf8');
}
