import type { AbstentionReason } from '../engine/reasons.ts';
import type { DecisionSink } from '../engine/bar-loop.ts';
import { HIGHEST_CHANCE } from '../engine/confidence-curve.ts';
import { type ConfidenceBin, expectedCalibrationError } from './scores.ts';
import { DAY_MS, HOUR_MS } from '../time/instant.ts';
import { type Interval, NORMAL_95, wilsonInterval } from '../statistics/wilson.ts';

/** Edges of the confidence bins that are shown, as chances. */
const BIN_EDGES = [0.5, 0.505, 0.51, 0.515, 0.52, 0.525, 0.53, 0.54, 0.55, 0.56, 0.58, 0.6, 0.65] as const;
/** Fewer decisions than this cannot tell a wrong claim from bad luck: their 95 % interval is over 4 points wide. */
const SMALLEST_BIN = 2_000;
const CELL = 0.00001;
const CELLS = Math.round((HIGHEST_CHANCE - 0.5) / CELL) + 1;
/** Of a decision: what sums of parts may miss. Without it the share would end a cell too low. */
const ROUNDING = 1e-6;
const HOURS = 24;
const TOP_SHARES = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1] as const;

export interface ScoreBookOptions {
  /** What a won stake of 1 pays, such as 0.8. */
  readonly payout: number;
  /** The control: up or down at random. */
  readonly coin: () => boolean;
}

/** How decisions ended. All rates are fractions of 1; unchanged prices are in none but `unchanged` and stakes. */
export type Scores = NonNullable<ReturnType<ScoreBook['scores']>>;

/**
 * Counts how decisions ended. Its size does not depend on how many there are: chances are counted in cells of a
 * thousandth of a percentage point, and days by themselves.
 */
export class ScoreBook implements DecisionSink {
  readonly #options: ScoreBookOptions;
  readonly #count = new Float64Array(CELLS);
  readonly #hits = new Float64Array(CELLS);
  readonly #claimed = new Float64Array(CELLS);
  readonly #hours = Array.from({ length: HOURS }, () => ({ n: 0, hits: 0, claimed: 0, variance: 0 }));
  readonly #accuracyDays = new DayClusters();
  readonly #lossDays = new DayClusters();
  readonly #stakeDays = new DayClusters();
  readonly #abstentions = new Map<AbstentionReason, number>();
  #n = 0;
  #hitCount = 0;
  #coinHits = 0;
  #brier = 0;
  #unchanged = 0;
  #unsettled = 0;

  constructor(options: ScoreBookOptions) {
    this.#options = options;
  }

  abstained(reason: AbstentionReason): void {
    this.#abstentions.set(reason, (this.#abstentions.get(reason) ?? 0) + 1);
  }

  settled(decidedAtMs: number, up: boolean, chance: number, outcome: -1 | 0 | 1 | undefined): void {
    if (outcome === undefined) {
      this.#unsettled += 1;
      return;
    }
    if (outcome === 0) {
      this.#unchanged += 1;
      this.#stakeDays.add(decidedAtMs, 0);
      return;
    }
    const hit = outcome > 0 === up;
    const cell = Math.min(Math.floor((chance - 0.5) / CELL + 1e-9), CELLS - 1);
    this.#n += 1;
    this.#count[cell] = (this.#count[cell] as number) + 1;
    this.#claimed[cell] = (this.#claimed[cell] as number) + chance;
    if (hit) {
      this.#hitCount += 1;
      this.#hits[cell] = (this.#hits[cell] as number) + 1;
    }
    if (this.#options.coin() === outcome > 0) this.#coinHits += 1;
    const ofHour = this.#hours[Math.floor(decidedAtMs / HOUR_MS) % HOURS];
    if (ofHour !== undefined) {
      ofHour.n += 1;
      ofHour.hits += hit ? 1 : 0;
      ofHour.claimed += chance;
      ofHour.variance += chance * (1 - chance);
    }
    const missed = hit ? 1 - chance : chance;
    this.#brier += missed * missed;
    this.#accuracyDays.add(decidedAtMs, hit ? 1 : 0);
    this.#lossDays.add(decidedAtMs, -Math.log(1 - missed));
    this.#stakeDays.add(decidedAtMs, hit ? this.#options.payout : -1);
  }

  /** Adds what another book counted: pooled scores are those of all decisions, not averages of averages. */
  absorb(other: ScoreBook): void {
    for (let cell = 0; cell < CELLS; cell += 1) {
      this.#count[cell] = (this.#count[cell] as number) + (other.#count[cell] as number);
      this.#hits[cell] = (this.#hits[cell] as number) + (other.#hits[cell] as number);
      this.#claimed[cell] = (this.#claimed[cell] as number) + (other.#claimed[cell] as number);
    }
    for (const [hour, sum] of this.#hours.entries()) {
      const more = other.#hours[hour] ?? sum;
      sum.n += more.n;
      sum.hits += more.hits;
      sum.claimed += more.claimed;
      sum.variance += more.variance;
    }
    this.#accuracyDays.absorb(other.#accuracyDays);
    this.#lossDays.absorb(other.#lossDays);
    this.#stakeDays.absorb(other.#stakeDays);
    for (const [reason, count] of other.#abstentions)
      this.#abstentions.set(reason, (this.#abstentions.get(reason) ?? 0) + count);
    this.#n += other.#n;
    this.#hitCount += other.#hitCount;
    this.#coinHits += other.#coinHits;
    this.#brier += other.#brier;
    this.#unchanged += other.#unchanged;
    this.#unsettled += other.#unsettled;
  }

  /** The scores so far; undefined where no decision was settled as up or down. */
  scores() {
    const n = this.#n;
    if (n === 0) return undefined;
    const bins = this.#bins();
    const byTop = TOP_SHARES.map((share) => this.#top(share));
    const top5 = byTop.find(({ share }) => share === 0.05) as (typeof byTop)[number];
    const stakes = n + this.#unchanged;
    const { payout } = this.#options;
    const wilson = wilsonInterval(this.#hitCount, n);
    const coin = wilsonInterval(this.#coinHits, n);
    let silent = 0;
    for (const times of this.#abstentions.values()) silent += times;
    const issued = stakes + this.#unsettled;
    return {
      n,
      /** Share of the instants that were judged, minutes without a quote included, at which a signal was given. */
      coverage: issued / (issued + silent),
      accuracy: this.#hitCount / n,
      accuracyInterval: wider(wilson, this.#accuracyDays.interval()),
      accuracyTop5: top5.accuracy,
      accuracyTop5Interval: { low: top5.low, high: top5.high },
      /** Natural logarithm; a coin's is ln 2 = 0.693147. */
      logLoss: this.#lossDays.mean,
      logLossInterval: this.#lossDays.interval(),
      brier: this.#brier / n,
      ece: expectedCalibrationError(bins),
      bins,
      byTop,
      byHour: this.#byHour(),
      unchanged: this.#unchanged,
      /** Signals whose outcome no quote could tell. */
      unsettled: this.#unsettled,
      days: this.#accuracyDays.days,
      /** What a stake of 1 brings on average; the top twentieth without those that ended unchanged. */
      expectation: {
        payout,
        breakEven: 1 / (1 + payout),
        perStake: this.#stakeDays.mean,
        interval: this.#stakeDays.interval(),
        perStakeUnchangedLost: this.#stakeDays.mean - this.#unchanged / stakes,
        top5: expectationOf(top5.accuracy, payout),
        top5Interval: { low: expectationOf(top5.low, payout), high: expectationOf(top5.high, payout) },
      },
      coin: {
        accuracy: this.#coinHits / n,
        accuracyInterval: coin,
        logLoss: Math.LN2,
        brier: 0.25,
        perStake: (expectationOf(this.#coinHits / n, payout) * n) / stakes,
      },
    };
  }

  get abstentions(): Readonly<Partial<Record<AbstentionReason, number>>> {
    return Object.fromEntries([...this.#abstentions].sort((a, b) => b[1] - a[1]));
  }

  /** By hours of the UTC day that have decisions; `z` is how many standard errors more came true than was claimed. */
  #byHour() {
    return this.#hours.flatMap(({ n, hits, claimed, variance }, hour) =>
      n === 0
        ? []
        : { hour, n, claimed: claimed / n, observed: hits / n, z: (hits - claimed) / Math.sqrt(variance) },
    );
  }

  /** From the most confident down; a bin too thin to judge is joined with the one below it. */
  #bins(): ConfidenceBin[] {
    const bins: ConfidenceBin[] = [];
    let open = { to: HIGHEST_CHANCE, n: 0, hits: 0, claimed: 0 };
    for (let index = BIN_EDGES.length - 2; index >= 0; index -= 1) {
      const from = BIN_EDGES[index] as number;
      if (open.n === 0) open.to = BIN_EDGES[index + 1] as number;
      this.#addCells(open, from, BIN_EDGES[index + 1] as number);
      if (open.n < SMALLEST_BIN && index > 0) continue;
      const { to, n, hits, claimed } = open;
      if (n > 0)
        bins.push({ from, to, n, claimed: claimed / n, observed: hits / n, ...wilsonInterval(hits, n) });
      open = { to: from, n: 0, hits: 0, claimed: 0 };
    }
    return bins.reverse();
  }

  #addCells(sum: { n: number; hits: number; claimed: number }, from: number, to: number): void {
    const end = to === HIGHEST_CHANCE ? CELLS : Math.round((to - 0.5) / CELL);
    for (let cell = Math.round((from - 0.5) / CELL); cell < end; cell += 1) {
      sum.n += this.#count[cell] as number;
      sum.hits += this.#hits[cell] as number;
      sum.claimed += this.#claimed[cell] as number;
    }
  }

  /** The most confident share; of the cell that crosses the share, a part with that cell's rate. */
  #top(share: number) {
    const wanted = this.#n * share;
    let n = 0;
    let hits = 0;
    let cell = CELLS - 1;
    for (; cell >= 0 && wanted - n > ROUNDING; cell -= 1) {
      const count = this.#count[cell] as number;
      if (count === 0) continue;
      const part = Math.min(1, (wanted - n) / count);
      n += count * part;
      hits += (this.#hits[cell] as number) * part;
    }
    return {
      share,
      n: Math.round(n),
      /** The least chance that was claimed among them. */
      from: 0.5 + (cell + 1) * CELL,
      accuracy: hits / n,
      ...wilsonInterval(hits, n),
    };
  }
}

function expectationOf(chance: number, payout: number): number {
  return chance * payout - (1 - chance);
}

function wider(a: Interval, b: Interval | undefined): Interval {
  return b === undefined || b.high - b.low < a.high - a.low ? a : b;
}

/** With fewer days than this their spread says too little. */
const DAYS_NEEDED = 10;

/** Sums per UTC day: decisions of one day share its market, so days, not decisions, are taken as independent. */
export class DayClusters {
  readonly #days = new Map<number, { sum: number; count: number }>();
  #key = Number.NaN;
  #current = { sum: 0, count: 0 };

  /** Adds to the day of an instant: `sum` of what is averaged, over `count` decisions. */
  add(atMs: number, sum: number, count = 1): void {
    const key = Math.floor(atMs / DAY_MS);
    if (key !== this.#key) {
      this.#key = key;
      const known = this.#days.get(key);
      this.#current = known ?? { sum: 0, count: 0 };
      if (known === undefined) this.#days.set(key, this.#current);
    }
    this.#current.sum += sum;
    this.#current.count += count;
  }

  absorb(other: DayClusters): void {
    for (const [day, { sum, count }] of other.#days) this.add(day * DAY_MS, sum, count);
  }

  get days(): number {
    return this.#days.size;
  }

  /** Average over all decisions; 0 where there is none. */
  get mean(): number {
    let sum = 0;
    let count = 0;
    for (const day of this.#days.values()) {
      sum += day.sum;
      count += day.count;
    }
    return count === 0 ? 0 : sum / count;
  }

  /** 95 % interval of the average with days as clusters; undefined with fewer than 10 days. */
  interval(): Interval | undefined {
    const days = this.#days.size;
    if (days < DAYS_NEEDED) return undefined;
    const mean = this.mean;
    let squares = 0;
    let count = 0;
    for (const day of this.#days.values()) {
      squares += (day.sum - mean * day.count) ** 2;
      count += day.count;
    }
    const error = (Math.sqrt((squares * days) / (days - 1)) / count) * NORMAL_95;
    return { low: mean - error, high: mean + error };
  }
}
