import type { Pool } from 'pg';
import type { EpochMs } from '../../core/kit/time.ts';
import type { NewSession } from './sessions.ts';
import { type Metadata, USER_COLUMNS, type User, type UserRow, userFromRow } from './user.ts';

/** The account of an address as `lookupEmail` or `requireEmail` gave it. */
export async function findUserByEmail(db: Pool, email: string): Promise<User | undefined> {
  const { rows } = await db.query<UserRow>({
    name: 'find-user-by-email',
    text: `select ${USER_COLUMNS} from users where email = $1`,
    values: [email],
  });
  return rows[0] && userFromRow(rows[0]);
}

/** A user, and whether the session is one of theirs. */
export async function findBearer(
  db: Pool,
  userId: string,
  sessionId: string,
): Promise<{ user: User; hasSession: boolean } | undefined> {
  const { rows } = await db.query<UserRow & { has_session: boolean }>({
    name: 'find-bearer',
    text: `
      select ${USER_COLUMNS}, exists (select 1 from sessions s where s.id = $2 and s.user_id = users.id) as has_session
      from users where id = $1`,
    values: [userId, sessionId],
  });
  return rows[0] && { user: userFromRow(rows[0]), hasSession: rows[0].has_session };
}

export interface NewUser {
  readonly id: string;
  readonly identityId: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly userMetadata: Metadata;
}

/** Stores a new account with its first session; undefined when the address is taken, also by a request just before. */
export async function insertUserWithSession(
  db: Pool,
  user: NewUser,
  session: NewSession,
  now: EpochMs,
): Promise<User | undefined> {
  const { rows } = await db.query<UserRow>(
    `with added as (
       insert into users (id, identity_id, email, password_hash, app_metadata, user_metadata,
         email_confirmed_at, last_sign_in_at, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $7)
       on conflict (email) do nothing
       returning ${USER_COLUMNS}
     ), opened as (
       insert into sessions (id, user_id, created_at, user_agent, ip, refresh_key)
       select $8, id, $7, $9, $10, $11 from added
     )
     select * from added`,
    [
      user.id,
      user.identityId,
      user.email,
      user.passwordHash,
      EMAIL_APP_METADATA,
      user.userMetadata,
      new Date(now),
      session.id,
      session.userAgent ?? null,
      session.ip ?? null,
      session.refreshKey,
    ],
  );
  return rows[0] && userFromRow(rows[0]);
}

/** The provider part of every account's metadata: there is only e-mail here. */
export const EMAIL_APP_METADATA = { provider: 'email', providers: ['email'] };

/** What a new account's metadata holds besides what was given: the part that cannot be overridden. */
export function ownMetadata(user: { id: string; email: string }): Metadata {
  return { sub: user.id, email: user.email, email_verified: true, phone_verified: false };
}

export interface UserChange {
  readonly userMetadata: Metadata | undefined;
  /** Sets the password, if it still is what it was, and ends every session but the one given. */
  readonly password:
    | { readonly hash: string; readonly replaces: string | undefined; readonly keepSessionId: string }
    | undefined;
}

/**
 * Changes an account in one statement: top-level keys of the metadata merge, null removes one. Answers the user, or
 * undefined when the account is gone or its password is no longer the one it was checked against.
 */
export async function updateUser(
  db: Pool,
  userId: string,
  change: UserChange,
  now: EpochMs,
): Promise<User | undefined> {
  const { rows } = await db.query<UserRow>(
    `with changed as (
       update users set
         user_metadata = case when $2::jsonb is null then user_metadata
           else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(user_metadata || $2::jsonb)
                 where not ($2::jsonb -> key = 'null'::jsonb and $2::jsonb ? key)) end,
         password_hash = coalesce($3, password_hash),
         password_is_key = password_is_key and $3::text is null,
         updated_at = $6
       where id = $1 and ($3::text is null or password_hash is not distinct from $4)
       returning ${USER_COLUMNS}
     ), ended as (
       delete from sessions
       where $3::text is not null and user_id = (select id from changed) and id <> $5
     )
     select * from changed`,
    [
      userId,
      change.userMetadata === undefined ? null : JSON.stringify(change.userMetadata),
      change.password?.hash ?? null,
      change.password?.replaces ?? null,
      change.password?.keepSessionId ?? userId,
      new Date(now),
    ],
  );
  return rows[0] && userFromRow(rows[0]);
}

/** Notes for the operator that the account's owner asked for a new key; at most once in `intervalMs`. */
export async function recordRecoveryRequest(
  db: Pool,
  email: string,
  now: EpochMs,
  intervalMs: number,
): Promise<void> {
  await db.query(
    `update users set recovery_requested_at = $2
     where email = $1 and (recovery_requested_at is null or recovery_requested_at <= $3)`,
    [email, new Date(now), new Date(now - intervalMs)],
  );
}
