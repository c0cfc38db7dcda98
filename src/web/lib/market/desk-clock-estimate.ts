import type { EpochMs } from '../../../core/time/instant.ts';
import type { DeskTime } from './desk-time.ts';

/** Some seconds of messages. */
const SAMPLES = 8;

/**
 * How the desk's clock runs against this page's, from messages that say what it read when they were sent. They take time to
 * come, so each makes the desk's clock look slow by that: the one that came fastest of the last few is nearest to the truth.
 */
export class DeskClockEstimate {
  #speed = 0;
  #firstPageMs = 0;
  #estimate: DeskTime | undefined;
  /** What the desk's clock would have read at `firstPageMs`, by each of the last messages. */
  readonly #samples: number[] = [];

  /** Takes in a message; the same object as before when nothing changes. */
  add(deskMs: number, pageMs: EpochMs, speed: number): DeskTime {
    if (speed !== this.#speed) this.reset();
    if (this.#samples.length === 0) {
      this.#firstPageMs = pageMs;
      this.#speed = speed;
    }
    this.#samples.push(deskMs - (pageMs - this.#firstPageMs) * speed);
    if (this.#samples.length > SAMPLES) this.#samples.shift();
    const best = Math.max(...this.#samples);
    if (best !== this.#estimate?.deskMs) this.#estimate = { deskMs: best, pageMs: this.#firstPageMs, speed };
    return this.#estimate;
  }

  /** Forgets all: another clock, or another server. */
  reset(): void {
    this.#samples.length = 0;
    this.#estimate = undefined;
  }
}
