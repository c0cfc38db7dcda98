import { NewYorkClock } from '../time/wall-clock.ts';
import { Volatility } from './indicators/volatility.ts';
import { DAY_MS } from '../time/instant.ts';
import type { Direction } from '../market/direction.ts';
import type { Timeframe } from '../market/timeframes.ts';
import { type AbstentionReason, type ReasonCode, type Reasons, sharedPoints } from './reasons.ts';
import { BarFeatures } from './bar-features.ts';
import { chanceAt, claimsAnything, HIGHEST_CHANCE, logOddsOf } from './confidence-curve.ts';
import { recordedConfidence } from './confidence-text.ts';
import { FEATURE_BAND, FEATURE_COUNT, FEATURES, type Rule } from './feature-table.ts';
import type { Brain } from './model.ts';
import { fillCoordinates, HourCalibration, Reliability, RELIABILITY_SIZE } from './reliability.ts';

export type Decision = EngineSignal | Abstention;

export interface EngineSignal {
  readonly kind: 'signal';
  readonly pair: string;
  readonly timeframe: Timeframe;
  readonly decidedAtMs: number;
  readonly direction: Direction;
  /** Calibrated chance that the direction is right, given that the price is not unchanged, in percent: 50 to 65. */
  readonly confidence: number;
  /** They add up to the confidence as it is recorded, less 50. */
  readonly reasons: Reasons;
}

export interface Abstention {
  readonly kind: 'abstention';
  readonly pair: string;
  readonly timeframe: Timeframe;
  readonly decidedAtMs: number;
  readonly reason: AbstentionReason;
}

export type Verdict = 'signal' | AbstentionReason;

/** Whether this verdict leaves a decision that waits for its outcome: a signal, or one that is learned from but not shown. */
export function isWaiting(verdict: Verdict): boolean {
  return verdict === 'signal' || verdict === 'untrained' || verdict === 'unproven' || verdict === 'undecided';
}

export interface EngineOptions {
  readonly pair: string;
  readonly timeframe: Timeframe;
  readonly brain: Brain;
  /** Bars in the last 60 that must have had a quote; fewer are thin. */
  readonly quotedBarsNeeded: number;
}

/**
 * Log odds below which neither side is called likelier: 0.006 is 50.15 %. Of such decisions 49.9 to 50.3 % came true,
 * whatever was fitted and scored.
 */
const SMALLEST_LOG_ODDS = 0.006;
const THIN_WINDOW = 60;
/** What is usual is looked at over about a day of minute bars. */
const USUAL_BARS = 1440;
/** Decisions that may wait for their outcome at once: of five seconds, those made until a silent feed counts as stale. */
const WAITING = 8;

interface Waiting {
  readonly features: Float64Array;
  readonly coordinates: Float64Array;
  /** Undefined while the brain has no weights. */
  score: number | undefined;
  /** What the curve alone claims for the side of the score; 0 while it claims nothing. */
  logOdds: number;
  decidedMs: number;
}

/**
 * The engine for one pair and timeframe: closed bars in, decisions out, outcomes back. Both loops hold
 * one. It has no clock: it knows only what was pushed.
 */
export class PairEngine {
  readonly #options: EngineOptions;
  #features = new BarFeatures();
  readonly #reliability = new Reliability();
  readonly #hours = new HourCalibration();
  readonly #usual = new Volatility(USUAL_BARS);
  readonly #clock = new NewYorkClock();
  readonly #quoted = new Uint8Array(THIN_WINDOW).fill(1);
  readonly #bandScores = new Float64Array(3);
  readonly #coordinates = new Float64Array(RELIABILITY_SIZE);
  readonly #waiting: readonly Waiting[] = Array.from({ length: WAITING }, () => ({
    features: new Float64Array(FEATURE_COUNT),
    coordinates: new Float64Array(RELIABILITY_SIZE),
    score: undefined,
    logOdds: 0,
    decidedMs: 0,
  }));
  #waitingFrom = 0;
  #waitingCount = 0;
  #slot = 0;
  #quotedCount = THIN_WINDOW;
  #skipped = false;
  #afterGap = false;
  #close = 0;
  #cosHour = 1;
  #sinHour = 0;
  #liveliness = 0;

  /** The chance of the likelier side as of the last `assess` that gave a signal, 0.5 to 0.65. */
  chance = 0.5;
  /** Whether up is the likelier side, as of the last `assess` that gave a signal. */
  up = false;

  constructor(options: EngineOptions) {
    this.#options = options;
  }

  /**
   * Takes in a closed bar that follows on the last one. `quoted` is false for a bar that only repeats the last price,
   * which keeps the grid of short timeframes whole.
   */
  pushBar(open: number, high: number, low: number, close: number, quoted = true): void {
    if (this.#features.bars > 0) this.#usual.update(close - this.#close);
    this.#close = close;
    this.#features.push(open, high, low, close);
    this.#noteQuoted(quoted);
    this.#afterGap = this.#skipped;
    this.#skipped = false;
  }

  /** Counts bars without a quote or row; the next pushed bar is the first after a gap. */
  skipBars(count: number): void {
    for (let index = 0; index < Math.min(count, THIN_WINDOW); index += 1) this.#noteQuoted(false);
    this.#skipped = true;
  }

  /** Forgets the bars, after a gap too long to look across. What the pair's reliability has shown stays. */
  restart(): void {
    this.#features = new BarFeatures();
    this.#quoted.fill(1);
    this.#quotedCount = THIN_WINDOW;
    this.#skipped = false;
  }

  /**
   * Judges the moment, `nowMs` being the close of the last bar. Unless it abstains for want of sound prices, the
   * decision waits for its outcome: call `settle` once for each decision that `isWaiting` accepts, oldest first.
   */
  assess(nowMs: number): Verdict {
    if (!this.#features.ready) return 'history';
    if (this.#afterGap) return 'gap';
    if (this.#quotedCount < this.#options.quotedBarsNeeded) return 'thin';
    if (this.#clock.isRollover(nowMs)) return 'rollover';
    const { weights, curve } = this.#options.brain;
    const waiting = this.#nextWaiting();
    waiting.features.set(this.#features.values);
    if (weights === undefined || curve === undefined) {
      waiting.score = undefined;
      return 'untrained';
    }
    const score = this.#scoreOf(weights, nowMs);
    waiting.score = score;
    waiting.decidedMs = nowMs;
    waiting.coordinates.set(this.#coordinates);
    const isProven = claimsAnything(curve);
    waiting.logOdds = isProven ? logOddsOf(curve, Math.abs(score)) : 0;
    if (!isProven) return 'unproven';
    const logOdds = this.#hours.adjusted(nowMs, waiting.logOdds);
    if (logOdds < SMALLEST_LOG_ODDS) return 'undecided';
    this.chance = Math.min(chanceAt(logOdds), HIGHEST_CHANCE);
    this.up = score > 0;
    return 'signal';
  }

  /** `assess` with its reasons, as one object. An abstention other than the engine's own can be handed in. */
  decide(nowMs: number, abstain?: AbstentionReason): Decision {
    const verdict = abstain ?? this.assess(nowMs);
    const { pair, timeframe } = this.#options;
    const head = { pair, timeframe, decidedAtMs: nowMs };
    if (verdict !== 'signal') return { kind: 'abstention', ...head, reason: verdict };
    const direction = this.up ? 'CALL' : 'PUT';
    const confidence = this.chance * 100;
    return { kind: 'signal', ...head, direction, confidence, reasons: this.#reasons(confidence) };
  }

  /** Takes the outcome of the oldest waiting decision: 1 up, -1 down, 0 unchanged, undefined without a quote. */
  settle(outcome: -1 | 0 | 1 | undefined): void {
    if (this.#waitingCount === 0) throw new Error('no decision waits for an outcome');
    const waiting = this.#waiting[this.#waitingFrom % WAITING] as Waiting;
    this.#waitingFrom += 1;
    this.#waitingCount -= 1;
    if (outcome === undefined || outcome === 0) return;
    const up = outcome > 0;
    const { score, logOdds, decidedMs } = waiting;
    if (score !== undefined) {
      this.#reliability.learn(waiting.coordinates, up);
      this.#hours.learn(decidedMs, logOdds, score > 0 === up);
    }
    this.#options.brain.learn?.(waiting.features, score, up);
  }

  #nextWaiting(): Waiting {
    if (this.#waitingCount === WAITING) throw new Error(`more than ${WAITING} decisions wait for an outcome`);
    const waiting = this.#waiting[(this.#waitingFrom + this.#waitingCount) % WAITING];
    this.#waitingCount += 1;
    return waiting as Waiting;
  }

  #scoreOf(weights: Float64Array, nowMs: number): number {
    const angle = (2 * Math.PI * this.#clock.msOfDay(nowMs)) / DAY_MS;
    this.#cosHour = Math.cos(angle);
    this.#sinHour = Math.sin(angle);
    const usual = this.#usual.value;
    const now = this.#features.volatility;
    this.#liveliness = usual > 0 && now > 0 ? Math.max(-1.5, Math.min(1.5, Math.log(now / usual))) : 0;
    const bands = this.#bandScores.fill(0);
    const values = this.#features.values;
    for (let index = 0; index < FEATURE_COUNT; index += 1) {
      const band = FEATURE_BAND[index] as number;
      bands[band] = (bands[band] as number) + (values[index] as number) * (weights[index] as number);
    }
    let score = 0;
    for (let band = 0; band < 3; band += 1) score += (bands[band] as number) * this.#multiplier(band);
    fillCoordinates(this.#coordinates, bands, this.#cosHour, this.#sinHour, this.#liveliness);
    return score;
  }

  #multiplier(band: number): number {
    return this.#reliability.multiplier(band, this.#cosHour, this.#sinHour, this.#liveliness);
  }

  /** Shares the confidence above 50 out among the rules, in proportion to what each added to the score. */
  #reasons(confidence: number): Reasons {
    const weights = this.#options.brain.weights as Float64Array;
    const rules = new Map<Rule, { added: number; loudest: number; sawUp: boolean }>();
    for (const [index, { rule }] of FEATURES.entries()) {
      const value = this.#features.values[index] as number;
      const part = value * (weights[index] as number) * this.#multiplier(FEATURE_BAND[index] as number);
      const sum = rules.get(rule) ?? { added: 0, loudest: 0, sawUp: false };
      sum.added += part;
      if (Math.abs(part) > sum.loudest) {
        sum.loudest = Math.abs(part);
        sum.sawUp = value > 0;
      }
      rules.set(rule, sum);
    }
    const parts = new Map<ReasonCode, number>();
    for (const [rule, { added, sawUp }] of rules) parts.set(`${rule}-${sawUp ? 'up' : 'down'}`, added);
    return sharedPoints(parts, recordedConfidence(confidence) - 50);
  }

  #noteQuoted(quoted: boolean): void {
    const value = quoted ? 1 : 0;
    this.#quotedCount += value - (this.#quoted[this.#slot] as number);
    this.#quoted[this.#slot] = value;
    this.#slot = (this.#slot + 1) % THIN_WINDOW;
  }
}
