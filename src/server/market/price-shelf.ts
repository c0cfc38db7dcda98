import { createHash } from 'node:crypto';
import type { DayPrices } from '../../core/market/day-prices.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import type { PriceSpan } from '../../core/wire/prices.ts';
import { DAY_MS } from '../../core/time/instant.ts';
import { readDatasetDay } from './dataset-day.ts';
import { type DatasetMeta, listDatasets, streamDataset } from './dataset-store.ts';
import type { Pool } from 'pg';
import { beatSpan, ticksInBeats } from './market-beats.ts';

/** The edition of what the live market has kept of its own quotes, and the ledger they belong to: it grows, and what is older than a day goes. */
export const LIVE = 'live';

/** The prices that this server has, by pair and day: imported data sets, and the quotes that the live market keeps. */
export class PriceShelf {
  readonly #dataDir: string;
  readonly #db: Pool | undefined;
  /** By edition: each data set is read whole once, for its checksums. */
  readonly #sound = new Map<string, Promise<void>>();

  /** `db` has the quotes that the live market keeps; undefined where there is none. */
  constructor(dataDir: string, db: Pool | undefined) {
    this.#dataDir = dataDir;
    this.#db = db;
  }

  /** Quotes before bars, imported ones before kept ones. */
  async spans(): Promise<readonly PriceSpan[]> {
    const sets = (await listDatasets(this.#dataDir)).map(
      (meta): PriceSpan => ({
        pair: meta.pair,
        kind: meta.kind,
        firstDay: Math.floor(meta.firstMs / DAY_MS),
        lastDay: Math.floor(meta.lastMs / DAY_MS),
        edition: editionOf(meta),
      }),
    );
    const kept = this.#db && (await beatSpan(this.#db, LIVE));
    const live = SCORED_PAIRS.flatMap((pair): PriceSpan[] =>
      kept === undefined
        ? []
        : [
            {
              pair,
              kind: 'ticks',
              firstDay: Math.floor(kept.fromMs / DAY_MS),
              lastDay: Math.floor(kept.toMs / DAY_MS),
              edition: LIVE,
            },
          ],
    );
    const of = (kind: DayPrices['kind']) => sets.filter((span) => span.kind === kind);
    return [...of('ticks'), ...live, ...of('m1')];
  }

  /** The prices of a day; undefined where there are none of that edition. Throws an ImportRefusal where they are damaged. */
  async day(pair: ScoredPair, day: number, edition: string): Promise<DayPrices | undefined> {
    if (edition === LIVE) return this.#db && keptPrices(this.#db, pair, day);
    const meta = (await listDatasets(this.#dataDir)).find(
      (known) => known.pair === pair && editionOf(known) === edition,
    );
    if (meta === undefined) return undefined;
    let sound = this.#sound.get(edition);
    if (sound === undefined) {
      sound = readWhole(this.#dataDir, meta.name);
      this.#sound.set(edition, sound);
    }
    await sound;
    return readDatasetDay(this.#dataDir, meta, day);
  }
}

/** Other prices have another name, so that what has one may be kept by browsers for good. */
function editionOf({ columns }: DatasetMeta): string {
  const hash = createHash('sha256');
  for (const { sha256 } of columns) hash.update(sha256);
  return hash.digest('hex').slice(0, 12);
}

async function readWhole(dataDir: string, name: string): Promise<void> {
  for await (const block of streamDataset(dataDir, name)) void block;
}

async function keptPrices(db: Pool, pair: ScoredPair, day: number): Promise<DayPrices> {
  const span = { fromMs: day * DAY_MS, toMs: (day + 1) * DAY_MS - 1 };
  const ticks = await ticksInBeats(db, LIVE, pair, span);
  return {
    kind: 'ticks',
    timeMs: Int32Array.from(ticks, ({ receivedTime }) => receivedTime - day * DAY_MS),
    bid: Int32Array.from(ticks, ({ bid }) => bid),
    ask: Int32Array.from(ticks, ({ ask }) => ask),
  };
}
