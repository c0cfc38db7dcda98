import type { FeedConfig } from '../platform/config.ts';
import { derivProtocol } from './deriv-protocol.ts';
import type { FeedProtocol } from './feed-protocol.ts';
import { krakenProtocol } from './kraken-protocol.ts';
import { oandaProtocol } from './oanda-protocol.ts';

/** The sources that a setting stands for, in order of preference; none when it asks for no live prices. */
export function liveProtocols(feed: FeedConfig): readonly FeedProtocol[] {
  switch (feed.kind) {
    case 'auto':
      return [krakenProtocol(), derivProtocol()];
    case 'kraken':
      return [krakenProtocol()];
    case 'deriv':
      return [derivProtocol()];
    case 'oanda':
      return [oandaProtocol({ token: feed.token, accountId: feed.accountId })];
    default:
      return [];
  }
}
