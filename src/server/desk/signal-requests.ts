import { type EpochMs, MINUTE_MS } from '../../core/time/instant.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import type { RequestLimit } from '../../core/wire/market.ts';
import type { Timeframe } from '../../core/market/timeframes.ts';
import type { Pool } from 'pg';
import { inTransaction } from '../db/in-transaction.ts';

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

const KEY_LIFE = `interval '${KEY_LIFE_MS} milliseconds'`;
const WAITING = 'ledger = $1 and decision is null and not is_taken_back';
const ASKED = 'pair, timeframe, decides_ms as "decidesMs"';

/**
 * The P-BOT requests of a ledger, shared by all servers: asked for on any of them, decided by the one that has the desk. A request ends
 * when the entry that decides it is recorded, by the ledger's own append. Traders' limits and the life of keys use the database's clock.
 * Everything rejects while the database does not answer.
 */
export function databaseRequests(db: Pool, ledger: string) {
  const used = async (userId: string, client: Pick<Pool, 'query'> = db) => {
    const { rows } = await client.query<{ used: number; wait_ms: number | null }>(
      `select count(*)::int as used,
         extract(epoch from min(asked_at) + interval '1 minute' - clock_timestamp())::float8 * 1000 as wait_ms
       from signal_requests where user_id = $1 and asked_at > clock_timestamp() - interval '1 minute'`,
      [userId],
    );
    return rows[0] ?? { used: 0, wait_ms: null };
  };

  return {
    /** The request of this key in the last ten minutes; undefined where there was none, or it was taken back. */
    async find({ userId, key }: RequestKey): Promise<KnownRequest | undefined> {
      const { rows } = await db.query<KnownRequest>(
        `select ${ASKED}, decision from signal_requests
         where ledger = $1 and user_id = $2 and key = $3 and not is_taken_back
           and asked_at > clock_timestamp() - ${KEY_LIFE}`,
        [ledger, userId, key],
      );
      return rows[0];
    },

    /** Adds a request, unless one of the same key is known. Returns the wait in wall-clock time where the trader has none left. */
    add: ({ userId, key }: RequestKey, { pair, timeframe, decidesMs }: AskedFor) =>
      inTransaction(db, async (client): Promise<{ readonly retryAfterMs: number } | undefined> => {
        // Serialised for each trader, across servers: parallel requests could pass the limit.
        await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [userId]);
        const { used: count, wait_ms: waitMs } = await used(userId, client);
        if (count >= MOST_REQUESTS) return { retryAfterMs: Math.max(1, Math.ceil(waitMs ?? 0)) };
        await client.query(
          `insert into signal_requests (ledger, user_id, key, pair, timeframe, decides_ms) values ($1, $2, $3, $4, $5, $6)
           on conflict (user_id, key) where not is_taken_back do update set ledger = excluded.ledger, pair = excluded.pair,
             timeframe = excluded.timeframe, decides_ms = excluded.decides_ms, asked_at = excluded.asked_at, decision = null
           where signal_requests.ledger <> excluded.ledger
             or signal_requests.asked_at <= clock_timestamp() - ${KEY_LIFE}`,
          [ledger, userId, key, pair, timeframe, decidesMs],
        );
        return undefined;
      }),

    /** Takes a request back; true where it waited for its decision. It stays counted. */
    async takeBack({ userId, key }: RequestKey): Promise<boolean> {
      const { rowCount } = await db.query(
        `update signal_requests set is_taken_back = true where ${WAITING} and user_id = $2 and key = $3`,
        [ledger, userId, key],
      );
      return rowCount === 1;
    },

    limitOf: async (userId: string): Promise<RequestLimit> => limitAfter((await used(userId)).used),

    async due(timeframe: Timeframe, decidesMs: number): Promise<readonly ScoredPair[]> {
      const { rows } = await db.query<{ pair: ScoredPair }>({
        name: 'requests-due',
        text: `select pair from signal_requests where ${WAITING} and timeframe = $2 and decides_ms = $3 group by pair order by min(id)`,
        values: [ledger, timeframe, decidesMs],
      });
      return rows.map(({ pair }) => pair);
    },

    /** All that waits for a decision at or before an instant, in the order of instants. */
    async overdue(untilMs: number): Promise<readonly AskedFor[]> {
      const { rows } = await db.query<AskedFor>({
        name: 'requests-overdue',
        text: `with pruned as (delete from signal_requests where asked_at < clock_timestamp() - 2 * ${KEY_LIFE})
          select ${ASKED} from signal_requests where ${WAITING} and decides_ms <= $2
          group by pair, timeframe, decides_ms order by decides_ms, min(id)`,
        values: [ledger, untilMs],
      });
      return rows;
    },

    /** Drops all of them: the clock was set, and the promised instants are void. */
    async forget(): Promise<void> {
      await db.query('delete from signal_requests where ledger = $1', [ledger]);
    },
  };
}
