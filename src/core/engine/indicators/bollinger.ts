/**
 * The middle of Bollinger's bands and what their width is made of: mean m = Σp / n and population deviation √(Σp² / n − m²) of the
 * last n = `period` prices p. Source: https://www.bollingerbands.com/bollinger-band-rules.
 */
export class Bollinger {
  readonly #window: Float64Array;
  readonly #share: number;
  #next = 0;
  #origin = 0;
  /** NaN, and all that is made of it, until the window is full. */
  #sum = Number.NaN;
  #sumOfSquares = Number.NaN;

  constructor(period: number) {
    this.#window = new Float64Array(period);
    this.#share = 1 / period;
  }

  /** Mean of the window, in the unit of the price; NaN before it is full. */
  get middle(): number {
    return this.#origin + this.#sum * this.#share;
  }

  /** Population standard deviation of the window; NaN before it is full. */
  get deviation(): number {
    const mean = this.#sum * this.#share;
    // Rounding can leave a small negative number.
    return Math.sqrt(Math.max(this.#sumOfSquares * this.#share - mean * mean, 0));
  }

  update(price: number): void {
    const window = this.#window;
    const slot = this.#next;
    // Distances from an origin near the price: squares of the price itself would drown the deviation.
    const offset = price - this.#origin;
    const leaving = window[slot] as number;
    window[slot] = offset;
    this.#next = slot + 1;
    this.#sum += offset - leaving;
    this.#sumOfSquares += offset * offset - leaving * leaving;
    if (slot + 1 === window.length) this.#turn(price);
  }

  /** Once a turn the sums are computed again around the last price, so that rounding never adds up, however long the stream runs. */
  #turn(price: number): void {
    const window = this.#window;
    const shift = price - this.#origin;
    this.#next = 0;
    this.#origin = price;
    let sum = 0;
    let sumOfSquares = 0;
    for (let index = 0; index < window.length; index += 1) {
      const offset = (window[index] as number) - shift;
      window[index] = offset;
      sum += offset;
      sumOfSquares += offset * offset;
    }
    this.#sum = sum;
    this.#sumOfSquares = sumOfSquares;
  }
}
