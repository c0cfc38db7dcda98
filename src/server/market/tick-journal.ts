import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { epochMs, HOUR_MS, SECOND_MS } from '../../core/time/instant.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import { doubleMid, type FeedSource, type Tick, tickTime } from '../../core/market/tick.ts';
import { scaledPrice } from '../../core/market/scaled-price.ts';
import { PointRing, type Points, type Span } from './point-ring.ts';

/** Sources whose prices their terms let us keep for ourselves. Deriv's do not. */
const KEPT_SOURCES: ReadonlySet<FeedSource> = new Set(['kraken', 'oanda']);
/** A day and a little: what the engine calls usual is an average over about a day. */
const KEPT_MS = 26 * HOUR_MS;
const FLUSH_MS = SECOND_MS;
/** Time in ms (double), bid, ask (32-bit integers), pair, and a check sum of all that; little-endian. */
const RECORD_BYTES = 18;
/** More than an hour of any real feed; what comes beyond is not kept. */
const HOUR_BYTES = 16 << 20;
/** So much waits for a slow disk at most. */
const WAITING_BYTES = 1 << 20;

export interface TickJournal {
  /** Keeps a quote, if its source may be kept; written to disk within about a second. */
  add(tick: Tick): void;
  /** What was kept of a source before now, oldest first. What a crash tore or damaged is left out. */
  read(source: FeedSource, nowMs: number): AsyncGenerator<Tick>;
  /** Twice the mids of a pair in a span of minutes, the last of each second, oldest first; none where nothing was kept. */
  path(source: FeedSource, pair: ScoredPair, span: Span): Promise<Points>;
  /** Throws everything away: the clock that dated it was wrong. */
  clear(): Promise<void>;
  /** Writes what waits. */
  close(): Promise<void>;
}

/**
 * A market's own quotes of the last day, one file an hour and source in `<data>/ticks`, so that the engine has its history
 * back after a restart. Nothing depends on it: where the disk is full or gone, there is a warning and the market goes on.
 */
export function openTickJournal(dataDir: string, log: FastifyBaseLogger): TickJournal {
  const folder = join(dataDir, 'ticks');
  let waiting = new Map<string, Buffer[]>();
  let waitingBytes = 0;
  const written = new Map<string, number>();
  let isWell = true;
  let writing: Promise<void> = Promise.resolve();
  let newestHour = Number.NEGATIVE_INFINITY;

  const write = async (batch: ReadonlyMap<string, Buffer[]>) => {
    try {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (const [name, records] of batch) {
        const bytes = Buffer.concat(records);
        written.set(name, (written.get(name) ?? 0) + bytes.length);
        await appendFile(join(folder, name), bytes, { mode: 0o600 });
      }
      isWell = true;
    } catch (error) {
      if (isWell)
        log.warn({ err: error, folder }, 'quotes cannot be kept for the next start; the market goes on');
      isWell = false;
    }
  };
  const flush = (): Promise<void> => {
    const batch = waiting;
    waiting = new Map();
    waitingBytes = 0;
    if (batch.size > 0) writing = writing.then(() => write(batch));
    return writing;
  };
  const timer = setInterval(() => void flush(), FLUSH_MS);
  timer.unref();

  const prune = async (hour: number) => {
    for (const name of await filesIn(folder))
      if (hourOf(name) * HOUR_MS < hour * HOUR_MS - KEPT_MS) await rm(join(folder, name), { force: true });
    for (const name of written.keys()) if (hourOf(name) < hour) written.delete(name);
  };

  return {
    add(tick) {
      if (!KEPT_SOURCES.has(tick.source) || waitingBytes >= WAITING_BYTES) return;
      const hour = Math.floor(tickTime(tick) / HOUR_MS);
      if (hour > newestHour) {
        newestHour = hour;
        writing = writing.then(() => prune(hour)).catch(() => undefined);
      }
      const name = `${tick.source}-${hour}.ticks`;
      if ((written.get(name) ?? 0) >= HOUR_BYTES) return;
      const records = waiting.get(name);
      if (records === undefined) waiting.set(name, [recordOf(tick)]);
      else records.push(recordOf(tick));
      waitingBytes += RECORD_BYTES;
    },
    async *read(source, nowMs) {
      const names = (await filesIn(folder))
        .filter(
          (name) => name.startsWith(`${source}-`) && hourOf(name) * HOUR_MS >= nowMs - KEPT_MS - HOUR_MS,
        )
        .toSorted((a, b) => hourOf(a) - hourOf(b));
      for (const name of names) {
        const bytes = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
        for (const tick of ticksIn(bytes, source, hourOf(name))) if (tick.receivedTime <= nowMs) yield tick;
      }
    },
    path: (source, pair, span) => pathIn(folder, source, pair, span),
    async clear() {
      waiting = new Map();
      waitingBytes = 0;
      newestHour = Number.NEGATIVE_INFINITY;
      writing = writing
        .then(() => rm(folder, { recursive: true, force: true }))
        .then(() => written.clear())
        .catch(() => undefined);
      await writing;
    },
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

async function pathIn(
  folder: string,
  source: FeedSource,
  pair: ScoredPair,
  { fromMs, toMs }: Span,
): Promise<Points> {
  const ring = new PointRing();
  for (let hour = Math.floor(fromMs / HOUR_MS); hour * HOUR_MS <= toMs; hour += 1) {
    const bytes = await readFile(join(folder, `${source}-${hour}.ticks`)).catch(() => Buffer.alloc(0));
    for (const tick of ticksIn(bytes, source, hour)) {
      const atMs = tickTime(tick);
      if (tick.pair === pair && atMs >= fromMs && atMs <= toMs) ring.push(atMs, doubleMid(tick));
    }
  }
  return ring.points();
}

/** From which to which day of UTC, counted from 1970, the journal has quotes; undefined where it has none. */
export async function keptDays(dataDir: string): Promise<{ first: number; last: number } | undefined> {
  const hours = (await filesIn(join(dataDir, 'ticks'))).map(hourOf);
  if (hours.length === 0) return undefined;
  return { first: Math.floor(Math.min(...hours) / 24), last: Math.floor(Math.max(...hours) / 24) };
}

/** The quotes of a pair that the journal has of a day of UTC, in the order of time, of the source that has most. */
export async function keptTicks(dataDir: string, pair: ScoredPair, day: number): Promise<readonly Tick[]> {
  const folder = join(dataDir, 'ticks');
  const names = (await filesIn(folder))
    .filter((name) => Math.floor(hourOf(name) / 24) === day)
    .toSorted((a, b) => hourOf(a) - hourOf(b));
  const bySource = new Map<FeedSource, Tick[]>();
  for (const name of names) {
    const source = name.slice(0, name.indexOf('-')) as FeedSource;
    const kept = bySource.get(source) ?? [];
    bySource.set(source, kept);
    const bytes = await readFile(join(folder, name)).catch(() => Buffer.alloc(0));
    for (const tick of ticksIn(bytes, source, hourOf(name)))
      if (tick.pair === pair && tick.receivedTime >= (kept.at(-1)?.receivedTime ?? 0)) kept.push(tick);
  }
  return [...bySource.values()].toSorted((a, b) => b.length - a.length)[0] ?? [];
}

async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => /^[a-z]+-\d+\.ticks$/.test(name));
}

/** The hour, counted from 1970, that a file is of. */
function hourOf(name: string): number {
  return Number(/-(\d+)\./.exec(name)?.[1] ?? Number.NaN);
}

/** The sound records of a source's file of that hour, in order. */
function* ticksIn(bytes: Buffer, source: FeedSource, hour: number): Generator<Tick> {
  let at = 0;
  while (at + RECORD_BYTES <= bytes.length) {
    const tick = tickOf(source, bytes.subarray(at, at + RECORD_BYTES));
    // A record that a crash or a full disk tore moved all behind it: the next whole one begins anywhere.
    if (tick === undefined || Math.floor(tick.receivedTime / HOUR_MS) !== hour) {
      at += 1;
      continue;
    }
    at += RECORD_BYTES;
    yield tick;
  }
}

function recordOf(tick: Tick): Buffer {
  const record = Buffer.alloc(RECORD_BYTES);
  record.writeDoubleLE(tickTime(tick), 0);
  record.writeInt32LE(tick.bid, 8);
  record.writeInt32LE(tick.ask, 12);
  record.writeUInt8(SCORED_PAIRS.indexOf(tick.pair), 16);
  record.writeUInt8(checkSum(record), 17);
  return record;
}

function tickOf(source: FeedSource, record: Buffer): Tick | undefined {
  const pair = SCORED_PAIRS[record.readUInt8(16)];
  const time = record.readDoubleLE(0);
  if (pair === undefined || !Number.isFinite(time) || record.readUInt8(17) !== checkSum(record))
    return undefined;
  const at = epochMs(time);
  return {
    source,
    pair,
    bid: scaledPrice(record.readInt32LE(8)),
    ask: scaledPrice(record.readInt32LE(12)),
    sourceTime: at,
    receivedTime: at,
  };
}

/** Not zero for zeros: a file system may leave those after a crash. */
function checkSum(record: Buffer): number {
  let sum = 0x5a;
  for (let at = 0; at < RECORD_BYTES - 1; at += 1) sum = (sum * 31 + (record[at] as number)) & 0xff;
  return sum;
}
