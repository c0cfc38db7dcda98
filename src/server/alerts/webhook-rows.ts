import type { Pool } from 'pg';
import { msOf } from '../db/database-pool.ts';
import type { EventType } from '../../core/alerts/ledger-events.ts';
import { DAY_MS, type EpochMs } from '../../core/time/instant.ts';
import { seal, type ServerSecret, unseal } from '../platform/server-secret.ts';
import { execute, executeOne, queryRow, queryRows, queryValue, raw, sql } from '../platform/sql.ts';

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
  webhook: {
    readonly url: string;
    readonly secret: string;
    readonly types?: readonly EventType[] | undefined;
  },
  server: ServerSecret,
  now: EpochMs,
): Promise<number> {
  const { url, secret, types } = webhook;
  return queryValue<number>(db)`
    insert into webhooks (url, secret_id, sealed_secret, created_at, types, place)
    select ${url}, ${server.id}, ${seal(secret, server.sealingKey, url)}, ${new Date(now)}, ${types},
      coalesce(max(id), 0) from alert_events returning id`;
}

export const removeWebhook = (db: Pool, id: number): Promise<boolean> =>
  executeOne(db)`delete from webhooks where id = ${id}`;

/** Limits a webhook to some types, undefined: all; false when there is none of this ID. */
export const setTypes = (db: Pool, id: number, types: readonly EventType[] | undefined): Promise<boolean> =>
  executeOne(db)`update webhooks set types = ${types} where id = ${id}`;

/** Pauses or resumes a webhook; its events wait meanwhile. False when there is none of this ID. */
export const setPaused = (db: Pool, id: number, isPaused: boolean): Promise<boolean> =>
  executeOne(db)`update webhooks set is_paused = ${isPaused} where id = ${id}`;

/** A webhook with its secrets as of an instant; undefined when there is none that this server's secret opens. */
export async function findWebhook(
  db: Pool,
  id: number,
  server: ServerSecret,
  now: EpochMs,
): Promise<DueWebhook | undefined> {
  const row = await queryRow<WebhookRow>(db)`select ${sendable(now)} from webhooks
    where secret_id = ${server.id} and id = ${id}`;
  return row && dueWebhook(row, server);
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
  await execute(db)`update webhooks set sealed_secret = ${seal(both, server.sealingKey, url)},
      old_secret_until = ${new Date(now + OLD_SECRET_MS)} where id = ${id}`;
}

export async function listWebhooks(db: Pool, server: ServerSecret): Promise<ListedWebhook[]> {
  return queryRows<ListedWebhook>(db)`select id, url, problem, failures, types, is_gone as "isGone",
      is_paused as "isPaused", secret_id = ${server.id} as "isReadable",
      ${msOf('created_at')} as "createdMs", ${msOf('delivered_at')} as "deliveredMs",
      (select count(*)::int from alert_events e where e.id > w.place and ${WANTED}) as waiting,
      (select count(retry_at)::int from webhook_dead_letters d where d.webhook = w.id) as again,
      (select count(*)::int from webhook_dead_letters d where d.webhook = w.id and retry_at is null) as dead
    from webhooks w order by id`;
}

interface WebhookRow extends Omit<DueWebhook, 'secret'> {
  readonly sealed: Buffer;
  readonly hasOldSecret: boolean;
}

const sendable = (now: EpochMs) => sql`
  id, url, sealed_secret as sealed, old_secret_until > ${new Date(now)} as "hasOldSecret", place, failures, types`;
const WANTED = raw('(w.types is null or e.type = any(w.types))');

/** The webhooks with something to send now; those that wait for a next try are left out. */
export async function dueWebhooks(db: Pool, server: ServerSecret, now: EpochMs): Promise<DueWebhook[]> {
  const rows = await queryRows<WebhookRow>(db)`select ${sendable(now)} from webhooks
    where secret_id = ${server.id} and not is_gone and not is_paused and retry_at <= ${new Date(now)}
      and place < (select max(id) from alert_events)`;
  return rows.map((row) => dueWebhook(row, server));
}

/** For each webhook the oldest message that is to be retried beside the others now. */
export async function dueLetters(db: Pool, server: ServerSecret, now: EpochMs): Promise<DueLetter[]> {
  const rows = await queryRows<WebhookRow & Omit<DueLetter, 'webhook'>>(db)`
    select distinct on (id) ${sendable(now)}, d.event, d.tries, ${msOf('d.failed_at')} as "failedMs"
    from webhook_dead_letters d join webhooks on id = d.webhook
    where secret_id = ${server.id} and not is_gone and not is_paused and d.retry_at <= ${new Date(now)}
    order by id, d.event`;
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
  return executeOne(db)`update webhooks set place = ${event}, failures = 0, retry_at = '-infinity',
      problem = null, delivered_at = ${new Date(now)}
    where id = ${id} and place = ${place}`;
}

/** Records that events of other types were skipped. False when a replay has moved the place meanwhile. */
export const keepPassed = (db: Pool, { id, place, event }: Tried): Promise<boolean> =>
  executeOne(db)`update webhooks set place = ${event} where id = ${id} and place = ${place}`;

/** Records a failed try; the next one is due later, or none when the receiver is gone. */
export async function keepFailed(
  db: Pool,
  { id, place }: Tried,
  failure: { readonly problem: string; readonly retryMs: number; readonly isGone: boolean },
): Promise<void> {
  await execute(db)`update webhooks set failures = failures + 1, retry_at = ${new Date(failure.retryMs)},
      problem = ${failure.problem}, is_gone = ${failure.isGone}
    where id = ${id} and place = ${place}`;
}

/** Sets the event aside, to be retried beside the others; the next one follows. */
export async function keepAside(
  db: Pool,
  { id, place, event }: Tried,
  { problem, retryMs }: { readonly problem: string; readonly retryMs: number },
  now: EpochMs,
): Promise<void> {
  await execute(db)`with moved as (
      update webhooks set place = ${event}, failures = 0, retry_at = '-infinity', problem = ${problem}
      where id = ${id} and place = ${place} returning id
    ) insert into webhook_dead_letters (webhook, event, failed_at, problem, retry_at)
      select id, ${event}, ${new Date(now)}, ${problem}, ${new Date(retryMs)} from moved
      on conflict do nothing`;
}

/** Records the delivery of a message that was set aside. */
export async function removeLetter(db: Pool, { webhook, event }: DueLetter, now: EpochMs): Promise<void> {
  await execute(db)`delete from webhook_dead_letters where webhook = ${webhook.id} and event = ${event}`;
  await execute(db)`update webhooks set delivered_at = ${new Date(now)} where id = ${webhook.id}`;
}

/** Records a failed retry; without `retryMs` the message is given up. */
export async function keepLetter(
  db: Pool,
  { webhook, event }: DueLetter,
  problem: string,
  retryMs: number | undefined,
): Promise<void> {
  await execute(db)`update webhook_dead_letters set tries = tries + 1, problem = ${problem},
      retry_at = ${retryMs && new Date(retryMs)} where webhook = ${webhook.id} and event = ${event}`;
}

/** Tries one message again, for a day more; false when there is no such letter, or the receiver is gone. */
export const retryLetter = (db: Pool, webhook: number, event: number, now: EpochMs): Promise<boolean> =>
  executeOne(db)`
    update webhook_dead_letters set failed_at = ${new Date(now)}, tries = 0, retry_at = ${new Date(now)}
    where webhook = ${webhook} and event = ${event}
      and exists (select from webhooks where id = ${webhook} and not is_gone)`;

/** Dead letters, the newest first. */
export async function listDeadLetters(db: Pool, limit: number): Promise<DeadLetter[]> {
  return queryRows<DeadLetter>(db)`select d.webhook, d.event, l.name as ledger, e.index, e.type, d.problem,
      ${msOf('d.failed_at')} as "failedMs", ${msOf('d.retry_at')} as "retryMs"
    from webhook_dead_letters d join alert_events e on e.id = d.event join ledgers l on l.id = e.ledger
    order by d.failed_at desc, d.event desc limit ${limit}`;
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
  return queryValue<number | undefined>(db)`with start as (
      select coalesce(min(id) filter (where ledger = ${ledger}
      and index >= ${fromIndex}) - 1, max(id), 0) as place from alert_events
    ), revived as (
      delete from webhook_dead_letters where webhook = ${id} and event > (select place from start)
    ) update webhooks w set place = start.place, failures = 0, retry_at = '-infinity', problem = null,
      is_gone = false
      from start where w.id = ${id}
      returning (select count(*)::int from alert_events e where e.id > start.place and ${WANTED}) as events`;
}
