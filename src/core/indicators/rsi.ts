/** Wilder's relative strength index: gains and losses averaged with weight 1 / period, seeded with their plain mean. */
export class Rsi {
  readonly #period: number;
  #last = Number.NaN;
  #gain = 0;
  #loss = 0;
  #moves = 0;

  constructor(period: number) {
    this.#period = period;
  }

  /** False until `period` moves were seen. */
  get ready(): boolean {
    return this.#moves >= this.#period;
  }

  /** 0 to 100; 100 where there was no loss at all, a price that never moved included; NaN before it is ready. */
  get value(): number {
    if (!this.ready) return Number.NaN;
    return this.#loss === 0 ? 100 : 100 - 100 / (this.#gain / this.#loss + 1);
  }

  /**
   * The same on a scale from -1 to 1, with 0 for a price that never moved: mirrored prices give exactly the mirrored
   * number, which `value` cannot promise. NaN before it is ready.
   */
  get balance(): number {
    if (!this.ready) return Number.NaN;
    const sum = this.#gain + this.#loss;
    return sum === 0 ? 0 : (this.#gain - this.#loss) / sum;
  }

  update(price: number): void {
    const move = price - this.#last;
    this.#last = price;
    if (move !== move) return;
    const gain = move > 0 ? move : 0;
    const loss = move < 0 ? -move : 0;
    if (this.#moves < this.#period) {
      this.#moves += 1;
      this.#gain += gain / this.#period;
      this.#loss += loss / this.#period;
      return;
    }
    this.#gain += (gain - this.#gain) / this.#period;
    this.#loss += (loss - this.#loss) / this.#period;
  }

  reset(): void {
    this.#last = Number.NaN;
    this.#gain = 0;
    this.#loss = 0;
    this.#moves = 0;
  }
}
