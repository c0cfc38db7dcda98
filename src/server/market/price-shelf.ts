import { setImmediate as turn } from 'node:timers/promises';
import { type Bar, BarBuilder, barColumns, type BarColumns } from '../../core/market/bars.ts';
import type { DayBars, DayPrices } from '../../core/market/day-prices.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import type { PriceSpan } from '../../core/wire/market.ts';
import { sealFrom } from '../../core/lab/lab-bars.ts';
import { DAY_MS, MINUTE_MS, minuteOf, SECOND_MS } from '../../core/time/instant.ts';
import { configBeside, withClient } from '../db/database-pool.ts';
import {
  type DatasetMeta,
  editionOf,
  historyFolder,
  listDatasets,
  openColumns,
  readToEnd,
} from './dataset-store.ts';
import type { Client, Pool } from 'pg';
import { beatSpan, dayInBeats } from './market-beats.ts';
import type { Span } from './point-ring.ts';
import { join } from 'node:path';

/** The edition of the live market's own quotes of the last day, and their ledger: it grows, and older quotes go. */
export const LIVE = 'live';

const NO_TICKS: DayPrices = {
  kind: 'ticks',
  timeMs: new Int32Array(),
  bid: new Int32Array(),
  ask: new Int32Array(),
};
/** How long an answer from the live market's quotes is reused. */
const REMEMBERED_MS = 10 * SECOND_MS;
/** Quotes of which bars are built at a time: some tenths of a millisecond, during which others wait. */
const QUOTES_AT_ONCE = 10_000;
/** How long a data set counts as damaged: an operator may mend it. */
const RETRY_MS = MINUTE_MS;

/** The prices that this server has, by pair and day: imported data sets, and the quotes that the live market keeps. */
export class PriceShelf {
  readonly #dataDir: string;
  readonly #db: Pool;
  /** By edition: each data set is read whole once, for its checksums; a damaged one again a minute later, if asked for. */
  readonly #sound = new Map<string, Promise<void>>();
  /** Recent and running reads of the live market's quotes, shared by all who ask. */
  readonly #read = new Map<string, Promise<unknown>>();
  #lastRead: Promise<unknown> = Promise.resolve();

  constructor(dataDir: string, db: Pool) {
    this.#dataDir = dataDir;
    this.#db = db;
  }

  /** Quotes before bars, imported ones before kept ones. */
  async spans(): Promise<readonly PriceSpan[]> {
    const sets = (await listDatasets(this.#dataDir)).map(
      (meta): PriceSpan => ({
        pair: meta.pair,
        kind: meta.kind,
        ...daysOf(meta.firstMs, meta.lastMs),
        edition: editionOf(meta),
      }),
    );
    const liveSpan = await this.#liveSpan();
    const days = liveSpan && daysOf(liveSpan.fromMs, liveSpan.toMs);
    const live = days
      ? SCORED_PAIRS.map((pair): PriceSpan => ({ pair, kind: 'ticks', ...days, edition: LIVE }))
      : [];
    const of = (kind: DayPrices['kind']) => sets.filter((span) => span.kind === kind);
    return [...of('ticks'), ...live, ...of('m1')];
  }

  /** The prices of a day; undefined where there are none of that edition. Throws an ImportRefusal where they are damaged. */
  async day(pair: ScoredPair, day: number, edition: string): Promise<DayPrices | undefined> {
    if (edition === LIVE) return this.#liveDay(pair, day);
    const meta = (await listDatasets(this.#dataDir)).find(
      (known) => known.pair === pair && editionOf(known) === edition,
    );
    if (meta === undefined) return undefined;
    let sound = this.#sound.get(edition);
    if (sound === undefined) {
      sound = readToEnd(this.#dataDir, meta.name);
      this.#sound.set(edition, sound);
      const forget = () => void this.#sound.delete(edition);
      sound.catch(() => setTimeout(forget, RETRY_MS).unref());
    }
    await sound;
    return readDatasetDay(this.#dataDir, meta, day);
  }

  /** The one-minute bars of the days of a span, of bid prices, up to the last quote that there is; undefined where a day has gone meanwhile. */
  async bars(
    { pair, kind, edition }: PriceSpan,
    firstDay: number,
    lastDay: number,
  ): Promise<BarColumns | undefined> {
    const builder = new BarBuilder();
    const bars: Bar[] = [];
    for (let day = firstDay; day <= lastDay; day += 1) {
      const prices = await this.day(pair, day, edition);
      if (prices === undefined) return undefined;
      if (prices.kind === 'm1') bars.push(...barsOf(prices, day));
      else
        for (let at = 0; at < prices.timeMs.length; at += 1) {
          if (at % QUOTES_AT_ONCE === 0) await turn();
          const closed = builder.push(day * DAY_MS + (prices.timeMs[at] as number), prices.bid[at] as number);
          if (closed !== undefined) bars.push(closed);
        }
    }
    // A finished data set ends with its last day; the live market may still add to its last minute.
    const last = kind === 'ticks' && edition !== LIVE ? builder.advance((lastDay + 1) * DAY_MS) : undefined;
    return barColumns(last === undefined ? bars : [...bars, last]);
  }

  async #liveSpan(): Promise<Span | undefined> {
    return this.#readLive('span', (client) => beatSpan(client, LIVE));
  }

  async #liveDay(pair: ScoredPair, day: number): Promise<DayPrices | undefined> {
    const span = await this.#liveSpan();
    if (span === undefined || day < dayOf(span.fromMs) || day > dayOf(span.toMs)) return undefined;
    const pairs = await this.#readLive(`${day}`, (client) => dayInBeats(client, LIVE, day));
    return pairs?.get(pair) ?? NO_TICKS;
  }

  /** One at a time, on a connection beside the pool: sign-ins never wait for it. */
  async #readLive<T>(name: string, read: (client: Client) => Promise<T>): Promise<T | undefined> {
    const db = this.#db;
    const known = this.#read.get(name);
    if (known !== undefined) return known as Promise<T>;
    const reading = this.#lastRead.then(() => withClient(configBeside(db), read));
    this.#read.set(name, reading);
    const forget = () => void this.#read.delete(name);
    this.#lastRead = reading.then(() => setTimeout(forget, REMEMBERED_MS).unref(), forget);
    return reading;
  }
}

function daysOf(firstMs: number, lastMs: number) {
  const sealedMs = sealFrom(minuteOf(firstMs), minuteOf(lastMs));
  return { firstDay: dayOf(firstMs), lastDay: dayOf(lastMs), sealedDay: dayOf(sealedMs) };
}

function barsOf(prices: DayBars, day: number): Bar[] {
  return Array.from(prices.timeMs, (ms, row) => ({
    openTimeMs: day * DAY_MS + ms,
    open: prices.open[row] as number,
    high: prices.high[row] as number,
    low: prices.low[row] as number,
    close: prices.close[row] as number,
  }));
}

const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

/**
 * The rows of a data set on a day of UTC, counted from 1970, without reading the others. Throws an ImportRefusal where a column
 * is missing or short; their checksums are not looked at.
 */
async function readDatasetDay(dataDir: string, meta: DatasetMeta, day: number): Promise<DayPrices> {
  const columns = await openColumns(join(historyFolder(dataDir), meta.name), meta);
  const timesOf = async (first: number, rows: number) => new Float64Array(await columns.read(0, first, rows));
  const firstFrom = async (ms: number): Promise<number> => {
    let low = 0;
    let high = meta.rows;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (((await timesOf(middle, 1))[0] as number) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  try {
    const from = await firstFrom(day * DAY_MS);
    const rows = (await firstFrom((day + 1) * DAY_MS)) - from;
    const times = await timesOf(from, rows);
    const timeMs = new Int32Array(rows);
    for (let row = 0; row < rows; row += 1) timeMs[row] = (times[row] as number) - day * DAY_MS;
    const price = async (column: number) => new Int32Array(await columns.read(column, from, rows));
    const [first, second] = [await price(1), await price(2)];
    return meta.kind === 'ticks'
      ? { kind: 'ticks', timeMs, bid: first, ask: second }
      : { kind: 'm1', timeMs, open: first, high: second, low: await price(3), close: await price(4) };
  } finally {
    await columns.close();
  }
}
