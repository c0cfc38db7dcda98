import { type LaterPart, loadTexts } from './catalogue.ts';
import { createStore, type Store } from './store.ts';

/** A part of the page that is fetched when its first listener comes. */
export interface LazyPart<T> extends Store<LazyPartState<T>> {
  /** Fetches it ahead of its first listener. Resolves once it is loaded, or has failed. */
  load(): Promise<void>;
  retry(): void;
}

export interface LazyPartState<T> {
  /** Undefined until it is here. */
  readonly part: T | undefined;
  /** The connection is lost, or the server has a newer page: see `retry`. */
  readonly hasFailed: boolean;
}

/**
 * Fetches with `load`; a part that is here is never fetched again. React's own lazy cannot try again, and holds back what comes
 * at once. A browser may remember that a module did not come: a retry that fails as well calls `reload`.
 */
export function createLazyPart<T>(load: () => Promise<T>, reload = reloadOnline): LazyPart<T> {
  let loading: Promise<void> | undefined;
  const store = createStore<LazyPartState<T>>({ part: undefined, hasFailed: false }, () => {
    if (!store.getState().hasFailed) void fetchPart();
    return () => {};
  });

  function fetchPart(isRetry = false): Promise<void> {
    loading ??= load().then(
      (part) => store.set({ part, hasFailed: false }),
      () => {
        loading = undefined;
        store.set({ part: undefined, hasFailed: true });
        if (isRetry) void reload();
      },
    );
    return loading;
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    load: () => fetchPart(),
    retry() {
      store.set({ part: undefined, hasFailed: false });
      void fetchPart(true);
    },
  };
}

/** A page with its messages, which come beside its code. */
export function withTexts<Page>(load: () => Promise<Page>, ...parts: readonly LaterPart[]): LazyPart<Page> {
  return createLazyPart(async () => (await Promise.all([load(), ...parts.map(loadTexts)]))[0]);
}

/** Loads the page again, unless the server does not answer: then the present page is the better one. */
async function reloadOnline(): Promise<void> {
  const { ok } = await fetch(location.href).catch(() => ({ ok: false }));
  if (ok) location.reload();
}
