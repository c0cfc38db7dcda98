import { Bollinger } from './indicators/bollinger.ts';
import { Ema } from './indicators/ema.ts';
import { Macd } from './indicators/macd.ts';
import { Rsi } from './indicators/rsi.ts';
import { Volatility } from './indicators/volatility.ts';
import { BARS_NEEDED, FEATURE_COUNT } from './feature-table.ts';

/** The last prices of a stream. */
export class Lags {
  readonly #ring: Float64Array;
  readonly #mask: number;
  readonly #depth: number;
  #count = 0;

  constructor(depth: number) {
    const size = 2 ** Math.ceil(Math.log2(depth + 1));
    this.#ring = new Float64Array(size);
    this.#mask = size - 1;
    this.#depth = depth;
  }

  /** How many values came. */
  get count(): number {
    return this.#count;
  }

  /** The value `lag` updates ago, 0 for the latest; NaN when there is none that old. */
  at(lag: number): number {
    if (lag >= this.#count || lag > this.#depth) return Number.NaN;
    return this.#ring[(this.#count - 1 - lag) & this.#mask] as number;
  }

  update(value: number): void {
    this.#ring[this.#count & this.#mask] = value;
    this.#count += 1;
  }
}

const VOLATILITY_BARS = 60;
/** Three volatilities are at least one price step: in a dead market one step is not news. */
const SMALLEST_VOLATILITY_STEPS = 0.3;

/**
 * Turns closed bars into the numbers of `FEATURES`, bar by bar. Prices are whole numbers of any step. Knows nothing but
 * the bars pushed, so streaming and batch cannot differ.
 */
export class BarFeatures {
  /** The features as of the last bar, in the order of `FEATURES`; zero until `ready`. Overwritten by the next bar. */
  readonly values = new Float64Array(FEATURE_COUNT);
  readonly #closes = new Lags(BARS_NEEDED - 1);
  readonly #volatility = new Volatility(VOLATILITY_BARS);
  readonly #rsi = new Rsi(14);
  readonly #bollinger = new Bollinger(20);
  readonly #macd = new Macd(12, 26, 9);
  readonly #emas = [new Ema(3), new Ema(6), new Ema(12)] as const;
  readonly #ema9 = new Ema(9);
  readonly #ema21 = new Ema(21);
  #origin = 0;

  /** False until the longest feature has its bars. */
  get ready(): boolean {
    return this.#closes.count >= BARS_NEEDED;
  }

  get bars(): number {
    return this.#closes.count;
  }

  /** Root mean square of the last moves, about an hour of minute bars, in price steps; 0 for an unchanged price. */
  get volatility(): number {
    return this.#volatility.value;
  }

  push(open: number, high: number, low: number, close: number): void {
    const before = this.#closes.at(0);
    if (this.#closes.count === 0) this.#origin = close;
    this.#closes.update(close);
    if (before === before) this.#volatility.update(close - before);
    // From the first close on, not from zero: averages of small numbers keep more of their digits.
    const price = close - this.#origin;
    this.#rsi.update(price);
    this.#bollinger.update(price);
    this.#macd.update(price);
    for (const ema of this.#emas) ema.update(price);
    this.#ema9.update(price);
    this.#ema21.update(price);
    if (this.ready) this.#fill(open, high, low, close, price);
  }

  #fill(open: number, high: number, low: number, close: number, price: number): void {
    const out = this.values;
    const closes = this.#closes;
    const unit = 1 / Math.max(this.#volatility.value, SMALLEST_VOLATILITY_STEPS);
    const before = closes.at(1);
    const move = (close - before) * unit;
    const range = high - low;
    const [ema3, ema6, ema12] = this.#emas;
    const balance = this.#rsi.balance * 2.5;
    const deviation = Math.max(this.#bollinger.deviation, SMALLEST_VOLATILITY_STEPS);
    const band = (price - this.#bollinger.middle) / deviation;

    out[0] = Math.tanh(move);
    out[1] = Math.tanh(move / 3);
    out[2] = Math.sign(move);
    out[3] = Math.tanh((close - open) * unit);
    out[4] = Math.tanh((open - before) * unit * 3);
    out[5] = range > 0 ? (2 * close - high - low) / range : 0;
    out[6] = Math.tanh((high + low - open - close) * unit);
    for (let lag = 1; lag <= 4; lag += 1)
      out[6 + lag] = Math.tanh((closes.at(lag) - closes.at(lag + 1)) * unit);
    out[11] = momentum(close - closes.at(5), 5, unit);
    out[12] = momentum(close - closes.at(10), 10, unit);
    out[13] = momentum(close - closes.at(15), 15, unit);
    out[14] = distance(price - ema3.value, 3, unit);
    out[15] = distance(price - ema6.value, 6, unit);
    out[16] = distance(price - ema12.value, 12, unit);
    out[17] = clip(balance, 3);
    out[18] = clip(beyond(balance, 1) * 2, 2);
    out[19] = clip(band, 3);
    out[20] = clip(beyond(band, 2), 2);
    out[21] = Math.abs(band) > 2 ? Math.sign(band) : 0;
    out[22] = momentum(close - closes.at(30), 30, unit);
    out[23] = momentum(close - closes.at(60), 60, unit);
    out[24] = momentum(close - closes.at(120), 120, unit);
    out[25] = Math.tanh(((this.#ema9.value - this.#ema21.value) * unit) / 2);
    out[26] = Math.tanh(this.#macd.histogram * unit);
  }
}

/** A move over so many bars, in what a walk of that many steps would make. */
function momentum(move: number, bars: number, unit: number): number {
  return Math.tanh((move * unit) / (Math.sqrt(bars) * 1.5));
}

function distance(fromAverage: number, period: number, unit: number): number {
  return Math.tanh((fromAverage * unit * 1.5) / Math.sqrt(period));
}

function clip(value: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, value));
}

/** The part of a value that lies further from zero than an edge, with its sign. */
function beyond(value: number, edge: number): number {
  return value > edge ? value - edge : value < -edge ? value + edge : 0;
}
