import type { FeedSource } from '../../core/market/tick.ts';
import type { FeedLine, FeedReport } from '../../core/protocol/market-protocol.ts';
import type { FeedHub, NamedFeedStatus } from '../feeds/feed-hub.ts';

const NAMES: Readonly<Record<FeedSource, string>> = {
  kraken: 'Kraken',
  deriv: 'Deriv',
  oanda: 'OANDA',
  replay: 'Replay',
  synthetic: 'Synthetic prices',
};

/** What a hub's feeds come to: is there a price to draw signals from, and if not, why, in one sentence. */
export function liveFeedReport(hub: Pick<FeedHub, 'current' | 'statuses' | 'disagreements'>): FeedReport {
  const source = hub.current() ?? null;
  const statuses = hub.statuses();
  return {
    isLive: source !== null,
    source,
    label: null,
    reason: source === null ? whyNone(statuses) : null,
    feeds: statuses.map(
      ({ source: name, state, reason }): FeedLine => ({ source: name, state, reason: reason ?? null }),
    ),
    disagreements: hub.disagreements().map(({ sentence }) => sentence),
  };
}

function whyNone(statuses: readonly NamedFeedStatus[]): string {
  const names = statuses.map(({ source }) => NAMES[source]);
  if (statuses.every(({ state, reason }) => state === 'connecting' && reason === undefined))
    return names.length === 0
      ? 'The price feeds have not been started.'
      : `Connecting to ${names.join(' and ')}.`;
  const each = statuses.map(({ source, reason }) => `${NAMES[source]}: ${clause(NAMES[source], reason)}`);
  const isClosed = statuses.every(({ state }) => state === 'closed');
  return `${isClosed ? 'The market is closed' : 'No price feed answers'}: ${each.join('; ')}.`;
}

/** What Node says of a line that is down, in words for a trader; the log keeps the original. */
const PLAIN_WORDS = [
  [/getaddrinfo \w+ \S+/, 'its address was not found'],
  [/connect ECONNREFUSED \S+/, 'it took no connection'],
  [/connect (ETIMEDOUT|ENETUNREACH|EHOSTUNREACH) \S+/, 'it was not reached'],
] as const;

/** A sentence as part of another one: without its full stop, its capital, and the name it may begin with. */
function clause(name: string, reason: string | undefined): string {
  if (reason === undefined) return 'connecting';
  const plain = PLAIN_WORDS.reduce((words, [raw, said]) => words.replace(raw, said), reason);
  const text = plain.replace(/\.$/, '').replace(`${name}: `, '');
  const isName = text.startsWith(name) || /^[A-Z]{2}/.test(text);
  return isName ? text : text.charAt(0).toLowerCase() + text.slice(1);
}
