import type { FastifyBaseLogger } from 'fastify';
import type { ClientBase, Pool } from 'pg';
import { DAY_MS, type EpochMs, MINUTE_MS } from '../../core/time/instant.ts';
import type { AdminEvent } from '../../core/wire/admin.ts';
import { msOf } from '../db/database-pool.ts';
import { TokenBuckets } from '../platform/token-bucket.ts';
import { execute, queryRows } from '../platform/sql.ts';

export const TRADER_EVENTS = [
  'sign_in',
  'sign_up',
  'refresh',
  'sign_out',
  'password_change',
  'token_add',
  'token_end',
] as const;
export type TraderEvent = (typeof TRADER_EVENTS)[number];

/** One entry of the audit log. It never holds a secret, nor an address that was typed in. */
export interface SecurityEvent {
  readonly at: EpochMs;
  /** One of TRADER_EVENTS, or an operator's command, such as `user add`. */
  readonly what: string;
  /** `ok`, or the code of the refusal. */
  readonly result: string;
  /** The ID of the account that the event concerns, where it is known. */
  readonly account?: string | undefined;
  /** A user of the operating system, for a command. */
  readonly operator?: string | undefined;
  /** The ID of the admin's account, for an action at /admin. */
  readonly admin?: string | undefined;
  readonly ip?: string | undefined;
}

/** Older events are removed. */
const KEPT_MS = 365 * DAY_MS;

/** Most refused sign-ins that are kept: a client that guesses without end must not fill the disk. */
const KEPT_REFUSALS = 200_000;

/** What is refused by a rate limit costs next to nothing to repeat: it is recorded once a minute for each network. */
const LIMITED = { capacity: 1, refillMs: MINUTE_MS };
const LIMITED_NETWORKS = 10_000;

export type SecurityEvents = ReturnType<typeof createSecurityEvents>;

export function createSecurityEvents(db: Pool, log: FastifyBaseLogger) {
  const limited = new TokenBuckets(LIMITED, LIMITED_NETWORKS);
  return {
    /** Writes the event to the log and to its table. A failure of the table is logged and refuses nothing. */
    async record(event: SecurityEvent): Promise<void> {
      const { at: _at, ...line } = event;
      log.info({ event: line }, 'security event');
      try {
        await insertEvent(db, event);
      } catch (error) {
        log.error({ err: error }, 'a security event could not be stored');
      }
    },
    /** Whether a refusal by a rate limit is to be recorded: the first of a network in a minute. */
    isFirstLimited: (network: string | undefined, now: EpochMs) => limited.take(network ?? '', now),
  };
}

/**
 * Does some work and records how it ended: `ok`, or the code that `codeOf` finds in its error; undefined: no entry. `about` is called
 * with the account's ID once it is known.
 */
export async function audited<T>(
  { events, now }: { readonly events: Pick<SecurityEvents, 'record'>; readonly now: () => EpochMs },
  event: Pick<SecurityEvent, 'what' | 'admin' | 'ip'>,
  work: (about: (account: string) => void) => Promise<T>,
  codeOf: (error: unknown) => string | undefined,
): Promise<T> {
  let account: string | undefined;
  const record = (result: string) => events.record({ at: now(), ...event, result, account });
  try {
    const done = await work((id) => {
      account = id;
    });
    await record('ok');
    return done;
  } catch (error) {
    const code = codeOf(error);
    if (code !== undefined) await record(code);
    throw error;
  }
}

export async function insertEvent(db: ClientBase | Pool, event: SecurityEvent): Promise<void> {
  const { at, what, result, account, operator, admin, ip } = event;
  await execute(db)`insert into security_events (at, what, result, account, operator, admin, ip)
    values (${new Date(at)}, ${what}, ${result}, ${account}, ${operator}, ${admin}, ${ip})`;
}

export interface EventFilter {
  readonly account?: string | undefined;
  readonly what?: string | undefined;
  readonly refused?: boolean | undefined;
  /** Only what was recorded before the event with this ID. */
  readonly before?: number | undefined;
  readonly limit: number;
}

/** An event as it is listed, with the present addresses of the accounts. */
export interface ListedEvent extends AdminEvent {
  /** The address of the admin's account, or its ID where it is there no more. */
  readonly admin: string | null;
}

/** The newest events that pass the filter, the newest first. */
export async function listEvents(
  db: Pool,
  { account, what, refused = false, before, limit }: EventFilter,
): Promise<ListedEvent[]> {
  return queryRows<ListedEvent>(db)`select e.id, ${msOf('e.at')} as "atMs", e.what, e.result, e.account,
      e.operator,
      coalesce(a.email, e.admin::text) as admin, host(e.ip) as ip, u.email
    from security_events e left join users u on u.id = e.account left join users a on a.id = e.admin
    where (${account}::uuid is null or e.account = ${account}) and (${what}::text is null
    or e.what = ${what})
      and (not ${refused} or e.result <> 'ok') and (${before}::bigint is null or e.id < ${before})
    order by e.id desc limit ${limit}`;
}

/** Removes up to `limit` events that are older than a year, or refused sign-ins beyond the number that is kept; answers how many. */
export async function removeOldEvents(
  db: Pool,
  now: EpochMs,
  limit: number,
  keptRefusals = KEPT_REFUSALS,
): Promise<number> {
  return execute(db)`delete from security_events where id in (
      (select id from security_events where at < ${new Date(now - KEPT_MS)} order by at limit ${limit})
      union
      (select id from security_events where what = 'sign_in' and result <> 'ok'
      order by id desc offset ${keptRefusals} limit ${limit})
    )`;
}
