/** Mean and population deviation of the last `period` prices: the middle of Bollinger's bands and what their width is made of. */
export class Bollinger {
  readonly #window: Float64Array;
  #next = 0;
  #count = 0;
  #origin = 0;
  #sum = 0;
  #sumOfSquares = 0;

  constructor(period: number) {
    this.#window = new Float64Array(period);
  }

  get ready(): boolean {
    return this.#count >= this.#window.length;
  }

  /** Mean of the window, in the unit of the price; NaN before it is ready. */
  get middle(): number {
    return this.ready ? this.#origin + this.#sum / this.#window.length : Number.NaN;
  }

  /** Population standard deviation of the window; NaN before it is ready. */
  get deviation(): number {
    if (!this.ready) return Number.NaN;
    const mean = this.#sum / this.#window.length;
    return Math.sqrt(Math.max(this.#sumOfSquares / this.#window.length - mean * mean, 0));
  }

  update(price: number): void {
    const window = this.#window;
    if (this.#count === 0) this.#origin = price;
    // Distances from an origin near the price: squares of the price itself would drown the deviation.
    const offset = price - this.#origin;
    const leaving = window[this.#next] as number;
    window[this.#next] = offset;
    this.#next += 1;
    this.#count += 1;
    if (this.#next < window.length) {
      this.#sum += offset - leaving;
      this.#sumOfSquares += offset * offset - leaving * leaving;
      return;
    }
    // Once a turn the sums are made anew, so that rounding never adds up, however long the stream runs.
    this.#next = 0;
    this.#moveOrigin(price);
  }

  reset(): void {
    this.#window.fill(0);
    this.#next = 0;
    this.#count = 0;
    this.#origin = 0;
    this.#sum = 0;
    this.#sumOfSquares = 0;
  }

  #moveOrigin(origin: number): void {
    const window = this.#window;
    const shift = origin - this.#origin;
    this.#origin = origin;
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
