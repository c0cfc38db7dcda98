import { HOUR_MS, MINUTE_MS } from '../time/instant.ts';
import type { Instrument } from '../market/instruments.ts';
import { FxWeekGate } from '../time/fx-week.ts';
import type { PriceFileKind } from './layout.ts';
import { type HistoryRow, NO_VOLUME, type Prices, pricesOf } from './row-block.ts';

/** How often something was seen, and the row (counted from 0 in the file) where it was seen first. */
export interface Sighting {
  count: number;
  firstRow: number;
}

/** Time without a row inside one FX week, UTC ms. */
export interface Gap {
  readonly fromMs: number;
  readonly toMs: number;
}

/** What was found while the rows of a file were cleaned. Rows in = kept + every kind of dropped row. */
export type CleaningReport = ReturnType<HistoryCleaner['finish']>;

const ANCIENT_MS = 315_532_800_000; // 1 January 1980: earlier stamps are counts in another unit.
const LONGEST_QUIET_RUN = 5;
const JUMP = 0.15;
const PART_ROWS = 16_384;
/** Of one millisecond, that are remembered. */
const MOST_QUOTES = 512;

export interface CleanerOptions {
  readonly kind: PriceFileKind;
  readonly instrument: Instrument;
  /** Rows later than this cannot be. */
  readonly latestMs: number;
  /** Some bars have a volume, so those without one say something. */
  readonly volumesMean: boolean;
  /** Handed the prices in parts; their memory is used again afterwards. */
  readonly emit: (prices: Prices) => void;
}

/**
 * Takes rows in time order (UTC) and passes on those that can be trusted to be prices of an open market, as scaled
 * integers; counts what it drops and what looks wrong. One pass, bounded memory. Judging the counts is `judgeHistory`'s.
 */
export class HistoryCleaner {
  readonly #options: CleanerOptions;
  readonly #bars: boolean;
  readonly #divisor: number;
  readonly #low: number;
  readonly #high: number;
  readonly #timeMs = new Float64Array(PART_ROWS);
  /** Open, high, low and close, or bid and ask. */
  readonly #prices: readonly Int32Array[];
  #length = 0;
  readonly #gate = new FxWeekGate();
  readonly #sight = {
    /** Bars at a minute that was there already with the same prices, or quotes repeated within one millisecond: dropped. */
    identicalDuplicates: sighting(),
    /** Bars at a minute that was there already with other prices: dropped, the first stays. */
    conflictingDuplicates: sighting(),
    /** Flat bars without volume while the market is closed: dropped. */
    weekendFillers: sighting(),
    /** Runs of more than five such bars while it is open (a holiday): dropped. */
    weekdayFillers: sighting(),
    /** Other rows while the market is closed: dropped. */
    outsideWeek: sighting(),
    crossedQuotes: sighting(),
    /** Prices finer than the pair's smallest step, rounded to it. */
    roundedPrices: sighting(),
    implausiblePrices: sighting(),
    /** A price more than 15 % away from the one before it. */
    jumps: sighting(),
    futureRows: sighting(),
    ancientRows: sighting(),
    /** Bars that do not open on a whole minute. */
    offMinute: sighting(),
  };
  /** Distances between neighbouring bars of a week, by minutes; only distances up to a day. */
  readonly #spacings = new Map<number, number>();
  /** The ten longest, longest first. */
  readonly #longest: Gap[] = [];
  #gaps5 = 0;
  #gaps60 = 0;
  #rowsIn = 0;
  #rowsKept = 0;
  #firstMs = Number.NaN;
  #lastMs = Number.NaN;
  #previousPrice = 0;
  #last: HistoryRow | undefined;
  /** The quotes of its millisecond. */
  #sameMs: HistoryRow[] = [];
  #pending: HistoryRow[] = [];
  #runLength = 0;
  #runMs = Number.NaN;

  constructor(options: CleanerOptions) {
    this.#options = options;
    this.#bars = options.kind === 'm1';
    this.#divisor = 10 ** (6 - options.instrument.digits);
    this.#low = options.instrument.plausible.low * 1e6;
    this.#high = options.instrument.plausible.high * 1e6;
    this.#prices = Array.from({ length: this.#bars ? 4 : 2 }, () => new Int32Array(PART_ROWS));
  }

  push(each: HistoryRow): void {
    const { timeMs, open, high, low, row } = each;
    const sight = this.#sight;
    this.#rowsIn += 1;
    if (timeMs > this.#options.latestMs) note(sight.futureRows, row);
    if (timeMs < ANCIENT_MS) note(sight.ancientRows, row);
    if (this.#isDuplicate(each)) return;
    const isFlat = open === high && high === low;
    const filler = this.#bars && this.#options.volumesMean && each.flags === NO_VOLUME && isFlat;
    if (!this.#gate.isOpen(timeMs)) {
      note(filler ? sight.weekendFillers : sight.outsideWeek, row);
      return;
    }
    const smallest = this.#bars ? low : Math.min(open, high);
    const largest = this.#bars ? high : Math.max(open, high);
    if (smallest < this.#low || largest > this.#high) note(sight.implausiblePrices, row);
    if (this.#bars && timeMs % MINUTE_MS !== 0) note(sight.offMinute, row);
    if (!this.#bars && open > high) note(sight.crossedQuotes, row);
    if (filler) {
      this.#holdFiller(each);
      return;
    }
    if (this.#runLength > 0) this.#endRun();
    this.#keep(each);
  }

  /** Passes on what is still held and returns the findings. */
  finish() {
    this.#endRun();
    if (this.#length > 0) this.#flush();
    return {
      ...this.#sight,
      rowsIn: this.#rowsIn,
      rowsKept: this.#rowsKept,
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      gapsOver5Min: this.#gaps5,
      gapsOver60Min: this.#gaps60,
      longestGaps: this.#longest,
      spacings: this.#spacings,
    };
  }

  #isDuplicate(each: HistoryRow): boolean {
    const last = this.#last;
    const same = each.timeMs === last?.timeMs;
    const identical = same && samePrices(each, last);
    if (identical || (same && this.#bars)) {
      note(identical ? this.#sight.identicalDuplicates : this.#sight.conflictingDuplicates, each.row);
      return true;
    }
    if (!this.#bars) {
      if (!same) this.#sameMs = [];
      // A quote that came late repeats one of its millisecond: the file holds a stretch of time twice.
      if (each.isLate && this.#sameMs.some((other) => samePrices(each, other))) {
        note(this.#sight.identicalDuplicates, each.row);
        return true;
      }
      if (this.#sameMs.length < MOST_QUOTES) this.#sameMs.push(each);
    }
    this.#last = each;
    return false;
  }

  /** Holds a flat bar without volume back, or drops it; a short run is a quiet market, a long one is none. */
  #holdFiller(each: HistoryRow): void {
    if (each.timeMs !== this.#runMs + MINUTE_MS) this.#endRun();
    this.#runMs = each.timeMs;
    this.#runLength += 1;
    this.#pending.push(each);
    if (this.#runLength <= LONGEST_QUIET_RUN) return;
    for (const { row } of this.#pending) note(this.#sight.weekdayFillers, row);
    this.#pending = [];
  }

  #endRun(): void {
    for (const each of this.#pending) this.#keep(each);
    this.#pending = [];
    this.#runLength = 0;
    this.#runMs = Number.NaN;
  }

  #keep({ timeMs, open, high, low, close, row }: HistoryRow): void {
    const at = this.#length;
    const previous = this.#lastMs;
    this.#timeMs[at] = timeMs;
    for (const [column, price] of [open, high, low, close].entries()) {
      const prices = this.#prices[column];
      if (prices !== undefined) prices[at] = this.#scale(price, row);
    }
    if (Number.isNaN(previous)) this.#firstMs = timeMs;
    else this.#measureDistance(previous, timeMs, open, row);
    this.#previousPrice = this.#bars ? close : open;
    this.#lastMs = timeMs;
    this.#rowsKept += 1;
    this.#length = at + 1;
    if (this.#length === PART_ROWS) this.#flush();
  }

  #measureDistance(previousMs: number, timeMs: number, price: number, row: number): void {
    if (Math.abs(price - this.#previousPrice) > this.#previousPrice * JUMP) note(this.#sight.jumps, row);
    const distance = timeMs - previousMs;
    const minutes = distance / MINUTE_MS;
    if (this.#bars && minutes <= 24 * 60 && Number.isInteger(minutes)) {
      this.#spacings.set(minutes, (this.#spacings.get(minutes) ?? 0) + 1);
    }
    if (distance <= 5 * MINUTE_MS || !this.#gate.sameWeek(previousMs, timeMs)) return;
    this.#gaps5 += 1;
    if (distance > HOUR_MS) this.#gaps60 += 1;
    this.#longest.push({ fromMs: previousMs, toMs: timeMs });
    this.#longest.sort((x, y) => y.toMs - y.fromMs - (x.toMs - x.fromMs)).splice(10);
  }

  #scale(micros: number, row: number): number {
    const whole = (micros / this.#divisor) | 0;
    const rest = micros - whole * this.#divisor;
    if (rest !== 0) note(this.#sight.roundedPrices, row);
    return rest * 2 >= this.#divisor ? whole + 1 : whole;
  }

  #flush(): void {
    const length = this.#length;
    const timeMs = this.#timeMs.subarray(0, length);
    const columns = this.#prices.map((column) => column.subarray(0, length));
    this.#options.emit(pricesOf(this.#options.kind, timeMs, columns));
    this.#length = 0;
  }
}

function samePrices(one: HistoryRow, other: HistoryRow): boolean {
  return (
    one.open === other.open && one.high === other.high && one.low === other.low && one.close === other.close
  );
}

function sighting(): Sighting {
  return { count: 0, firstRow: -1 };
}

function note(seen: Sighting, row: number): void {
  if (seen.count === 0) seen.firstRow = row;
  seen.count += 1;
}
