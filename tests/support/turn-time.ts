import { vi } from 'vitest';

const LOOK_EVERY_MS = 5;
/** Short beside every waiting time of the tests. */
const LONGEST_STEP_MS = 10;

/**
 * From now on timers and `performance.now()` go on about as fast as the real ones, but no more than ten milliseconds in a turn
 * of the event loop: what holds the computer up holds the time of the test up as well, so that nothing falls silent in it, or
 * takes too long, because of that. Returns the function that brings the real ones back.
 */
export function startTurnTime(): () => void {
  const every = setInterval;
  const endEvery = clearInterval;
  const realMs = performance.now.bind(performance);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  let lookedMs = realMs();
  const looks = every(() => {
    const nowMs = realMs();
    vi.advanceTimersByTime(Math.min(nowMs - lookedMs, LONGEST_STEP_MS));
    lookedMs = nowMs;
  }, LOOK_EVERY_MS);
  return () => {
    endEvery(looks);
    vi.useRealTimers();
  };
}
