import type { Pool } from 'pg';
import { DAY_MS, type EpochMs, epochMs } from '../../core/time/instant.ts';
import { instantOf, USER_COLUMNS, type User, type UserRow, userFromRow } from './user.ts';

/** A session nobody refreshed for this long is over. */
export const SESSION_IDLE_LIMIT_MS = 90 * DAY_MS;

/** A user's newest sessions are kept; one more sign-in ends the one unused for longest. */
export const SESSIONS_PER_USER = 100;

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly createdAt: EpochMs;
  readonly refreshedAt: EpochMs | undefined;
  readonly refreshKey: Buffer;
  readonly refreshCounter: number;
}

/** Where a request came from, as far as it says. */
export interface ClientOrigin {
  /** A valid address, or undefined. */
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

export interface NewSession extends ClientOrigin {
  readonly id: string;
  readonly refreshKey: Buffer;
}

export interface SignInChange {
  readonly userId: string;
  /** The hash that the password was checked against. */
  readonly verifiedHash: string;
  /** Replaces it, when it is of an outdated kind. */
  readonly upgradedHash: string | undefined;
  readonly session: NewSession;
  /** When the password was given. */
  readonly at: EpochMs;
}

interface SessionRow {
  readonly session_id: string;
  readonly session_created_at: Date;
  readonly session_refreshed_at: Date | null;
  readonly refresh_key: Buffer;
  readonly refresh_counter: number;
}

/**
 * Opens sessions for users whose passwords were just verified, one for each of different users, in one statement.
 * Answers who is signed in, by the session's ID. Left out is whose account changed since: another password, disabled,
 * removed. Without that condition a sign-in that overlaps with an operator's reset would outlive it.
 *
 * `whenLocked`: what to do about an account that somebody else is changing at this moment: wait for the outcome, or
 * leave it out too. Who asks for several must skip, since one account could otherwise hold up all of them, and two such
 * statements each other.
 */
export async function openSessions(
  db: Pool,
  changes: readonly SignInChange[],
  whenLocked: 'wait' | 'skip',
): Promise<Map<string, User>> {
  const { rows } = await db.query<UserRow & { session_id: string }>({
    name: `open-sessions-${whenLocked}`,
    text: `
      with verified as (
        select * from unnest(
          $1::uuid[], $2::timestamptz[], $3::text[], $4::text[], $5::uuid[], $6::text[], $7::inet[], $8::bytea[]
        ) as verified (user_id, at, verified_hash, upgraded_hash, session_id, user_agent, ip, refresh_key)
      ), unchanged as (
        select verified.* from verified join users on users.id = user_id
        where users.password_hash = verified_hash and (users.banned_until is null or users.banned_until <= at)
        for no key update of users ${whenLocked === 'skip' ? 'skip locked' : ''}
      ), signed_in as (
        update users
        set last_sign_in_at = at, updated_at = at, password_hash = coalesce(upgraded_hash, password_hash)
        from unchanged where users.id = user_id
        returning ${USER_COLUMNS}, session_id
      ), surplus as (
        delete from sessions where id in (
          select oldest.id from signed_in, lateral (
            select id from sessions where user_id = signed_in.id
            order by used_at desc, id offset ${SESSIONS_PER_USER - 1}
          ) oldest
        )
      ), opened as (
        insert into sessions (id, user_id, created_at, user_agent, ip, refresh_key)
        select session_id, user_id, at, user_agent, ip, refresh_key from unchanged
      )
      select * from signed_in`,
    values: [
      changes.map(({ userId }) => userId),
      changes.map(({ at }) => new Date(at)),
      changes.map(({ verifiedHash }) => verifiedHash),
      changes.map(({ upgradedHash }) => upgradedHash ?? null),
      changes.map(({ session }) => session.id),
      changes.map(({ session }) => session.userAgent ?? null),
      changes.map(({ session }) => session.ip ?? null),
      changes.map(({ session }) => session.refreshKey),
    ],
  });
  return new Map(rows.map((row) => [row.session_id, userFromRow(row)]));
}

/** A session with its user. */
export async function findSession(
  db: Pool,
  id: string,
): Promise<{ session: Session; user: User } | undefined> {
  const { rows } = await db.query<UserRow & SessionRow>({
    name: 'find-session',
    text: `
      select s.id as session_id, s.created_at as session_created_at, s.refreshed_at as session_refreshed_at,
        s.refresh_key, s.refresh_counter, u.*
      from sessions s join users u on u.id = s.user_id where s.id = $1`,
    values: [id],
  });
  const row = rows[0];
  if (!row) return undefined;
  const session = {
    id: row.session_id,
    userId: row.id,
    createdAt: epochMs(row.session_created_at.getTime()),
    refreshedAt: instantOf(row.session_refreshed_at),
    refreshKey: row.refresh_key,
    refreshCounter: row.refresh_counter,
  };
  return { session, user: userFromRow(row) };
}

/**
 * Counts a session's refresh token on by one if it still stands at `counter`; false when it does not, or is gone. The
 * one statement locks the row, so of many refreshes at once exactly one rotates.
 */
export async function rotateRefreshToken(
  db: Pool,
  session: { id: string; counter: number },
  origin: ClientOrigin,
  now: EpochMs,
): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'rotate-refresh-token',
    text: `
      update sessions set refresh_counter = refresh_counter + 1, refreshed_at = $3, user_agent = $4, ip = $5
      where id = $1 and refresh_counter = $2`,
    values: [session.id, session.counter, new Date(now), origin.userAgent ?? null, origin.ip ?? null],
  });
  return rowCount === 1;
}

export type SignOutScope = 'global' | 'local' | 'others';

/** Ends all sessions of a user, the one given, or all but that one. Their tokens die with them. */
export async function endSessions(
  db: Pool,
  scope: SignOutScope,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<void> {
  await db.query({
    name: 'end-sessions',
    text: `
      delete from sessions
      where user_id = $1 and ($2 = 'global' or ($2 = 'local' and id = $3) or ($2 = 'others' and id <> $3))`,
    values: [userId, scope, sessionId],
  });
}

/** Whether the account has a session that was last used from the network, given as a CIDR range. */
export async function hasSessionFrom(db: Pool, email: string, network: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'has-session-from',
    text: `
      select 1 from users u join sessions s on s.user_id = u.id
      where u.email = $1 and s.ip <<= $2::cidr limit 1`,
    values: [email, network],
  });
  return rows.length > 0;
}

/** Removes up to `limit` sessions that nobody used since `before`; answers how many. */
export async function removeIdleSessions(db: Pool, before: EpochMs, limit: number): Promise<number> {
  const { rowCount } = await db.query(
    `delete from sessions where id in (
       select id from sessions where used_at < $1 order by used_at limit $2 for update skip locked)`,
    [new Date(before), limit],
  );
  return rowCount ?? 0;
}
