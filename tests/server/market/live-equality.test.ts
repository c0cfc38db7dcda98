import { EventEmitter, on } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { brainOf } from '../../../src/core/engine/model.ts';
import type { Decision } from '../../../src/core/engine/pair-engine.ts';
import { TickLoop } from '../../../src/core/engine/tick-loop.ts';
import { epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/time/instant.ts';
import { priceScale, SCORED_PAIRS } from '../../../src/core/market/instruments.ts';
import type { Tick } from '../../../src/core/market/tick.ts';
import { BOT_TIMEFRAMES } from '../../../src/core/market/timeframes.ts';
import type { FeedProtocol } from '../../../src/server/market/feed-protocol.ts';
import { krakenProtocol } from '../../../src/server/market/kraken-protocol.ts';
import { createLiveMarket } from '../../../src/server/market/live-market.ts';
import type { Market } from '../../../src/server/market/market.ts';
import { MarketCore } from '../../../src/server/market/market-core.ts';
import { fadingModel } from '../../support/engine-model.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { tickWalk } from '../../support/price-walks.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { quoted } from '../../support/quoted.ts';

/** Wednesday. What is before is in the journal: of minutes the engine needs 121 in a row. */
const START_MS = Date.UTC(2026, 10, 18, 9, 32) - 2 * SECOND_MS;
const HISTORY_MS = 2.2 * HOUR_MS;
/** An instant of every timeframe: the last that is decided. */
const END_MS = START_MS + 2 * SECOND_MS + 12 * MINUTE_MS;
/** Every timeframe's grid is part of it. */
const GRID_MS = 5 * SECOND_MS;
const LONGEST_WAY_MS = 700;

let market: Market | undefined;
beforeEach(() => {
  vi.useFakeTimers({
    now: START_MS,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'],
  });
});
afterEach(async () => {
  await market?.stop();
  vi.useRealTimers();
});

/** Quotes of all pairs in the order of time; none is dated at a grid instant, and no two of a pair alike. */
function makeTicks(): Tick[] {
  const ticks = SCORED_PAIRS.flatMap((pair, index): Tick[] => {
    const startMs = START_MS - HISTORY_MS;
    const { timeMs, bid, ask, length } = tickWalk({
      seed: 40 + index,
      length: 12_000,
      startMs,
      fade: 0.4,
      pauses: false,
    });
    return Array.from({ length }, (_, row) => {
      const time = epochMs(timeMs[row] as number);
      const price = quoted({ bid: bid[row] as number, ask: ask[row] as number });
      return { source: 'kraken' as const, pair, ...price, sourceTime: time, receivedTime: time };
    });
  });
  const lastMs = new Map<string, number>();
  return ticks
    .filter(({ pair, receivedTime }) => {
      const isFirst = lastMs.get(pair) !== receivedTime;
      lastMs.set(pair, receivedTime);
      return isFirst && receivedTime % GRID_MS !== 0 && receivedTime < END_MS;
    })
    .sort((a, b) => a.receivedTime - b.receivedTime);
}

/** When each quote arrives: some time after it was made, in order, and before the grid instant that it counts for. */
function* arrivals(ticks: readonly Tick[]): Generator<readonly [arrivesMs: number, tick: Tick]> {
  const random = seededRandom(7);
  let lastMs = 0;
  for (const tick of ticks) {
    const { receivedTime: madeMs } = tick;
    const instantMs = Math.ceil(madeMs / GRID_MS) * GRID_MS;
    const wayMs = random() % LONGEST_WAY_MS;
    lastMs = Math.max(lastMs, Math.min(madeMs + wayMs, instantMs - 1));
    yield [lastMs, tick];
  }
}

/** What the engine's loops say of the quotes alone. */
function decidedAlone(ticks: readonly Tick[]): Map<string, Decision> {
  const decided = new Map<string, Decision>();
  for (const pair of SCORED_PAIRS)
    for (const timeframe of BOT_TIMEFRAMES) {
      const loop = new TickLoop({
        pair,
        timeframe,
        brain: brainOf(fadingModel(timeframe)),
        onDecision: (decision) => void decided.set(keyOf(decision), decision),
      });
      for (const tick of ticks) if (tick.pair === pair) loop.push(tick.receivedTime, tick.bid, tick.ask);
      loop.advanceTo(END_MS + 1);
    }
  return decided;
}

const keyOf = ({ pair, timeframe, decidedAtMs }: Decision) => `${pair} ${timeframe} ${decidedAtMs}`;

function frameOf({ pair, bid, ask, receivedTime }: Tick): string {
  const scale = priceScale(pair);
  const row = { symbol: pair, bid: bid / scale, ask: ask / scale };
  const timestamp = new Date(receivedTime).toISOString();
  return JSON.stringify({ channel: 'ticker', type: 'update', data: [{ ...row, timestamp }] });
}

test('quotes that are some time under way, and a history before them, decide live what the engine decides on them alone', async () => {
  const ticks = makeTicks();
  const timed = [...arrivals(ticks)];
  const source = new EventEmitter();
  const messages = on(source, 'frame');
  async function* frames(): AsyncGenerator<string> {
    for await (const [frame] of messages as AsyncIterable<[string]>) yield frame;
  }
  const protocol: FeedProtocol = {
    ...krakenProtocol(),
    async connect(_pairs, signal) {
      const destroy = () => void source.emit('error', new Error('the connection was given up'));
      signal.addEventListener('abort', destroy);
      return { frames: frames(), send: () => undefined, destroy };
    },
  };
  const memory = memoryLog();
  const models = new Map(BOT_TIMEFRAMES.map((value) => [value, fadingModel(value)]));
  const core = new MarketCore({ models, log: memory.log });
  for (const [arrivesMs, tick] of timed) if (arrivesMs < START_MS) core.remember(tick);
  market = createLiveMarket({
    protocols: [protocol],
    core,
    now: () => epochMs(Date.now()),
    steadyMs: () => performance.now(),
    random: () => 0.5,
    log: memory.log,
  });
  const decided: Decision[] = [];
  let quotes = 0;
  market.onTick(() => void (quotes += 1));
  market.onRound(({ decisions }) => void decided.push(...decisions));
  market.start();
  setInterval(() => source.emit('frame', '{"channel":"heartbeat"}'), SECOND_MS);
  const live = timed.filter(([arrivesMs]) => arrivesMs >= START_MS);
  for (const [arrivesMs, tick] of live) {
    vi.advanceTimersByTime(arrivesMs - Date.now());
    source.emit('frame', frameOf(tick));
    await turn();
  }
  vi.advanceTimersByTime(END_MS + GRID_MS / 2 - Date.now());
  expect(quotes).toBe(live.length);
  const alone = decidedAlone(ticks);
  expect(decided).toEqual(decided.map((decision) => alone.get(keyOf(decision))));
  const due = [...alone.values()].filter(({ decidedAtMs }) => decidedAtMs > START_MS);
  expect(new Set(decided.map(keyOf))).toEqual(new Set(due.map(keyOf)));
  for (const value of BOT_TIMEFRAMES) {
    const ofTimeframe = decided.filter(({ timeframe }) => timeframe === value);
    expect(ofTimeframe.some(({ kind }) => kind === 'signal')).toBe(true);
  }
  expect(memory.entries().filter(({ level }) => level === 'warn' || level === 'error')).toEqual([]);
});
