import { FEED_SOURCES, type FeedSource } from '../market/tick.ts';

/** Whether a text can be the name of a ledger: `live`, or that of a run, in small letters, digits and dashes. */
export function isLedgerName(text: string): boolean {
  return /^[a-z0-9][a-z0-9-]{0,62}$/.test(text);
}

/** The feeds whose prices may stand in a ledger: live ones in `live`, each kind of run by itself; any in other ledgers. */
export function sourcesOf(ledgerName: string): readonly FeedSource[] {
  if (ledgerName === 'live') return ['kraken', 'deriv', 'oanda'];
  if (ledgerName.startsWith('replay-')) return ['replay'];
  if (ledgerName.startsWith('synthetic-')) return ['synthetic'];
  return FEED_SOURCES;
}
