import type { Pool } from 'pg';
import { doubleMid, type FeedSource, type Tick, tickTime } from '../../core/market/tick.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import type { FeedReport } from '../../core/wire/market.ts';
import { HOUR_MS, MINUTE_MS } from '../../core/time/instant.ts';
import { PointRing, type Points, type Span } from './point-ring.ts';
import { tickBytes, ticksIn } from './tick-bytes.ts';

/** What nodes are told when there is another beat. */
export const BEAT_TOPIC = 'beat';
/** Sources whose prices their terms let us keep for ourselves. Deriv's do not. */
const KEPT_SOURCES: ReadonlySet<FeedSource> = new Set(['kraken', 'oanda', 'replay', 'synthetic']);
/** A day and a little: what the engine calls usual is an average over about a day. */
const HISTORY_MS = 26 * HOUR_MS;
/** How long quotes that may not be kept are there for nodes to read. */
const PASSING_MS = MINUTE_MS;
const ROWS_AT_ONCE = 2_000;

/** What the market said at one instant. */
export interface Beat {
  readonly id: number;
  /** The name of the ledger that its signals are recorded in. */
  readonly ledger: string;
  readonly nowMs: number;
  readonly speed: number;
  readonly report: FeedReport;
  readonly beginsAnew: boolean;
  /** The quotes since the beat before. */
  readonly ticks: Iterable<Tick>;
}

export type BeatDraft = Omit<Beat, 'id' | 'ticks'> & { readonly ticks: readonly Tick[] };

interface BeatRow {
  readonly id: string;
  readonly ledger: string;
  readonly now_ms: string;
  readonly speed: number;
  readonly report: FeedReport;
  readonly begins_anew: boolean;
  readonly ticks: Buffer;
}

const COLUMNS = 'id, ledger, now_ms, speed, report, begins_anew, ticks';

/**
 * Writes a beat for all nodes, unless another writer than this one has the desk's lease. A crash of the database may lose the last of
 * them: nothing waits for the disk.
 */
export async function writeBeat(db: Pool, writer: string, beat: BeatDraft): Promise<void> {
  const { ledger, nowMs, speed, report, ticks, beginsAnew } = beat;
  await db.query({
    name: 'market-beat',
    text: `with fast as materialized (select set_config('synchronous_commit', 'off', true))
      insert into market_beats (ledger, now_ms, speed, report, ticks, may_be_kept, begins_anew)
      select $1, $2, $3, $4, $5, $6, $7 from fast, desk_lease where writer = $8 and expires_at > clock_timestamp()
      returning pg_notify('pipcast', '${BEAT_TOPIC} ')`,
    values: [
      ledger,
      Math.round(nowMs),
      speed,
      JSON.stringify(report),
      tickBytes(ticks),
      ticks.every(({ source }) => KEPT_SOURCES.has(source)),
      beginsAnew,
      writer,
    ],
  });
}

/** Deletes what no node needs any more. */
export async function pruneBeats(db: Pool, ledger: string, nowMs: number): Promise<void> {
  await db.query(
    `delete from market_beats where (ledger = $1 and now_ms < $2) or at < clock_timestamp() - $3 * interval '1 ms'
       or (not may_be_kept and at < clock_timestamp() - $4 * interval '1 ms')`,
    [ledger, Math.round(nowMs - HISTORY_MS), HISTORY_MS, PASSING_MS],
  );
}

/** The newest beat and how long ago it was written, in ms; undefined where there is none. */
export async function lastBeat(db: Pool): Promise<(Beat & { readonly ageMs: number }) | undefined> {
  const { rows } = await db.query<BeatRow & { age_ms: number }>(
    `select ${COLUMNS}, extract(epoch from clock_timestamp() - at)::float8 * 1000 as age_ms
     from market_beats order by id desc limit 1`,
  );
  const row = rows[0];
  return row && { ...beatOf(row), ageMs: row.age_ms };
}

/** The beats after one, oldest first, at most two thousand. */
export async function beatsAfter(db: Pool, id: number): Promise<readonly Beat[]> {
  const { rows } = await db.query<BeatRow>({
    name: 'market-beats-after',
    text: `select ${COLUMNS} from market_beats where id > $1 order by id limit ${ROWS_AT_ONCE}`,
    values: [id],
  });
  return rows.map(beatOf);
}

/** The place in front of the beats of the last day before `last`, and of its run: what a node reads first. */
export async function historyStart(db: Pool, last: Pick<Beat, 'ledger' | 'nowMs'>): Promise<number> {
  const { rows } = await db.query<{ first: string | null }>(
    'select min(id) as first from market_beats where ledger = $1 and now_ms >= $2',
    [last.ledger, Math.round(last.nowMs - HISTORY_MS)],
  );
  return Number(rows[0]?.first ?? 1) - 1;
}

/** Twice the mids of a pair from one feed, the last of each second of a span of minutes, oldest first; none where they are not kept any more. */
export async function pathInBeats(
  db: Pool,
  ledger: string,
  { source, pair }: Pick<Tick, 'source' | 'pair'>,
  { fromMs, toMs }: Span,
): Promise<Points> {
  const ring = new PointRing();
  for (const { ticks } of await beatsOf(db, ledger, { fromMs, toMs }))
    for (const tick of ticks) {
      const atMs = tickTime(tick);
      if (tick.source === source && tick.pair === pair && atMs >= fromMs && atMs <= toMs)
        ring.push(atMs, doubleMid(tick));
    }
  return ring.points();
}

/** The quotes of a pair in a span of a ledger's market, in the order of time, of the source that has most. */
export async function ticksInBeats(
  db: Pool,
  ledger: string,
  pair: ScoredPair,
  span: Span,
): Promise<readonly Tick[]> {
  const bySource = new Map<FeedSource, Tick[]>();
  for (const { ticks } of await beatsOf(db, ledger, span))
    for (const tick of ticks) {
      const at = tickTime(tick);
      if (tick.pair !== pair || at < span.fromMs || at > span.toMs) continue;
      const kept = bySource.get(tick.source) ?? [];
      bySource.set(tick.source, kept);
      if (tick.receivedTime >= (kept.at(-1)?.receivedTime ?? 0)) kept.push(tick);
    }
  return [...bySource.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** From when to when there are beats of a ledger's market that may be kept; undefined where there are none. */
export async function beatSpan(db: Pool, ledger: string): Promise<Span | undefined> {
  const { rows } = await db.query<{ first: string | null; last: string | null }>(
    'select min(now_ms) as first, max(now_ms) as last from market_beats where ledger = $1 and may_be_kept',
    [ledger],
  );
  const { first = null, last = null } = rows[0] ?? {};
  return first === null || last === null ? undefined : { fromMs: Number(first), toMs: Number(last) };
}

/** Those whose quotes may be of a span: a quote is written within a second or two of the wall's clock. */
async function beatsOf(db: Pool, ledger: string, { fromMs, toMs }: Span): Promise<readonly Beat[]> {
  const { rows } = await db.query<BeatRow>(
    `select ${COLUMNS} from market_beats where ledger = $1 and now_ms between $2 and $3::bigint + 2000 * speed order by id`,
    [ledger, Math.floor(fromMs), Math.ceil(toMs + MINUTE_MS)],
  );
  return rows.map(beatOf);
}

function beatOf(row: BeatRow): Beat {
  return {
    id: Number(row.id),
    ledger: row.ledger,
    nowMs: Number(row.now_ms),
    speed: row.speed,
    report: row.report,
    beginsAnew: row.begins_anew,
    ticks: ticksIn(row.ticks),
  };
}
