import type { RecordedQuote, SettledEntry, VoidReason } from './ledger-entry.ts';
import { FRESH_MS, outcomeOf } from './signal-rules.ts';
import type { Direction } from '../market/direction.ts';

/** A quote as the desk sees it: prices in scaled units, and the instant it counts for. */
export interface DeskQuote {
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number;
}

/** How a signal ended: a settlement without its place in the ledger. */
export type SignalEnd = Omit<SettledEntry, 'kind' | 'atMs' | 'signal'>;

/** The quote as it counts at an instant at or after it; undefined when it is too old, or there is none. */
export function quoteAt(instantMs: number, quote: DeskQuote | undefined): RecordedQuote | undefined {
  if (quote === undefined) return undefined;
  const ageMs = instantMs - quote.timeMs;
  return ageMs <= FRESH_MS ? { ...quote, ageMs } : undefined;
}

/** A signal and its control arm settled on the same two quotes, by their mids. */
export function settledOn(
  signal: { readonly direction: Direction; readonly control: Direction },
  entry: RecordedQuote,
  exit: RecordedQuote,
  provenMs: number,
): SignalEnd {
  return {
    outcome: outcomeOf(signal.direction, entry, exit),
    control: outcomeOf(signal.control, entry, exit),
    entry,
    exit,
    provenMs,
  };
}

/** Nobody can tell how it ended, nor how the control arm did. */
export function voidFor(reason: VoidReason): SignalEnd {
  return { outcome: 'void', control: 'void', reason };
}
