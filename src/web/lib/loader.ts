import { setAlarm } from './clock.ts';
import { now } from './now.ts';
import { useState } from 'react';
import { createStore, type Store, useStore } from './store.ts';

/** The result of loading: a value, an error, or both where a later try failed; the old value stays meanwhile. */
export interface Loaded<T> {
  readonly value: T | undefined;
  readonly problem: Error | undefined;
  readonly isLoading: boolean;
}

export interface Loader<T> extends Store<Loaded<T>> {
  /** Loads now; a load under way is dropped. */
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
  const first: Loaded<T> = { value: undefined, problem: undefined, isLoading: true };
  const store = createStore(first, () => {
    void run();
    return stop;
  });
  let running: AbortController | undefined;
  let cancelAlarm: (() => void) | undefined;

  function stop(): void {
    running?.abort();
    cancelAlarm?.();
  }

  async function run(): Promise<void> {
    stop();
    const abort = new AbortController();
    running = abort;
    const { value } = store.getState();
    if (!store.getState().isLoading) store.set({ ...store.getState(), isLoading: true });
    let outcome: Pick<Loaded<T>, 'value' | 'problem'>;
    try {
      outcome = { value: await load(abort.signal, value), problem: undefined };
    } catch (error) {
      outcome = { value, problem: error as Error };
    }
    if (abort.signal.aborted) return;
    store.set({ ...outcome, isLoading: false });
    if (everyMs !== undefined) cancelAlarm = setAlarm(now() + everyMs, () => void run());
  }

  return { getState: store.getState, subscribe: store.subscribe, reload: () => void run() };
}

/** What `load` of the component's first drawing brings, for as long as that stays. */
export function useLoader<T>(
  ...how: Parameters<typeof createLoader<T>>
): Loaded<T> & Pick<Loader<T>, 'reload'> {
  const [loader] = useState(() => createLoader(...how));
  return { ...useStore(loader), reload: loader.reload };
}
