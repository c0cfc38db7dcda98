import type { Direction } from '../market/direction.ts';
import type { VerdictCode } from '../record/verdict.ts';
import type { Outcome } from '../signals/ledger-entry.ts';
import { LATE_ENTRY_MS } from '../signals/settlement.ts';
import type { SignalFacts } from './signal-line.ts';

/** What an alert says, in codes and numbers: its reader's browser makes the sentence (src/web/lib/alerts/alert-words.ts). */
export type AlertFacts = (
  | ({
      readonly type: 'signal.recorded';
      /** Its ID, which its story has in its address. */
      readonly signal: string;
      /** Percent: what breaks even at the reader's payout. */
      readonly needed: number;
      readonly startMs: number;
    } & SignalFacts)
  | ({ readonly type: 'signal.settled'; readonly signal: string; readonly outcome: Outcome } & SignalFacts)
  | { readonly type: 'record.verdict'; readonly verdict: VerdictCode; readonly payout: number }
  | { readonly type: 'feed.lost' | 'feed.back' | 'market.open' | 'test' }
  | { readonly type: 'session.end'; readonly endsMs: number }
  /** Of P-BOT, made by the page itself: what was asked for has no signal. */
  | { readonly type: 'bot.abstained'; readonly pair: string; readonly timeframe: string }
  /** Of P-BOT, made by the page itself: a random draw, its confidence in whole percents. */
  | ({ readonly type: 'bot.drawn'; readonly direction: Direction } & SignalFacts)
) & {
  /** What the prices were when they were not live. */
  readonly label: string | null;
};

/** An alert on its way to a browser. */
export interface AlertMessage {
  /** One alert of a tag replaces the other. */
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
