import type { EventSourceMessage } from 'eventsource-parser';
import type { FeedReport, MarketEvents } from '../../../core/wire/market.ts';
import { feedTexts, noMarketTexts, sourceTexts } from './feed-texts.ts';

export type MarketEvent = {
  [Name in keyof MarketEvents]: { readonly name: Name; readonly data: MarketEvents[Name] };
}[keyof MarketEvents];

/** `onEvent` gets each event once and in order, entries without a gap from the last hello that was the first or followed a reset. */
export function createEventSequence(onEvent: (event: MarketEvent) => void) {
  /** The ledger of the entries, and the place of the next one. */
  let position: { readonly ledger: string; readonly next: number } | undefined;

  function takeHello(hello: MarketEvents['hello']): string | undefined {
    onEvent({ name: 'hello', data: hello });
    if (hello.ledger.name === '') return whyNoPrices(hello.feed);
    position ??= { ledger: hello.ledger.name, next: hello.ledger.size };
    return undefined;
  }

  function takeEntry(placed: MarketEvents['entry']): void {
    if (position === undefined || placed.index < position.next) return;
    if (placed.index > position.next)
      throw new Error(`entry ${placed.index} came where ${position.next} was due`);
    position = { ...position, next: placed.index + 1 };
    onEvent({ name: 'entry', data: placed });
  }

  return {
    /**
     * Takes an event and hands it on, unless it was had before. Returns why there is no market, when that is what it says. Throws
     * when an entry is missing: the next connection asks for it.
     */
    take({ event: name, data: text }: EventSourceMessage): string | undefined {
      const data: unknown = JSON.parse(text);
      switch (name) {
        case 'hello':
          return takeHello(data as MarketEvents['hello']);
        case 'entry':
          takeEntry(data as MarketEvents['entry']);
          return undefined;
        case 'reset':
          position = undefined;
          onEvent({ name, data } as MarketEvent);
          return undefined;
        case 'prices':
        case 'feed':
          onEvent({ name, data } as MarketEvent);
          return undefined;
        default:
          return undefined;
      }
    },
    /** The id after which the next connection continues; undefined before the first hello. */
    lastEventId: () => position && `${position.ledger}/${position.next - 1}`,
  };
}

/** Why no market signal can come, in plain sentences: one for each feed that is the cause, and what works without them. */
export function whyNoPrices({ reason, feeds }: Pick<FeedReport, 'reason' | 'feeds'>): string {
  if (reason !== 'no-feed' && reason !== null) return noMarketTexts[reason];
  if (feeds.length === 0) return noMarketTexts['no-feed'];
  const ofFeeds = feeds.map(({ source, state }) => feedTexts[state]({ source: sourceTexts[source] }));
  const works = feeds.some(({ state }) => state === 'unreachable') ? [feedTexts.simulatedWorks] : [];
  return [...ofFeeds, ...works].join(' ');
}
