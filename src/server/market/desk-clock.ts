import { BOT_TIMEFRAMES, timeframeMs } from '../../core/market/timeframes.ts';
import { epochMs, type EpochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';

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

/** Calls at each grid instant of the shortest timeframe, in order, each once; late if need be. */
export function createRoundTimer(clock: DeskClock, onInstant: (at: EpochMs) => void | Promise<void>) {
  let cancel: () => void = () => undefined;
  const arm = (afterMs: number) => {
    const at = epochMs((Math.floor(afterMs / GRID_MS) + 1) * GRID_MS);
    cancel = clock.setAlarm(at, () => {
      arm(Math.max(at, clock.now() - MISSED_MS));
      return onInstant(at);
    });
  };
  return {
    /** Starts with the first grid instant after this one, the clock's by default; called again after the clock was set. */
    restart(afterMs: number = clock.now()) {
      cancel();
      arm(afterMs);
    },
    stop: () => cancel(),
  };
}

export interface LiveClockOptions {
  readonly wallMs: () => number;
  readonly steadyMs: () => number;
  /** The computer's clock was set by more than two seconds; this one shows the new time already. */
  readonly onSet: (beforeMs: EpochMs, afterMs: EpochMs) => void;
  readonly onFailure: (error: unknown) => void;
}

export interface LiveClock extends DeskClock {
  stop(): void;
}

/** A step of the computer's clock against the steady one beyond this means that it was set. */
const STEP_MS = 2 * SECOND_MS;
const CHECK_MS = SECOND_MS;
/** Smaller differences are drift: at each check this much is corrected, too little to be seen in a countdown. */
const SLEW_MS = 5;
/** Platform timers are inexact over long times; the clock is read again after this. */
const LONGEST_WAIT_MS = MINUTE_MS;

/**
 * The computer's time on the steady clock: it never stands still, and never runs back except when the computer's
 * clock, which it then says. Alarms ring up to about a millisecond after their instant, and are not waited for.
 */
export function createLiveClock({ wallMs, steadyMs, onSet, onFailure }: LiveClockOptions): LiveClock {
  const alarms = new AlarmQueue();
  let aheadMs = wallMs() - steadyMs();
  let shownMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;

  const now = (): EpochMs => {
    shownMs = Math.max(shownMs, Math.floor(steadyMs() + aheadMs));
    return epochMs(shownMs);
  };

  const check = () => {
    const differsMs = wallMs() - (steadyMs() + aheadMs);
    if (Math.abs(differsMs) <= STEP_MS) {
      aheadMs += Math.max(-SLEW_MS, Math.min(SLEW_MS, differsMs));
      return;
    }
    const before = now();
    aheadMs += differsMs;
    shownMs = Number.NEGATIVE_INFINITY;
    onSet(before, now());
  };

  const arm = () => {
    clearTimeout(timer);
    const at = alarms.nextAt;
    if (at === undefined || isStopped) return;
    const waitMs = at - (steadyMs() + aheadMs);
    timer = setTimeout(ringDue, Math.max(0, Math.min(Math.ceil(waitMs), LONGEST_WAIT_MS)));
  };

  const ringDue = () => {
    check();
    for (let at = alarms.nextAt; at !== undefined && at <= now() && !isStopped; at = alarms.nextAt) {
      try {
        alarms.take()?.ring()?.catch(onFailure);
      } catch (error) {
        onFailure(error);
      }
    }
    arm();
  };

  const checks = setInterval(() => {
    check();
    arm();
  }, CHECK_MS);
  // A start that fails later must be able to exit.
  checks.unref();

  return {
    speed: 1,
    now,
    setAlarm(at, ring) {
      const cancel = alarms.set(at, ring);
      if (alarms.nextAt === at) arm();
      return cancel;
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(checks);
    },
  };
}
