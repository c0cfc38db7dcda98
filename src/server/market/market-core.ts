import type { FastifyBaseLogger } from 'fastify';
import type { EpochMs } from '../../core/time/instant.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import {
  barOpening,
  BASE_BAR_MS,
  type ChartSpan,
  joinBars,
  type MidBar,
  MOST_BASE_BARS,
} from '../../core/market/mid-bars.ts';
import { doubleMid, type FeedSource, type Tick, tickTime } from '../../core/market/tick.ts';
import type { FeedReport } from '../../core/wire/market.ts';
import { BOT_TIMEFRAMES, type Timeframe, timeframeMs } from '../../core/market/timeframes.ts';
import { Brains, engineNameOf, type Models } from './load-models.ts';
import { Listeners } from '../platform/listeners.ts';
import type { DecisionRound, Market, MarketKind } from './market.ts';
import { PointRing } from './point-ring.ts';
import type { Decision } from '../../core/engine/pair-engine.ts';
import { FRESH_MS } from '../../core/market/settlement-times.ts';
import { TickLoop } from '../../core/engine/tick-loop.ts';

export interface MarketCoreOptions {
  readonly models: Models;
  readonly log: FastifyBaseLogger;
}

/**
 * What a server knows of the market's prices, wherever they come from and whatever time it is: loops, points, bars, listeners. It outlives
 * the markets that fill it: a desk that is taken over finds the engine warm.
 */
export class MarketCore {
  readonly ticks: Listeners<Tick>;
  readonly rounds: Listeners<DecisionRound>;
  readonly reports: Listeners<FeedReport>;
  readonly clockSets: Listeners<{ readonly beforeMs: EpochMs; readonly afterMs: EpochMs }>;
  readonly engine: string;
  readonly #options: MarketCoreOptions;
  readonly #loops = new Map<FeedSource, SourceLoops>();
  /** By source and pair. */
  readonly #prices = new Map<
    string,
    { readonly last: Tick; readonly points: PointRing; readonly bars: BarRing }
  >();
  /** Receives every quote, past ones too, while this server's own market brings them. */
  onQuote: ((tick: Tick) => void) | undefined;

  constructor(options: MarketCoreOptions) {
    this.#options = options;
    this.engine = engineNameOf(options.models);
    const onFailure = (error: unknown) =>
      options.log.error({ err: error }, 'a listener of the market failed');
    this.ticks = new Listeners(onFailure);
    this.rounds = new Listeners(onFailure);
    this.reports = new Listeners(onFailure);
    this.clockSets = new Listeners(onFailure);
  }

  /** Takes a sound quote and passes it to the listeners; returns a promise while a listener works. */
  take(tick: Tick): Promise<unknown> | undefined {
    this.remember(tick);
    return this.ticks.tell(tick);
  }

  /** Takes a past quote without the listeners: history for the engine and the chart. */
  remember(tick: Tick): void {
    const key = keyOf(tick.source, tick.pair);
    const { points, bars } = this.#prices.get(key) ?? { points: new PointRing(), bars: new BarRing() };
    points.push(tickTime(tick), doubleMid(tick));
    bars.push(tickTime(tick), doubleMid(tick));
    this.#prices.set(key, { last: tick, points, bars });
    this.#loopsOf(tick.source).push(tick);
    this.onQuote?.(tick);
  }

  lastTick(source: FeedSource, pair: ScoredPair): Tick | undefined {
    return this.#prices.get(keyOf(source, pair))?.last;
  }

  points(source: FeedSource, pair: ScoredPair): readonly (readonly [number, number])[] {
    return this.#prices.get(keyOf(source, pair))?.points.points() ?? [];
  }

  bars(source: FeedSource, pair: ScoredPair, span: ChartSpan): readonly MidBar[] {
    return this.#prices.get(keyOf(source, pair))?.bars.bars(span) ?? [];
  }

  /** Decides on pairs at a grid instant by a source's prices, each timeframe whose grid it is on, and tells the rounds. */
  async decide(
    at: EpochMs,
    source: FeedSource | undefined,
    pairs: readonly ScoredPair[] = SCORED_PAIRS,
  ): Promise<void> {
    const due = BOT_TIMEFRAMES.filter((timeframe) => at % timeframeMs(timeframe) === 0);
    await Promise.all(
      due.map((timeframe) => {
        const all = source === undefined ? [] : this.#loopsOf(source).decide(timeframe, at);
        const decisions = all.filter(({ pair }) => pairs.includes(pair as ScoredPair));
        return this.rounds.tell({ timeframe, decidedMs: at, source, decisions });
      }),
    );
  }

  /** Whether a desk could begin now on the prices of some source without an abstention for want of history. */
  get isWarm(): boolean {
    return [...this.#loops.values()].some((loops) => loops.isWarm);
  }

  /** The subscriptions of others. */
  listening(): Pick<Market, 'onTick' | 'onRound' | 'onFeed' | 'onClockSet'> {
    return {
      onTick: (listener) => this.ticks.add(listener),
      onRound: (listener) => this.rounds.add(listener),
      onFeed: (listener) => this.reports.add(listener),
      onClockSet: (listener) => this.clockSets.add(listener),
    };
  }

  /** Forgets everything: the clock was set, or the prices are others. */
  forget(): void {
    this.#loops.clear();
    this.#prices.clear();
  }

  #loopsOf(source: FeedSource): SourceLoops {
    let loops = this.#loops.get(source);
    if (loops === undefined) {
      const { models, log } = this.#options;
      loops = new SourceLoops({
        pairs: SCORED_PAIRS,
        brains: new Brains(models),
        onFailure: (error) =>
          log.error({ err: error, feed: source }, 'an engine loop failed and starts over'),
      });
      this.#loops.set(source, loops);
    }
    return loops;
  }
}

function keyOf(source: FeedSource, pair: ScoredPair): string {
  return `${source} ${pair}`;
}

/** The last hours of a price in bars for a chart, as long as the longest span of one. */
export class BarRing {
  #bars: [number, number, number, number, number][] = [];

  /** Adds a mid; times may be in any order, but one before the last bar is not for the chart. */
  push(timeMs: number, mid: number): void {
    const openMs = barOpening(timeMs, BASE_BAR_MS);
    const bar = this.#bars.at(-1);
    if (bar === undefined || openMs > bar[0]) {
      this.#bars.push([openMs, mid, mid, mid, mid]);
      // Half as many again, so that trimming is rare.
      if (this.#bars.length > MOST_BASE_BARS * 1.5) this.#bars = this.#bars.slice(-MOST_BASE_BARS);
    } else if (openMs === bar[0]) {
      if (mid > bar[2]) bar[2] = mid;
      if (mid < bar[3]) bar[3] = mid;
      bar[4] = mid;
    }
  }

  /** The bars of a span up to the last mid, oldest first. */
  bars(span: ChartSpan): readonly MidBar[] {
    return joinBars(this.#bars, span);
  }
}

/** A source of prices: each time a desk begins it opens a market on them. */
export interface MarketSource {
  readonly kind: MarketKind;
  /** `replay 2014-05-08`, `replay 2014-05-08/2014-05-09`, `synthetic`; undefined for live prices. */
  readonly label: string | undefined;
  /**
   * The market, not started yet, on what the loops know. `fromMs` is where a replay or made-up prices go on that another desk began;
   * undefined starts them over. `now` is the time of prices that are of now.
   */
  open(core: MarketCore, fromMs: number | undefined, now: () => EpochMs): Market;
}

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

interface SourceLoopsOptions {
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

  get isWarm(): boolean {
    return [...this.#pairs.values()].every(({ loops }) =>
      [...loops.values()].every(({ decisions }) => {
        const last = decisions.at(-1);
        return last !== undefined && !(last.kind === 'abstention' && last.reason === 'history');
      }),
    );
  }

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
