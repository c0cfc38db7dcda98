import type { FastifyBaseLogger } from 'fastify';
import { type EpochMs, HOUR_MS } from '../../core/time/instant.ts';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import type { MarketSource } from './market-source.ts';
import { createSimulatedMarket } from './simulated-market.ts';
import { syntheticTicks, worthBy } from './synthetic-ticks.ts';

export interface SyntheticOptions {
  readonly seed: number;
  readonly now: () => EpochMs;
  readonly steadyMs: () => number;
  readonly log: FastifyBaseLogger;
}

const WARM_UP_MS = 3 * HOUR_MS;

/** Made-up prices at the computer's own time, open around the clock: for demonstrations. They go on where those of another desk ended. */
export function syntheticSource({ seed, now, steadyMs, log }: SyntheticOptions): MarketSource {
  return {
    kind: 'synthetic',
    label: 'synthetic',
    open(core, fromMs) {
      const startMs = now();
      const goesOn = fromMs !== undefined;
      const ticks = goesOn
        ? // Another seed for another stretch: the same one would make the same moves again.
          syntheticTicks(
            (seed ^ startMs) >>> 0,
            startMs,
            worthBy((pair) => core.lastTick('synthetic', pair)),
          )
        : syntheticTicks(seed, startMs - WARM_UP_MS);
      return createSimulatedMarket({
        kind: 'synthetic',
        label: 'synthetic',
        pairs: SCORED_PAIRS,
        core,
        ticks,
        startMs,
        goesOn,
        isOfNow: true,
        speed: 1,
        isOpen: () => true,
        steadyMs,
        log,
      });
    },
  };
}
