import { setImmediate as turn } from 'node:timers/promises';
import { pino } from 'pino';
import { uniformInt } from '../src/core/random/random.ts';
import { epochMs } from '../src/core/time/instant.ts';
import { priceScale, SCORED_PAIRS } from '../src/core/market/instruments.ts';
import type { FeedProtocol } from '../src/server/market/feed-protocol.ts';
import { krakenProtocol } from '../src/server/market/kraken-protocol.ts';
import { LiveFeed } from '../src/server/market/live-feed.ts';
import { loadModels } from '../src/server/market/load-models.ts';
import { MarketCore } from '../src/server/market/market-core.ts';
import { seededRandom } from '../tests/support/seeded-random.ts';
import { compared, type Figure, median } from './figure.ts';

const ROUNDS = 3;
const FRAMES = 120_000;
/** Twenty quotes a second: a lively hour of all five pairs. */
const FRAME_MS = 50;
const GRID_MS = 5000;
const START_MS = Date.UTC(2026, 10, 18, 9);

/**
 * Quotes a second from the text of a frame to the engine: read, guarded, in the bars and loops of five timeframes, with all
 * decision rounds of that time spelled out. The peer does no more than parse the JSON of the same frames.
 */
export async function* feedBench(): AsyncGenerator<Figure> {
  const frames = krakenFrames();
  const rates: number[] = [];
  const parsing: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const parseStart = performance.now();
    let parsed = 0;
    for (const frame of frames) if (JSON.parse(frame) !== undefined) parsed += 1;
    parsing.push((parsed / (performance.now() - parseStart)) * 1000);
    rates.push(await quotesPerSecond(frames));
  }
  const peer = { name: 'JSON.parse of the same frames', value: median(parsing) };
  yield compared('feed, frame to engine', median(rates), 'quotes/s', peer, { atLeast: 0.15 });
}

async function quotesPerSecond(frames: readonly string[]): Promise<number> {
  const log = pino({ enabled: false });
  const core = new MarketCore({ models: await loadModels('', log), log });
  let nowMs = START_MS;
  let startedMs = 0;
  let tookMs = Number.NaN;
  let rounds = 0;
  core.rounds.add(({ decisions }) => void (rounds += decisions.length));
  async function* play(): AsyncGenerator<string> {
    startedMs = performance.now();
    for (const [index, frame] of frames.entries()) {
      nowMs = START_MS + index * FRAME_MS;
      if (nowMs % GRID_MS === 0) void core.decide(epochMs(nowMs), 'kraken');
      yield frame;
    }
    tookMs = performance.now() - startedMs;
  }
  const protocol: FeedProtocol = {
    ...krakenProtocol(),
    connect: async () => ({ frames: play(), send: () => undefined, destroy: () => undefined }),
  };
  const now = () => epochMs(nowMs);
  const feed = new LiveFeed(protocol, { now, steadyMs: now, random: () => 0, log });
  let ticks = 0;
  feed.start(SCORED_PAIRS, {
    tick(tick) {
      ticks += 1;
      void core.take(tick);
    },
    status: () => undefined,
  });
  while (Number.isNaN(tookMs)) await turn();
  await feed.stop();
  if (ticks !== frames.length)
    throw new Error(`${frames.length - ticks} of ${frames.length} quotes were not taken`);
  if (rounds === 0) throw new Error('no decision was made');
  return (ticks / tookMs) * 1000;
}

function krakenFrames(): string[] {
  const random = seededRandom(1);
  const steps = new Map(SCORED_PAIRS.map((pair) => [pair, pair.endsWith('JPY') ? 155_000 : 110_000]));
  return Array.from({ length: FRAMES }, (_, index) => {
    const symbol = SCORED_PAIRS[index % SCORED_PAIRS.length] ?? 'EUR/USD';
    const bid = (steps.get(symbol) ?? 0) + uniformInt(random, -3, 3);
    steps.set(symbol, bid);
    const scale = priceScale(symbol);
    const quote = {
      bid: bid / scale,
      bid_qty: 740,
      ask: (bid + uniformInt(random, 1, 4)) / scale,
      ask_qty: 1361.44813783,
    };
    const day = {
      last: bid / scale,
      volume: 997038.98383185,
      vwap: 1.1,
      low: 1.09,
      high: 1.11,
      change: -0.0017,
      change_pct: -0.17,
    };
    const timestamp = new Date(START_MS + index * FRAME_MS).toISOString();
    return JSON.stringify({
      channel: 'ticker',
      type: 'update',
      data: [{ symbol, ...quote, ...day, timestamp }],
    });
  });
}
