import { epochMs } from '../../../core/time/instant.ts';
import type { Outcome, SignalMode } from '../../../core/signals/ledger-entry.ts';
import { MARKET_UTC_OFFSET_MS } from '../../../core/time/market-hours.ts';
import { formatMarketClock } from '../../lib/formats.ts';
import { once } from '../../lib/once.ts';

const day = once(() => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' }));
const dayAndYear = once(
  () =>
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }),
);

/** `18 Nov` on the market clock, UTC+5. */
export function formatMarketDate(ms: number): string {
  return day().format(ms + MARKET_UTC_OFFSET_MS);
}

/** `18 Nov 2026, 14:32:18 UTC+5`. */
export function formatInstant(ms: number): string {
  return `${dayAndYear().format(ms + MARKET_UTC_OFFSET_MS)}, ${formatMarketClock(epochMs(ms))} UTC+5`;
}

/** `3 h 20 min`, `12 min`, `45 s`: a span, rounded down to its two largest parts. */
export function formatSpan(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days ${hours % 24} h`;
}

export const OUTCOME_WORDS: Readonly<Record<Outcome, string>> = {
  won: 'Won',
  lost: 'Lost',
  unchanged: 'Unchanged',
  void: 'Void',
};

export const MODE_WORDS: Readonly<Record<SignalMode, string>> = { special: 'P-Special', bot: 'P-BOT' };
