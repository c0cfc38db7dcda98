import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type EpochMs, HOUR_MS } from '../../core/time/instant.ts';
import type { ApiToken } from '../../core/wire/auth.ts';
import { msOf, inTransaction } from '../db/database-pool.ts';
import { AuthError } from './auth-error.ts';
import { execute, executeOne, queryRow, queryRows } from '../platform/sql.ts';

export const MOST_TOKENS = 5;
const TOKEN = /^bearer (pipcast_[\w-]{43})$/i;

/** The API token in an `Authorization` header; undefined where there is none, or an access token. */
export function apiTokenIn(authorization: string | undefined): string | undefined {
  return TOKEN.exec(authorization ?? '')?.[1];
}

/** Makes a token for the trader of a session; undefined when the trader has as many as there may be. */
export async function addApiToken(
  db: Pool,
  { userId, sessionId }: { readonly userId: string; readonly sessionId: string | undefined },
  name: string,
  now: EpochMs,
): Promise<string | undefined> {
  const token = `pipcast_${randomBytes(32).toString('base64url')}`;
  return inTransaction(db, async (client) => {
    // Serialises this with other new tokens and with a new key, which ends sessions and tokens.
    await execute(client)`select from users where id = ${userId} for update`;
    if (!(await executeOne(client)`select from sessions where id = ${sessionId}`))
      throw new AuthError(403, 'session_not_found', 'The session of this access token was ended');
    const isAdded = await executeOne(client)`insert into api_tokens (user_id, name, hash, created_at)
      select ${userId}, ${name}, ${hashOf(token)}, ${new Date(now)}
      where (select count(*) from api_tokens where user_id = ${userId}) < ${MOST_TOKENS}`;
    return isAdded ? token : undefined;
  });
}

/** The tokens of a trader, the newest first. */
export async function listApiTokens(db: Pool, userId: string): Promise<ApiToken[]> {
  return queryRows<ApiToken>(db)`
    select id, name, ${msOf('created_at')} as "createdMs", ${msOf('used_at')} as "usedMs"
    from api_tokens where user_id = ${userId} order by created_at desc, id`;
}

/** Ends a token of a trader; false when it is not there. */
export async function endApiToken(db: Pool, userId: string, id: string): Promise<boolean> {
  return executeOne(db)`delete from api_tokens where user_id = ${userId} and id = ${id}`;
}

/** Whose token it is; undefined when it was ended, or the account is disabled. */
export async function findApiToken(
  db: Pool,
  token: string,
  now: EpochMs,
): Promise<{ readonly tokenId: string; readonly userId: string; readonly email: string } | undefined> {
  const found = await queryRow<{ tokenId: string; userId: string; email: string; usedMs: number | null }>(db)`
    select t.id as "tokenId", t.user_id as "userId", u.email, ${msOf('t.used_at')} as "usedMs"
    from api_tokens t join users u on u.id = t.user_id
    where t.hash = ${hashOf(token)} and coalesce(u.banned_until, '-infinity') <= ${new Date(now)}`;
  if (found !== undefined && now - (found.usedMs ?? 0) > HOUR_MS)
    await execute(db)`update api_tokens set used_at = ${new Date(now)} where id = ${found.tokenId}`;
  return found;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
