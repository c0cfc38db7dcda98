import type { Decision } from '../../core/engine/pair-engine.ts';
import { FRESH_MS } from '../../core/market/settlement-times.ts';
import { TickLoop } from '../../core/engine/tick-loop.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import { type Tick, tickTime } from '../../core/market/tick.ts';
import { BOT_TIMEFRAMES, type Timeframe } from '../../core/market/timeframes.ts';
import type { Brains } from './load-models.ts';

/** Decisions of the last so many instants are kept: a round that comes late still finds its own. */
const KEPT_DECISIONS = 12;

interface Loop {
  loop: TickLoop;
  /** Its last decisions, oldest first. */
  readonly decisions: Decision[];
}

interface PairLoops {
  quotedMs: number;
  readonly loops: ReadonlyMap<Timeframe, Loop>;
}

export interface SourceLoopsOptions {
  readonly pairs: readonly ScoredPair[];
  readonly brains: Brains;
  /** A loop failed, which no price should be able to make it do; it was started over. */
  readonly onFailure: (error: unknown) => void;
}

/** The engine's loops on the prices of one source: one for each pair and timeframe. */
export class SourceLoops {
  readonly #options: SourceLoopsOptions;
  readonly #pairs = new Map<ScoredPair, PairLoops>();

  constructor(options: SourceLoopsOptions) {
    this.#options = options;
    for (const pair of options.pairs) {
      const loops = BOT_TIMEFRAMES.map((value): [Timeframe, Loop] => {
        const decisions: Decision[] = [];
        return [value, { loop: this.#newLoop(pair, value, decisions), decisions }];
      });
      this.#pairs.set(pair, { quotedMs: Number.NEGATIVE_INFINITY, loops: new Map(loops) });
    }
  }

  /** Takes in a quote; one that is dated before the last of its pair is left out. */
  push(tick: Tick): void {
    const timeMs = tickTime(tick);
    const entry = this.#pairs.get(tick.pair);
    if (entry === undefined || timeMs < entry.quotedMs) return;
    entry.quotedMs = timeMs;
    this.#options.brains.advanceTo(timeMs);
    for (const [timeframe, each] of entry.loops) {
      this.#run(tick.pair, timeframe, each, (loop) => loop.push(timeMs, tick.bid, tick.ask));
    }
  }

  /** Whether each loop has the history that a decision needs. */
  get isWarm(): boolean {
    return [...this.#pairs.values()].every(({ loops }) =>
      [...loops.values()].every(({ decisions }) => {
        const last = decisions.at(-1);
        return last !== undefined && !(last.kind === 'abstention' && last.reason === 'history');
      }),
    );
  }

  /** The decisions of one timeframe at a grid instant that has come, one for each pair. */
  decide(timeframe: Timeframe, at: EpochMs): Decision[] {
    this.#options.brains.advanceTo(at);
    return [...this.#pairs].map(([pair, { quotedMs, loops }]): Decision => {
      const each = loops.get(timeframe);
      const isStale = at - quotedMs > FRESH_MS;
      // What is due at the instant itself waits for the time after it.
      if (each !== undefined) this.#run(pair, timeframe, each, (loop) => loop.advanceTo(at + 1));
      return (
        each?.decisions.findLast(({ decidedAtMs }) => decidedAtMs === at) ?? {
          kind: 'abstention',
          pair,
          timeframe,
          decidedAtMs: at,
          reason: isStale ? 'stale' : 'history',
        }
      );
    });
  }

  /** A loop that fails takes no other with it: it starts over, without its history. */
  #run(pair: ScoredPair, timeframe: Timeframe, each: Loop, work: (loop: TickLoop) => void): void {
    try {
      work(each.loop);
    } catch (error) {
      this.#options.onFailure(error);
      each.loop = this.#newLoop(pair, timeframe, each.decisions);
    }
  }

  #newLoop(pair: ScoredPair, timeframe: Timeframe, decisions: Decision[]): TickLoop {
    return new TickLoop({
      pair,
      timeframe,
      brain: this.#options.brains.of(timeframe),
      onDecision: (decision) => {
        decisions.push(decision);
        if (decisions.length > KEPT_DECISIONS) decisions.shift();
      },
    });
  }
}
