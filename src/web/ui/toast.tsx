import { type ComponentType, useEffect, useSyncExternalStore } from 'react';

/**
 * Toasts, without what draws them: that part (and the library under it) is fetched at the first key or pointer press,
 * well before anything can have a reason to show one, and so costs a first visit nothing.
 */

export interface ToastText {
  readonly title: string;
  readonly text: string;
}

export type ToastId = string;

const TOAST_MS = 4_000;
const FIRST_TOUCHES = ['pointerdown', 'keydown'] as const;

const listeners = new Set<() => void>();
let isWanted = false;
let ToastShelf: ComponentType<{ readonly onReady: (shelf: Shelf) => void }> | undefined;
let count = 0;
let onShelf: (shelf: Shelf) => void;
const shelf = new Promise<Shelf>((resolve) => {
  onShelf = resolve;
});

/** What the fetched part offers once it is on the page. */
export interface Shelf {
  show(
    id: ToastId,
    message: ToastText,
    look: { readonly isFailure: boolean; readonly durationMs: number },
  ): void;
  dismiss(id: ToastId): void;
}

/** Says something in passing; it goes away by itself. */
export function showToast(message: ToastText): void {
  put(message, { isFailure: false, durationMs: TOAST_MS });
}

/** Says that something failed; it stays until it is dismissed. Returns what dismissToast takes. */
export function showFailure(message: ToastText): ToastId {
  return put(message, { isFailure: true, durationMs: Number.POSITIVE_INFINITY });
}

export function dismissToast(id: ToastId): void {
  void shelf.then((it) => it.dismiss(id));
}

/** Where toasts appear: bottom end, the full width on phones. One for the whole page. */
export function Toaster() {
  const isFetched = useSyncExternalStore(subscribe, () => ToastShelf !== undefined);
  useEffect(() => {
    for (const name of FIRST_TOUCHES) addEventListener(name, want, { once: true, capture: true });
    return () => {
      for (const name of FIRST_TOUCHES) removeEventListener(name, want, { capture: true });
    };
  }, []);
  return isFetched && ToastShelf !== undefined ? <ToastShelf onReady={onShelf} /> : null;
}

function put(message: ToastText, look: { isFailure: boolean; durationMs: number }): ToastId {
  count += 1;
  const id = `toast-${count}`;
  want();
  void shelf.then((it) => it.show(id, message, look));
  return id;
}

/** Fetches what draws the toasts, once. React's own lazy would hold it back for a third of a second after a fallback. */
function want(): void {
  if (isWanted) return;
  isWanted = true;
  void fetchShelf();
}

async function fetchShelf(): Promise<void> {
  try {
    ToastShelf = (await import('./toast-shelf.tsx')).default;
    for (const listener of listeners) listener();
  } catch {
    // The line is down: once it is back, what waits to be said is.
    isWanted = false;
    addEventListener('online', want, { once: true });
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
