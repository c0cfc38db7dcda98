import type { FastifyBaseLogger } from 'fastify';
import { type EpochMs, HOUR_MS } from '../../core/time/instant.ts';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import type { Models } from './brains.ts';
import type { Market } from './market.ts';
import { createSimulatedMarket } from './simulated-market.ts';
import { syntheticTicks } from './synthetic-ticks.ts';

export interface SyntheticOptions {
  readonly seed: number;
  readonly models: Models;
  readonly now: () => EpochMs;
  readonly steadyMs: () => number;
  readonly log: FastifyBaseLogger;
}

const WARM_UP_MS = 3 * HOUR_MS;

/** A market on made-up prices at the computer's own time, open around the clock: for demonstrations. */
export function createSyntheticMarket({ seed, models, now, steadyMs, log }: SyntheticOptions): Market {
  const startMs = now();
  return createSimulatedMarket({
    kind: 'synthetic',
    label: 'synthetic',
    pairs: SCORED_PAIRS,
    models,
    ticks: syntheticTicks(seed, startMs - WARM_UP_MS),
    startMs,
    isOfNow: true,
    speed: 1,
    isOpen: () => true,
    steadyMs,
    log,
  });
}
