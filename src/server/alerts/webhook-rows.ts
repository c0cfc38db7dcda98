import type { Pool } from 'pg';
import { msOf } from '../db/database-pool.ts';
import type { EventType } from '../../core/alerts/ledger-events.ts';
import { DAY_MS, type EpochMs } from '../../core/time/instant.ts';
import { seal, type ServerSecret, unseal } from '../platform/server-secret.ts';

export interface ListedWebhook {
  readonly id: number;
  readonly url: string;
  readonly createdMs: EpochMs;
  readonly deliveredMs: EpochMs | null;
  readonly problem: string | null;
  /** Failed tries of the waiting message. */
  readonly failures: number;
  readonly isGone: boolean;
  readonly isPaused: boolean;
  /** The events it gets; null: all. */
  readonly types: readonly EventType[] | null;
  /** Messages that are not delivered yet. */
  readonly waiting: number;
  /** Messages that are retried beside the others. */
  readonly again: number;
  readonly dead: number;
  /** Whether this server's secret opens its secret. */
  readonly isReadable: boolean;
}

export interface DueWebhook {
  readonly id: number;
  readonly url: string;
  /** During a change: the new one, a space and the previous one. */
  readonly secret: string;
  readonly place: number;
  readonly failures: number;
  readonly types: readonly EventType[] | null;
}

export interface DueLetter {
  readonly webhook: Pick<DueWebhook, 'id' | 'url' | 'secret'>;
  readonly event: number;
  readonly tries: number;
  readonly failedMs: number;
}

export interface DeadLetter {
  readonly webhook: number;
  readonly event: number;
  readonly ledger: string;
  readonly index: number;
  readonly type: string;
  readonly failedMs: EpochMs;
  /** Null: it was given up. */
  readonly retryMs: EpochMs | null;
  readonly problem: string;
}

const OLD_SECRET_MS = DAY_MS;

export async function insertWebhook(
  db: Pool,
  {
    url,
    secret,
    types,
  }: { readonly url: string; readonly secret: string; readonly types?: readonly EventType[] | undefined },
  server: ServerSecret,
  now: EpochMs,
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into webhooks (url, secret_id, sealed_secret, created_at, types, place)
     select $1, $2, $3, $4, $5, coalesce(max(id), 0) from alert_events returning id`,
    [url, server.id, seal(secret, server.sealingKey, url), new Date(now), types],
  );
  return rows[0]?.id as number;
}

export const removeWebhook = (db: Pool, id: number): Promise<boolean> =>
  isOne(db, 'delete from webhooks where id = $1', id);

/** Whether a statement has changed one row. */
async function isOne(db: Pool, statement: string, ...values: unknown[]): Promise<boolean> {
  return (await db.query(statement, values)).rowCount === 1;
}

/** Limits a webhook to some types, undefined: all; false when there is none of this ID. */
export const setTypes = (db: Pool, id: number, types: readonly EventType[] | undefined): Promise<boolean> =>
  isOne(db, 'update webhooks set types = $2 where id = $1', id, types);

/** Pauses or resumes a webhook; its events wait meanwhile. False when there is none of this ID. */
export const setPaused = (db: Pool, id: number, isPaused: boolean): Promise<boolean> =>
  isOne(db, 'update webhooks set is_paused = $2 where id = $1', id, isPaused);

/** A webhook with its secrets as of an instant; undefined when there is none that this server's secret opens. */
export async function findWebhook(
  db: Pool,
  id: number,
  server: ServerSecret,
  now: EpochMs,
): Promise<DueWebhook | undefined> {
  const { rows } = await db.query<WebhookRow>(
    `select ${SENDABLE} from webhooks where secret_id = $1 and id = $3`,
    [server.id, new Date(now), id],
  );
  return rows.map((row) => dueWebhook(row, server))[0];
}

/** Changes the secret of a webhook; for a day its messages are signed with the previous one as well. */
export async function rotateSecret(
  db: Pool,
  { id, url, secret: before }: DueWebhook,
  secret: string,
  server: ServerSecret,
  now: EpochMs,
): Promise<void> {
  const both = `${secret} ${before.split(' ')[0]}`;
  await db.query('update webhooks set sealed_secret = $2, old_secret_until = $3 where id = $1', [
    id,
    seal(both, server.sealingKey, url),
    new Date(now + OLD_SECRET_MS),
  ]);
}

export async function listWebhooks(db: Pool, server: ServerSecret): Promise<ListedWebhook[]> {
  const { rows } = await db.query<ListedWebhook>(
    `select id, url, problem, failures, types, is_gone as "isGone", is_paused as "isPaused", secret_id = $1 as "isReadable",
       ${msOf('created_at')} as "createdMs", ${msOf('delivered_at')} as "deliveredMs",
       (select count(*)::int from alert_events e where e.id > w.place and ${WANTED}) as waiting,
       (select count(*)::int from webhook_dead_letters d where d.webhook = w.id and retry_at is not null) as again,
       (select count(*)::int from webhook_dead_letters d where d.webhook = w.id and retry_at is null) as dead
     from webhooks w order by id`,
    [server.id],
  );
  return rows;
}

interface WebhookRow extends Omit<DueWebhook, 'secret'> {
  readonly sealed: Buffer;
  readonly hasOldSecret: boolean;
}

/** `$2` is the present time. */
const SENDABLE =
  'id, url, sealed_secret as sealed, old_secret_until > $2 as "hasOldSecret", place, failures, types';
const WANTED = '(w.types is null or e.type = any(w.types))';

/** The webhooks with something to send now; those that wait for a next try are left out. */
export async function dueWebhooks(db: Pool, server: ServerSecret, now: EpochMs): Promise<DueWebhook[]> {
  const { rows } = await db.query<WebhookRow>({
    name: 'webhooks-due',
    text: `select ${SENDABLE} from webhooks
      where secret_id = $1 and not is_gone and not is_paused and retry_at <= $2
        and place < (select max(id) from alert_events)`,
    values: [server.id, new Date(now)],
  });
  return rows.map((row) => dueWebhook(row, server));
}

/** For each webhook the oldest message that is to be retried beside the others now. */
export async function dueLetters(db: Pool, server: ServerSecret, now: EpochMs): Promise<DueLetter[]> {
  const { rows } = await db.query<WebhookRow & Omit<DueLetter, 'webhook'>>({
    name: 'webhook-letters-due',
    text: `select distinct on (id) ${SENDABLE}, d.event, d.tries, ${msOf('d.failed_at')} as "failedMs"
      from webhook_dead_letters d join webhooks on id = d.webhook
      where secret_id = $1 and not is_gone and not is_paused and d.retry_at <= $2 order by id, d.event`,
    values: [server.id, new Date(now)],
  });
  return rows.map(({ event, tries, failedMs, ...row }) => ({
    webhook: dueWebhook(row, server),
    event,
    tries,
    failedMs,
  }));
}

function dueWebhook({ sealed, hasOldSecret, ...row }: WebhookRow, server: ServerSecret): DueWebhook {
  const secrets = unseal(sealed, server.sealingKey, row.url);
  return { ...row, secret: hasOldSecret ? secrets : (secrets.split(' ')[0] ?? '') };
}

/** The event after `place` was tried. */
export interface Tried {
  readonly id: number;
  readonly place: number;
  readonly event: number;
}

/** Records a delivery. False when a replay has moved the place meanwhile. */
export async function keepDelivered(db: Pool, { id, place, event }: Tried, now: EpochMs): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'webhook-delivered',
    text: `update webhooks set place = $3, failures = 0, retry_at = '-infinity', problem = null, delivered_at = $4
      where id = $1 and place = $2`,
    values: [id, place, event, new Date(now)],
  });
  return rowCount === 1;
}

/** Records that events of other types were skipped. False when a replay has moved the place meanwhile. */
export const keepPassed = (db: Pool, { id, place, event }: Tried): Promise<boolean> =>
  isOne(db, 'update webhooks set place = $3 where id = $1 and place = $2', id, place, event);

/** Records a failed try; the next one is due later, or none when the receiver is gone. */
export async function keepFailed(
  db: Pool,
  { id, place }: Tried,
  failure: { readonly problem: string; readonly retryMs: number; readonly isGone: boolean },
): Promise<void> {
  await db.query(
    `update webhooks set failures = failures + 1, retry_at = $3, problem = $4, is_gone = $5
     where id = $1 and place = $2`,
    [id, place, new Date(failure.retryMs), failure.problem, failure.isGone],
  );
}

/** Sets the event aside, to be retried beside the others; the next one follows. */
export async function keepAside(
  db: Pool,
  { id, place, event }: Tried,
  { problem, retryMs }: { readonly problem: string; readonly retryMs: number },
  now: EpochMs,
): Promise<void> {
  await db.query(
    `with moved as (
       update webhooks set place = $3, failures = 0, retry_at = '-infinity', problem = $5
       where id = $1 and place = $2 returning id
     ) insert into webhook_dead_letters (webhook, event, failed_at, problem, retry_at)
       select id, $3, $4, $5, $6 from moved on conflict do nothing`,
    [id, place, event, new Date(now), problem, new Date(retryMs)],
  );
}

/** Records the delivery of a message that was set aside. */
export async function removeLetter(db: Pool, { webhook, event }: DueLetter, now: EpochMs): Promise<void> {
  await db.query('delete from webhook_dead_letters where webhook = $1 and event = $2', [webhook.id, event]);
  await db.query('update webhooks set delivered_at = $2 where id = $1', [webhook.id, new Date(now)]);
}

/** Records a failed retry; without `retryMs` the message is given up. */
export async function keepLetter(
  db: Pool,
  { webhook, event }: DueLetter,
  problem: string,
  retryMs: number | undefined,
): Promise<void> {
  await db.query(
    'update webhook_dead_letters set tries = tries + 1, problem = $3, retry_at = $4 where webhook = $1 and event = $2',
    [webhook.id, event, problem, retryMs === undefined ? null : new Date(retryMs)],
  );
}

/** Tries one message again, for a day more; false when there is no such letter, or the receiver is gone. */
export const retryLetter = (db: Pool, webhook: number, event: number, now: EpochMs): Promise<boolean> =>
  isOne(
    db,
    `update webhook_dead_letters set failed_at = $3, tries = 0, retry_at = $3
     where webhook = $1 and event = $2 and exists (select from webhooks where id = $1 and not is_gone)`,
    webhook,
    event,
    new Date(now),
  );

/** Dead letters, the newest first. */
export async function listDeadLetters(db: Pool, limit: number): Promise<DeadLetter[]> {
  const { rows } = await db.query<DeadLetter>(
    `select d.webhook, d.event, l.name as ledger, e.index, e.type, d.problem,
       ${msOf('d.failed_at')} as "failedMs", ${msOf('d.retry_at')} as "retryMs"
     from webhook_dead_letters d join alert_events e on e.id = d.event join ledgers l on l.id = e.ledger
     order by d.failed_at desc, d.event desc limit $1`,
    [limit],
  );
  return rows;
}

/**
 * Sends everything again from an entry of a ledger on, in order; answers how many events that are, undefined when there is no
 * such webhook.
 */
export async function replayWebhook(
  db: Pool,
  id: number,
  ledger: number,
  fromIndex: number,
): Promise<number | undefined> {
  const { rows } = await db.query<{ events: number }>(
    `with start as (
       select coalesce(min(id) filter (where ledger = $2 and index >= $3) - 1, max(id), 0) as place from alert_events
     ), revived as (
       delete from webhook_dead_letters where webhook = $1 and event > (select place from start)
     ) update webhooks w set place = start.place, failures = 0, retry_at = '-infinity', problem = null, is_gone = false
       from start where w.id = $1
       returning (select count(*)::int from alert_events e where e.id > start.place and ${WANTED}) as events`,
    [id, ledger, fromIndex],
  );
  return rows[0]?.events;
}
