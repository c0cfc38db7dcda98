import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import type { AdminSession } from '../../core/wire/admin.ts';
import type { Notices } from '../db/notices.ts';
import { msOf } from '../db/database-pool.ts';
import type { SessionLife } from '../platform/config.ts';
import { type User, USER_COLUMNS } from './user.ts';

/** Most sessions of an account; one more sign-in ends the one unused for longest. */
export const SESSIONS_PER_USER = 20;

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly openedMs: number;
  readonly refreshedMs: number | null;
  readonly refreshKey: Buffer;
  readonly refreshCounter: number;
  /** An access token that was issued with the newest refresh token has been used, so the client has both. */
  readonly isNewestUsed: boolean;
}

export interface ClientOrigin {
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
  /** Replaces the hash when its algorithm is outdated. */
  readonly upgradedHash: string | undefined;
  readonly session: NewSession;
  readonly at: EpochMs;
}

/**
 * Opens a session for a user whose password was just verified, and answers the user as signed in; undefined when the account
 * changed since: another password, disabled, removed. Without that condition a sign-in that overlaps with an operator's reset
 * would outlive it. The one statement locks the account's row, so it decides on the account as it is by then.
 */
export async function openSession(db: Pool, change: SignInChange): Promise<User | undefined> {
  const { userId, verifiedHash, upgradedHash, session, at } = change;
  const { rows } = await db.query<User>({
    name: 'open-session',
    text: `
      with signed_in as (
        update users set last_sign_in_at = $2, updated_at = $2, password_hash = coalesce($4, password_hash)
        where id = $1 and password_hash = $3 and (banned_until is null or banned_until <= $2)
        returning ${USER_COLUMNS}
      ), surplus as (
        delete from sessions where id in (
          select id from sessions where user_id in (select id from signed_in)
          order by used_at desc, id offset ${SESSIONS_PER_USER - 1}
        )
      ), opened as (
        insert into sessions (id, user_id, created_at, user_agent, ip, refresh_key)
        select $5, id, $2, $6, $7, $8 from signed_in
      )
      select * from signed_in`,
    values: [
      userId,
      new Date(at),
      verifiedHash,
      upgradedHash ?? null,
      session.id,
      session.userAgent ?? null,
      session.ip ?? null,
      session.refreshKey,
    ],
  });
  return rows[0];
}

export async function findSession(
  db: Pool,
  id: string,
): Promise<{ session: Session; user: User } | undefined> {
  const { rows } = await db.query<User & Session>({
    name: 'find-session',
    text: `select ${USER_COLUMNS}, ${SESSION_COLUMNS}, s.refresh_key as "refreshKey"
      from sessions s join users on users.id = s.user_id where s.id = $1`,
    values: [id],
  });
  return rows[0] && { session: { ...rows[0], id }, user: rows[0] };
}

const SESSION_COLUMNS = `s.user_id as "userId", ${msOf('s.created_at')} as "openedMs", ${msOf('s.refreshed_at')} as "refreshedMs",
  s.refresh_counter as "refreshCounter", s.used_counter = s.refresh_counter as "isNewestUsed"`;

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

/** An account's sessions, the one used last first. */
export async function listSessions(db: Pool, userId: string): Promise<Omit<AdminSession, 'isThis'>[]> {
  const { rows } = await db.query<Omit<AdminSession, 'isThis'>>(
    `select id, ${msOf('created_at')} as "createdMs", ${msOf('used_at')} as "usedMs", host(ip) as ip, user_agent as "userAgent"
     from sessions where user_id = $1 order by used_at desc, id`,
    [userId],
  );
  return rows;
}

export type SignOutScope = 'global' | 'local' | 'others';

/** Ends all sessions of a user, the one given, or all but that one; returns how many. Their tokens end with them. */
export async function endSessions(
  db: Pool,
  scope: SignOutScope,
  { userId, sessionId }: { userId: string; sessionId: string | undefined },
): Promise<number> {
  const { rowCount } = await db.query({
    name: 'end-sessions',
    text: `
      delete from sessions
      where user_id = $1 and ($2 = 'global' or ($2 = 'local' and id = $3) or ($2 = 'others' and id <> $3))`,
    values: [userId, scope, sessionId ?? null],
  });
  return rowCount ?? 0;
}

/** Calls the listener with the ID of each session that ends, on whichever node; the function returned ends that. */
export const onSessionEnd =
  (notices: Notices) =>
  (listener: (sessionId: string) => void): (() => void) =>
    // Notices come from the database. The watch on streams finds those that were missed.
    notices.listen('session-end', { onNotice: listener, onListening: () => {} });

/** Asks which of the sessions are over: those that are not there, too old, or of an account that is disabled. */
export const endedSessions =
  (db: Pool, { maxAgeMs, idleMs }: SessionLife, now: () => EpochMs) =>
  async (ids: readonly string[]): Promise<readonly string[]> => {
    const at = now();
    const { rows } = await db.query<{ id: string }>({
      name: 'ended-sessions',
      text: `
        select id from unnest($1::uuid[]) as asked (id) where not exists (
          select from sessions s join users u on u.id = s.user_id
          where s.id = asked.id and s.created_at >= $2 and s.used_at >= $3 and (u.banned_until is null or u.banned_until <= $4))
        and not exists (
          select from api_tokens t join users u on u.id = t.user_id
          where t.id = asked.id and (u.banned_until is null or u.banned_until <= $4))`,
      values: [ids, new Date(at - maxAgeMs), new Date(at - idleMs), new Date(at)],
    });
    return rows.map(({ id }) => id);
  };

/** Whether the account signed in from the network, given as a CIDR range, in the last year, or has a session last used there. */
export async function hasSignedInFrom(db: Pool, email: string, network: string): Promise<boolean> {
  const { rows } = await db.query({
    name: 'has-signed-in-from',
    text: `
      select 1 from users u where u.email = $1 and (
        exists (select from sessions where user_id = u.id and ip <<= $2::cidr)
        or exists (select from security_events
          where account = u.id and what = 'sign_in' and result = 'ok' and ip <<= $2::cidr))`,
    values: [email, network],
  });
  return rows.length > 0;
}

/** Notes that the client has the session's newest tokens, unless they were replaced meanwhile. */
export async function markNewestUsed(db: Pool, { id, refreshCounter }: Session): Promise<void> {
  await db.query({
    name: 'mark-newest-used',
    text: 'update sessions set used_counter = $2 where id = $1 and refresh_counter = $2',
    values: [id, refreshCounter],
  });
}

/** Why a session is over, if it is. */
export function endOfLife(
  { openedMs, refreshedMs }: Session,
  { maxAgeMs, idleMs }: SessionLife,
  now: EpochMs,
): 'age' | 'inactivity' | undefined {
  if (now - openedMs > maxAgeMs) return 'age';
  return now - (refreshedMs ?? openedMs) > idleMs ? 'inactivity' : undefined;
}

/** Removes up to `limit` sessions that are over; answers how many. */
export async function removeOldSessions(
  db: Pool,
  { maxAgeMs, idleMs }: SessionLife,
  now: EpochMs,
  limit: number,
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from sessions where id in (
       select id from sessions where created_at < $1 or used_at < $2 limit $3 for update skip locked)`,
    [new Date(now - maxAgeMs), new Date(now - idleMs), limit],
  );
  return rowCount ?? 0;
}
