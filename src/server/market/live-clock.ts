import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { AlarmQueue, type DeskClock } from './desk-clock.ts';

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
