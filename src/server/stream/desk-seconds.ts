import { SECOND_MS } from '../../core/time/instant.ts';

/** So long before a second turns its prices are sent: they are there when a page draws that second. */
const LEAD_MS = 200;

/** Calls `tick` once a second, shortly before the clock's second turns. Returns how to stop it. */
export function eachSecond(now: () => number, tick: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = () => {
    const untilMs = SECOND_MS - ((now() + LEAD_MS) % SECOND_MS);
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
