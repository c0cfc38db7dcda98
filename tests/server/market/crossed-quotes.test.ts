import { expect, test } from 'vitest';
import { ENGINE_VERSION } from '../../../src/core/engine/model.ts';
import { scaledPrice } from '../../../src/core/market/instruments.ts';
import type { Tick } from '../../../src/core/market/tick.ts';
import { BOT_TIMEFRAMES } from '../../../src/core/market/timeframes.ts';
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../src/core/time/instant.ts';
import { createDeskFigures } from '../../../src/server/desk/desk-status.ts';
import { Desk } from '../../../src/server/desk/desk.ts';
import { MarketCore } from '../../../src/server/market/market-core.ts';
import { createSimulatedMarket } from '../../../src/server/market/simulated-market.ts';
import { syntheticTicks } from '../../../src/server/market/configured-source.ts';
import { fadingModel } from '../../support/engine-model.ts';
import { memoryLedger } from '../../support/memory-ledger.ts';
import { memoryRequests } from '../../support/memory-requests.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { seededRandom } from '../../support/seeded-random.ts';

/** Monday 5 February 2018, 09:00 UTC. */
const MONDAY_MS = Date.UTC(2018, 1, 5, 9);

/** Nine hours of made-up quotes of EUR/USD; every fourth is crossed, as one in nine of some vendors' are. */
function* crossedTicks(): Generator<Tick> {
  let count = 0;
  for (const tick of syntheticTicks(7, MONDAY_MS - 3 * HOUR_MS)) {
    if (tick.receivedTime > MONDAY_MS + 6 * HOUR_MS) return;
    if (tick.pair !== 'EUR/USD') continue;
    count += 1;
    const { bid, ask } = tick;
    yield { ...tick, source: 'replay', ...(count % 4 === 0 ? { bid: ask, ask: scaledPrice(bid - 1) } : {}) };
  }
}

test('every signal of a replay with crossed quotes ends, and the log says once that they were left out', async () => {
  const { log, entries } = memoryLog();
  let wallMs = 0;
  const market = createSimulatedMarket({
    kind: 'replay',
    label: 'Replay',
    pairs: ['EUR/USD'],
    core: new MarketCore({
      models: new Map(BOT_TIMEFRAMES.map((value) => [value, fadingModel(value)])),
      log,
    }),
    ticks: crossedTicks(),
    startMs: MONDAY_MS,
    speed: 1000,
    isOpen: () => true,
    steadyMs: () => (wallMs += SECOND_MS),
    log,
  });
  const ledger = memoryLedger([], 'replay-1');
  const requests = memoryRequests(ledger, market.clock.now);
  const desk = new Desk({
    market,
    engine: ENGINE_VERSION,
    ledger,
    requests,
    random: seededRandom(1),
    log,
    figures: createDeskFigures(),
  });
  await desk.start();
  await new Promise<void>((resolve) => {
    market.onFeed(({ isLive }) => void (isLive || resolve()));
    market.start();
  });
  const endMs = market.clock.now();
  await market.stop();
  await desk.stop();
  const kinds = ledger.entries.map(({ entry }) => entry.kind);
  expect(kinds.filter((kind) => kind === 'signal').length).toBeGreaterThan(50);
  const open = await ledger.openSignals();
  expect(open.filter(({ signal }) => signal.expiryMs < endMs - MINUTE_MS)).toEqual([]);
  expect(entries().filter(({ level }) => level !== 'info')).toEqual([]);
  expect(entries().map(({ fault }) => fault)).toEqual(['crossed']);
});
