import { randomBytes } from 'node:crypto';
import { type ClientBase, escapeLiteral, type Pool } from 'pg';
import { scaledPrice, SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import { doubleMid, FEED_SOURCES, type FeedSource, type Tick, tickTime } from '../../core/market/tick.ts';
import type { DayTicks } from '../../core/market/day-prices.ts';
import type { FeedReport } from '../../core/wire/market.ts';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { PointRing, type Points, type Span } from './point-ring.ts';
import type { MarketCore, MarketSource } from './market-core.ts';
import type { FastifyBaseLogger } from 'fastify';
import { oneAtATime } from '../platform/one-at-a-time.ts';
import { eachSecond } from './timers.ts';
import type { Market } from './market.ts';
import { execute, queryRow, queryRows, queryValue, raw } from '../platform/sql.ts';

export const BEAT_TOPIC = 'beat';
/** Sources whose terms allow us to store their prices for our own use. Deriv's do not. */
const KEPT_SOURCES: ReadonlySet<FeedSource> = new Set(['kraken', 'oanda', 'replay', 'synthetic']);
/** A day and a little: what the engine calls usual is an average over about a day. */
const HISTORY_MS = 26 * HOUR_MS;
/** How long quotes that may not be stored are there for other nodes to read. */
const PASSING_MS = MINUTE_MS;
const ROWS_AT_ONCE = 2_000;
/** What of a day is read at a time: less than a millisecond of processor time, during which others wait. */
const DAY_PART_MS = 5 * MINUTE_MS;

export interface Beat {
  readonly id: number;
  /** The ledger that its signals are recorded in. */
  readonly ledger: string;
  readonly nowMs: number;
  readonly speed: number;
  readonly report: FeedReport;
  readonly startsOver: boolean;
  /** The quotes since the beat before. */
  readonly ticks: Iterable<Tick>;
}

export type BeatDraft = Omit<Beat, 'id' | 'ticks'> & { readonly ticks: readonly Tick[] };

interface BeatRow extends Omit<Beat, 'ticks'> {
  readonly ticks: Buffer;
}

const COLUMNS = raw('id, ledger, now_ms as "nowMs", speed, report, starts_over as "startsOver", ticks');

/**
 * Writes a beat for all nodes, unless another writer than this one has the desk's lease. A crash of the database may lose the last of
 * them: nothing waits for the disk.
 */
export async function writeBeat(db: Pool, writer: string, beat: BeatDraft): Promise<void> {
  const { ledger, nowMs, speed, report, ticks, startsOver } = beat;
  await execute(db)`with fast as materialized (select set_config('synchronous_commit', 'off', true))
    insert into market_beats (ledger, now_ms, speed, report, ticks, may_be_kept, starts_over)
    select ${ledger}, ${Math.round(nowMs)}, ${speed}, ${JSON.stringify(report)}, ${tickBytes(ticks)},
      ${ticks.every(({ source }) => KEPT_SOURCES.has(source))}, ${startsOver} from fast, desk_lease
    where writer = ${writer} and expires_at > clock_timestamp()
    returning pg_notify('pipcast', ${`${BEAT_TOPIC} `})`;
}

/** Deletes what no node needs any more. */
export async function pruneBeats(db: Pool, ledger: string, nowMs: number): Promise<void> {
  await execute(db)`delete from market_beats
    where (ledger = ${ledger} and now_ms < ${Math.round(nowMs - HISTORY_MS)})
      or at < clock_timestamp() - ${HISTORY_MS} * interval '1 ms'
      or (not may_be_kept and at < clock_timestamp() - ${PASSING_MS} * interval '1 ms')`;
}

/** The newest beat and its age in ms; undefined where there is none. */
export async function lastBeat(db: Pool): Promise<(Beat & { readonly ageMs: number }) | undefined> {
  const row = await queryRow<BeatRow & { ageMs: number }>(db)`
    select ${COLUMNS}, extract(epoch from clock_timestamp() - at)::float8 * 1000 as "ageMs"
    from market_beats order by id desc limit 1`;
  return row && { ...row, ticks: ticksIn(row.ticks) };
}

/** The beats after one, oldest first, at most two thousand. */
export async function beatsAfter(db: Pool, id: number): Promise<readonly Beat[]> {
  const rows = await queryRows<BeatRow>(db)`select ${COLUMNS} from market_beats where id > ${id} order by id
    limit ${ROWS_AT_ONCE}`;
  return rows.map((row) => ({ ...row, ticks: ticksIn(row.ticks) }));
}

/** The place in front of the beats of the last day before `last`, and of its run: what a node reads first. */
export async function historyStart(db: Pool, last: Pick<Beat, 'ledger' | 'nowMs'>): Promise<number> {
  const first = await queryValue<number | null>(db)`select min(id) from market_beats
    where ledger = ${last.ledger} and now_ms >= ${Math.round(last.nowMs - HISTORY_MS)}`;
  return (first ?? 1) - 1;
}

/** Twice the mids of a pair from one feed, the last of each second of a span of minutes, oldest first; none where they are not kept any more. */
export async function pathInBeats(
  db: Pool,
  ledger: string,
  { source, pair }: Pick<Tick, 'source' | 'pair'>,
  { fromMs, toMs }: Span,
): Promise<Points> {
  const ring = new PointRing();
  // A quote is written within a second or two of wall-clock time.
  const rows = await queryRows<Pick<BeatRow, 'ticks'>>(db)`select ticks from market_beats
    where ledger = ${ledger}
    and now_ms between ${Math.floor(fromMs)} and ${Math.ceil(toMs + MINUTE_MS)}::bigint + 2000 * speed
    order by id`;
  for (const { ticks } of rows)
    for (const tick of ticksIn(ticks)) {
      const atMs = tickTime(tick);
      if (tick.source === source && tick.pair === pair && atMs >= fromMs && atMs <= toMs)
        ring.push(atMs, doubleMid(tick));
    }
  return ring.points();
}

/**
 * The quotes of a day of a ledger's market that may be kept, by pair, in the order of time, each pair's of the source that has most. Read in parts, so that
 * others are served meanwhile and one part is in memory at a time.
 */
export async function dayInBeats(
  client: ClientBase,
  ledger: string,
  day: number,
): Promise<ReadonlyMap<ScoredPair, DayTicks>> {
  const startMs = day * DAY_MS;
  const bySource = new Map<string, { pair: ScoredPair; timeMs: number[]; bid: number[]; ask: number[] }>();
  const [from, to] = [startMs, startMs + DAY_MS + MINUTE_MS].map(String);
  await client.query(`begin;
    declare parts no scroll cursor for select string_agg(ticks, '' order by now_ms, id) as ticks from market_beats
      where ledger = ${escapeLiteral(ledger)} and now_ms between ${from} and ${to}::bigint + 2000 * speed and may_be_kept and ticks <> ''
      group by now_ms / ${DAY_PART_MS} order by now_ms / ${DAY_PART_MS}`);
  for (;;) {
    const part = await queryRow<Pick<BeatRow, 'ticks'>>(client)`fetch from parts`;
    if (part === undefined) break;
    for (const tick of ticksIn(part.ticks)) {
      const { source, pair, bid, ask } = tick;
      const timeMs = tickTime(tick) - startMs;
      const key = `${source} ${pair}`;
      const columns = bySource.get(key) ?? { pair, timeMs: [], bid: [], ask: [] };
      if (timeMs < (columns.timeMs.at(-1) ?? 0) || timeMs >= DAY_MS) continue;
      bySource.set(key, columns);
      columns.timeMs.push(timeMs);
      columns.bid.push(bid);
      columns.ask.push(ask);
    }
  }
  await execute(client)`commit`;
  return new Map(
    [...bySource.values()]
      .sort((one, other) => one.timeMs.length - other.timeMs.length)
      .map(({ pair, timeMs, bid, ask }) => [
        pair,
        {
          kind: 'ticks',
          timeMs: new Int32Array(timeMs),
          bid: new Int32Array(bid),
          ask: new Int32Array(ask),
        },
      ]),
  );
}

/** From when to when there are beats of a ledger's market that may be kept; undefined where there are none. */
export async function beatSpan(client: ClientBase | Pool, ledger: string): Promise<Span | undefined> {
  return queryRow<Span>(client)`select min(now_ms) as "fromMs", max(now_ms) as "toMs" from market_beats
    where ledger = ${ledger} and may_be_kept
    having count(*) > 0`;
}

/** Time in ms (double), bid, ask (32-bit integers), pair, source; little-endian. */
const TICK_BYTES = 18;

/** Quotes one after the other, 18 bytes each. */
export function tickBytes(ticks: readonly Tick[]): Buffer {
  const bytes = Buffer.alloc(ticks.length * TICK_BYTES);
  for (const [index, tick] of ticks.entries()) {
    const at = index * TICK_BYTES;
    bytes.writeDoubleLE(tickTime(tick), at);
    bytes.writeInt32LE(tick.bid, at + 8);
    bytes.writeInt32LE(tick.ask, at + 12);
    bytes.writeUInt8(SCORED_PAIRS.indexOf(tick.pair), at + 16);
    bytes.writeUInt8(FEED_SOURCES.indexOf(tick.source), at + 17);
  }
  return bytes;
}

/** The quotes in bytes of `tickBytes`, in order; those of a pair or source that this version does not know are left out. */
export function* ticksIn(bytes: Buffer): Generator<Tick> {
  for (let at = 0; at + TICK_BYTES <= bytes.length; at += TICK_BYTES) {
    const pair = SCORED_PAIRS[bytes.readUInt8(at + 16)];
    const source = FEED_SOURCES[bytes.readUInt8(at + 17)];
    if (pair === undefined || source === undefined) continue;
    const time = epochMs(bytes.readDoubleLE(at));
    const bid = scaledPrice(bytes.readInt32LE(at + 8));
    const ask = scaledPrice(bytes.readInt32LE(at + 12));
    yield { source, pair, bid, ask, sourceTime: time, receivedTime: time };
  }
}

/** A run whose last beat is younger goes on in the server that has the desk next. */
const GOES_ON_MS = 15 * SECOND_MS;

/**
 * The run that a desk goes on with. Live prices have one ledger for ever. A replay and made-up prices go on when another desk on the same ones
 * was there seconds ago; else they start over, in a ledger of their own, also two that begin in one second. `lastBeatMs` is on the
 * clock of the run's market; undefined for a new run.
 */
export async function nextRun(
  db: Pool,
  { kind, label }: Pick<MarketSource, 'kind' | 'label'>,
  startedAtMs: number,
) {
  const last = await lastBeat(db);
  if (kind === 'live')
    return { ledger: 'live', lastBeatMs: last?.ledger === 'live' ? last.nowMs : undefined };
  if (last !== undefined && last.ageMs < GOES_ON_MS && last.report.label === label)
    return { ledger: last.ledger, lastBeatMs: last.nowMs };
  const at = new Date(startedAtMs).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').replace('T', '-');
  return { ledger: `${kind}-${at}-${randomBytes(4).toString('hex')}`, lastBeatMs: undefined };
}

export interface BeatWriterDeps {
  readonly db: Pool;
  readonly log: FastifyBaseLogger;
  readonly core: MarketCore;
  readonly market: Market;
  readonly ledger: string;
  readonly writer: string;
  /** The market starts over: other nodes must forget what they know. */
  readonly startsOver: boolean;
}

/** A beat is written this long before a second turns, so that the other nodes have its prices when they send theirs. */
const LEAD_MS = 350;
const PRUNE_EVERY = 60;
/** Most quotes that wait for a lost database: more than an hour of any real feed. Older ones are dropped. */
const MOST_WAITING = 200_000;

/** Reports the market of this node to the others: once a second, and when a feed changes. */
export class BeatWriter {
  readonly #deps: BeatWriterDeps;
  readonly #stops: (() => void)[] = [];
  #waiting: Tick[] = [];
  #startsOver: boolean;
  #count = 0;
  #isWell = true;

  constructor(deps: BeatWriterDeps) {
    this.#deps = deps;
    this.#startsOver = deps.startsOver;
    const { core, market } = deps;
    core.onQuote = (tick) => this.#waiting.push(tick);
    this.#stops.push(
      () => (core.onQuote = undefined),
      eachSecond(Date.now, LEAD_MS, () => void this.beat()),
      market.onFeed(() => void this.beat()),
      market.onClockSet(() => {
        this.#waiting = [];
        this.#startsOver = true;
        void this.beat();
      }),
    );
  }

  /** Writes one; never rejects. Its quotes wait for the next where the database does not answer. */
  readonly beat = oneAtATime(() => this.#write());

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.beat();
  }

  async #write(): Promise<void> {
    const { db, log, market, ledger, writer } = this.#deps;
    const ticks = this.#waiting;
    const startsOver = this.#startsOver;
    const nowMs = market.clock.now();
    this.#waiting = [];
    this.#startsOver = false;
    try {
      await writeBeat(db, writer, {
        ledger,
        nowMs,
        speed: market.clock.speed,
        report: market.feed(),
        ticks,
        startsOver,
      });
      if (this.#count++ % PRUNE_EVERY === 0) await pruneBeats(db, ledger, epochMs(nowMs));
      this.#isWell = true;
    } catch (error) {
      if (this.#isWell)
        log.warn(
          { err: error },
          'other nodes do not get the prices; they get them when the database answers',
        );
      this.#isWell = false;
      this.#waiting = [...ticks, ...this.#waiting].slice(-MOST_WAITING);
      this.#startsOver ||= startsOver;
    }
  }
}
