import { type EpochMs, MINUTE_MS } from '../../core/time/instant.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import type { RequestLimit } from '../../core/wire/market.ts';
import type { Timeframe } from '../../core/market/timeframes.ts';
import type { Pool } from 'pg';
import { inTransaction } from '../db/database-pool.ts';
import { execute, executeOne, queryRow, queryRows, raw, sql } from '../platform/sql.ts';

/** The choice of a P-BOT request, and the instant of its decision, on the market's clock. */
export interface AskedFor {
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
  readonly decidesMs: EpochMs;
}

export interface RequestKey {
  readonly userId: string;
  /** Made by the page. */
  readonly key: string;
}

/** A known request, with the place of the entry that decided it. */
export interface KnownRequest extends AskedFor {
  readonly decision: number | null;
}

export const MOST_REQUESTS = 12;
export const KEY_LIFE_MS = 10 * MINUTE_MS;

export type SignalRequests = ReturnType<typeof databaseRequests>;

/** The limit of a trader after so many requests in the last minute. */
export function limitAfter(used: number): RequestLimit {
  return { most: MOST_REQUESTS, perMs: MINUTE_MS, left: Math.max(0, MOST_REQUESTS - used) };
}

const KEY_LIFE = raw(`interval '${KEY_LIFE_MS} milliseconds'`);
const ASKED = raw('pair, timeframe, decides_ms as "decidesMs"');

/**
 * The P-BOT requests of a ledger, shared by all servers: asked for on any of them, decided by the one that has the desk. A request ends
 * when the entry that decides it is recorded, by the ledger's own append. Traders' limits and the life of keys use the database's clock.
 * Everything rejects while the database does not answer.
 */
export function databaseRequests(db: Pool, ledger: string) {
  const waiting = sql`ledger = ${ledger} and decision is null and not is_taken_back`;
  const used = async (userId: string, client: Pick<Pool, 'query'> = db) => {
    const rows = await queryRows<{ used: number; wait_ms: number | null }>(client)`
      select count(*)::int as used,
        extract(epoch from min(asked_at) + interval '1 minute' - clock_timestamp())::float8 * 1000 as wait_ms
      from signal_requests where user_id = ${userId} and asked_at > clock_timestamp() - interval '1 minute'`;
    return rows[0] ?? { used: 0, wait_ms: null };
  };

  return {
    /** The request of this key in the last ten minutes; undefined where there was none, or it was taken back. */
    async find({ userId, key }: RequestKey): Promise<KnownRequest | undefined> {
      return queryRow<KnownRequest>(db)`select ${ASKED}, decision from signal_requests
        where ledger = ${ledger} and user_id = ${userId} and key = ${key} and not is_taken_back
          and asked_at > clock_timestamp() - ${KEY_LIFE}`;
    },

    /** Adds a request, unless one of the same key is known. Returns the wait in wall-clock time where the trader has none left. */
    add: ({ userId, key }: RequestKey, { pair, timeframe, decidesMs }: AskedFor) =>
      inTransaction(db, async (client): Promise<{ readonly retryAfterMs: number } | undefined> => {
        // Serialised for each trader, across servers: parallel requests could pass the limit.
        await execute(client)`select pg_advisory_xact_lock(hashtextextended(${userId}, 0))`;
        const { used: count, wait_ms: waitMs } = await used(userId, client);
        if (count >= MOST_REQUESTS) return { retryAfterMs: Math.max(1, Math.ceil(waitMs ?? 0)) };
        await execute(client)`insert into signal_requests
            (ledger, user_id, key, pair, timeframe, decides_ms)
          values (${ledger}, ${userId}, ${key}, ${pair}, ${timeframe}, ${decidesMs})
          on conflict (user_id, key) where not is_taken_back do update
          set ledger = excluded.ledger, pair = excluded.pair, timeframe = excluded.timeframe,
            decides_ms = excluded.decides_ms, asked_at = excluded.asked_at, decision = null
          where signal_requests.ledger <> excluded.ledger
            or signal_requests.asked_at <= clock_timestamp() - ${KEY_LIFE}`;
        return undefined;
      }),

    /** Takes a request back; true where it waited for its decision. It stays counted. */
    async takeBack({ userId, key }: RequestKey): Promise<boolean> {
      return executeOne(db)`update signal_requests set is_taken_back = true where ${waiting}
        and user_id = ${userId} and key = ${key}`;
    },

    limitOf: async (userId: string): Promise<RequestLimit> => limitAfter((await used(userId)).used),

    async due(timeframe: Timeframe, decidesMs: number): Promise<readonly ScoredPair[]> {
      const rows = await queryRows<{ pair: ScoredPair }>(db)`select pair from signal_requests
        where ${waiting} and timeframe = ${timeframe} and decides_ms = ${decidesMs}
        group by pair order by min(id)`;
      return rows.map(({ pair }) => pair);
    },

    /** All that waits for a decision at or before an instant, in the order of instants. */
    async overdue(untilMs: number): Promise<readonly AskedFor[]> {
      return queryRows<AskedFor>(db)`with pruned as (
          delete from signal_requests where asked_at < clock_timestamp() - 2 * ${KEY_LIFE})
        select ${ASKED} from signal_requests where ${waiting} and decides_ms <= ${untilMs}
        group by pair, timeframe, decides_ms order by decides_ms, min(id)`;
    },

    /** Drops all of them: the clock was set, and the promised instants are void. */
    async forget(): Promise<void> {
      await execute(db)`delete from signal_requests where ledger = ${ledger}`;
    },
  };
}
