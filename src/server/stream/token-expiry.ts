import { type EpochMs, epochMs, SECOND_MS } from '../../core/time/instant.ts';

/** When the access token in an `Authorization` header that was already verified expires; undefined when it does not say. */
export function tokenExpiry(authorization: string): EpochMs | undefined {
  const payload = /^bearer [^.]+\.([\w-]+)\./i.exec(authorization)?.[1];
  if (payload === undefined) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { exp?: unknown };
    return typeof exp === 'number' && Number.isFinite(exp) ? epochMs(exp * SECOND_MS) : undefined;
  } catch {
    return undefined;
  }
}
