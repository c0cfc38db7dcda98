import type { Pool } from 'pg';
import type { AlertFacts } from '../../core/alerts/alert-facts.ts';
import type { AlertResult, LoggedAlert } from '../../core/alerts/alert-report.ts';
import type { AlertRules } from '../../core/alerts/alert-rules.ts';
import { type EpochMs, HOUR_MS } from '../../core/time/instant.ts';
import type { PushTarget } from './push-service.ts';

/** A browser that takes pushes. */
export interface PushDevice extends PushTarget {
  readonly id: number;
}

/** A trader who has rules, with what decides whether an alert is sent. */
export interface AlertedUser {
  readonly userId: string;
  readonly rules: AlertRules;
  /** Of the session that was used last; undefined when there is none. */
  readonly device: PushDevice | undefined;
  /** There are devices, and the service of each has asked to be left alone for a while. */
  readonly isServiceBusy: boolean;
  /** What may have been sent counts as sent, here and below. */
  readonly sentLastHour: number;
  /** The signal that the event ends was sent. */
  readonly wasSignalTold: boolean;
}

/** Which devices are of use now. */
export interface DeviceFilter {
  readonly secretId: string;
  readonly now: EpochMs;
  readonly sessionMaxAgeMs: number;
}

/** More than these are of no use. */
const MOST_LOGGED = 100;
const KEPT_MS = 7 * 24 * HOUR_MS;
/** A trader's browsers; the oldest gives way. */
const MOST_DEVICES = 10;

interface DeviceRow {
  readonly device: string | null;
  readonly endpoint: string;
  readonly p256dh: Buffer;
  readonly auth: Buffer;
}

/** The devices whose session stands and whose account is not disabled; `s` is the session. */
const USABLE = `push_subscriptions d join sessions s on s.id = d.session join users u on u.id = d.user_id
  where d.secret_id = $1 and s.created_at > $3 and coalesce(u.banned_until, '-infinity') <= $2`;
const RESTED = 'd.retry_at <= $2';

/** Traders with rules, in the order of their IDs, some at a time. */
export async function readAlertedUsers(
  db: Pool,
  { secretId, now, sessionMaxAgeMs }: DeviceFilter,
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
  const { rows } = await db.query<
    DeviceRow & { rested: boolean; user_id: string; rules: AlertRules; sent: number; told: boolean }
  >({
    name: 'alerted-users',
    text: `select r.user_id, r.rules, device.*,
        (select count(*)::int from alert_log l where l.user_id = r.user_id and l.at > $4 and l.result in ('sent', 'unknown')) as sent,
        exists (select from alert_log l where l.user_id = r.user_id and l.key = $5 and l.result in ('sent', 'unknown')) as told
      from alert_rules r left join lateral (
        select d.id as device, d.endpoint, d.p256dh, d.auth, ${RESTED} as rested from ${USABLE} and d.user_id = r.user_id
        order by rested desc, s.used_at desc limit 1
      ) device on true
      where r.user_id > $6 and r.user_id <= $7 order by r.user_id limit $8`,
    values: [
      secretId,
      new Date(now),
      new Date(now - sessionMaxAgeMs),
      new Date(now - HOUR_MS),
      signalKey,
      after,
      upTo,
      limit,
    ],
  });
  return rows.map((row) => ({
    userId: row.user_id,
    rules: row.rules,
    device: row.device !== null && row.rested ? deviceOf(row) : undefined,
    isServiceBusy: row.device !== null && !row.rested,
    sentLastHour: row.sent,
    wasSignalTold: row.told,
  }));
}

/** All devices of a trader, that of the session used last in front; a service that asked for a rest may not be sent to. */
export async function devicesOf(
  db: Pool,
  { secretId, now, sessionMaxAgeMs }: DeviceFilter,
  userId: string,
): Promise<(PushDevice & { readonly isRested: boolean })[]> {
  const { rows } = await db.query<DeviceRow & { rested: boolean }>(
    `select d.id as device, d.endpoint, d.p256dh, d.auth, ${RESTED} as rested from ${USABLE} and d.user_id = $4 order by s.used_at desc`,
    [secretId, new Date(now), new Date(now - sessionMaxAgeMs), userId],
  );
  return rows.map((row) => ({ ...deviceOf(row), isRested: row.rested }));
}

function deviceOf({ device, endpoint, p256dh, auth }: DeviceRow): PushDevice {
  return { id: Number(device), endpoint, p256dh, auth };
}

/** A session with a device that ends soon, of a trader who wants to be told. */
export interface EndingSession {
  readonly session: string;
  readonly userId: string;
  readonly endsMs: number;
  readonly device: PushDevice;
}

/** The sessions that end within the hour. */
export async function endingSessions(
  db: Pool,
  { secretId, now, sessionMaxAgeMs }: DeviceFilter,
): Promise<EndingSession[]> {
  const { rows } = await db.query<DeviceRow & { session: string; user_id: string; created_at: Date }>({
    name: 'ending-sessions',
    text: `select s.id as session, d.user_id, s.created_at, d.id as device, d.endpoint, d.p256dh, d.auth from ${USABLE} and ${RESTED}
      and s.created_at <= $4
      and exists (select from alert_rules r where r.user_id = d.user_id and (r.rules ->> 'sessionEnd')::boolean)`,
    values: [
      secretId,
      new Date(now),
      new Date(now - sessionMaxAgeMs),
      new Date(now - sessionMaxAgeMs + HOUR_MS),
    ],
  });
  return rows.map(({ session, user_id: userId, created_at: createdAt, ...row }) => ({
    session,
    userId,
    endsMs: createdAt.getTime() + sessionMaxAgeMs,
    device: deviceOf(row),
  }));
}

/** Notes alerts before they are sent; answers the traders who had none of this key yet. */
export async function claimAlerts(
  db: Pool,
  key: string,
  now: EpochMs,
  alerts: readonly { readonly userId: string; readonly facts: AlertFacts; readonly result: AlertResult }[],
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

/** What became of pushes, in place of `unknown`. */
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

/** What a trader was sent and what was held back in the last week, the newest first. */
export async function readAlertLog(db: Pool, userId: string): Promise<LoggedAlert[]> {
  const { rows } = await db.query<{ at: Date; facts: AlertFacts; result: AlertResult }>(
    'select at, facts, result from alert_log where user_id = $1 order by at desc, id desc limit $2',
    [userId, MOST_LOGGED],
  );
  return rows.map(({ at, ...rest }) => ({ atMs: at.getTime(), ...rest }));
}

/** Removes alerts that are older than a week. */
export async function removeOldAlerts(db: Pool, now: EpochMs): Promise<void> {
  await db.query('delete from alert_log where at < $1', [new Date(now - KEPT_MS)]);
}

/** The rules of a trader; undefined when none were set. */
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
 * Adds a browser to a session. One that another account used here belongs to this one now; false where it is another account's and
 * its keys are not those: who knows an address is not who has the browser.
 */
export async function insertDevice(
  db: Pool,
  owner: { readonly userId: string; readonly session: string; readonly secretId: string },
  { endpoint, p256dh, auth }: PushTarget,
  now: EpochMs,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into push_subscriptions as d (user_id, session, secret_id, endpoint, p256dh, auth, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (endpoint) do update set user_id = excluded.user_id, session = excluded.session,
       secret_id = excluded.secret_id, p256dh = excluded.p256dh, auth = excluded.auth, created_at = excluded.created_at,
       retry_at = '-infinity'
     where d.user_id = excluded.user_id or (d.p256dh = excluded.p256dh and d.auth = excluded.auth)`,
    [owner.userId, owner.session, owner.secretId, endpoint, p256dh, auth, new Date(now)],
  );
  if (rowCount !== 1) return false;
  await db.query(
    `delete from push_subscriptions where id in (
       select id from push_subscriptions where user_id = $1 order by created_at desc, id desc offset ${MOST_DEVICES})`,
    [owner.userId],
  );
  return true;
}

/** Removes a browser of a trader. */
export async function removeDevice(db: Pool, userId: string, endpoint: string): Promise<void> {
  await db.query('delete from push_subscriptions where user_id = $1 and endpoint = $2', [userId, endpoint]);
}

/** Browsers take no pushes any more. */
export async function dropDevices(db: Pool, ids: readonly number[]): Promise<void> {
  await db.query('delete from push_subscriptions where id = any($1)', [ids]);
}

/** The services of browsers ask to be left alone. */
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
  const { rows } = await db.query<{ event: string }>('select event from push_place');
  return Number(rows[0]?.event);
}

/** The event after a place was sent to all traders. */
export async function movePushPlace(db: Pool, from: number, to: number): Promise<void> {
  await db.query('update push_place set event = $2 where event = $1', [from, to]);
}

/** How many P-Special signals since an instant a choice of pairs and a least confidence would have let through. */
export async function countSignals(
  db: Pool,
  { sinceMs, pairs, leastConfidence }: { sinceMs: number; pairs: readonly string[]; leastConfidence: number },
): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from alert_events told join ledger_entries e using (ledger, index)
     where told.type = 'signal.recorded' and e.mode = 'special' and e.decided_ms >= $1 and e.pair = any($2)
       and (convert_from(e.body, 'UTF8')::json ->> 'confidence')::float8 >= $3`,
    [sinceMs, pairs, leastConfidence],
  );
  return rows[0]?.count ?? 0;
}
