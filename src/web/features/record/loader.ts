import { useSyncExternalStore } from 'react';
import { setAlarm } from '../../lib/clock.ts';
import { now } from '../../lib/now.ts';
import { epochMs } from '../../../core/time/instant.ts';

/** What came of loading: a value, why there is none, or both where a later try failed; the old value stays meanwhile. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly problem: Error | undefined;
  readonly isLoading: boolean;
}

/** Loads while somebody listens. */
export interface Loader<T> {
  subscribe(listener: () => void): () => void;
  getState(): Loaded<T>;
  /** Loads now; a load that is under way is dropped. */
  reload(): void;
}

/**
 * Loads a value when the first listener comes and, with `everyMs`, again that long after each answer while the tab is in
 * view. `load` must reject with an Error whose message is for people, and may look at the value there is.
 */
export function createLoader<T>(
  load: (signal: AbortSignal, value: T | undefined) => Promise<T>,
  everyMs?: number,
): Loader<T> {
  const listeners = new Set<() => void>();
  let state: Loaded<T> = { value: undefined, problem: undefined, isLoading: true };
  let running: AbortController | undefined;
  let cancelAlarm: (() => void) | undefined;

  function show(next: Loaded<T>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  function stop(): void {
    running?.abort();
    running = undefined;
    cancelAlarm?.();
    cancelAlarm = undefined;
  }

  async function run(): Promise<void> {
    stop();
    const abort = new AbortController();
    running = abort;
    if (!state.isLoading) show({ ...state, isLoading: true });
    let outcome: Pick<Loaded<T>, 'value' | 'problem'>;
    try {
      outcome = { value: await load(abort.signal, state.value), problem: undefined };
    } catch (error) {
      outcome = { value: state.value, problem: error as Error };
    }
    if (abort.signal.aborted) return;
    show({ ...outcome, isLoading: false });
    if (everyMs !== undefined) cancelAlarm = setAlarm(epochMs(now() + everyMs), () => void run());
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      if (listeners.size === 1) void run();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop();
      };
    },
    getState: () => state,
    reload: () => void run(),
  };
}

/** What a loader has; the component renders again when that changes. */
export function useLoader<T>(loader: Loader<T>): Loaded<T> {
  return useSyncExternalStore(loader.subscribe, loader.getState);
}
