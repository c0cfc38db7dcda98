import { afterEach, describe, expect, test, vi } from 'vitest';
import { fadingModel } from '../../../tests/support/engine-model.ts';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { tickWalk } from '../../../tests/support/price-walks.ts';
import { brainOf } from '../../core/engine/model.ts';
import type { Decision } from '../../core/engine/pair-engine.ts';
import { TickLoop } from '../../core/engine/tick-loop.ts';
import type { Tick, TickColumns } from '../../core/market/tick.ts';
import { epochMs, SECOND_MS } from '../../core/time/instant.ts';
import { BOT_TIMEFRAMES, type Timeframe } from '../../core/market/timeframes.ts';
import type { Market } from './market.ts';
import { MarketCore } from './market-core.ts';
import { createSimulatedMarket, type SimulatedMarketOptions } from './simulated-market.ts';
import { syntheticTicks } from './configured-source.ts';
import { quoted } from '../../../tests/support/quoted.ts';

/** Monday 5 February 2018, 01:00 UTC. */
const MONDAY_MS = Date.UTC(2018, 1, 5, 1);
const MODELS = new Map(BOT_TIMEFRAMES.map((value) => [value, fadingModel(value)]));

let market: Market | undefined;
afterEach(async () => {
  await market?.stop();
  market = undefined;
});

function* asTicks({ length, timeMs, bid, ask }: TickColumns): Generator<Tick> {
  for (let row = 0; row < length; row += 1) {
    const time = epochMs(timeMs[row] as number);
    yield quoted({
      source: 'replay',
      pair: 'EUR/USD',
      bid: bid[row] as number,
      ask: ask[row] as number,
      sourceTime: time,
      receivedTime: time,
    });
  }
}

/** A wall clock that jumps a second whenever it is looked at, so that nothing waits. */
function hurriedMs(): () => number {
  let ms = 0;
  return () => (ms += SECOND_MS);
}

/** What the market of a test fills. */
let core: MarketCore;
function freshCore(log: SimulatedMarketOptions['log']): MarketCore {
  core = new MarketCore({ models: MODELS, log });
  return core;
}

function replay(ticks: Iterable<Tick>, change: Partial<SimulatedMarketOptions> = {}): Market {
  const { log = memoryLog().log } = change;
  market = createSimulatedMarket({
    kind: 'replay',
    label: 'replay 2018-02-05',
    pairs: ['EUR/USD'],
    core: freshCore(log),
    ticks,
    startMs: MONDAY_MS,
    speed: 1000,
    isOpen: () => true,
    steadyMs: hurriedMs(),
    log,
    ...change,
  });
  return market;
}

/** Plays a market to its end. */
function played(it: Market): Promise<void> {
  return new Promise((resolve) => {
    it.onFeed(({ isLive }) => {
      if (!isLive) resolve();
    });
    it.start();
  });
}

const LOW = 110_000;
/** Quotes so many steps above a usual price. */
const quotes = (...rows: readonly (readonly [second: number, steps: number])[]): Tick[] =>
  rows.map(([second, steps]) => {
    const bid = LOW + steps;
    const time = epochMs(MONDAY_MS + second * SECOND_MS);
    return quoted({
      source: 'replay',
      pair: 'EUR/USD',
      bid,
      ask: bid + 2,
      sourceTime: time,
      receivedTime: time,
    });
  });

describe('one and the same loop', () => {
  test.each([60, 1000])(
    'decides in a replay at speed %d what the engine decides on the ticks alone',
    async (speed) => {
      const ticks = tickWalk({
        seed: 11,
        length: speed === 1000 ? 40_000 : 3000,
        startMs: MONDAY_MS,
        fade: 0.4,
      });
      const expected = new Map<string, Decision>();
      const key = (timeframe: Timeframe, atMs: number) => `${timeframe} ${atMs}`;
      for (const timeframe of BOT_TIMEFRAMES) {
        const loop = new TickLoop({
          pair: 'EUR/USD',
          timeframe,
          brain: brainOf(fadingModel(timeframe)),
          onDecision: (decision) => void expected.set(key(timeframe, decision.decidedAtMs), decision),
        });
        for (const { receivedTime, bid, ask } of asTicks(ticks)) loop.push(receivedTime, bid, ask);
      }
      const startMs = MONDAY_MS + ((ticks.timeMs.at(-1) as number) - MONDAY_MS) * 0.4;
      const it = replay(asTicks(ticks), { startMs: Math.ceil(startMs), speed });
      const decided: Decision[] = [];
      it.onRound(({ decisions }) => void decided.push(...decisions));
      await played(it);
      // In a silence too long to look across, the ticks alone do not even tell that time went by.
      const isKnown = ({ timeframe, decidedAtMs }: Decision) => expected.has(key(timeframe, decidedAtMs));
      const known = decided.filter(isKnown);
      const silent = decided.filter((decision) => !isKnown(decision));
      expect(silent.filter((decision) => decision.kind === 'signal' || decision.reason !== 'stale')).toEqual(
        [],
      );
      expect(known).toEqual(
        known.map(({ timeframe, decidedAtMs }) => expected.get(key(timeframe, decidedAtMs))),
      );
      if (speed < 1000) return;
      expect(known.filter(({ kind }) => kind === 'signal').length).toBeGreaterThan(2000);
      expect(silent.length).toBeGreaterThan(10);
    },
  );
});

describe('prices of now', () => {
  test('a start that takes its time is made up for: what came meanwhile is history', async () => {
    let steadyMs = 500;
    const it = replay(quotes([-1, 1], [1, 2], [4, 3], [6, 4]), {
      speed: 1,
      isOfNow: true,
      steadyMs: () => steadyMs,
    });
    const bids: number[] = [];
    it.onTick(({ bid }) => void bids.push(bid - LOW));
    steadyMs += 5_000;
    const live = new Promise<number>((resolve) => it.onFeed(() => resolve(it.clock.now())));
    it.start();
    expect(await live).toBe(MONDAY_MS + 5_000);
    expect(core.lastTick('replay', 'EUR/USD')?.bid).toBe(LOW + 3);
    expect(bids).toEqual([]);
    const next = new Promise<number>((resolve) => it.onTick(() => resolve(it.clock.now())));
    steadyMs += 1_000;
    expect(await next).toBe(MONDAY_MS + 6_000);
    expect(bids).toEqual([4]);
  });

  test.each([
    ['that go on where another desk ended decide the instants of the last second too', true, [0, 5]],
    ['that begin decide those that come', false, [5]],
  ])('%s', async (_, goesOn, expected) => {
    // Its start takes the second until the clock is looked at again.
    const startMs = MONDAY_MS - 700;
    const it = replay(quotes([1, 1], [7, 2]), { speed: 1, startMs, isOfNow: true, goesOn });
    const seconds: number[] = [];
    it.onRound(({ timeframe, decidedMs }) => {
      if (timeframe === '5s') seconds.push((decidedMs - MONDAY_MS) / SECOND_MS);
    });
    await played(it);
    expect(seconds).toEqual(expected);
  });

  test('that go on give the last quotes first, as a feed does that is connected to', async () => {
    const it = replay(quotes([1, 1]), { goesOn: true });
    const [last] = quotes([-3, 7]);
    core.remember(last as Tick);
    const bids: number[] = [];
    it.onTick(({ bid }) => void bids.push(bid - LOW));
    it.onRound(() => void bids.push(0));
    const kept: Tick[] = [];
    core.onQuote = (tick) => kept.push(tick);
    await played(it);
    expect(bids.slice(0, 2)).toEqual([7, 0]);
    expect(bids.filter((bid) => bid > 0)).toEqual([7, 1]);
    // The engine, and other nodes, have it already.
    expect(kept).toHaveLength(1);
  });

  test.each([
    ['made up for, so that the clock shows the time of day again', true, 30_000],
    ['not made up for in a replay, which need not hurry', false, 1_000],
  ])('a delay of half a minute is %s', async (_, isOfNow, movedMs) => {
    let steadyMs = 0;
    const it = replay(quotes([1, 1], [90, 2]), { speed: 1, isOfNow, steadyMs: () => steadyMs });
    const live = new Promise<void>((resolve) => it.onFeed(() => resolve()));
    it.start();
    await live;
    const moved = new Promise<void>((resolve) => it.onTick(() => resolve()));
    steadyMs += 30_000;
    await moved;
    await new Promise((resolve) => setTimeout(resolve));
    expect(it.clock.now()).toBe(MONDAY_MS + movedMs);
  });
});

test('the wait for the next step ends when an alarm is due', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  try {
    const startMs = performance.now();
    const it = replay(quotes([0, 1], [90, 2]), { speed: 1, steadyMs: () => performance.now() });
    const rungMs: number[] = [];
    for (const ms of [47, 48, 1003])
      it.clock.setAlarm(epochMs(MONDAY_MS + ms), () => void rungMs.push(performance.now() - startMs));
    it.start();
    for (let ms = 0; ms < 1100; ms += 1) await vi.advanceTimersByTimeAsync(1);
    expect(rungMs.map(Math.round)).toEqual([47, 48, 1003]);
    await it.stop();
  } finally {
    vi.useRealTimers();
  }
});

describe('a replay', () => {
  test('hands out no quotes of the history before its start, and shows it in the chart', async () => {
    const it = replay(quotes([-3, 0], [-2, 10], [1, 20]), { startMs: MONDAY_MS });
    const bids: number[] = [];
    it.onTick(({ bid }) => void bids.push(bid - LOW));
    expect(it.clock.now()).toBe(MONDAY_MS);
    await played(it);
    expect(bids).toEqual([20]);
    expect(core.points('replay', 'EUR/USD').map(([, doubled]) => doubled)).toEqual([
      220_002, 220_022, 220_042,
    ]);
  });

  test('lets others work while it reads its history, and can be stopped meanwhile', async () => {
    const history = () => Array.from({ length: 2_100 }, (_, at) => quotes([at / 10, 1])).flat();
    const it = replay(history(), { startMs: MONDAY_MS + 300_000 });
    let turns = 0;
    const count = () => {
      turns += 1;
      if (it.feed().feeds[0]?.state === 'connecting') setImmediate(count);
    };
    setImmediate(count);
    await played(it);
    expect(turns).toBeGreaterThanOrEqual(4);
    await it.stop();

    const other = replay(history(), { startMs: MONDAY_MS + 300_000 });
    other.start();
    await other.stop();
    expect(other.feed().feeds).toMatchObject([{ state: 'connecting' }]);
  });

  test('brings a quote before what is due at its very instant, and what is due before the next quote', async () => {
    const it = replay(quotes([1, 1], [5, 2], [6, 3]));
    const heard: (string | number)[] = [];
    for (const second of [1, 5, 5.5])
      it.clock.setAlarm(epochMs(MONDAY_MS + second * 1000), () => void heard.push(`alarm ${second}`));
    it.onTick(({ bid }) => void heard.push(bid - LOW));
    it.onRound(({ timeframe }) => void (timeframe === '5s' && heard.push('round')));
    await played(it);
    expect(heard).toEqual([1, 'alarm 1', 2, 'alarm 5', 'round', 'alarm 5.5', 3]);
  });

  test('waits for its listeners, however fast it runs: nothing comes while one is at work', async () => {
    const it = replay(quotes(...Array.from({ length: 60 }, (_, second) => [second, second + 1] as const)));
    const heard: string[] = [];
    it.onTick(async ({ bid }) => {
      heard.push(`from ${bid - LOW}`);
      await new Promise((resolve) => setImmediate(resolve));
      heard.push(`to ${bid - LOW} ${it.clock.now() - MONDAY_MS}`);
    });
    await played(it);
    expect(heard).toEqual(
      Array.from({ length: 60 }, (_, second) => [
        `from ${second + 1}`,
        `to ${second + 1} ${second * 1000}`,
      ]).flat(),
    );
  });

  test('has rounds on the grid of each timeframe, for the pairs it has, while the FX week is open', async () => {
    const it = replay(quotes([1, 1], [61, 2]), { isOpen: (at) => at < MONDAY_MS + 31_000 });
    const rounds: string[] = [];
    it.onRound(({ timeframe, decidedMs, source, decisions }) => {
      const reasons = decisions.map(
        (each) => `${each.pair} ${each.kind === 'signal' ? 'signal' : each.reason}`,
      );
      rounds.push(`${(decidedMs - MONDAY_MS) / 1000} ${timeframe} ${source}: ${reasons.join()}`);
    });
    await played(it);
    const history = 'replay: EUR/USD history';
    const stale = 'replay: EUR/USD stale';
    expect(rounds).toEqual([
      `5 5s ${history}`,
      `10 5s ${history}`,
      `10 10s ${history}`,
      `15 5s ${history}`,
      `15 15s ${history}`,
      `20 5s ${stale}`,
      `20 10s ${stale}`,
      `25 5s ${stale}`,
      `30 5s ${stale}`,
      `30 10s ${stale}`,
      `30 15s ${stale}`,
      `30 30s ${stale}`,
    ]);
  });

  test('says that it is over, runs on until the last signal can be settled, and has no more rounds', async () => {
    const it = replay(quotes([1, 1], [2, 2]));
    let rounds = 0;
    it.onRound(() => void (rounds += 1));
    const settled = new Promise<void>((resolve) => {
      it.clock.setAlarm(epochMs(MONDAY_MS + 90_000), resolve);
    });
    await played(it);
    const roundsAtEnd = rounds;
    await settled;
    expect(it.feed()).toEqual({
      isLive: false,
      source: null,
      label: 'replay 2018-02-05',
      reason: 'replay-over',
      feeds: [{ source: 'replay', state: 'closed' }],
      disagreements: [],
    });
    expect(rounds).toBe(roundsAtEnd);
  });

  test('that cannot read on says so, and stops', async () => {
    const broken = function* () {
      yield* quotes([1, 1]);
      throw new Error('the disk is gone');
    };
    const it = replay(broken());
    await played(it);
    expect(it.feed()).toMatchObject({ isLive: false, reason: 'prices-failed' });
  });

  test('that cannot read on runs on as well, until the last signal has ended', async () => {
    const broken = function* () {
      yield* quotes([1, 1], [61, 2]);
      throw new Error('the disk is gone');
    };
    const it = replay(broken());
    let rounds = 0;
    it.onRound(() => void (rounds += 1));
    const settled = new Promise<void>((resolve) => {
      it.clock.setAlarm(epochMs(MONDAY_MS + 61_000 + 76_001), resolve);
    });
    await played(it);
    const roundsAtEnd = rounds;
    await settled;
    expect(it.feed().feeds).toMatchObject([{ state: 'failed' }]);
    expect(rounds).toBe(roundsAtEnd);
  });

  test('a listener that fails is in the log, and the others hear anyway', async () => {
    const memory = memoryLog();
    const it = replay(quotes([1, 1], [2, 2]), { log: memory.log });
    const heard: number[] = [];
    it.onTick(() => {
      throw new Error('not today');
    });
    it.onTick(() => Promise.reject(new Error('later neither')));
    it.onTick(({ bid }) => void heard.push(bid - LOW));
    await played(it);
    expect(heard).toEqual([1, 2]);
    expect(memory.text().match(/not today|later neither/g)).toHaveLength(4 + 4);
  });

  test('can be stopped at any time, and nothing comes afterwards', async () => {
    const it = replay(syntheticTicks(3, MONDAY_MS), { speed: 1 });
    let ticks = 0;
    await new Promise<void>((resolve) => {
      it.onTick(() => {
        ticks += 1;
        if (ticks === 5) resolve();
      });
      it.start();
    });
    await it.stop();
    const ticksThen = ticks;
    await new Promise((resolve) => setImmediate(resolve));
    expect(ticks).toBe(ticksThen);
  });
});
