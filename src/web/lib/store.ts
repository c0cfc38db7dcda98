import { useSyncExternalStore } from 'react';

/** A value that changes, for `useStore` and for whatever else follows it. */
export interface Store<T> {
  getState(): T;
  /** Calls `listener` after each change. Returns how to stop that. */
  subscribe(listener: () => void): () => void;
}

/** A store as its owner has it. */
export interface OwnStore<T> extends Store<T> {
  /** Takes a new value and tells the listeners; the same value as before calls no listener. */
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
      // A key of its own: the same function given twice is two listeners.
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
