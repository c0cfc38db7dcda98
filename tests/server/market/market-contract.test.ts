import { afterEach, beforeEach, describe, onTestFinished } from 'vitest';
import { SCORED_PAIRS } from '../../../src/core/market/instruments.ts';
import { epochMs, MINUTE_MS, SECOND_MS } from '../../../src/core/time/instant.ts';
import { syntheticSource } from '../../../src/server/market/configured-source.ts';
import { krakenProtocol } from '../../../src/server/market/kraken-protocol.ts';
import { createLiveMarket } from '../../../src/server/market/live-market.ts';
import { MarketCore } from '../../../src/server/market/market-core.ts';
import { openReplay } from '../../../src/server/market/replay-market.ts';
import { marketContract } from '../../support/market-contract.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { scriptedDecisions, scriptedMarket } from '../../support/scripted-market.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { startTurnTime } from '../../support/turn-time.ts';
import { writeDataset } from '../../support/write-dataset.ts';
import { fakeSource } from '../feeds/fake-socket-source.ts';

/** A Wednesday, shortly before an instant of every timeframe. */
const START_MS = Date.UTC(2026, 10, 18, 9, 32) - 400;
const emptyCore = () => new MarketCore({ models: new Map(), log: memoryLog().log });
/** A wall clock on which 50 ms go by whenever it is looked at, so that nothing waits. */
const hurried = () => {
  let ms = 0;
  return () => (ms += 50);
};
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a live market', () => {
  let endTurnTime = () => {};
  beforeEach(() => {
    endTurnTime = startTurnTime();
  });
  afterEach(() => endTurnTime());

  marketContract(async () => {
    const kraken = await fakeSource();
    const startMs = performance.now();
    let moved = 0;
    const market = createLiveMarket({
      protocols: [krakenProtocol(kraken.url)],
      core: emptyCore(),
      // Ten times as fast as the clock of the test.
      now: () => epochMs(Math.floor(START_MS + 10 * (performance.now() - startMs))),
      steadyMs: () => 10 * performance.now(),
      random: () => 0.5,
      log: memoryLog().log,
      speed: 10,
    });
    onTestFinished(async () => {
      await market.stop();
      await kraken.close();
    });
    return {
      market,
      pairs: SCORED_PAIRS,
      async pass() {
        moved = (moved + 1) % 7;
        for (const symbol of ['EUR/USD', 'USD/CAD']) {
          const bid = Number((1.085 + moved / 100_000).toFixed(5));
          const ask = Number((bid + 0.000_02).toFixed(5));
          kraken.send({ channel: 'ticker', type: 'update', data: [{ symbol, bid, ask }] });
        }
        await turn();
      },
    };
  });
});

describe('made-up prices', () => {
  marketContract(async () => {
    const { log } = memoryLog();
    const source = syntheticSource({ seed: 1, steadyMs: hurried(), log });
    // As one that goes on: there is no warm-up to wait for.
    const market = source.open(emptyCore(), START_MS, () => epochMs(START_MS));
    onTestFinished(() => market.stop());
    return { market, pairs: SCORED_PAIRS, pass: turn };
  });
});

describe('a replay', () => {
  marketContract(async () => {
    const dataDir = makeTemporaryFolder();
    const rows = 4_000;
    const firstMs = Math.floor(START_MS / MINUTE_MS) * MINUTE_MS;
    const timeMs = Float64Array.from({ length: rows }, (_, at) => firstMs + at * 250);
    const bid = Int32Array.from({ length: rows }, (_, at) => 108_500 + (at % 7));
    await writeDataset(dataDir, 'eurusd-ticks', {
      length: rows,
      timeMs,
      bid,
      ask: bid.map((price) => price + 2),
    });
    const source = await openReplay({
      dataDir,
      datasets: ['eurusd-ticks'],
      speed: 100,
      steadyMs: hurried(),
      log: memoryLog().log,
      warmUpMs: 10 * SECOND_MS,
    });
    const market = source.open(emptyCore(), undefined, () => epochMs(START_MS));
    onTestFinished(async () => {
      await market.stop();
      await removeTemporaryFolder(dataDir);
    });
    return { market, pairs: ['EUR/USD'], pass: turn };
  });
});

describe('the scripted market of the tests', () => {
  marketContract(async () => {
    const market = scriptedMarket({ startMs: Math.floor(START_MS / MINUTE_MS) * MINUTE_MS });
    return {
      market,
      pairs: SCORED_PAIRS,
      async pass() {
        if (!market.isRunning()) return;
        const atMs = market.clock.now() + SECOND_MS;
        await market.tickAt(atMs, { bid: 108_500, pair: SCORED_PAIRS[(atMs / SECOND_MS) % 5] ?? 'EUR/USD' });
        if (atMs % (5 * SECOND_MS) === 0)
          await market.round({ timeframe: '5s', decidedMs: atMs, decisions: scriptedDecisions(atMs, '5s') });
      },
    };
  });
});
