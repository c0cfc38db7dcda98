import { createStore, type Store } from '../lib/store.ts';

export interface ToastText {
  readonly title: string;
  readonly text: string;
  readonly action?: { readonly label: string; readonly press: () => void };
}

/**
 * - `passing`: goes away by itself;
 * - `lasting`: stays until it is dismissed;
 * - `failure`: stays until it is dismissed, and interrupts what a screen reader says.
 */
export type ToastKind = 'passing' | 'lasting' | 'failure';

export interface Toast extends ToastText {
  readonly id: number;
  readonly kind: ToastKind;
}

/** Above this number the oldest is removed. */
const MOST_TOASTS = 3;

const store = createStore<readonly Toast[]>([]);
let count = 0;

export const toasts: Store<readonly Toast[]> = store;

/** Shows a toast. One with the same title is replaced. */
export function showToast(message: ToastText, kind: ToastKind = 'passing'): void {
  count += 1;
  const others = store.getState().filter(({ title }) => title !== message.title);
  store.set([...others, { ...message, id: count, kind }].slice(-MOST_TOASTS));
}

/** Takes the toasts with this title away. */
export function dismissToast(title: string): void {
  const left = store.getState().filter((toast) => toast.title !== title);
  if (left.length < store.getState().length) store.set(left);
}

export function dismissToasts(): void {
  if (store.getState().length > 0) store.set([]);
}
