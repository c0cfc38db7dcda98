import { SECOND_MS } from '../../core/time/instant.ts';

/** Calls `tick` once a second, `leadMs` before the clock's second turns. Returns how to stop it. */
export function eachSecond(now: () => number, leadMs: number, tick: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const untilMs = SECOND_MS - ((now() + leadMs) % SECOND_MS);
    // Timers may be some milliseconds early.
    timer = setTimeout(onSecond, untilMs < SECOND_MS / 2 ? untilMs + SECOND_MS : untilMs).unref();
  };
  const onSecond = () => {
    tick();
    wait();
  };
  wait();
  return () => clearTimeout(timer);
}

/** Resolves after a time in ms, or as soon as the signal ends the wait. Never rejects. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener('abort', done, { once: true });
  });
}
