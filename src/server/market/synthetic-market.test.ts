import { expect, onTestFinished, test } from 'vitest';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { quoted } from '../../../tests/support/quoted.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import { doubleMid } from '../../core/market/tick.ts';
import { epochMs, SECOND_MS } from '../../core/time/instant.ts';
import { syntheticSource } from './configured-source.ts';
import { MarketCore } from './market-core.ts';

const NOW = epochMs(Date.UTC(2026, 10, 23, 9));
/** Far from where the walks begin, and in agreement with each other: 1.5 dollars a euro, 90 yen a dollar. */
const LAST: Readonly<Record<ScoredPair, number>> = {
  'EUR/USD': 150_000,
  'USD/JPY': 90_000,
  'EUR/JPY': 135_000,
  'EUR/GBP': 120_000,
  'USD/CAD': 110_000,
};

test.each([
  ['go on where those of the desk before ended', NOW - 4 * SECOND_MS, true],
  ['start over where there was none', undefined, false],
])('made-up prices %s', async (_what, fromMs, goesOn) => {
  const { log } = memoryLog();
  const core = new MarketCore({ models: new Map(), log });
  for (const pair of SCORED_PAIRS)
    core.remember(
      quoted({
        source: 'synthetic',
        pair,
        bid: LAST[pair] - 4,
        ask: LAST[pair] + 4,
        sourceTime: epochMs(NOW - 5 * SECOND_MS),
        receivedTime: epochMs(NOW - 5 * SECOND_MS),
      }),
    );
  let steadyMs = 0;
  const source = syntheticSource({ seed: 1, steadyMs: () => (steadyMs += 50), log });
  if (fromMs === undefined) core.forget();
  const market = source.open(core, fromMs, () => NOW);
  onTestFinished(() => market.stop());
  const first = new Map<ScoredPair, number>();
  market.onTick((tick) => {
    if (!first.has(tick.pair as ScoredPair)) first.set(tick.pair as ScoredPair, doubleMid(tick) / 2);
  });
  market.start();
  await expect.poll(() => first.size).toBe(SCORED_PAIRS.length);
  for (const [pair, mid] of first)
    expect(Math.abs(mid / LAST[pair] - 1) < 0.002, `${pair} at ${mid}`).toBe(goesOn);
});
