import type { Outcome } from '../signals/ledger-entry.ts';
import type { RecordBin, RecordLoss } from '../wire/record.ts';
import { ALPHA } from './confidence-sequence.ts';
import { CellTally } from './outcome-tally.ts';

/** Percent. The engine claims 50 to 65 %, and most of the time little: bins are finest where most signals are. */
const EDGES = [50, 51, 52, 53, 54, 56, 58, 60, 65] as const;
const BINS = EDGES.length - 1;
/** A claim of 0 or 100 % would lose an infinity when it is wrong, and no mean could ever recover. */
const SUREST = 0.9999;

/** Claimed confidences and their outcomes. */
export class StatedConfidence {
  readonly #tallies = Array.from({ length: BINS }, () => new CellTally());
  readonly #stated = new Float64Array(BINS);
  #settled = 0;
  #brier = 0;
  #logLoss = 0;

  /** `confidence` in percent; a confidence outside the bins counts in the outermost one. */
  add(decidedMs: number, confidence: number, outcome: Outcome, control: Outcome): void {
    const bin = binOf(confidence);
    this.#tallies[bin]?.add(decidedMs, outcome, control);
    if (outcome !== 'won' && outcome !== 'lost') return;
    const chance = confidence / 100;
    const granted = outcome === 'won' ? chance : 1 - chance;
    this.#stated[bin] = (this.#stated[bin] as number) + chance;
    this.#settled += 1;
    this.#brier += (1 - granted) ** 2;
    this.#logLoss -= Math.log(Math.min(Math.max(granted, 1 - SUREST), SUREST));
  }

  /** Mean squared distance between what was stated and what came; a coin's is 0.25. */
  get brier(): RecordLoss {
    return { value: this.#settled === 0 ? null : this.#brier / this.#settled, coin: 0.25 };
  }

  /** Mean negative natural logarithm of the chance that was given to what came; a coin's is ln 2. */
  get logLoss(): RecordLoss {
    return { value: this.#settled === 0 ? null : this.#logLoss / this.#settled, coin: Math.LN2 };
  }

  /** All bins, empty ones too, their intervals corrected for their number (Bonferroni). */
  bins(): { readonly level: number; readonly cells: readonly RecordBin[] } {
    const alpha = ALPHA / BINS;
    const cells = this.#tallies.map((tally, bin) => {
      const cell = tally.cell(alpha);
      const stated = cell.settled === 0 ? null : (this.#stated[bin] as number) / cell.settled;
      return { from: EDGES[bin] as number, to: EDGES[bin + 1] as number, stated, ...cell };
    });
    return { level: 1 - alpha, cells };
  }
}

function binOf(confidence: number): number {
  let bin = BINS - 1;
  while (bin > 0 && confidence < (EDGES[bin] as number)) bin -= 1;
  return bin;
}
