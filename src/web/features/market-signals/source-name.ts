import type { FeedSource } from '../../../core/market/tick.ts';

const NAMES: Readonly<Record<FeedSource, string>> = {
  kraken: 'Kraken',
  deriv: 'Deriv',
  oanda: 'OANDA',
  replay: 'Replay',
  synthetic: 'Synthetic',
};

/** A feed as people call it. */
export function sourceName(source: FeedSource): string {
  return NAMES[source];
}
