import type { Pool } from 'pg';
import { type EpochMs, epochMs } from '../../core/time/instant.ts';
import { seal, unseal } from '../platform/seal.ts';
import type { ServerSecret } from '../platform/server-secret.ts';

/** A webhook as the operator sees it. */
export interface ListedWebhook {
  readonly id: number;
  readonly url: string;
  readonly createdMs: EpochMs;
  readonly deliveredMs: EpochMs | undefined;
  /** Why the last try failed. */
  readonly problem: string | undefined;
  /** Tries of the message that is waiting that failed. */
  readonly failures: number;
  readonly isGone: boolean;
  /** Messages that were not handed over yet. */
  readonly waiting: number;
  readonly dead: number;
  /** Its secret can be read with the server's. */
  readonly isReadable: boolean;
}

/** A webhook whose next message may be sent. */
export interface DueWebhook {
  readonly id: number;
  readonly url: string;
  readonly secret: string;
  readonly place: number;
  readonly failures: number;
}

/** A message that was given up. */
export interface DeadLetter {
  readonly webhook: number;
  readonly ledger: string;
  readonly index: number;
  readonly type: string;
  readonly failedMs: EpochMs;
  readonly problem: string;
}

/** Adds a webhook, which gets the events from now on; answers its ID. */
export async function insertWebhook(
  db: Pool,
  { url, secret }: { readonly url: string; readonly secret: string },
  server: ServerSecret,
  now: EpochMs,
): Promise<number> {
  const { rows } = await db.query<{ id: number }>(
    `insert into webhooks (url, secret_id, sealed_secret, created_at, place)
     select $1, $2, $3, $4, coalesce(max(id), 0) from alert_events returning id`,
    [url, server.id, seal(secret, server.sealingKey, url), new Date(now)],
  );
  return rows[0]?.id as number;
}

/** Removes a webhook with its dead letters; false when there is none of this ID. */
export async function removeWebhook(db: Pool, id: number): Promise<boolean> {
  const { rowCount } = await db.query('delete from webhooks where id = $1', [id]);
  return rowCount === 1;
}

/** All webhooks, the oldest first. */
export async function listWebhooks(db: Pool, server: ServerSecret): Promise<ListedWebhook[]> {
  const { rows } = await db.query<{
    id: number;
    url: string;
    secret_id: string;
    created_at: Date;
    delivered_at: Date | null;
    problem: string | null;
    failures: number;
    is_gone: boolean;
    waiting: number;
    dead: number;
  }>(
    `select w.*, (select count(*)::int from alert_events e where e.id > w.place) as waiting,
       (select count(*)::int from webhook_dead_letters d where d.webhook = w.id) as dead
     from webhooks w order by id`,
  );
  return rows.map(({ id, url, failures, waiting, dead, ...row }) => ({
    id,
    url,
    failures,
    waiting,
    dead,
    createdMs: epochMs(row.created_at.getTime()),
    deliveredMs: row.delivered_at === null ? undefined : epochMs(row.delivered_at.getTime()),
    problem: row.problem ?? undefined,
    isGone: row.is_gone,
    isReadable: row.secret_id === server.id,
  }));
}

/** The webhooks that may be sent something now: those that wait for a next try are left out. */
export async function dueWebhooks(db: Pool, server: ServerSecret, now: EpochMs): Promise<DueWebhook[]> {
  const { rows } = await db.query<Omit<DueWebhook, 'place'> & { sealed_secret: Buffer; place: string }>({
    name: 'webhooks-due',
    text: `select id, url, sealed_secret, place, failures from webhooks
      where secret_id = $1 and not is_gone and retry_at <= $2 and place < (select max(id) from alert_events)`,
    values: [server.id, new Date(now)],
  });
  return rows.map(({ id, url, sealed_secret, place, failures }) => ({
    id,
    url,
    failures,
    secret: unseal(sealed_secret, server.sealingKey, url),
    place: Number(place),
  }));
}

/** Which try was made: of the event after the place. */
export interface Tried {
  readonly id: number;
  readonly place: number;
  readonly event: number;
}

/** The event was handed over. False when a replay has moved the place meanwhile. */
export async function keepDelivered(db: Pool, { id, place, event }: Tried, now: EpochMs): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'webhook-delivered',
    text: `update webhooks set place = $3, failures = 0, retry_at = '-infinity', problem = null, delivered_at = $4
      where id = $1 and place = $2`,
    values: [id, place, event, new Date(now)],
  });
  return rowCount === 1;
}

/** The try failed; the next one is due later, or none when the receiver is gone. */
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

/** The event is given up: it is listed as a dead letter, and the next one follows. */
export async function keepDead(
  db: Pool,
  { id, place, event }: Tried,
  problem: string,
  now: EpochMs,
): Promise<void> {
  await db.query(
    `with moved as (
       update webhooks set place = $3, failures = 0, retry_at = '-infinity', problem = $5
       where id = $1 and place = $2 returning id
     ) insert into webhook_dead_letters (webhook, event, failed_at, problem)
       select id, $3, $4, $5 from moved on conflict do nothing`,
    [id, place, event, new Date(now), problem],
  );
}

/** Dead letters, the newest first. */
export async function listDeadLetters(db: Pool, limit: number): Promise<DeadLetter[]> {
  const { rows } = await db.query<
    Omit<DeadLetter, 'index' | 'failedMs'> & { index: string; failed_at: Date }
  >(
    `select d.webhook, l.name as ledger, e.index, e.type, d.failed_at, d.problem from webhook_dead_letters d
     join alert_events e on e.id = d.event join ledgers l on l.id = e.ledger
     order by d.failed_at desc, d.event desc limit $1`,
    [limit],
  );
  return rows.map(({ index, failed_at, ...row }) => ({
    ...row,
    index: Number(index),
    failedMs: epochMs(failed_at.getTime()),
  }));
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
  const { rows } = await db.query<{ place: string; events: number }>(
    `with start as (
       select coalesce(min(id) filter (where ledger = $2 and index >= $3) - 1, max(id), 0) as place from alert_events
     ), revived as (
       delete from webhook_dead_letters where webhook = $1 and event > (select place from start)
     ) update webhooks set place = start.place, failures = 0, retry_at = '-infinity', problem = null, is_gone = false
       from start where webhooks.id = $1
       returning (select count(*)::int from alert_events where alert_events.id > start.place) as events`,
    [id, ledger, fromIndex],
  );
  return rows[0]?.events;
}
