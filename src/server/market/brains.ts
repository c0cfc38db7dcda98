import { createHash } from 'node:crypto';
import { Learner } from '../../core/engine/learner.ts';
import { type Brain, brainOf, type EngineModel } from '../../core/engine/model.ts';
import { ENGINE_VERSION } from '../../core/engine/version.ts';
import { DAY_MS } from '../../core/time/instant.ts';
import { BOT_TIMEFRAMES, type Timeframe } from '../../core/market/timeframes.ts';

/** Fitted models by timeframe; a timeframe without one learns from the prices that come, and says nothing until then. */
export type Models = ReadonlyMap<Timeframe, EngineModel>;

/** The engine's name in signals and records: the code's version, and a hash of its models. */
export function engineNameOf(models: Models): string {
  const fitted = BOT_TIMEFRAMES.map((value) => models.get(value) ?? null);
  const hash = createHash('sha256').update(JSON.stringify(fitted)).digest('hex');
  return `${ENGINE_VERSION}-${hash.slice(0, 8)}`;
}

/** The brains of the engine's loops on one source's prices. */
export class Brains {
  readonly #brains = new Map<Timeframe, Brain>();
  readonly #learners: Learner[] = [];
  #day = Number.NEGATIVE_INFINITY;

  constructor(models: Models) {
    for (const value of BOT_TIMEFRAMES) {
      const model = models.get(value);
      if (model !== undefined) {
        this.#brains.set(value, brainOf(model));
        continue;
      }
      const learner = new Learner();
      this.#learners.push(learner);
      this.#brains.set(value, learner);
    }
  }

  of(timeframe: Timeframe): Brain {
    return this.#brains.get(timeframe) as Brain;
  }

  /** Sets the time, before anything of it is decided; a time before the last day changes nothing. */
  advanceTo(ms: number): void {
    const day = Math.floor(ms / DAY_MS);
    if (day <= this.#day) return;
    this.#day = day;
    for (const learner of this.#learners) learner.advanceTo(ms);
  }
}
