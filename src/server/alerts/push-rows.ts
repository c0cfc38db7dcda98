import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import type { AlertResult, AlertRules, LoggedAlert, SentFacts } from '../../core/wire/alerts.ts';
import { type EpochMs, HOUR_MS } from '../../core/time/instant.ts';
import type { SessionLife } from '../platform/config.ts';
import type { PushTarget } from './push-service.ts';

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

/** The values that must lie before an instant for the session to be valid then: its sign-in, and its last use. */
const standsAt = ({ maxAgeMs, idleMs }: SessionLife, atMs: number) => [
  new Date(atMs - maxAgeMs),
  new Date(atMs - idleMs),
];
/** The devices whose session stands and whose account is not disabled; `s` is the session. */
const USABLE = `push_subscriptions d join sessions s on s.id = d.session join users u on u.id = d.user_id
  where d.secret_id = $1 and s.created_at > ($3::timestamptz[])[1] and s.used_at > ($3::timestamptz[])[2]
    and coalesce(u.banned_until, '-infinity') <= $2`;
const DEVICE = 'd.id, d.endpoint, d.name, d.p256dh, d.auth, d.retry_at <= $2 as "isRested"';

/** Traders with rules, in the order of their IDs, some at a time. */
export async function readAlertedUsers(
  db: Pool,
  { secretId, now, sessionLife }: DeviceFilter,
  {
    after,
    upTo,
    limit,
    signalKey,
  }: {
    readonly after: string;
    readonly upTo: string;
    readonly limit: number;
    readonly signalKey: string;
  },
): Promise<AlertedUser[]> {
  const { rows } = await db.query<Omit<AlertedUser, 'devices'> & (PushDevice | { readonly id: null })>({
    name: 'alerted-users',
    text: `select r.*, device.* from (
        select user_id as "userId", rules,
          (select count(*)::int from alert_log l where l.user_id = r.user_id and l.at > $4 and l.result in ('sent', 'unknown')
            and l.facts ->> 'type' not in ('signal.settled', 'test', 'session.end')) as "sentLastHour",
          exists (select from alert_log l where l.user_id = r.user_id and l.key = $5 and l.result in ('sent', 'unknown')) as "wasSignalSent"
        from alert_rules r where r.user_id > $6 and r.user_id <= $7 order by r.user_id limit $8
      ) r left join lateral (select ${DEVICE}, d.used_at from ${USABLE} and d.user_id = r."userId") device on true
      order by r."userId", device.used_at desc, device.id desc`,
    values: [
      secretId,
      new Date(now),
      standsAt(sessionLife, now),
      new Date(now - HOUR_MS),
      signalKey,
      after,
      upTo,
      limit,
    ],
  });
  const users: (AlertedUser & { readonly devices: PushDevice[] })[] = [];
  for (const { userId, rules, sentLastHour, wasSignalSent, ...device } of rows) {
    if (users.at(-1)?.userId !== userId)
      users.push({ userId, rules, sentLastHour, wasSignalSent, devices: [] });
    if (device.id !== null) users.at(-1)?.devices.push(device);
  }
  return users;
}

/** All devices of a trader, the one used last in front. */
export async function devicesOf(
  db: Pool,
  { secretId, now, sessionLife }: DeviceFilter,
  userId: string,
): Promise<PushDevice[]> {
  const { rows } = await db.query<PushDevice>(
    `select ${DEVICE} from ${USABLE} and d.user_id = $4 order by d.used_at desc, d.id desc`,
    [secretId, new Date(now), standsAt(sessionLife, now), userId],
  );
  return rows;
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
export async function endingSessions(
  db: Pool,
  { secretId, now, sessionLife }: DeviceFilter,
): Promise<EndingSession[]> {
  const { rows } = await db.query<
    PushDevice & Pick<EndingSession, 'session' | 'userId'> & { createdAt: Date; usedAt: Date }
  >({
    name: 'ending-sessions',
    text: `select s.id as session, d.user_id as "userId", s.created_at as "createdAt", s.used_at as "usedAt", ${DEVICE}
      from ${USABLE} and d.retry_at <= $2
      and (s.created_at <= ($4::timestamptz[])[1] or s.used_at <= ($4::timestamptz[])[2])
      and exists (select from alert_rules r where r.user_id = d.user_id and (r.rules ->> 'sessionEnd')::boolean)`,
    values: [secretId, new Date(now), standsAt(sessionLife, now), standsAt(sessionLife, now + HOUR_MS)],
  });
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
  const { rows } = await db.query<{ user_id: string }>({
    name: 'claim-alerts',
    text: `insert into alert_log (user_id, key, at, facts, result)
      select user_id, $1, $2, facts::jsonb, result from unnest($3::uuid[], $4::text[], $5::text[]) as new(user_id, facts, result)
      where exists (select from users where id = new.user_id)
      on conflict do nothing returning user_id`,
    values: [
      key,
      new Date(now),
      alerts.map(({ userId }) => userId),
      alerts.map(({ facts }) => JSON.stringify(facts)),
      alerts.map(({ result }) => result),
    ],
  });
  return new Set(rows.map(({ user_id }) => user_id));
}

/** Stores the results of pushes, in place of `unknown`. */
export async function keepResults(
  db: Pool,
  pushes: readonly { readonly userId: string; readonly key: string; readonly result: 'sent' | 'failed' }[],
): Promise<void> {
  await db.query({
    name: 'keep-results',
    text: `update alert_log l set result = done.result from unnest($1::uuid[], $2::text[], $3::text[]) as done(user_id, key, result)
     where l.user_id = done.user_id and l.key = done.key`,
    values: [
      pushes.map(({ userId }) => userId),
      pushes.map(({ key }) => key),
      pushes.map(({ result }) => result),
    ],
  });
}

export async function readAlertLog(db: Pool, userId: string): Promise<LoggedAlert[]> {
  const { rows } = await db.query<{ at: Date; facts: SentFacts; result: AlertResult }>(
    'select at, facts, result from alert_log where user_id = $1 order by at desc, id desc limit $2',
    [userId, MOST_LOGGED],
  );
  return rows.map(({ at, ...rest }) => ({ atMs: at.getTime(), ...rest }));
}

export async function removeOldAlerts(db: Pool, now: EpochMs): Promise<void> {
  await db.query('delete from alert_log where at < $1', [new Date(now - KEPT_MS)]);
}

export async function readRules(db: Pool, userId: string): Promise<AlertRules | undefined> {
  const { rows } = await db.query<{ rules: AlertRules }>('select rules from alert_rules where user_id = $1', [
    userId,
  ]);
  return rows[0]?.rules;
}

export async function keepRules(db: Pool, userId: string, rules: AlertRules): Promise<void> {
  await db.query(
    `insert into alert_rules (user_id, rules) values ($1, $2)
     on conflict (user_id) do update set rules = excluded.rules`,
    [userId, rules],
  );
}

/**
 * Adds a browser to a session, in place of the one that the session had: a browser changes its address at times. One that another
 * account used here belongs to this one now; false where it is another account's and its keys are not those: who knows an address is
 * not who has the browser.
 */
export async function insertDevice(
  db: Pool,
  {
    userId,
    session,
    secretId,
  }: { readonly userId: string; readonly session: string; readonly secretId: string },
  { endpoint, p256dh, auth }: PushTarget,
  now: EpochMs,
): Promise<boolean> {
  const name = createHash('sha256').update(endpoint).digest('base64url');
  const { rowCount } = await db.query(
    `insert into push_subscriptions as d (user_id, session, secret_id, endpoint, name, p256dh, auth, created_at, used_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (endpoint) do update set user_id = excluded.user_id, session = excluded.session,
       secret_id = excluded.secret_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at,
       used_at = excluded.used_at, retry_at = '-infinity'
     where d.user_id = excluded.user_id or (d.p256dh = excluded.p256dh and d.auth = excluded.auth)`,
    [userId, session, secretId, endpoint, name, p256dh, auth, new Date(now)],
  );
  if (rowCount !== 1) return false;
  await db.query(
    `with replaced as (delete from push_subscriptions where session = $2 and name <> $3 returning name)
     update alert_rules set rules = jsonb_set(rules, '{device}', to_jsonb($3::text))
     where user_id = $1 and rules ->> 'device' in (select name from replaced)`,
    [userId, session, name],
  );
  await db.query(
    `delete from push_subscriptions where id in (
       select id from push_subscriptions where user_id = $1 order by created_at desc, id desc offset ${MOST_DEVICES})`,
    [userId],
  );
  return true;
}

/** Records the last requests of sessions. */
export async function markUsed(db: Pool, sessions: ReadonlyMap<string, EpochMs>): Promise<void> {
  await db.query(
    `update push_subscriptions d set used_at = greatest(d.used_at, used.at)
     from unnest($1::uuid[], $2::timestamptz[]) as used(session, at) where d.session = used.session`,
    [[...sessions.keys()], [...sessions.values()].map((ms) => new Date(ms))],
  );
}

export async function removeDevice(db: Pool, userId: string, endpoint: string): Promise<void> {
  await db.query('delete from push_subscriptions where user_id = $1 and endpoint = $2', [userId, endpoint]);
}

/** Removes browsers that take no pushes any more. */
export async function dropDevices(db: Pool, ids: readonly number[]): Promise<void> {
  await db.query('delete from push_subscriptions where id = any($1)', [ids]);
}

/** Records the pauses that browsers' services ask for. */
export async function restDevices(
  db: Pool,
  rests: readonly { readonly id: number; readonly untilMs: number }[],
): Promise<void> {
  await db.query(
    `update push_subscriptions d set retry_at = rest.until_at
     from unnest($1::bigint[], $2::timestamptz[]) as rest(id, until_at) where d.id = rest.id`,
    [rests.map(({ id }) => id), rests.map(({ untilMs }) => new Date(untilMs))],
  );
}

/** The last event that was sent to traders; at the first call, the last one there is. */
export async function readPushPlace(db: Pool): Promise<number> {
  await db.query(
    `insert into push_place (event) select coalesce(max(id), 0) from alert_events on conflict do nothing`,
  );
  const { rows } = await db.query<{ event: number }>('select event from push_place');
  return rows[0]?.event ?? 0;
}

/** Records that the event after a place was sent to all traders. */
export async function movePushPlace(db: Pool, from: number, to: number): Promise<void> {
  await db.query('update push_place set event = $2 where event = $1', [from, to]);
}

/** How many P-Special signals since an instant match a choice of pairs and a least confidence. */
export async function countSignals(
  db: Pool,
  { sinceMs, pairs, leastConfidence }: { sinceMs: number; pairs: readonly string[]; leastConfidence: number },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from alert_events event join ledger_entries e using (ledger, index)
     where event.type = 'signal.recorded' and e.mode = 'special' and e.decided_ms >= $1 and e.pair = any($2)
       and (convert_from(e.body, 'UTF8')::json ->> 'confidence')::float8 >= $3`,
    [sinceMs, pairs, leastConfidence],
  );
  return rows[0]?.count ?? 0;
}
