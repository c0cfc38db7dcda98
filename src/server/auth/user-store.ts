import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import { inTransaction } from '../db/in-transaction.ts';
import type { NewSession } from './sessions.ts';
import { isBanned, type Metadata, USER_COLUMNS, type User } from './user.ts';

/** The account of an address as `lookupEmail` or `requireEmail` gave it. */
export async function findUserByEmail(db: Pool, email: string): Promise<User | undefined> {
  const { rows } = await db.query<User>({
    name: 'find-user-by-email',
    text: `select ${USER_COLUMNS} from users where email = $1`,
    values: [email],
  });
  return rows[0];
}

export async function hasUser(db: Pool, id: string): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'has-user',
    text: 'select from users where id = $1',
    values: [id],
  });
  return rowCount === 1;
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
  const { rows } = await db.query<User>(
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
  return rows[0];
}

/** The provider part of every account's metadata: there is only e-mail here. */
export const EMAIL_APP_METADATA = { provider: 'email', providers: ['email'] };

/** The part of a new account's metadata that cannot be overridden. */
export function ownMetadata(user: { id: string; email: string }): Metadata {
  return { sub: user.id, email: user.email, email_verified: true, phone_verified: false };
}

/** Removes the part that a change must not touch: other apps may trust it. */
export function withoutOwnMetadata(metadata: Metadata): Metadata {
  const {
    sub: _sub,
    email: _email,
    email_verified: _emailVerified,
    phone_verified: _phone,
    ...rest
  } = metadata;
  return rest;
}

export interface UserChange {
  readonly userId: string;
  readonly sessionId: string;
  /** Top-level keys merge, null removes one. */
  readonly userMetadata: Metadata | undefined;
  /** Sets the password, if it still is what it was, and ends every session but the one that asks. */
  readonly password: { readonly hash: string; readonly replaces: string | null } | undefined;
}

/**
 * Changes an account. Answers the user, or undefined when the account or the session that asks is gone, the account is
 * banned, or its password is no longer the one it was checked against: hashing a new one takes long enough for all of
 * that to happen meanwhile. `check` sees the account as it is, locked; what it throws stops the change.
 */
export function updateUser(
  db: Pool,
  change: UserChange,
  now: EpochMs,
  check: (user: User) => void,
): Promise<User | undefined> {
  const { userId, sessionId, userMetadata, password } = change;
  return inTransaction(db, async (client) => {
    const locked = await client.query<User>(`select ${USER_COLUMNS} from users where id = $1 for update`, [
      userId,
    ]);
    const user = locked.rows[0];
    if (!user || isBanned(user, now)) return undefined;
    if (password && user.passwordHash !== password.replaces) return undefined;
    // Read after the lock: a change that waited for it must find the sessions that the change before it ended.
    const asking = await client.query('select 1 from sessions where id = $1 and user_id = $2', [
      sessionId,
      userId,
    ]);
    if (asking.rowCount === 0) return undefined;
    check(user);
    if (password) {
      await client.query('delete from sessions where user_id = $1 and id <> $2', [userId, sessionId]);
    }
    const changed = await client.query<User>(
      `update users set
         user_metadata = case when $2::jsonb is null then user_metadata
           else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(user_metadata || $2::jsonb)
                 where not ($2::jsonb -> key = 'null'::jsonb and $2::jsonb ? key)) end,
         password_hash = coalesce($3, password_hash),
         password_is_key = password_is_key and $3::text is null,
         updated_at = $4
       where id = $1 returning ${USER_COLUMNS}`,
      [
        userId,
        userMetadata === undefined ? null : JSON.stringify(userMetadata),
        password?.hash ?? null,
        new Date(now),
      ],
    );
    return changed.rows[0];
  });
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
