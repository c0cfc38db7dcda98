import { useSyncExternalStore } from 'react';
import { type EpochMs, epochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { now } from './now.ts';

/**
 * The page's one clock. A single timer serves everything that shows or waits for a time: it sleeps until the nearest
 * second that is shown or the nearest alarm, is off while nothing listens or the page is hidden, and looks at the wall
 * clock again the moment the page wakes. Nothing counts ticks, so jank, sleep and a corrected clock cannot add up.
 */

interface Ticker {
  /** Where in the wall second this listener's seconds turn over: 0 to 999 ms. */
  readonly phaseMs: number;
  readonly listener: () => void;
  lastSecond: number;
}

interface Alarm {
  readonly at: number;
  readonly ring: () => void;
}

/** setTimeout takes at most 2^31 - 1 ms; a longer wait simply looks at the clock once more on the way. */
const LONGEST_WAIT_MS = 2 ** 31 - 1;

const tickers = new Set<Ticker>();
const alarms = new Set<Alarm>();
let timer: ReturnType<typeof setTimeout> | undefined;
/** The last reading of the wall clock. An earlier reading means that the clock was set back. */
let lastLook = epochMs(0);

/** Calls `listener` at each turn of a second, `phaseMs` after the wall second's own turn. Returns the function that stops it. */
export function onSecond(phaseMs: number, listener: () => void): () => void {
  const ticker: Ticker = { phaseMs, listener, lastSecond: secondOf(now(), phaseMs) };
  return listen(tickers, ticker);
}

/**
 * Calls `ring` once, as soon as the wall clock reads `at` or later and the page is visible. A clock that was set back rings every
 * alarm: `at` may then lie hours away, and what waits for it must look at the clock again. Returns how to call it off.
 */
export function setAlarm(at: number, ring: () => void): () => void {
  return listen(alarms, { at, ring });
}

/**
 * The time, to the second: the component renders once a second and at once when the page wakes.
 * `phaseMs` moves the turn of the second, for countdowns to an instant between two wall seconds.
 */
export function useSecond(phaseMs = 0): EpochMs {
  return useSyncExternalStore(
    (listener) => onSecond(phaseMs, listener),
    () => epochMs(secondOf(now(), phaseMs) * SECOND_MS + phaseMs),
  );
}

/** The time, to the minute: the component renders once a minute. */
export function useMinute(): EpochMs {
  return useSyncExternalStore(
    (listener) => onSecond(0, listener),
    () => epochMs(Math.floor(now() / MINUTE_MS) * MINUTE_MS),
  );
}

function listen<T>(listeners: Set<T>, entry: T): () => void {
  if (tickers.size + alarms.size === 0) {
    watchWaking(true);
    lastLook = now();
  }
  listeners.add(entry);
  schedule();
  return () => {
    listeners.delete(entry);
    if (tickers.size + alarms.size === 0) watchWaking(false);
    schedule();
  };
}

function secondOf(at: EpochMs, phaseMs: number): number {
  return Math.floor((at - phaseMs) / SECOND_MS);
}

function wake(): void {
  const at = now();
  const wasSetBack = at < lastLook;
  lastLook = at;
  const due = [...alarms].filter((alarm) => alarm.at <= at || wasSetBack);
  for (const alarm of due) {
    alarms.delete(alarm);
    alarm.ring();
  }
  for (const ticker of tickers) {
    const second = secondOf(at, ticker.phaseMs);
    if (second === ticker.lastSecond) continue;
    ticker.lastSecond = second;
    ticker.listener();
  }
  if (tickers.size + alarms.size === 0) watchWaking(false);
  schedule();
}

function schedule(): void {
  clearTimeout(timer);
  timer = undefined;
  if (tickers.size + alarms.size === 0 || document.hidden) return;
  const at = now();
  let waitMs = at < lastLook ? 0 : LONGEST_WAIT_MS;
  for (const { phaseMs } of tickers) waitMs = Math.min(waitMs, SECOND_MS - ((at - phaseMs) % SECOND_MS));
  for (const alarm of alarms) waitMs = Math.min(waitMs, Math.max(0, alarm.at - at));
  timer = setTimeout(wake, waitMs);
}

const WAKING_EVENTS = ['visibilitychange', 'resume'] as const;
const WAKING_WINDOW_EVENTS = ['pageshow', 'focus'] as const;

function watchWaking(on: boolean): void {
  const change = on ? 'addEventListener' : 'removeEventListener';
  for (const name of WAKING_EVENTS) document[change](name, onVisibility);
  for (const name of WAKING_WINDOW_EVENTS) window[change](name, onVisibility);
}

function onVisibility(): void {
  if (document.hidden) schedule();
  else wake();
}
