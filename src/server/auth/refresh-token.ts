import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { AuthError, validationFailed } from './auth-error.ts';

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
