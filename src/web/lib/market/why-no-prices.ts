import type { FeedReport } from '../../../core/wire/market.ts';
import { feedTexts, noMarketTexts, sourceTexts } from './feed-texts.ts';

/** Why no market signal can come, in plain sentences: one for each feed that is the cause, and what works without them. */
export function whyNoPrices({ reason, feeds }: Pick<FeedReport, 'reason' | 'feeds'>): string {
  if (reason !== 'no-feed' && reason !== null) return noMarketTexts[reason];
  if (feeds.length === 0) return noMarketTexts['no-feed'];
  const ofFeeds = feeds.map(({ source, state }) => feedTexts[state]({ source: sourceTexts[source] }));
  const works = feeds.some(({ state }) => state === 'unreachable') ? [feedTexts.simulatedWorks] : [];
  return [...ofFeeds, ...works].join(' ');
}
