import { HOUR_MS, MINUTE_MS } from '../time/instant.ts';
import type { Instrument } from '../market/instruments.ts';
import { FxWeekGate } from '../time/fx-week.ts';
import type { PriceFileKind } from './layout.ts';
import { createPriceBlock, NO_VOLUME, type PriceBlock } from './row-block.ts';

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
export interface CleaningReport {
  readonly rowsIn: number;
  readonly rowsKept: number;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly gapsOver5Min: number;
  readonly gapsOver60Min: number;
  /** The ten longest, longest first. */
  readonly longestGaps: readonly Gap[];
  /** Bars at a minute that was there already with the same prices, or quotes repeated within one millisecond: dropped. */
  readonly identicalDuplicates: Sighting;
  /** Bars at a minute that was there already with other prices: dropped, the first stays. */
  readonly conflictingDuplicates: Sighting;
  /** Flat bars without volume while the market is closed: dropped. */
  readonly weekendFillers: Sighting;
  /** Runs of more than five such bars while it is open (a holiday): dropped. */
  readonly weekdayFillers: Sighting;
  /** Other rows while the market is closed: dropped. */
  readonly outsideWeek: Sighting;
  readonly crossedQuotes: Sighting;
  readonly zeroSpreads: Sighting;
  /** Prices finer than the pair's smallest step, rounded to it. */
  readonly roundedPrices: Sighting;
  readonly implausiblePrices: Sighting;
  /** A price more than 15 % away from the one before it. */
  readonly jumps: Sighting;
  readonly futureRows: Sighting;
  readonly ancientRows: Sighting;
  /** Bars that do not open on a whole minute. */
  readonly offMinute: Sighting;
  /** Distances between neighbouring bars of a week, by minutes; only distances up to a day. */
  readonly spacings: ReadonlyMap<number, number>;
  /** Decimals that prices really use, at most the pair's. */
  readonly digitsUsed: number;
  /** Mean distance of open and close by hour of the day (UTC), in millionths of the price, and bars counted. */
  readonly hourlyMove: readonly { readonly bars: number; readonly move: number }[];
}

const ANCIENT_MS = 315_532_800_000; // 1 January 1980: earlier stamps are counts in another unit.
const LONGEST_QUIET_RUN = 5;
const JUMP = 0.15;

export interface CleanerOptions {
  readonly kind: PriceFileKind;
  readonly instrument: Instrument;
  /** Rows later than this cannot be. */
  readonly latestMs: number;
  /** Some bars have a volume, so those without one say something. */
  readonly volumesMean: boolean;
  /** Handed each full block, and the last one; the block is used again afterwards. */
  readonly emit: (block: PriceBlock) => void;
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
  readonly #block: PriceBlock;
  readonly #gate = new FxWeekGate();
  readonly #sight = {
    identical: sighting(),
    conflicting: sighting(),
    weekendFillers: sighting(),
    weekdayFillers: sighting(),
    outsideWeek: sighting(),
    crossed: sighting(),
    zeroSpread: sighting(),
    rounded: sighting(),
    implausible: sighting(),
    jumps: sighting(),
    future: sighting(),
    ancient: sighting(),
    offMinute: sighting(),
  };
  readonly #spacings = new Map<number, number>();
  readonly #moves = Array.from({ length: 24 }, () => ({ bars: 0, sum: 0 }));
  /** Bars one minute after the one before: nearly all, so they are not counted in the map. */
  #nextMinutes = 0;
  #longest: Gap[] = [];
  #gaps5 = 0;
  #gaps60 = 0;
  #rowsIn = 0;
  #rowsKept = 0;
  #firstMs = Number.NaN;
  #lastMs = Number.NaN;
  #digitsUsed = 0;
  #previousPrice = 0;
  #timeMs = Number.NEGATIVE_INFINITY;
  // The row taken last, and for ticks every quote of its millisecond.
  readonly #last = { open: 0, high: 0, low: 0, close: 0 };
  readonly #sameMs = new Int32Array(1024);
  #sameMsLength = 0;
  #pending: { timeMs: number; price: number; row: number }[] = [];
  #runLength = 0;
  #runMs = Number.NaN;

  constructor(options: CleanerOptions) {
    this.#options = options;
    this.#bars = options.kind === 'm1';
    this.#divisor = 10 ** (6 - options.instrument.digits);
    this.#low = options.instrument.plausible.low * 1e6;
    this.#high = options.instrument.plausible.high * 1e6;
    this.#block = createPriceBlock(16_384, options.kind);
  }

  /** Takes one row, prices in millionths; for ticks `a` is the bid and `b` the ask. `late`: it came out of order. */
  push(
    timeMs: number,
    a: number,
    b: number,
    low: number,
    close: number,
    flags: number,
    row: number,
    late: boolean,
  ): void {
    const sight = this.#sight;
    this.#rowsIn += 1;
    if (timeMs > this.#options.latestMs) note(sight.future, row);
    if (timeMs < ANCIENT_MS) note(sight.ancient, row);
    if (this.#isDuplicate(timeMs, a, b, low, close, row, late)) return;
    const filler = this.#bars && this.#options.volumesMean && flags === NO_VOLUME && a === b && b === low;
    if (!this.#gate.isOpen(timeMs)) {
      note(filler ? sight.weekendFillers : sight.outsideWeek, row);
      return;
    }
    const smallest = this.#bars ? low : Math.min(a, b);
    const largest = this.#bars ? b : Math.max(a, b);
    if (smallest < this.#low || largest > this.#high) note(sight.implausible, row);
    if (this.#bars && timeMs % MINUTE_MS !== 0) note(sight.offMinute, row);
    if (!this.#bars && a >= b) note(a === b ? sight.zeroSpread : sight.crossed, row);
    if (filler && this.#holdFiller(timeMs, a, row)) return;
    if (!filler && this.#runLength > 0) this.#endRun();
    this.#keep(timeMs, a, b, low, close, row);
  }

  /** Passes on what is still held and returns the findings. */
  finish(): CleaningReport {
    this.#endRun();
    if (this.#block.length > 0) this.#flush();
    const sight = this.#sight;
    return {
      rowsIn: this.#rowsIn,
      rowsKept: this.#rowsKept,
      firstMs: this.#firstMs,
      lastMs: this.#lastMs,
      gapsOver5Min: this.#gaps5,
      gapsOver60Min: this.#gaps60,
      longestGaps: this.#longest.slice(0, 10),
      identicalDuplicates: sight.identical,
      conflictingDuplicates: sight.conflicting,
      weekendFillers: sight.weekendFillers,
      weekdayFillers: sight.weekdayFillers,
      outsideWeek: sight.outsideWeek,
      crossedQuotes: sight.crossed,
      zeroSpreads: sight.zeroSpread,
      roundedPrices: sight.rounded,
      implausiblePrices: sight.implausible,
      jumps: sight.jumps,
      futureRows: sight.future,
      ancientRows: sight.ancient,
      offMinute: sight.offMinute,
      spacings: new Map([...this.#spacings, [1, this.#nextMinutes]]),
      digitsUsed: this.#digitsUsed,
      hourlyMove: this.#moves.map(({ bars, sum }) => ({ bars, move: bars === 0 ? 0 : (sum / bars) * 1e6 })),
    };
  }

  #isDuplicate(
    timeMs: number,
    a: number,
    b: number,
    low: number,
    close: number,
    row: number,
    late: boolean,
  ): boolean {
    const last = this.#last;
    const same = timeMs === this.#timeMs;
    const identical = same && last.open === a && last.high === b && last.low === low && last.close === close;
    if (identical || (same && this.#bars)) {
      note(identical ? this.#sight.identical : this.#sight.conflicting, row);
      return true;
    }
    if (!this.#bars) {
      if (!same) this.#sameMsLength = 0;
      // A quote that came late repeats one of its millisecond: the file holds a stretch of time twice.
      if (late && this.#isInSameMs(a, b)) {
        note(this.#sight.identical, row);
        return true;
      }
      if (this.#sameMsLength < this.#sameMs.length) {
        this.#sameMs[this.#sameMsLength] = a;
        this.#sameMs[this.#sameMsLength + 1] = b;
        this.#sameMsLength += 2;
      }
    }
    this.#timeMs = timeMs;
    last.open = a;
    last.high = b;
    last.low = low;
    last.close = close;
    return false;
  }

  #isInSameMs(bid: number, ask: number): boolean {
    for (let at = 0; at < this.#sameMsLength; at += 2) {
      if (this.#sameMs[at] === bid && this.#sameMs[at + 1] === ask) return true;
    }
    return false;
  }

  /** True while a flat bar without volume is held back or dropped; a short run is a quiet market, a long one is none. */
  #holdFiller(timeMs: number, price: number, row: number): boolean {
    if (timeMs !== this.#runMs + MINUTE_MS) this.#endRun();
    this.#runMs = timeMs;
    this.#runLength += 1;
    if (this.#runLength <= LONGEST_QUIET_RUN) {
      this.#pending.push({ timeMs, price, row });
      return true;
    }
    for (const held of this.#pending) note(this.#sight.weekdayFillers, held.row);
    this.#pending = [];
    note(this.#sight.weekdayFillers, row);
    return true;
  }

  #endRun(): void {
    for (const { timeMs, price, row } of this.#pending) this.#keep(timeMs, price, price, price, price, row);
    this.#pending.length = 0;
    this.#runLength = 0;
    this.#runMs = Number.NaN;
  }

  #keep(timeMs: number, a: number, b: number, low: number, close: number, row: number): void {
    const block = this.#block;
    const at = block.length;
    const previous = this.#lastMs;
    block.timeMs[at] = timeMs;
    block.first[at] = this.#scale(a, row);
    block.second[at] = this.#scale(b, row);
    if (this.#bars) {
      block.third[at] = this.#scale(low, row);
      block.fourth[at] = this.#scale(close, row);
      const hour = this.#moves[Math.floor(timeMs / HOUR_MS) % 24];
      if (hour !== undefined) {
        hour.bars += 1;
        hour.sum += Math.abs(close - a) / a;
      }
    }
    if (previous === previous) this.#measureDistance(previous, timeMs, a, row);
    else this.#firstMs = timeMs;
    this.#previousPrice = this.#bars ? close : a;
    this.#lastMs = timeMs;
    this.#rowsKept += 1;
    block.length = at + 1;
    if (block.length === block.capacity) this.#flush();
  }

  #measureDistance(previousMs: number, timeMs: number, price: number, row: number): void {
    if (Math.abs(price - this.#previousPrice) > this.#previousPrice * JUMP) note(this.#sight.jumps, row);
    const distance = timeMs - previousMs;
    if (distance === MINUTE_MS) {
      this.#nextMinutes += 1;
      return;
    }
    const minutes = distance / MINUTE_MS;
    if (this.#bars && minutes <= 24 * 60 && Number.isInteger(minutes)) {
      this.#spacings.set(minutes, (this.#spacings.get(minutes) ?? 0) + 1);
    }
    if (distance <= 5 * MINUTE_MS || !this.#gate.sameWeek(previousMs, timeMs)) return;
    this.#gaps5 += 1;
    if (distance > HOUR_MS) this.#gaps60 += 1;
    const shortest = this.#longest.at(-1);
    if (this.#longest.length >= 10 && shortest !== undefined && distance <= shortest.toMs - shortest.fromMs)
      return;
    this.#longest.push({ fromMs: previousMs, toMs: timeMs });
    this.#longest.sort((x, y) => y.toMs - y.fromMs - (x.toMs - x.fromMs));
    this.#longest.length = Math.min(this.#longest.length, 10);
  }

  #scale(micros: number, row: number): number {
    let whole = (micros / this.#divisor) | 0;
    const rest = micros - whole * this.#divisor;
    if (rest !== 0) {
      note(this.#sight.rounded, row);
      if (rest * 2 >= this.#divisor) whole += 1;
    }
    const digits = this.#options.instrument.digits;
    while (this.#digitsUsed < digits && whole % 10 ** (digits - this.#digitsUsed) !== 0)
      this.#digitsUsed += 1;
    return whole;
  }

  #flush(): void {
    this.#options.emit(this.#block);
    this.#block.length = 0;
  }
}

function sighting(): Sighting {
  return { count: 0, firstRow: -1 };
}

function note(seen: Sighting, row: number): void {
  if (seen.count === 0) seen.firstRow = row;
  seen.count += 1;
}
