import type { FeedReport } from '../../../core/protocol/market-protocol.ts';
import { feedTexts, noMarketTexts, sourceTexts } from './feed-texts.ts';

/** Why no market signal can come, in one plain sentence, or one for each feed where they are the cause. */
export function whyNoPrices({ reason, feeds }: Pick<FeedReport, 'reason' | 'feeds'>): string {
  const ofFeeds = feeds.map(({ source, state }) => feedTexts[state]({ source: sourceTexts[source] }));
  return reason === 'no-feed' || reason === null
    ? ofFeeds.join(' ') || noMarketTexts['no-feed']
    : noMarketTexts[reason];
}
