import { type EpochMs, epochMs } from '../../core/time/instant.ts';
import { AlarmQueue } from './alarm-queue.ts';
import type { DeskClock } from './desk-clock.ts';

/** A clock that stands still until it is moved: for replays, whose time is that of their prices, and for tests. */
export interface SimulatedClock extends DeskClock {
  /** The instant of the first alarm that was set and has not rung. */
  readonly nextAlarmAt: EpochMs | undefined;
  /**
   * Moves the clock to an instant, ringing what is due up to and at it: in order, each at its own instant, waiting for
   * each before the next. Throws a RangeError when time would go back, an Error while it is moving already.
   */
  advanceTo(ms: number): Promise<void>;
  /** The same, but alarms at the very instant wait: what else happens at it comes before them. */
  reach(ms: number): Promise<void>;
}

/** Makes one that stands at `startMs`. `speed` is only what it says about itself. */
export function createSimulatedClock(startMs: number, speed = 1): SimulatedClock {
  const alarms = new AlarmQueue();
  let now = epochMs(startMs);
  let moving = false;

  const move = async (ms: number, isDue: (at: EpochMs) => boolean) => {
    if (ms < now) throw new RangeError(`the clock cannot go back from ${now} to ${ms}`);
    if (moving) throw new Error('the clock is moving already: wait for it');
    moving = true;
    try {
      for (let at = alarms.nextAt; at !== undefined && isDue(at); at = alarms.nextAt) {
        // An alarm for an instant that is past rings now.
        now = epochMs(Math.max(now, at));
        const ringing = alarms.take()?.ring();
        if (ringing !== undefined) await ringing;
      }
      now = epochMs(ms);
    } finally {
      moving = false;
    }
  };

  return {
    speed,
    now: () => now,
    setAlarm: (at, ring) => alarms.set(at, ring),
    get nextAlarmAt() {
      return alarms.nextAt;
    },
    advanceTo: (ms) => move(ms, (at) => at <= ms),
    reach: (ms) => move(ms, (at) => at < ms),
  };
}
