import { Ema } from './ema.ts';

/** Moving average convergence divergence: a fast less a slow EMA, and the EMA of that difference as its signal line. */
export class Macd {
  readonly #fast: Ema;
  readonly #slow: Ema;
  readonly #signal: Ema;
  readonly #slowPeriod: number;
  #count = 0;

  constructor(fastPeriod = 12, slowPeriod = 26, signalPeriod = 9) {
    this.#fast = new Ema(fastPeriod);
    this.#slow = new Ema(slowPeriod);
    this.#signal = new Ema(signalPeriod);
    this.#slowPeriod = slowPeriod;
  }

  /** False until the slow average has seen its period; the signal line starts there. */
  get ready(): boolean {
    return this.#count >= this.#slowPeriod;
  }

  /** Fast less slow average, in the unit of the price. */
  get line(): number {
    return this.#fast.value - this.#slow.value;
  }

  /** The line less its signal line; NaN before it is ready. */
  get histogram(): number {
    return this.line - this.#signal.value;
  }

  update(price: number): void {
    const line = this.#fast.update(price) - this.#slow.update(price);
    if (this.#count < this.#slowPeriod) this.#count += 1;
    if (this.ready) this.#signal.update(line);
  }

  reset(): void {
    this.#fast.reset();
    this.#slow.reset();
    this.#signal.reset();
    this.#count = 0;
  }
}
