import { BOT_TIMEFRAMES, timeframeMs } from '../../core/market/timeframes.ts';
import { type EpochMs, epochMs, MINUTE_MS } from '../../core/time/instant.ts';

/**
 * The clock that the market, the desk and their signals live by: the computer's, or a replay's that runs faster and at
 * another date. A replay stops it while a listener is at work, so that nothing is late because the replay is fast.
 */
export interface DeskClock {
  now(): EpochMs;
  /** Rings once at or after an instant, in the order of instants. Returns the function that cancels it. */
  setAlarm(at: EpochMs, ring: () => void | Promise<void>): () => void;
  /** Seconds of this clock in a second of the wall's. */
  readonly speed: number;
}

interface Alarm {
  readonly at: EpochMs;
  readonly ring: () => void | Promise<void>;
}

/** Alarms in the order of their instants; those of one instant in the order in which they were set. */
export class AlarmQueue {
  readonly #alarms: Alarm[] = [];

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

  take(): Alarm | undefined {
    return this.#alarms.shift();
  }
}

/** A clock that stands still until it is moved: for replays, whose time is that of their prices, and for tests. */
export interface SimulatedClock extends DeskClock {
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
        // An alarm for a past instant rings now.
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

/** Every grid instant of every timeframe is one of the shortest. */
const GRID_MS = Math.min(...BOT_TIMEFRAMES.map(timeframeMs));
/** Instants longer ago than this are not made up for. */
const MISSED_MS = MINUTE_MS;

interface RoundTimer {
  /** Starts with the first grid instant after this one, the clock's by default; called again after the clock was set. */
  restart(afterMs?: number): void;
  stop(): void;
}

/** Calls at each grid instant of the shortest timeframe, in order, each once; late if need be. */
export function createRoundTimer(
  clock: DeskClock,
  onInstant: (at: EpochMs) => void | Promise<void>,
): RoundTimer {
  let cancel: () => void = () => undefined;
  const arm = (afterMs: number) => {
    const at = epochMs((Math.floor(afterMs / GRID_MS) + 1) * GRID_MS);
    cancel = clock.setAlarm(at, () => {
      arm(Math.max(at, clock.now() - MISSED_MS));
      return onInstant(at);
    });
  };
  return {
    restart(afterMs = clock.now()) {
      cancel();
      arm(afterMs);
    },
    stop: () => cancel(),
  };
}
