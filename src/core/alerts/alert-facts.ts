import type { Direction } from '../market/direction.ts';
import { LATE_ENTRY_MS } from '../signals/settlement.ts';
import type { SentFacts } from '../wire/alerts.ts';

export interface SignalFacts {
  readonly pair: string;
  readonly direction: Direction;
  readonly timeframe: string;
  /** Percent, 0 to 100. */
  readonly confidence: number;
}

/** What an alert says: the server's, and those that a page makes of P-BOT while no tab is in view. */
export type AlertFacts =
  | SentFacts
  | ((
      | { readonly type: 'bot.abstained'; readonly pair: string; readonly timeframe: string }
      /** A random draw, its confidence in whole percents. */
      | ({ readonly type: 'bot.drawn'; readonly direction: Direction } & SignalFacts)
    ) & { readonly label: string | null });

export interface AlertMessage {
  /** A later alert of the same tag replaces this one. */
  readonly tag: string;
  /** An alert that comes later is not shown. */
  readonly lateMs: number;
  readonly facts: AlertFacts;
}

/**
 * Until when an alert of a signal is of use: the record measures what an entry 5 s late comes to, and nothing says what a later one is
 * worth. Never after the expiry.
 */
export function lateAfterMs({
  startMs,
  expiryMs,
}: {
  readonly startMs: number;
  readonly expiryMs: number;
}): number {
  return Math.min(startMs + LATE_ENTRY_MS, expiryMs);
}
