import { FEATURES } from '../../src/core/engine/feature-table.ts';
import { ENGINE_VERSION, type EngineModel } from '../../src/core/engine/model.ts';
import type { Timeframe } from '../../src/core/market/timeframes.ts';

/** A model that fades moves, strong enough that every feature matters; for tests of the loop, not of the market. */
export function fadingModel(timeframe: Timeframe = '1min'): EngineModel {
  return {
    engineVersion: ENGINE_VERSION,
    timeframe,
    weights: Object.fromEntries(FEATURES.map(({ name }, index) => [name, -0.02 - 0.003 * (index % 7)])),
    curve: { sizes: [0, 0.05, 0.2, 0.6], logOdds: [0, 0.04, 0.15, 0.5], cap: 0.6, decisions: 100_000 },
    fitted: { decisions: 100_000, firstMs: 0, lastMs: 0 },
  };
}
