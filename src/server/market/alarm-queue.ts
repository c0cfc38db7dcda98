import type { EpochMs } from '../../core/time/instant.ts';

/** An alarm that was set and has not rung. */
interface Alarm {
  readonly at: EpochMs;
  readonly ring: () => void | Promise<void>;
}

/** Alarms in the order of their instants; those of one instant in the order in which they were set. */
export class AlarmQueue {
  readonly #alarms: Alarm[] = [];

  /** The instant of the first alarm; undefined while none is set. */
  get nextAt(): EpochMs | undefined {
    return this.#alarms[0]?.at;
  }

  /** Adds one; returns the function that cancels it, which does nothing once it has rung. */
  set(at: EpochMs, ring: Alarm['ring']): () => void {
    const alarm = { at, ring };
    let place = this.#alarms.length;
    while (place > 0 && (this.#alarms[place - 1] as Alarm).at > at) place -= 1;
    this.#alarms.splice(place, 0, alarm);
    return () => {
      const index = this.#alarms.indexOf(alarm);
      if (index >= 0) this.#alarms.splice(index, 1);
    };
  }

  /** Takes the first alarm out; undefined when none is set. */
  take(): Alarm | undefined {
    return this.#alarms.shift();
  }
}
