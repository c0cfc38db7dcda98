import { useSyncExternalStore } from 'react';

export interface Store<T> {
  getState(): T;
  /** Calls `listener` after each change. Returns the function that stops it. */
  subscribe(listener: () => void): () => void;
}

export interface OwnStore<T> extends Store<T> {
  /** Sets a new value and calls the listeners; an equal one calls none. */
  set(next: T): void;
}

/**
 * A store that holds `first` to begin with. `onWatched` runs when the first listener comes; what it returns runs when the last
 * one has gone.
 */
export function createStore<T>(first: T, onWatched?: () => () => void): OwnStore<T> {
  const listeners = new Set<() => void>();
  let state = first;
  let onUnwatched: (() => void) | undefined;
  return {
    getState: () => state,
    set(next) {
      if (Object.is(next, state)) return;
      state = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      // A new function: the same function given twice is two listeners.
      const call = () => listener();
      listeners.add(call);
      if (listeners.size === 1) onUnwatched = onWatched?.();
      return () => {
        if (listeners.delete(call) && listeners.size === 0) onUnwatched?.();
      };
    },
  };
}

/** The store's value; the component renders again when it changes. */
export function useStore<T>({ subscribe, getState }: Store<T>): T {
  return useSyncExternalStore(subscribe, getState, getState);
}
