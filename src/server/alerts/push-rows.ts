import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { AlertResult, AlertRules, LoggedAlert, SentFacts } from '../../core/wire/alerts.ts';
import { type EpochMs, HOUR_MS } from '../../core/time/instant.ts';
import type { SessionLife } from '../platform/config.ts';
import type { PushTarget } from './push-service.ts';
import { execute, executeOne, queryRows, queryValue, sql } from '../platform/sql.ts';

export interface PushDevice extends PushTarget {
  readonly id: number;
  /** The SHA-256 of its address, base64url. */
  readonly name: string;
  /** Its service has asked for no pause. */
  readonly isRested: boolean;
}

/** A trader with rules, and what decides whether an alert is sent. */
export interface AlertedUser {
  readonly userId: string;
  readonly rules: AlertRules;
  /** The one used last is first. */
  readonly devices: readonly PushDevice[];
  /** Without outcomes, tests and ends of sessions. An alert that may have been sent counts as sent, here and below. */
  readonly sentLastHour: number;
  /** The signal that the event ends was sent. */
  readonly wasSignalSent: boolean;
}

export interface DeviceFilter {
  readonly secretId: string;
  readonly now: EpochMs;
  readonly sessionLife: SessionLife;
}

const MOST_LOGGED = 100;
const KEPT_MS = 7 * 24 * HOUR_MS;
/** Most browsers of a trader; the oldest is replaced. */
const MOST_DEVICES = 10;

/** The devices whose session is valid and whose account is not disabled; `s` is the session. */
const usable = ({ secretId, now, sessionLife: { maxAgeMs, idleMs } }: DeviceFilter) => sql`
  push_subscriptions d join sessions s on s.id = d.session join users u on u.id = d.user_id
  where d.secret_id = ${secretId} and s.created_at > ${new Date(now - maxAgeMs)}
    and s.used_at > ${new Date(now - idleMs)} and coalesce(u.banned_until, '-infinity') <= ${new Date(now)}`;
const deviceColumns = ({ now }: DeviceFilter) =>
  sql`d.id, d.endpoint, d.name, d.p256dh, d.auth, d.retry_at <= ${new Date(now)} as "isRested"`;

/** Traders with rules, in the order of their IDs, some at a time. */
export async function readAlertedUsers(
  db: Pool,
  filter: DeviceFilter,
  about: {
    readonly after: string;
    readonly upTo: string;
    readonly limit: number;
    readonly signalKey: string;
  },
): Promise<AlertedUser[]> {
  const { after, upTo, limit, signalKey } = about;
  const rows = await queryRows<Omit<AlertedUser, 'devices'> & (PushDevice | { readonly id: null })>(db)`
    select r.*, device.* from (
      select user_id as "userId", rules,
        (select count(*)::int from alert_log l where l.user_id = r.user_id
          and l.at > ${new Date(filter.now - HOUR_MS)} and l.result in ('sent', 'unknown')
          and l.facts ->> 'type' not in ('signal.settled', 'test', 'session.end')) as "sentLastHour",
        exists (select from alert_log l where l.user_id = r.user_id and l.key = ${signalKey}
          and l.result in ('sent', 'unknown')) as "wasSignalSent"
      from alert_rules r where r.user_id > ${after} and r.user_id <= ${upTo} order by r.user_id limit ${limit}
    ) r left join lateral (
      select ${deviceColumns(filter)}, d.used_at from ${usable(filter)} and d.user_id = r."userId") device on true
    order by r."userId", device.used_at desc, device.id desc`;
  const users: (AlertedUser & { readonly devices: PushDevice[] })[] = [];
  for (const { userId, rules, sentLastHour, wasSignalSent, ...device } of rows) {
    if (users.at(-1)?.userId !== userId)
      users.push({ userId, rules, sentLastHour, wasSignalSent, devices: [] });
    if (device.id !== null) users.at(-1)?.devices.push(device);
  }
  return users;
}

/** All devices of a trader, the one used last in front. */
export function devicesOf(db: Pool, filter: DeviceFilter, userId: string): Promise<PushDevice[]> {
  return queryRows<PushDevice>(db)`select ${deviceColumns(filter)} from ${usable(filter)}
    and d.user_id = ${userId} order by d.used_at desc, d.id desc`;
}

/** A session with a device that ends soon, of a trader who wants this alert. */
export interface EndingSession {
  readonly session: string;
  readonly userId: string;
  readonly endsMs: number;
  /** Whether it ends for want of use, not for its age. */
  readonly isIdle: boolean;
  readonly device: PushDevice;
}

/** The sessions that end within the hour. */
export async function endingSessions(db: Pool, filter: DeviceFilter): Promise<EndingSession[]> {
  const { now, sessionLife } = filter;
  const rows = await queryRows<
    PushDevice & Pick<EndingSession, 'session' | 'userId'> & { createdAt: Date; usedAt: Date }
  >(db)`
    select s.id as session, d.user_id as "userId", s.created_at as "createdAt", s.used_at as "usedAt",
      ${deviceColumns(filter)}
    from ${usable(filter)} and d.retry_at <= ${new Date(now)}
      and (s.created_at <= ${new Date(now + HOUR_MS - sessionLife.maxAgeMs)}
        or s.used_at <= ${new Date(now + HOUR_MS - sessionLife.idleMs)})
      and exists (
        select from alert_rules r where r.user_id = d.user_id and (r.rules ->> 'sessionEnd')::boolean)`;
  return rows.map(({ session, userId, createdAt, usedAt, ...device }) => {
    const oldMs = createdAt.getTime() + sessionLife.maxAgeMs;
    const idleMs = usedAt.getTime() + sessionLife.idleMs;
    return { session, userId, endsMs: Math.min(oldMs, idleMs), isIdle: idleMs < oldMs, device };
  });
}

/** Records alerts before they are sent; returns the traders who had none of this key yet. */
export async function claimAlerts(
  db: Pool,
  key: string,
  now: EpochMs,
  alerts: readonly { readonly userId: string; readonly facts: SentFacts; readonly result: AlertResult }[],
): Promise<Set<string>> {
  const rows = await queryRows<{ user_id: string }>(db)`insert into alert_log (user_id, key, at, facts,
      result)
    select user_id, ${key}, ${new Date(now)}, facts::jsonb, result
    from unnest(${alerts.map(({ userId }) => userId)}::uuid[],
      ${alerts.map(({ facts }) => JSON.stringify(facts))}::text[],
      ${alerts.map(({ result }) => result)}::text[]) as new(user_id, facts, result)
    where exists (select from users where id = new.user_id)
    on conflict do nothing returning user_id`;
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Stores the results of pushes, in place of `unknown`. */
export async function keepResults(
  db: Pool,
  pushes: readonly { readonly userId: string; readonly key: string; readonly result: 'sent' | 'failed' }[],
): Promise<void> {
  await execute(db)`update alert_log l set result = done.result
    from unnest(${pushes.map(({ userId }) => userId)}::uuid[], ${pushes.map(({ key }) => key)}::text[],
      ${pushes.map(({ result }) => result)}::text[]) as done(user_id, key, result)
    where l.user_id = done.user_id and l.key = done.key`;
}

export async function readAlertLog(db: Pool, userId: string): Promise<LoggedAlert[]> {
  const rows = await queryRows<{ at: Date; facts: SentFacts; result: AlertResult }>(db)`
    select at, facts, result from alert_log where user_id = ${userId} order by at desc, id desc
    limit ${MOST_LOGGED}`;
  return rows.map(({ at, ...rest }) => ({ atMs: at.getTime(), ...rest }));
}

export async function removeOldAlerts(db: Pool, now: EpochMs): Promise<void> {
  await execute(db)`delete from alert_log where at < ${new Date(now - KEPT_MS)}`;
}

export async function readRules(db: Pool, userId: string): Promise<AlertRules | undefined> {
  return queryValue<AlertRules>(db)`select rules from alert_rules where user_id = ${userId}`;
}

export async function keepRules(db: Pool, userId: string, rules: AlertRules): Promise<void> {
  await execute(db)`insert into alert_rules (user_id, rules) values (${userId}, ${rules})
    on conflict (user_id) do update set rules = excluded.rules`;
}

/**
 * Adds a browser to a session, in place of the one that the session had: a browser changes its address at times. One that another
 * account used here belongs to this one now; false where it is another account's and its keys are not those: who knows an address is
 * not who has the browser.
 */
export async function insertDevice(
  db: Pool,
  owner: { readonly userId: string; readonly session: string; readonly secretId: string },
  { endpoint, p256dh, auth }: PushTarget,
  now: EpochMs,
): Promise<boolean> {
  const { userId, session, secretId } = owner;
  const name = createHash('sha256').update(endpoint).digest('base64url');
  const at = new Date(now);
  const isAdded = await executeOne(db)`
    insert into push_subscriptions as d
      (user_id, session, secret_id, endpoint, name, p256dh, auth, created_at, used_at)
    values (${userId}, ${session}, ${secretId}, ${endpoint}, ${name}, ${p256dh}, ${auth}, ${at}, ${at})
    on conflict (endpoint) do update set user_id = excluded.user_id, session = excluded.session,
      secret_id = excluded.secret_id, p256dh = excluded.p256dh, auth = excluded.auth,
      created_at = excluded.created_at, used_at = excluded.used_at, retry_at = '-infinity'
    where d.user_id = excluded.user_id or (d.p256dh = excluded.p256dh and d.auth = excluded.auth)`;
  if (!isAdded) return false;
  await execute(db)`with replaced as (delete from push_subscriptions where session = ${session}
    and name <> ${name} returning name)
    update alert_rules set rules = jsonb_set(rules, '{device}', to_jsonb(${name}::text))
    where user_id = ${userId} and rules ->> 'device' in (select name from replaced)`;
  await execute(db)`delete from push_subscriptions where id in (
    select id from push_subscriptions where user_id = ${userId}
    order by created_at desc, id desc offset ${MOST_DEVICES})`;
  return true;
}

/** Records the last requests of sessions. */
export async function markUsed(db: Pool, sessions: ReadonlyMap<string, EpochMs>): Promise<void> {
  await execute(db)`update push_subscriptions d set used_at = greatest(d.used_at, used.at)
    from unnest(${[...sessions.keys()]}::uuid[],
      ${[...sessions.values()].map((ms) => new Date(ms))}::timestamptz[]) as used(session, at)
    where d.session = used.session`;
}

export async function removeDevice(db: Pool, userId: string, endpoint: string): Promise<void> {
  await execute(db)`delete from push_subscriptions where user_id = ${userId} and endpoint = ${endpoint}`;
}

/** Removes browsers that take no pushes any more. */
export async function dropDevices(db: Pool, ids: readonly number[]): Promise<void> {
  await execute(db)`delete from push_subscriptions where id = any(${ids})`;
}

/** Records the pauses that browsers' services ask for. */
export async function restDevices(
  db: Pool,
  rests: readonly { readonly id: number; readonly untilMs: number }[],
): Promise<void> {
  await execute(db)`update push_subscriptions d set retry_at = rest.until_at
    from unnest(${rests.map(({ id }) => id)}::bigint[],
      ${rests.map(({ untilMs }) => new Date(untilMs))}::timestamptz[]) as rest(id, until_at)
    where d.id = rest.id`;
}

/** The last event that was sent to traders; at the first call, the last one there is. */
export async function readPushPlace(db: Pool): Promise<number> {
  await execute(db)`insert into push_place (event) select coalesce(max(id), 0) from alert_events
    on conflict do nothing`;
  return queryValue<number>(db)`select event from push_place`;
}

/** Records that the event after a place was sent to all traders. */
export async function movePushPlace(db: Pool, from: number, to: number): Promise<void> {
  await execute(db)`update push_place set event = ${to} where event = ${from}`;
}

/** How many P-Special signals since an instant match a choice of pairs and a least confidence. */
export async function countSignals(
  db: Pool,
  { sinceMs, pairs, leastConfidence }: { sinceMs: number; pairs: readonly string[]; leastConfidence: number },
): Promise<number> {
  return queryValue<number>(db)`select count(*)::int as count from alert_events event
    join ledger_entries e using (ledger, index)
    where event.type = 'signal.recorded' and e.mode = 'special' and e.decided_ms >= ${sinceMs}
    and e.pair = any(${pairs})
      and (convert_from(e.body, 'UTF8')::json ->> 'confidence')::float8 >= ${leastConfidence}`;
}
