import { useSyncExternalStore } from 'react';

/** What a won stake pays at most brokers of such contracts, in percent. */
const USUAL_PAYOUT_PERCENT = 80;
const STORAGE_KEY = 'pipcast.payout';

const listeners = new Set<() => void>();
let payoutPercent: number | undefined;

/** A payout in percent as somebody typed it; undefined unless it is a number from 1 to 100. */
export function parsePayout(text: string): number | undefined {
  const trimmed = text.trim().replace(/\s*%$/, '');
  if (!/^\d{1,3}([.,]\d{1,2})?$/.test(trimmed)) return undefined;
  const value = Number(trimmed.replace(',', '.'));
  return value >= 1 && value <= 100 ? value : undefined;
}

/** The share of decided signals that has to be won for a stake to come back: 5/9 at 80 %. */
export function breakEvenRate(percent: number): number {
  return 1 / (1 + percent / 100);
}

/** Remembers the reader's payout in this browser; the screens that show it follow. */
export function setPayout(percent: number): void {
  payoutPercent = percent;
  try {
    localStorage.setItem(STORAGE_KEY, String(percent));
  } catch {
    // Storage is full or forbidden: it holds until the page is left.
  }
  for (const listener of listeners) listener();
}

/** The reader's payout in percent, 80 unless another was set; the component renders again when it changes. */
export function usePayout(): number {
  return useSyncExternalStore(subscribe, readPayout);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function readPayout(): number {
  payoutPercent ??= stored() ?? USUAL_PAYOUT_PERCENT;
  return payoutPercent;
}

function stored(): number | undefined {
  try {
    return parsePayout(localStorage.getItem(STORAGE_KEY) ?? '');
  } catch {
    return undefined;
  }
}
