import { expect, test } from 'vitest';
import type { ScoredPair } from '../../src/core/market/instruments.ts';
import type { Tick } from '../../src/core/market/tick.ts';
import { timeframeMs } from '../../src/core/market/timeframes.ts';
import type { FeedReport } from '../../src/core/wire/market.ts';
import type { DecisionRound, Market } from '../../src/server/market/market.ts';

/** A market under test, with prices that go on. */
export interface ContractMarket {
  readonly market: Market;
  /** Those that it decides. */
  readonly pairs: readonly ScoredPair[];
  /** Lets a little of its time pass, with new prices. */
  pass(): Promise<void>;
}

/** What the desk relies on, whichever market it runs on: `open` gives one that is not started. */
export function marketContract(open: () => Promise<ContractMarket>): void {
  async function listened() {
    const { market, pairs, pass } = await open();
    const [ticks, rounds, reports]: [Tick[], DecisionRound[], FeedReport[]] = [[], [], []];
    const early: unknown[] = [];
    const at = (ms: number) => void (ms > market.clock.now() && early.push(ms));
    market.onTick((tick) => {
      at(tick.receivedTime);
      ticks.push(tick);
    });
    market.onRound((round) => {
      at(round.decidedMs);
      rounds.push(round);
    });
    market.onFeed((report) => void reports.push(report));
    const until = async (isSo: () => boolean) => {
      while (!isSo()) await pass();
    };
    return { market, pairs, pass, until, ticks, rounds, reports, early };
  }

  test('says nothing before it is started', async () => {
    const { market, pass, ticks, rounds } = await listened();
    for (let times = 0; times < 3; times += 1) await pass();
    expect([ticks, rounds]).toEqual([[], []]);
    await market.stop();
  });

  test('gives sound quotes in the order in which they came, none from the future', async () => {
    const { market, until, ticks, early } = await listened();
    market.start();
    await until(() => ticks.length >= 20);
    const times = ticks.map(({ receivedTime }) => receivedTime);
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    for (const { bid, ask } of ticks) {
      expect(bid).toBeGreaterThan(0);
      expect(ask).toBeGreaterThanOrEqual(bid);
    }
    expect(early).toEqual([]);
    await market.stop();
  });

  test('has each round at an instant of its grid, each once, with a decision for every pair of its feed', async () => {
    const { market, pairs, until, rounds, ticks, early } = await listened();
    market.start();
    await until(() => rounds.filter(({ timeframe }) => timeframe === '5s').length >= 2 && ticks.length > 0);
    for (const { timeframe, decidedMs, source, decisions } of rounds) {
      expect(decidedMs % timeframeMs(timeframe)).toBe(0);
      expect(decisions.map(({ pair }) => pair)).toEqual(source === undefined ? [] : pairs);
      for (const decision of decisions) expect(decision).toMatchObject({ timeframe, decidedAtMs: decidedMs });
    }
    const names = rounds.map(({ timeframe, decidedMs }) => `${timeframe} ${decidedMs}`);
    expect(new Set(names).size).toBe(names.length);
    expect(early).toEqual([]);
    await market.stop();
  });

  test('reports the feed that its quotes come from, and says the same when it is asked', async () => {
    const { market, until, reports, ticks } = await listened();
    market.start();
    await until(() => ticks.length > 0 && market.feed().isLive);
    const feed = market.feed();
    expect(feed.source).toBe(ticks.at(-1)?.source);
    expect(feed.label === null).toBe(market.kind === 'live');
    if (reports.length > 0) expect(reports.at(-1)).toEqual(feed);
    await market.stop();
  });

  test('a listener that left is called no more', async () => {
    const { market, until, ticks } = await listened();
    let calls = 0;
    const leave = market.onTick(() => {
      calls += 1;
      leave();
    });
    market.start();
    await until(() => ticks.length >= 5);
    expect(calls).toBe(1);
    await market.stop();
  });

  test('is silent once it is stopped, and can be stopped twice', async () => {
    const { market, pass, until, ticks, rounds } = await listened();
    market.start();
    await until(() => ticks.length > 0);
    await market.stop();
    await market.stop();
    const counts = [ticks.length, rounds.length];
    for (let times = 0; times < 3; times += 1) await pass();
    expect([ticks.length, rounds.length]).toEqual(counts);
  });
}
