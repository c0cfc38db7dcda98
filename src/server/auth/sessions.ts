import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import type { AdminSession } from '../../core/wire/admin.ts';
import type { Notices } from '../db/notices.ts';
import { msOf } from '../db/database-pool.ts';
import type { SessionLife } from '../platform/config.ts';
import { type User, USER_COLUMNS } from './user.ts';
import { execute, executeOne, queryRow, queryRows, sql } from '../platform/sql.ts';

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

interface ClientOrigin {
  readonly ip: string | undefined;
  readonly userAgent: string | undefined;
}

export interface Client extends ClientOrigin {
  /** The network that limits are counted for, as a CIDR range; undefined when the address is not valid. */
  readonly network: string | undefined;
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
  return queryRow<User>(db)`with signed_in as (
      update users set last_sign_in_at = ${new Date(at)}, updated_at = ${new Date(at)}, 
        password_hash = coalesce(${upgradedHash}, password_hash)
      where id = ${userId} and password_hash = ${verifiedHash}
        and (banned_until is null or banned_until <= ${new Date(at)})
      returning ${USER_COLUMNS}
    ), surplus as (
      delete from sessions where id in (
        select id from sessions where user_id in (select id from signed_in)
        order by used_at desc, id offset ${SESSIONS_PER_USER - 1}
      )
    ), opened as (
      insert into sessions (id, user_id, created_at, user_agent, ip, refresh_key)
      select ${session.id}, id, ${new Date(at)}, ${session.userAgent}, ${session.ip}, ${session.refreshKey}
      from signed_in
    )
    select * from signed_in`;
}

export async function findSession(
  db: Pool,
  id: string,
): Promise<{ session: Session; user: User } | undefined> {
  const row = await queryRow<User & Session>(db)`
    select ${USER_COLUMNS}, ${SESSION_COLUMNS}, s.refresh_key as "refreshKey"
    from sessions s join users on users.id = s.user_id where s.id = ${id}`;
  return row && { session: { ...row, id }, user: row };
}

const SESSION_COLUMNS = sql`s.user_id as "userId", ${msOf('s.created_at')} as "openedMs", ${msOf('s.refreshed_at')} as "refreshedMs",
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
  return executeOne(db)`update sessions set refresh_counter = refresh_counter + 1,
      refreshed_at = ${new Date(now)}, user_agent = ${origin.userAgent}, ip = ${origin.ip}
    where id = ${session.id} and refresh_counter = ${session.counter}`;
}

/** An account's sessions, the one used last first. */
export async function listSessions(db: Pool, userId: string): Promise<Omit<AdminSession, 'isThis'>[]> {
  return queryRows<Omit<AdminSession, 'isThis'>>(db)`select id, ${msOf('created_at')} as "createdMs",
      ${msOf('used_at')} as "usedMs", host(ip) as ip, user_agent as "userAgent"
    from sessions where user_id = ${userId} order by used_at desc, id`;
}

export type SignOutScope = 'global' | 'local' | 'others';

/** Ends all sessions of a user, the one given, or all but that one; returns how many. Their tokens end with them. */
export async function endSessions(
  db: Pool,
  scope: SignOutScope,
  { userId, sessionId }: { userId: string; sessionId: string | undefined },
): Promise<number> {
  return execute(db)`delete from sessions
    where user_id = ${userId} and (${scope} = 'global'
      or (${scope} = 'local' and id = ${sessionId}) or (${scope} = 'others' and id <> ${sessionId}))`;
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
    const rows = await queryRows<{ id: string }>(db)`select id from unnest(${ids}::uuid[]) as asked (id)
      where not exists (
        select from sessions s join users u on u.id = s.user_id
        where s.id = asked.id and s.created_at >= ${new Date(at - maxAgeMs)} and s.used_at >= ${new Date(at - idleMs)}
          and (u.banned_until is null or u.banned_until <= ${new Date(at)}))
      and not exists (
        select from api_tokens t join users u on u.id = t.user_id
        where t.id = asked.id and (u.banned_until is null or u.banned_until <= ${new Date(at)}))`;
    return rows.map(({ id }) => id);
  };

/** Whether the account signed in from the network, given as a CIDR range, in the last year, or has a session last used there. */
export async function hasSignedInFrom(db: Pool, email: string, network: string): Promise<boolean> {
  return executeOne(db)`
    select 1 from users u where u.email = ${email} and (
      exists (select from sessions where user_id = u.id and ip <<= ${network}::cidr)
      or exists (select from security_events
        where account = u.id and what = 'sign_in' and result = 'ok' and ip <<= ${network}::cidr))`;
}

/** Notes that the client has the session's newest tokens, unless they were replaced meanwhile. */
export async function markNewestUsed(db: Pool, { id, refreshCounter }: Session): Promise<void> {
  await execute(db)`update sessions set used_counter = ${refreshCounter} where id = ${id}
    and refresh_counter = ${refreshCounter}`;
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
  return execute(db)`delete from sessions where id in (
    select id from sessions where created_at < ${new Date(now - maxAgeMs)}
    or used_at < ${new Date(now - idleMs)} limit ${limit} for update skip locked)`;
}
