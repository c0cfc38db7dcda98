/**
 * Wilder's relative strength index: RSI = 100 − 100 / (1 + G / L), where G and L are the average gain and loss. Each move adds
 * G += (gain − G) / period and L += (loss − L) / period, from their plain means over the first `period` moves.
 *
 * It keeps G − L and G + L instead, of which RSI = 50 + 50 (G − L) / (G + L): mirrored prices then give exactly the mirrored number.
 * Source: J. W. Wilder, New Concepts in Technical Trading Systems, 1978;
 * https://chartschool.stockcharts.com/table-of-contents/technical-indicators-and-overlays/technical-indicators/relative-strength-index-rsi.
 */
export class Rsi {
  readonly #weight: number;
  #missing: number;
  #last = Number.NaN;
  /** Average gain less average loss; NaN, and all that is made of it, until `period` moves were seen. */
  #drift = Number.NaN;
  /** Average gain plus average loss. */
  #size = Number.NaN;
  #seedDrift = 0;
  #seedSize = 0;

  constructor(period: number) {
    this.#weight = 1 / period;
    this.#missing = period;
  }

  /** 0 to 100; 100 where there was no loss at all, a price that never moved included; NaN until `period` moves were seen. */
  get value(): number {
    return this.#size === 0 ? 100 : 50 + (50 * this.#drift) / this.#size;
  }

  /**
   * The same on a scale from -1 to 1, with 0 for a price that never moved. NaN until `period` moves were seen.
   */
  get balance(): number {
    return this.#size === 0 ? 0 : this.#drift / this.#size;
  }

  update(price: number): void {
    const move = price - this.#last;
    this.#last = price;
    if (this.#missing > 0) {
      this.#begin(move);
      return;
    }
    this.#drift += (move - this.#drift) * this.#weight;
    this.#size += (Math.abs(move) - this.#size) * this.#weight;
  }

  /** The first price makes no move. */
  #begin(move: number): void {
    if (move !== move) return;
    this.#missing -= 1;
    this.#seedDrift += move * this.#weight;
    this.#seedSize += Math.abs(move) * this.#weight;
    if (this.#missing > 0) return;
    this.#drift = this.#seedDrift;
    this.#size = this.#seedSize;
  }
}
