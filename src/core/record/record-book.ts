import {
  type AbstainedEntry,
  type Outcome,
  type SettledEntry,
  SIGNAL_MODES,
  type SignalEntry,
  type VoidReason,
} from '../signals/ledger-entry.ts';
import { SCORED_PAIRS, type ScoredPair } from '../market/instruments.ts';
import type {
  RecordBin,
  RecordBreakdown,
  RecordLoss,
  RecordPoint,
  RecordSummary,
  RecordWeekHour,
} from '../wire/record.ts';
import { BOT_TIMEFRAMES } from '../market/timeframes.ts';
import { ALPHA } from './confidence-sequence.ts';
import { CellTally, OutcomeTally } from './outcome-tally.ts';
import { watchedInterval, WatchedMean } from './watched-mean.ts';
import { DAY_MS, HOUR_MS } from '../time/instant.ts';
import { MARKET_UTC_OFFSET_MS } from '../time/market-hours.ts';

export type ScoredSignal = Pick<
  SignalEntry,
  'mode' | 'pair' | 'timeframe' | 'confidence' | 'decidedMs' | 'startMs'
>;
export type ScoredEnd = Pick<SettledEntry, 'atMs' | 'outcome' | 'control' | 'enteredLate' | 'reason'>;

/** The part of a summary that comes from one engine version's signals. */
export type RecordFigures = Omit<
  RecordSummary,
  'ledger' | 'label' | 'engine' | 'size' | 'choices' | 'outages' | 'openMinutes'
>;

/** The engine, the coin, and the engine entered 5 s late, on the same signals. */
class Arms {
  readonly engine = new OutcomeTally();
  readonly control = new OutcomeTally();
  readonly late = new OutcomeTally();

  add(decidedMs: number, { outcome, control, enteredLate }: ScoredEnd): void {
    this.engine.add(decidedMs, outcome);
    this.control.add(decidedMs, control);
    this.late.add(decidedMs, enteredLate?.outcome ?? 'void');
  }

  get figures(): RecordSummary['bot'] {
    return { engineArm: this.engine.arm, controlArm: this.control.arm, lateArm: this.late.arm };
  }
}

/**
 * The record of one engine version in one ledger: takes in settlements one by one, each in the same time and without
 * growing, and can be asked for its figures at any time. A new engine version gets a new book and so starts at zero.
 * What it comes to is of P-Special alone, whose decisions no person chooses; signals that traders asked P-BOT for stand beside.
 */
export class RecordBook {
  readonly #special = new Arms();
  readonly #bot = new Arms();
  /** Engine minus control, -1 to 1, mapped to 0 to 1. */
  readonly #difference = new WatchedMean();
  readonly #confidence = new StatedConfidence();
  readonly #modes = new Breakdown(SIGNAL_MODES);
  readonly #pairs = new Breakdown<ScoredPair>(SCORED_PAIRS);
  readonly #timeframes = new Breakdown(BOT_TIMEFRAMES);
  readonly #weekHours = new WeekHours();
  readonly #progress = new Progress();
  readonly #voids = new ReasonCounts<VoidReason>();
  readonly #abstentions = new ReasonCounts<string>();
  #voided = 0;
  #abstained = 0;
  #fromMs: number | null = null;
  #toMs: number | null = null;
  /** When the last one that won or lost was settled. */
  #lastMs = 0;

  settle(signal: ScoredSignal, end: ScoredEnd): void {
    const { decidedMs } = signal;
    const { atMs, outcome, control, reason } = end;
    this.#fromMs = Math.min(this.#fromMs ?? signal.startMs, signal.startMs);
    this.#toMs = Math.max(this.#toMs ?? atMs, atMs);
    if (outcome === 'void') {
      this.#voided += 1;
      if (reason !== undefined) this.#voids.add(reason);
      return;
    }
    this.#modes.add(signal.mode, decidedMs, outcome, control);
    this.#pairs.add(signal.pair, decidedMs, outcome, control);
    this.#timeframes.add(signal.timeframe, decidedMs, outcome, control);
    if (signal.mode === 'bot') {
      this.#bot.add(decidedMs, end);
      return;
    }
    this.#special.add(decidedMs, end);
    this.#confidence.add(decidedMs, signal.confidence, outcome, control);
    if (outcome === 'unchanged') return;
    this.#weekHours.add(signal.startMs, outcome);
    this.#difference.add(decidedMs, (1 + gain(outcome) - gain(control)) / 2);
    this.#lastMs = atMs;
    if (this.#progress.isDue(this.#special.engine.settled)) this.#progress.add(this.#standing());
  }

  abstain({ reasons }: Pick<AbstainedEntry, 'reasons'>): void {
    this.#abstained += 1;
    for (const reason of Object.values(reasons)) this.#abstentions.add(reason);
  }

  /** How many won or lost, of both modes. */
  get settled(): number {
    return this.#special.engine.settled + this.#bot.engine.settled;
  }

  figures(): RecordFigures {
    const { settled, won, unchanged } = this.#special.engine.counts;
    return {
      fromMs: this.#fromMs,
      toMs: this.#toMs,
      ...this.#special.figures,
      bot: this.#bot.figures,
      difference: this.#differenceNow(),
      rateUnchangedLost: settled + unchanged === 0 ? null : won / (settled + unchanged),
      brier: this.#confidence.brier,
      logLoss: this.#confidence.logLoss,
      bins: this.#confidence.bins(),
      byMode: this.#modes.breakdown(),
      byPair: this.#pairs.breakdown(),
      byTimeframe: this.#timeframes.breakdown(),
      byWeekHour: this.#weekHours.cells,
      points: this.#progress.points(this.#standing()),
      voids: {
        total: this.#voided,
        byReason: this.#voids.sorted.map(([reason, count]) => ({ reason, count })),
      },
      abstentions: {
        total: this.#abstained,
        byReason: this.#abstentions.sorted.map(([reason, pairs]) => ({ reason, pairs })),
      },
    };
  }

  #standing(): Standing {
    return {
      atMs: this.#lastMs,
      settled: this.#special.engine.settled,
      won: this.#special.engine.won,
      controlWon: this.#special.control.won,
    };
  }

  #differenceNow(): RecordFigures['difference'] {
    const engine = this.#special.engine.rate;
    const control = this.#special.control.rate;
    const value = engine === null || control === null ? null : engine - control;
    const mapped = watchedInterval(this.#difference.complete, value === null ? null : (1 + value) / 2, ALPHA);
    return { value, interval: { low: 2 * mapped.low - 1, high: 2 * mapped.high - 1 } };
  }
}

function gain(outcome: Outcome): number {
  return outcome === 'won' ? 1 : 0;
}

/**
 * Tallies by a key whose values are all known beforehand. Its intervals are corrected for their number (Bonferroni):
 * among many cells one looks good by luck alone. Šidák's correction would be a hair narrower, but only holds for
 * independent cells.
 */
class Breakdown<Key> {
  readonly #cells: ReadonlyMap<Key, CellTally>;

  constructor(keys: readonly Key[]) {
    this.#cells = new Map(keys.map((key) => [key, new CellTally()]));
  }

  /** Throws a RangeError for a key that was not listed: such a signal must not vanish from one breakdown alone. */
  add(key: Key, decidedMs: number, outcome: Outcome, control: Outcome): void {
    const cell = this.#cells.get(key);
    if (cell === undefined) throw new RangeError(`the record has no cell "${String(key)}"`);
    cell.add(decidedMs, outcome, control);
  }

  breakdown(): RecordBreakdown<Key> {
    const alpha = ALPHA / this.#cells.size;
    return {
      level: 1 - alpha,
      cells: [...this.#cells].map(([key, tally]) => ({ key, ...tally.cell(alpha) })),
    };
  }
}

const HOURS_OF_WEEK = 168;
/** 1 January 1970 was a Thursday: three days after a Monday. */
const HOURS_BEFORE_1970 = (3 * DAY_MS) / HOUR_MS;

/** How many signals won and lost in each hour of the week on the market clock, UTC+5. */
class WeekHours {
  readonly #won = new Uint32Array(HOURS_OF_WEEK);
  readonly #settled = new Uint32Array(HOURS_OF_WEEK);

  /** Files a signal under the hour that it started in. */
  add(startMs: number, outcome: 'won' | 'lost'): void {
    const hours = Math.floor((startMs + MARKET_UTC_OFFSET_MS) / HOUR_MS) + HOURS_BEFORE_1970;
    const at = ((hours % HOURS_OF_WEEK) + HOURS_OF_WEEK) % HOURS_OF_WEEK;
    this.#settled[at] = (this.#settled[at] as number) + 1;
    if (outcome === 'won') this.#won[at] = (this.#won[at] as number) + 1;
  }

  /** The hours that have signals, from Monday 00:00 on. */
  get cells(): RecordWeekHour[] {
    return Array.from(this.#settled, (settled, at) => ({
      weekday: Math.floor(at / 24) + 1,
      hour: at % 24,
      settled,
      won: this.#won[at] as number,
    })).filter(({ settled }) => settled > 0);
  }
}

/** With the one for now, 120: more than a chart's pixels can tell apart. */
const MOST_STANDINGS = 119;

/** What the record was made of after some signal. */
interface Standing {
  readonly atMs: number;
  readonly settled: number;
  readonly won: number;
  readonly controlWon: number;
}

/** Remembers how a record developed in bounded memory: every n-th standing, n doubling whenever there are too many. */
class Progress {
  #standings: Standing[] = [];
  #every = 1;

  /** Whether the standing after so many won or lost signals is to be added. Call it after each of them. */
  isDue(settled: number): boolean {
    return settled % this.#every === 0;
  }

  /** Remembers a standing that is due. */
  add(standing: Standing): void {
    this.#standings.push(standing);
    if (this.#standings.length <= MOST_STANDINGS) return;
    this.#every *= 2;
    this.#standings = this.#standings.filter(({ settled }) => settled % this.#every === 0);
  }

  /** Oldest first; the last is the one given, that of now. */
  points(now: Standing): RecordPoint[] {
    if (now.settled === 0) return [];
    const isThere = this.#standings.at(-1)?.settled === now.settled;
    return (isThere ? this.#standings : [...this.#standings, now]).map(
      ({ atMs, settled, won, controlWon }) => ({
        atMs,
        settled,
        rate: won / settled,
        controlRate: controlWon / settled,
      }),
    );
  }
}

/** Counts by reason, most frequent first, equals in the order of their names. */
export class ReasonCounts<Reason extends string> {
  readonly #counts = new Map<Reason, number>();

  add(reason: Reason, by = 1): void {
    this.#counts.set(reason, this.get(reason) + by);
  }

  get(reason: Reason): number {
    return this.#counts.get(reason) ?? 0;
  }

  get sorted(): [reason: Reason, count: number][] {
    return [...this.#counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  }
}

/** Percent. The engine claims 50 to 65 %, and most of the time little: bins are finest where most signals are. */
const EDGES = [50, 51, 52, 53, 54, 56, 58, 60, 65] as const;
const BINS = EDGES.length - 1;
/** A claim of 0 or 100 % would lose an infinity when it is wrong, and no mean could ever recover. */
const SUREST = 0.9999;

class StatedConfidence {
  readonly #tallies = Array.from({ length: BINS }, () => new CellTally());
  readonly #stated = new Float64Array(BINS);
  #settled = 0;
  #brier = 0;
  #logLoss = 0;

  /** `confidence` in percent; a confidence outside the bins counts in the outermost one. */
  add(decidedMs: number, confidence: number, outcome: Outcome, control: Outcome): void {
    const bin = binOf(confidence);
    this.#tallies[bin]?.add(decidedMs, outcome, control);
    if (outcome !== 'won' && outcome !== 'lost') return;
    const chance = confidence / 100;
    const granted = outcome === 'won' ? chance : 1 - chance;
    this.#stated[bin] = (this.#stated[bin] as number) + chance;
    this.#settled += 1;
    this.#brier += (1 - granted) ** 2;
    this.#logLoss -= Math.log(Math.min(Math.max(granted, 1 - SUREST), SUREST));
  }

  /** Mean squared distance between what was stated and what came; a coin's is 0.25. */
  get brier(): RecordLoss {
    return { value: this.#settled === 0 ? null : this.#brier / this.#settled, coin: 0.25 };
  }

  /** Mean negative natural logarithm of the chance that was given to what came; a coin's is ln 2. */
  get logLoss(): RecordLoss {
    return { value: this.#settled === 0 ? null : this.#logLoss / this.#settled, coin: Math.LN2 };
  }

  /** All bins, empty ones too, their intervals corrected for their number (Bonferroni). */
  bins(): { readonly level: number; readonly cells: readonly RecordBin[] } {
    const alpha = ALPHA / BINS;
    const cells = this.#tallies.map((tally, bin) => {
      const cell = tally.cell(alpha);
      const stated = cell.settled === 0 ? null : (this.#stated[bin] as number) / cell.settled;
      return { from: EDGES[bin] as number, to: EDGES[bin + 1] as number, stated, ...cell };
    });
    return { level: 1 - alpha, cells };
  }
}

function binOf(confidence: number): number {
  let bin = BINS - 1;
  while (bin > 0 && confidence < (EDGES[bin] as number)) bin -= 1;
  return bin;
}
