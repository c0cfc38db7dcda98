/** A part of the page that is fetched when it is first wanted. */
export interface LazyPart<T> {
  /** Starts fetching with the first listener; a part that is here is never fetched again. */
  subscribe(listener: () => void): () => void;
  getState(): LazyPartState<T>;
  retry(): void;
}

export interface LazyPartState<T> {
  /** Undefined until it is here. */
  readonly part: T | undefined;
  /** The line is down, or the server has a newer page: see `retry`. */
  readonly hasFailed: boolean;
}

/** Fetches with `load`, for `useSyncExternalStore`. React's own lazy cannot try again, and holds back what comes at once. */
export function createLazyPart<T>(load: () => Promise<T>): LazyPart<T> {
  const listeners = new Set<() => void>();
  let state: LazyPartState<T> = { part: undefined, hasFailed: false };
  let isLoading = false;

  function change(next: LazyPartState<T>): void {
    state = next;
    for (const listener of listeners) listener();
  }

  async function fetchPart(): Promise<void> {
    if (isLoading || state.part !== undefined) return;
    isLoading = true;
    try {
      const part = await load();
      change({ part, hasFailed: false });
    } catch {
      change({ part: undefined, hasFailed: true });
    } finally {
      isLoading = false;
    }
  }

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      if (!state.hasFailed) void fetchPart();
      return () => listeners.delete(listener);
    },
    retry() {
      change({ part: undefined, hasFailed: false });
      void fetchPart();
    },
  };
}
