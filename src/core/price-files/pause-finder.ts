import { NO_VOLUME, type RowBlock } from './row-block.ts';
import { LONG_PAUSE_MS, type Pause } from './weekly-gap.ts';

const MOST_PAUSES = 20_000;

/** Collects the pauses of a day or more while a file is read. Flat bars without volume count as silence, as fillers are. */
export class PauseFinder {
  readonly pauses: Pause[] = [];
  firstMs = Number.NaN;
  lastMs = Number.NaN;
  #latest = Number.NEGATIVE_INFINITY;

  add(block: RowBlock, bars: boolean): void {
    for (let row = 0; row < block.length; row += 1) {
      if (bars && block.flags[row] === NO_VOLUME && block.high[row] === block.low[row]) continue;
      const time = block.timeMs[row] ?? 0;
      if (time - this.#latest >= LONG_PAUSE_MS && this.pauses.length < MOST_PAUSES) {
        if (this.#latest === Number.NEGATIVE_INFINITY) this.firstMs = time;
        else this.pauses.push({ beforeMs: this.#latest, afterMs: time });
      }
      if (time > this.#latest) this.#latest = time;
    }
    this.lastMs = this.#latest;
  }
}
