import { Ema } from './ema.ts';

/**
 * Moving average convergence divergence: line = EMA(fast) − EMA(slow), signal = EMA of the line, histogram = line − signal.
 * Source: https://chartschool.stockcharts.com/table-of-contents/technical-indicators-and-overlays/technical-indicators/macd-moving-average-convergence-divergence-oscillator.
 */
export class Macd {
  readonly #fast: Ema;
  readonly #slow: Ema;
  readonly #signal: Ema;
  #missing: number;
  #line = Number.NaN;

  constructor(fastPeriod = 12, slowPeriod = 26, signalPeriod = 9) {
    this.#fast = new Ema(fastPeriod);
    this.#slow = new Ema(slowPeriod);
    this.#signal = new Ema(signalPeriod);
    this.#missing = slowPeriod - 1;
  }

  /** Fast less slow average, in the unit of the price; NaN before the first price. */
  get line(): number {
    return this.#line;
  }

  /** The line less its signal line, which starts when the slow average has seen its period; NaN before. */
  get histogram(): number {
    return this.#line - this.#signal.value;
  }

  update(price: number): void {
    const line = this.#fast.update(price) - this.#slow.update(price);
    this.#line = line;
    if (this.#missing > 0) this.#missing -= 1;
    else this.#signal.update(line);
  }
}
