import { Bollinger } from '../engine/indicators/bollinger.ts';
import { Ema } from '../engine/indicators/ema.ts';
import { Macd } from '../engine/indicators/macd.ts';
import { Rsi } from '../engine/indicators/rsi.ts';
import type { BarColumns } from '../market/bars.ts';
import { PIP } from '../market/direction.ts';
import { HOUR_MS } from '../time/instant.ts';
import type { Comparison, Condition } from './rule.ts';

/** What a condition compares: a number for each bar, in the order of the bars, made of that bar and earlier ones alone. */
export interface Measure {
  /** The same for the same numbers. */
  readonly key: string;
  /** Begins at the first bar. NaN for the first bars, until there is a number, and never after. */
  readonly begin: (bars: BarColumns) => Fill;
}

/** Gives the numbers of the rows from one to another, into index 0 and on; each call goes on where the last one ended. */
export type Fill = (values: Float64Array, from: number, to: number) => void;

/** A condition as a comparison: true where `more` is larger than `less`; if it crosses, only where it begins to be. */
export interface Comparing {
  readonly more: Measure;
  readonly less: Measure;
  readonly isCrossing: boolean;
}

/** Steps of a pair's last decimal in a pip. */
const STEPS_PER_PIP = PIP / 2;

/** What a condition is, in numbers. Prices are steps of the pair's last decimal, counted from the first close: see `BarFeatures`. */
export function comparing(condition: Condition): Comparing {
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
      return holds(candles(condition.colour), condition.run - 0.5);
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

function compared(how: Comparison, one: Measure, against: Measure | number): Comparing {
  const other = typeof against === 'number' ? level(against) : against;
  const isCrossing = 'crosses' in how;
  const isAbove = (isCrossing ? how.crosses : how.is) === 'above';
  return { more: isAbove ? one : other, less: isAbove ? other : one, isCrossing };
}

/** True where a measure of whole numbers is above a number between them: 1 and not 0. */
function holds(one: Measure, between = 0.5): Comparing {
  return compared({ is: 'above' }, one, between);
}

function level(value: number): Measure {
  return { key: `${value}`, begin: () => (values) => values.fill(value) };
}

/** A measure whose numbers are made one after the other. */
function byRow(key: string, begin: (bars: BarColumns) => (row: number) => number): Measure {
  return {
    key,
    begin: (bars) => {
      const next = begin(bars);
      return (values, from, to) => {
        for (let row = from; row < to; row += 1) values[row - from] = next(row);
      };
    },
  };
}

function ofCloses(key: string, begin: () => (close: number) => number): Measure {
  return byRow(key, ({ close }) => {
    const origin = close[0] as number;
    const next = begin();
    return (row) => next((close[row] as number) - origin);
  });
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
  return {
    key: `ema ${length}`,
    // A loop of its own is much faster than a call a row.
    begin: ({ close }) => {
      const origin = close[0] as number;
      const indicator = new Ema(length);
      return (values, from, to) => indicator.updateAll(close, from, to, origin, values);
    },
  };
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
  return byRow(`stochastic ${length} ${smooth}`, ({ high, low, close }) => {
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
  });
}

/** How many pips the close lies from the highest high, or the lowest low, of the last `length` bars, this one with them. */
function distance(of: 'high' | 'low', length: number): Measure {
  return byRow(`distance ${of} ${length}`, ({ high, low, close }) => {
    const extreme = of === 'high' ? new Extreme(high, length, 1) : new Extreme(low, length, -1);
    return (row) => Math.abs(extreme.at(row) - (close[row] as number)) / STEPS_PER_PIP;
  });
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
  return byRow(`candles ${colour}`, ({ open, close }) => {
    let run = 0;
    return (row) => {
      run = ((close[row] as number) - (open[row] as number)) * sign > 0 ? run + 1 : 0;
      return run;
    };
  });
}

/**
 * A bar of one colour whose body reaches from the close to the open of the bar before, of the other colour, and beyond at one end at
 * least. S. Nison, Japanese Candlestick Charting Techniques, 1991, chapter 4.
 */
function engulfing(colour: 'up' | 'down'): Measure {
  const sign = colour === 'up' ? 1 : -1;
  return byRow(`engulfing ${colour}`, ({ open, close }) => (row) => {
    if (row === 0) return 0;
    const from = (open[row] as number) * sign;
    const to = (close[row] as number) * sign;
    const fromBefore = (open[row - 1] as number) * sign;
    const toBefore = (close[row - 1] as number) * sign;
    const covers = toBefore < fromBefore && from <= toBefore && to >= fromBefore;
    return covers && to - from > fromBefore - toBefore ? 1 : 0;
  });
}

/** From open to close, in percent of low to high; 0 for a bar of one price. */
const BODY = byRow('body', ({ open, high, low, close }) => (row) => {
  const body = Math.abs((close[row] as number) - (open[row] as number));
  return share(body, (high[row] as number) - (low[row] as number));
});

/** From the nearer end of the body to the low or the high, in percent of low to high; 0 for a bar of one price. */
function wick(end: 'lower' | 'upper'): Measure {
  return byRow(`wick ${end}`, ({ open, high, low, close }) => (row) => {
    const [from, to] = [open[row] as number, close[row] as number];
    const [top, bottom] = [high[row] as number, low[row] as number];
    return share(end === 'lower' ? Math.min(from, to) - bottom : top - Math.max(from, to), top - bottom);
  });
}

function share(part: number, whole: number): number {
  return whole === 0 ? 0 : (100 * part) / whole;
}

/** Does the bar open in these hours of UTC. The same hour twice is the whole day. */
function hour(from: number, to: number): Measure {
  return byRow(`hour ${from} ${to}`, ({ openTimeMs }) => (row) => {
    const at = Math.floor((openTimeMs[row] as number) / HOUR_MS) % 24;
    return (from < to ? at >= from && at < to : at >= from || at < to) ? 1 : 0;
  });
}
