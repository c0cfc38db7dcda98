import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { type EpochMs, HOUR_MS } from '../../core/time/instant.ts';
import type { ApiToken } from '../../core/wire/api-tokens.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { msOf } from '../db/database-pool.ts';
import { AuthError } from './auth-error.ts';

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
    await client.query('select from users where id = $1 for update', [userId]);
    const session = await client.query('select from sessions where id = $1', [sessionId]);
    if (session.rowCount === 0)
      throw new AuthError(403, 'session_not_found', 'The session of this access token was ended');
    const { rowCount } = await client.query(
      `insert into api_tokens (user_id, name, hash, created_at) select $1, $2, $3, $4
       where (select count(*) from api_tokens where user_id = $1) < $5`,
      [userId, name, hashOf(token), new Date(now), MOST_TOKENS],
    );
    return rowCount === 1 ? token : undefined;
  });
}

/** The tokens of a trader, the newest first. */
export async function listApiTokens(db: Pool, userId: string): Promise<ApiToken[]> {
  const { rows } = await db.query<ApiToken>(
    `select id, name, ${msOf('created_at')} as "createdMs", ${msOf('used_at')} as "usedMs"
     from api_tokens where user_id = $1 order by created_at desc, id`,
    [userId],
  );
  return rows;
}

/** Ends a token of a trader; false when it is not there. */
export async function endApiToken(db: Pool, userId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query('delete from api_tokens where user_id = $1 and id = $2', [userId, id]);
  return rowCount === 1;
}

/** Whose token it is; undefined when it was ended, or the account is disabled. */
export async function findApiToken(
  db: Pool,
  token: string,
  now: EpochMs,
): Promise<{ readonly tokenId: string; readonly userId: string; readonly email: string } | undefined> {
  const { rows } = await db.query<{ tokenId: string; userId: string; email: string; usedMs: number | null }>({
    name: 'find-api-token',
    text: `select t.id as "tokenId", t.user_id as "userId", u.email, ${msOf('t.used_at')} as "usedMs"
      from api_tokens t join users u on u.id = t.user_id
      where t.hash = $1 and coalesce(u.banned_until, '-infinity') <= $2`,
    values: [hashOf(token), new Date(now)],
  });
  const [found] = rows;
  if (found !== undefined && now - (found.usedMs ?? 0) > HOUR_MS)
    await db.query('update api_tokens set used_at = $2 where id = $1', [found.tokenId, new Date(now)]);
  return found;
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
