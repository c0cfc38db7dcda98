import type { FastifyBaseLogger } from 'fastify';
import { scaledPrice } from '../../core/market/instruments.ts';
import { FxWeekGate } from '../../core/time/fx-week.ts';
import { epochMs, HOUR_MS } from '../../core/time/instant.ts';
import { ConfigError } from '../platform/config.ts';
import { type DatasetMeta, ImportRefusal, listDatasets, readToEnd, streamDataset } from './dataset-store.ts';
import { createSimulatedMarket } from './simulated-market.ts';
import type { Tick } from '../../core/market/tick.ts';
import type { MarketSource } from './market-core.ts';

export interface ReplayOptions {
  readonly dataDir: string;
  readonly datasets: readonly string[];
  readonly speed: number;
  readonly steadyMs: () => number;
  readonly log: FastifyBaseLogger;
  /** How much of the beginning is history for the engine, not replayed; at most half of it. */
  readonly warmUpMs?: number;
}

/** The engine needs 121 bars in a row: two hours of minutes. */
const WARM_UP_MS = 3 * HOUR_MS;

/** Imported ticks. Throws a ConfigError that says what can be replayed when these cannot. */
export async function openReplay(options: ReplayOptions): Promise<MarketSource> {
  const { dataDir, speed, steadyMs, log, warmUpMs = WARM_UP_MS } = options;
  const metas = await replayable(dataDir, options.datasets);
  const firstMs = Math.min(...metas.map((meta) => meta.firstMs));
  const lastMs = Math.max(...metas.map((meta) => meta.lastMs));
  const week = new FxWeekGate();
  const label = `replay ${daysOf(firstMs, lastMs)}`;
  return {
    kind: 'replay',
    label,
    open: (core, fromMs) =>
      createSimulatedMarket({
        kind: 'replay',
        label,
        pairs: [...new Set(metas.map(({ pair }) => pair))],
        core,
        ticks: replayTicks(dataDir, metas),
        startMs: fromMs ?? Math.ceil(firstMs + Math.min(warmUpMs, (lastMs - firstMs) / 2)),
        goesOn: fromMs !== undefined,
        speed,
        isOpen: (at) => week.isOpen(at),
        steadyMs,
        log,
      }),
  };
}

async function replayable(dataDir: string, names: readonly string[]): Promise<readonly DatasetMeta[]> {
  const known = await listDatasets(dataDir);
  const metas = names.map((name) => {
    const meta = known.find((each) => each.name === name);
    if (meta?.kind === 'ticks') return meta;
    const problem =
      meta === undefined
        ? `There is no data set ${name}`
        : `${name} has minute bars, which cannot settle signals of seconds`;
    throw new ConfigError(`FEED_REPLAY: ${problem}. ${whatThereIs(known)}`);
  });
  for (const [index, meta] of metas.entries()) {
    const other = metas
      .slice(0, index)
      .find(
        ({ pair, firstMs, lastMs }) => pair === meta.pair && firstMs <= meta.lastMs && meta.firstMs <= lastMs,
      );
    if (other === undefined) continue;
    throw new ConfigError(
      `FEED_REPLAY: ${other.name} and ${meta.name} are both ${meta.pair} at the same time. Replay one of them.`,
    );
  }
  // Nothing is replayed that is not what was imported.
  for (const { name } of metas)
    await readToEnd(dataDir, name).catch((error: unknown) => {
      if (!(error instanceof ImportRefusal)) throw error;
      throw new ConfigError(`FEED_REPLAY: ${error.message} ${error.hint}`);
    });
  return metas;
}

function whatThereIs(known: readonly DatasetMeta[]): string {
  const ticks = known.filter(({ kind }) => kind === 'ticks').map(({ name }) => name);
  if (ticks.length === 0) return 'Import a file of ticks first: npx pipcast import FILE';
  return `There are ticks in: ${ticks.join(', ')}.`;
}

/** `2014-05-08`, or the first and the last day, `2014-05-08/2014-05-09`, on UTC. */
function daysOf(firstMs: number, lastMs: number): string {
  return [...new Set([firstMs, lastMs].map((ms) => new Date(ms).toISOString().slice(0, 10)))].join('/');
}

/**
 * The quotes of data sets, put together in the order of time: exactly the rows that an evaluation plays. Read block by
 * block, so that memory does not grow with the history. Throws an ImportRefusal when a data set is damaged.
 */
async function* replayTicks(dataDir: string, metas: readonly DatasetMeta[]): AsyncGenerator<Tick> {
  const readers = metas.map((meta) => ticksOf(dataDir, meta));
  try {
    const heads = await Promise.all(
      readers.map(async (reader) => ({ reader, tick: (await reader.next()).value })),
    );
    for (;;) {
      const first = heads.reduce((best, head) => (timeOf(head.tick) < timeOf(best.tick) ? head : best));
      if (first.tick === undefined) return;
      yield first.tick;
      first.tick = (await first.reader.next()).value;
    }
  } finally {
    await Promise.all(readers.map((reader) => reader.return(undefined)));
  }
}

async function* ticksOf(dataDir: string, { name, pair }: DatasetMeta): AsyncGenerator<Tick, undefined> {
  for await (const prices of streamDataset(dataDir, name)) {
    if (prices.kind !== 'ticks') throw new Error(`${name} has no ticks`);
    const { length, timeMs, bid: bids, ask: asks } = prices.ticks;
    for (let row = 0; row < length; row += 1) {
      const time = epochMs(timeMs[row] as number);
      const bid = scaledPrice(bids[row] as number);
      const ask = scaledPrice(asks[row] as number);
      yield { source: 'replay', pair, bid, ask, sourceTime: time, receivedTime: time };
    }
  }
  return undefined;
}

/** Behind all others where there is none. */
function timeOf(tick: Tick | undefined): number {
  return tick?.receivedTime ?? Infinity;
}
