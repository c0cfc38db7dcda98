import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import { inTransaction } from '../db/database-pool.ts';
import type { NewSession } from './sessions.ts';
import { isBanned, type Metadata, USER_COLUMNS, type User } from './user.ts';
import { execute, executeOne, queryRow, sql } from '../platform/sql.ts';

/** The account of an address as `lookupEmail` or `requireEmail` gave it. */
export async function findUserByEmail(db: Pool, email: string): Promise<User | undefined> {
  return queryRow<User>(db)`select ${USER_COLUMNS} from users where email = ${email}`;
}

export async function hasUser(db: Pool, id: string): Promise<boolean> {
  return executeOne(db)`select from users where id = ${id}`;
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
  const at = new Date(now);
  return queryRow<User>(db)`with added as (
      insert into users (id, identity_id, email, password_hash, app_metadata, user_metadata,
        email_confirmed_at, last_sign_in_at, created_at, updated_at)
      values (${user.id}, ${user.identityId}, ${user.email}, ${user.passwordHash}, ${EMAIL_APP_METADATA},
        ${user.userMetadata}, ${at}, ${at}, ${at}, ${at})
      on conflict (email) do nothing
      returning ${USER_COLUMNS}
    ), opened as (
      insert into sessions (id, user_id, created_at, user_agent, ip, refresh_key)
      select ${session.id}, id, ${new Date(now)}, ${session.userAgent}, ${session.ip}, ${session.refreshKey}
      from added
    )
    select * from added`;
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
    const user = await queryRow<User>(client)`
      select ${USER_COLUMNS} from users where id = ${userId} for update`;
    if (!user || isBanned(user, now)) return undefined;
    if (password && user.passwordHash !== password.replaces) return undefined;
    // Read after the lock: a change that waited for it must find the sessions that the change before it ended.
    if (!(await executeOne(client)`select from sessions where id = ${sessionId} and user_id = ${userId}`))
      return undefined;
    check(user);
    if (password)
      await execute(client)`delete from sessions where user_id = ${userId} and id <> ${sessionId}`;
    const changes = sql`${userMetadata && JSON.stringify(userMetadata)}::jsonb`;
    return queryRow<User>(client)`
      update users set
        user_metadata = case when ${changes} is null then user_metadata
          else (select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(user_metadata || ${changes})
                where not (${changes} -> key = 'null'::jsonb and ${changes} ? key)) end,
        password_hash = coalesce(${password?.hash}, password_hash),
        password_is_key = password_is_key and ${password?.hash}::text is null,
        updated_at = ${new Date(now)}
      where id = ${userId} returning ${USER_COLUMNS}`;
  });
}

/** Notes for the operator that the account's owner asked for a new key; at most once in `intervalMs`. */
export async function recordRecoveryRequest(
  db: Pool,
  email: string,
  now: EpochMs,
  intervalMs: number,
): Promise<void> {
  await execute(db)`update users set recovery_requested_at = ${new Date(now)}
    where email = ${email} and (recovery_requested_at is null
    or recovery_requested_at <= ${new Date(now - intervalMs)})`;
}
