import { Bollinger } from '../engine/indicators/bollinger.ts';
import { Ema } from '../engine/indicators/ema.ts';
import { Macd } from '../engine/indicators/macd.ts';
import { Rsi } from '../engine/indicators/rsi.ts';
import type { BarColumns } from '../market/bars.ts';
import { PIP } from '../market/pips.ts';
import { HOUR_MS } from '../time/instant.ts';
import type { Comparison, Condition, Side } from './rule.ts';

/** What a condition compares: a number for each bar, in the order of the bars, made of that bar and earlier ones alone. */
interface Measure {
  /** The same for the same numbers. */
  readonly key: string;
  /** Begins at the first bar; NaN for the first bars, until there is a number, and never after. */
  readonly begin: (bars: BarColumns) => (row: number) => number;
}

/** A condition as a comparison. */
interface Comparing {
  readonly one: Measure;
  readonly other: Measure | number;
  readonly side: Side;
  readonly isCrossing: boolean;
}

/** Steps of a pair's last decimal in a pip. */
const STEPS_PER_PIP = PIP / 2;

/** What a condition is, in numbers. Prices are steps of the pair's last decimal, counted from the first close: see `BarFeatures`. */
function comparing(condition: Condition): Comparing {
  switch (condition.if) {
    case 'rsi':
      return compared(condition, rsi(condition.length), condition.level);
    case 'ema':
      return compared(condition, ema(condition.fast), ema(condition.slow));
    case 'bollinger':
      return compared(condition, CLOSE, band(condition));
    case 'macd':
      return compared(condition, macd(condition), 0);
    case 'stochastic':
      return compared(condition, stochastic(condition.length, condition.smooth), condition.level);
    case 'candles':
      return holds(atLeast(candles(condition.colour), condition.run));
    case 'engulfing':
      return holds(engulfing(condition.colour));
    case 'body':
      return compared(condition, BODY, condition.percent);
    case 'wick':
      return compared(condition, wick(condition.end), condition.percent);
    case 'distance':
      return compared(condition, distance(condition.of, condition.length), condition.pips);
    case 'hour':
      return holds(hour(condition.from, condition.to));
  }
}

function compared(how: Comparison, one: Measure, other: Measure | number): Comparing {
  return 'is' in how
    ? { one, other, side: how.is, isCrossing: false }
    : { one, other, side: how.crosses, isCrossing: true };
}

/** True where a measure is 1. */
function holds(one: Measure): Comparing {
  return { one, other: 0, side: 'above', isCrossing: false };
}

function atLeast({ key, begin }: Measure, least: number): Measure {
  return {
    key: `${key}>=${least}`,
    begin: (bars) => {
      const next = begin(bars);
      return (row) => (next(row) >= least ? 1 : 0);
    },
  };
}

/** A measure made of the closes alone. */
function ofCloses(key: string, begin: () => (close: number) => number): Measure {
  return {
    key,
    begin: ({ close }) => {
      const origin = close[0] as number;
      const next = begin();
      return (row) => next((close[row] as number) - origin);
    },
  };
}

const CLOSE = ofCloses('close', () => (close) => close);

function rsi(length: number): Measure {
  return ofCloses(`rsi ${length}`, () => {
    const indicator = new Rsi(length);
    return (close) => {
      indicator.update(close);
      return indicator.value;
    };
  });
}

function ema(length: number): Measure {
  return ofCloses(`ema ${length}`, () => {
    const indicator = new Ema(length);
    return (close) => indicator.update(close);
  });
}

function band({ length, width, band: which }: Extract<Condition, { if: 'bollinger' }>): Measure {
  const deviations = which === 'lower' ? -width : which === 'upper' ? width : 0;
  return ofCloses(`bollinger ${length} ${deviations}`, () => {
    const indicator = new Bollinger(length);
    return (close) => {
      indicator.update(close);
      return indicator.middle + deviations * indicator.deviation;
    };
  });
}

/** MACD's line less its signal line. */
function macd({ fast, slow, signal }: Extract<Condition, { if: 'macd' }>): Measure {
  return ofCloses(`macd ${fast} ${slow} ${signal}`, () => {
    const indicator = new Macd(fast, slow, signal);
    return (close) => {
      indicator.update(close);
      return indicator.histogram;
    };
  });
}

/**
 * Lane's stochastic oscillator: %K = 100 (close − lowest low) / (highest high − lowest low) of `length` bars, 50 where these are the
 * same price, and its mean over `smooth` bars (1: fast, 3: slow %K). G. Lane, "Lane's stochastics", Stocks & Commodities 2 (1984);
 * https://chartschool.stockcharts.com/table-of-contents/technical-indicators-and-overlays/technical-indicators/stochastic-oscillator-fast-slow-and-full.
 */
function stochastic(length: number, smooth: number): Measure {
  return {
    key: `stochastic ${length} ${smooth}`,
    begin: ({ high, low, close }) => {
      const highest = new Extreme(high, length, 1);
      const lowest = new Extreme(low, length, -1);
      const fast = new Float64Array(smooth).fill(Number.NaN);
      return (row) => {
        const top = highest.at(row);
        const bottom = lowest.at(row);
        const k = top === bottom ? 50 : (100 * ((close[row] as number) - bottom)) / (top - bottom);
        fast[row % smooth] = k;
        // Added from the start each time: a running sum would carry NaN and rounding along.
        return fast.reduce((sum, value) => sum + value, 0) / smooth;
      };
    },
  };
}

/** How many pips the close lies from the highest high, or the lowest low, of the last `length` bars, this one with them. */
function distance(of: 'high' | 'low', length: number): Measure {
  return {
    key: `distance ${of} ${length}`,
    begin: ({ high, low, close }) => {
      const extreme = of === 'high' ? new Extreme(high, length, 1) : new Extreme(low, length, -1);
      return (row) => Math.abs(extreme.at(row) - (close[row] as number)) / STEPS_PER_PIP;
    },
  };
}

/** The highest (sign 1) or lowest (-1) of the last `length` values, in amortised constant time (monotone queue). */
class Extreme {
  readonly #values: Int32Array;
  readonly #length: number;
  readonly #sign: 1 | -1;
  /** Rows that can still be the extreme, the extreme first; a ring. */
  readonly #rows: Int32Array;
  #first = 0;
  #count = 0;

  constructor(values: Int32Array, length: number, sign: 1 | -1) {
    this.#values = values;
    this.#length = length;
    this.#sign = sign;
    this.#rows = new Int32Array(length);
  }

  /** Of the rows up to this one, which follows the one before; NaN where there are fewer than `length`. */
  at(row: number): number {
    const rows = this.#rows;
    const size = this.#length;
    if (this.#count > 0 && (rows[this.#first] as number) <= row - size) {
      this.#first = (this.#first + 1) % size;
      this.#count -= 1;
    }
    const value = (this.#values[row] as number) * this.#sign;
    while (this.#count > 0) {
      const last = rows[(this.#first + this.#count - 1) % size] as number;
      if ((this.#values[last] as number) * this.#sign > value) break;
      this.#count -= 1;
    }
    rows[(this.#first + this.#count) % size] = row;
    this.#count += 1;
    return row + 1 < size ? Number.NaN : (this.#values[rows[this.#first] as number] as number);
  }
}

/** How many bars in a row, this one the last, closed above (up) or below (down) their open. A bar that closed at its open is neither. */
function candles(colour: 'up' | 'down'): Measure {
  const sign = colour === 'up' ? 1 : -1;
  return {
    key: `candles ${colour}`,
    begin: ({ open, close }) => {
      let run = 0;
      return (row) => {
        run = ((close[row] as number) - (open[row] as number)) * sign > 0 ? run + 1 : 0;
        return run;
      };
    },
  };
}

/**
 * A bar of one colour whose body reaches from the close to the open of the bar before, of the other colour, and beyond at one end at
 * least. S. Nison, Japanese Candlestick Charting Techniques, 1991, chapter 4.
 */
function engulfing(colour: 'up' | 'down'): Measure {
  const sign = colour === 'up' ? 1 : -1;
  return {
    key: `engulfing ${colour}`,
    begin:
      ({ open, close }) =>
      (row) => {
        if (row === 0) return 0;
        const from = (open[row] as number) * sign;
        const to = (close[row] as number) * sign;
        const fromBefore = (open[row - 1] as number) * sign;
        const toBefore = (close[row - 1] as number) * sign;
        const covers = toBefore < fromBefore && from <= toBefore && to >= fromBefore;
        return covers && to - from > fromBefore - toBefore ? 1 : 0;
      },
  };
}

/** From open to close, in percent of low to high; 0 for a bar of one price. */
const BODY: Measure = {
  key: 'body',
  begin:
    ({ open, high, low, close }) =>
    (row) =>
      share(
        Math.abs((close[row] as number) - (open[row] as number)),
        (high[row] as number) - (low[row] as number),
      ),
};

/** From the nearer end of the body to the low or the high, in percent of low to high; 0 for a bar of one price. */
function wick(end: 'lower' | 'upper'): Measure {
  return {
    key: `wick ${end}`,
    begin:
      ({ open, high, low, close }) =>
      (row) => {
        const [from, to] = [open[row] as number, close[row] as number];
        const [top, bottom] = [high[row] as number, low[row] as number];
        return share(end === 'lower' ? Math.min(from, to) - bottom : top - Math.max(from, to), top - bottom);
      },
  };
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** Does the bar open in these hours of UTC. The same hour twice is the whole day. */
function hour(from: number, to: number): Measure {
  return {
    key: `hour ${from} ${to}`,
    begin:
      ({ openTimeMs }) =>
      (row) => {
        const at = Math.floor((openTimeMs[row] as number) / HOUR_MS) % 24;
        return (from < to ? at >= from && at < to : at >= from || at < to) ? 1 : 0;
      },
  };
}

/**
 * Where conditions are true, bar by bar, a day of UTC at a time: a bit a bar, the day's first bar the lowest bit of the first word. Days
 * must follow each other from the first bar on.
 */
export class ConditionPlanes {
  readonly #bars: BarColumns;
  readonly #capacity: number;
  readonly #series: { readonly next: (row: number) => number; readonly values: Float64Array }[] = [];
  readonly #seriesByKey = new Map<string, number>();
  readonly #planes: {
    readonly one: number;
    readonly other: number;
    readonly level: number;
    readonly side: Side;
    readonly isCrossing: boolean;
    readonly words: Int32Array;
  }[] = [];
  readonly #planeByKey = new Map<string, number>();

  /** `mostRows`: the most bars that a day has. */
  constructor(bars: BarColumns, mostRows: number) {
    this.#bars = bars;
    this.#capacity = mostRows;
  }

  /** Adds a condition before the first day; the same one twice is one plane. Its words are those of the day that was read last. */
  add(condition: Condition): Int32Array {
    const { one, other, side, isCrossing } = comparing(condition);
    const first = this.#measure(one);
    const second = typeof other === 'number' ? -1 : this.#measure(other);
    const key = `${first} ${second} ${typeof other === 'number' ? other : ''} ${side} ${isCrossing}`;
    let place = this.#planeByKey.get(key);
    if (place === undefined) {
      place = this.#planes.length;
      this.#planeByKey.set(key, place);
      this.#planes.push({
        one: first,
        other: second,
        level: typeof other === 'number' ? other : 0,
        side,
        isCrossing,
        words: new Int32Array(Math.ceil(this.#capacity / 32)),
      });
    }
    return (this.#planes[place] as { readonly words: Int32Array }).words;
  }

  #measure({ key, begin }: Measure): number {
    const known = this.#seriesByKey.get(key);
    if (known !== undefined) return known;
    const place = this.#series.length;
    this.#seriesByKey.set(key, place);
    const values = new Float64Array(this.#capacity + 1).fill(Number.NaN);
    this.#series.push({ next: begin(this.#bars), values });
    return place;
  }

  /** Reads the rows of the next day. */
  readDay(from: number, to: number): void {
    for (const { next, values } of this.#series) {
      for (let row = from; row < to; row += 1) values[row - from + 1] = next(row);
    }
    const level = new Float64Array(this.#capacity + 1);
    for (const plane of this.#planes) {
      const one = this.#values(plane.one);
      const other = plane.other < 0 ? level.fill(plane.level) : this.#values(plane.other);
      const [above, below] = plane.side === 'above' ? [one, other] : [other, one];
      fillAbove(plane.words, above, below, to - from);
      if (plane.isCrossing) keepCrossings(plane.words, above, below, to - from);
    }
    for (const { values } of this.#series) values[0] = values[to - from] as number;
  }

  #values(place: number): Float64Array {
    return (this.#series[place] as { readonly values: Float64Array }).values;
  }
}

/** Sets the bit of each row where one series is above another; NaN is above nothing. Values of rows begin at 1. */
function fillAbove(words: Int32Array, one: Float64Array, other: Float64Array, rows: number): void {
  for (let word = 0, row = 1; row <= rows; word += 1) {
    let bits = 0;
    const end = Math.min(rows, row + 31);
    for (let bit = 0; row <= end; row += 1, bit += 1)
      bits |= ((one[row] as number) > (other[row] as number) ? 1 : 0) << bit;
    words[word] = bits;
  }
}

/** Leaves the bits of rows whose bar before had numbers too and was not above. */
function keepCrossings(words: Int32Array, one: Float64Array, other: Float64Array, rows: number): void {
  // A bar without numbers before it crosses nothing: it counts as above.
  let before = (one[0] as number) <= (other[0] as number) ? 0 : 1;
  for (let word = 0; word * 32 < rows; word += 1) {
    const bits = words[word] as number;
    words[word] = bits & ~((bits << 1) | before);
    before = bits >>> 31;
  }
  if (!Number.isNaN(one[0] as number) && !Number.isNaN(other[0] as number)) return;
  let first = 1;
  while (first <= rows && (Number.isNaN(one[first] as number) || Number.isNaN(other[first] as number)))
    first += 1;
  if (first > rows) return;
  const word = (first - 1) >> 5;
  words[word] = (words[word] as number) & ~(1 << ((first - 1) & 31));
}
