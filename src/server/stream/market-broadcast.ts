import {
  type FoldBounds,
  type FoldedSignals,
  foldEntry,
  NO_SIGNALS,
} from '../../core/signals/fold-signals.ts';
import type { PlacedEntry } from '../../core/signals/ledger-entry.ts';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import { tickTime } from '../../core/market/tick.ts';
import type { MarketSnapshot, PriceLine, RequestLimit } from '../../core/protocol/market-protocol.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Market } from '../market/market.ts';
import { entryEvent, placeAfter, serverSentEvent } from './server-sent-event.ts';
import { type StreamClient, StreamHub, type StreamSocket } from './stream-hub.ts';

export interface MarketBroadcastOptions {
  readonly market: Market;
  readonly ledger: Ledger;
  /** How many entries back a stream can be taken up again. */
  readonly backlogEntries?: number;
}

/** Some 14 minutes of the busiest desk, and a whole day of one without P-BOT requests. */
const BACKLOG_ENTRIES = 5_000;
const READ_ENTRIES = 1_000;
/** What a page that was just opened shows besides the open signals. */
const RECENT: FoldBounds = { special: 8, bot: 16 };

export type MarketBroadcast = Awaited<ReturnType<typeof openMarketBroadcast>>;

/**
 * Sends what the ledger recorded and what the market quotes to every stream, and sums both up for each new one. Reads the
 * ledger's last entries first; rejects when it cannot.
 */
export async function openMarketBroadcast(options: MarketBroadcastOptions) {
  const { market, ledger, backlogEntries = BACKLOG_ENTRIES } = options;
  /** What was recorded while the last entries were read; undefined afterwards. */
  let early: PlacedEntry[] | undefined = [];
  let folded: FoldedSignals = NO_SIGNALS;
  /** The one part of a snapshot that is large, kept as JSON until there is another entry. */
  let recentJson: string | undefined;
  let hasNewPrices = false;

  const streams = new StreamHub({ backlogEntries, nextPlace: Math.max(0, ledger.size() - backlogEntries) });
  const stopEntries = ledger.onAppended((entries) => {
    if (early === undefined) addEntries(entries);
    else early.push(...entries);
  });
  try {
    await readLastEntries();
  } catch (error) {
    stopEntries();
    throw error;
  }
  const stopTicks = market.onTick(() => {
    hasNewPrices = true;
  });
  const stopFeed = market.onFeed((report) => streams.broadcast(serverSentEvent('feed', report)));

  async function readLastEntries(): Promise<void> {
    for (;;) {
      const entries = await ledger.read(streams.nextPlace, READ_ENTRIES);
      addEntries(entries);
      if (entries.length > 0) continue;
      addEntries(early ?? []);
      early = undefined;
      return;
    }
  }

  function addEntries(entries: readonly PlacedEntry[]): void {
    for (const placed of entries) {
      // It was read before the ledger announced it.
      if (placed.index < streams.nextPlace) continue;
      if (placed.index > streams.nextPlace) {
        throw new Error(`the ledger announced entry ${placed.index} where ${streams.nextPlace} was due`);
      }
      folded = foldEntry(folded, placed, RECENT);
      recentJson = undefined;
      streams.addEntry(entryEvent(ledger.name, placed));
    }
  }

  function prices(nowMs: number): PriceLine[] {
    const { source } = market.feed();
    if (source === null) return [];
    return SCORED_PAIRS.flatMap((pair) => {
      const tick = market.lastTick(source, pair);
      if (tick === undefined) return [];
      return [{ pair, bid: tick.bid, ask: tick.ask, ageMs: Math.max(0, nowMs - tickTime(tick)) }];
    });
  }

  /** The snapshot as JSON. */
  function snapshot(limit: RequestLimit): string {
    const nowMs = market.clock.now();
    const head: Omit<MarketSnapshot, 'recent'> = {
      nowMs,
      speed: market.clock.speed,
      ledger: { name: ledger.name, size: streams.nextPlace },
      feed: market.feed(),
      prices: prices(nowMs),
      limit,
    };
    recentJson ??= JSON.stringify(recentEntries(folded));
    return `${JSON.stringify(head).slice(0, -1)},"recent":${recentJson}}`;
  }

  return {
    snapshot,

    /** Takes on a stream; `lastEventId` is that of the last entry its client has. */
    join(socket: StreamSocket, limit: RequestLimit, lastEventId: string | undefined): StreamClient {
      const hello = Buffer.from(`event: hello\ndata: ${snapshot(limit)}\n\n`);
      // A place beyond all there are: one of another ledger, or of this one before it lost entries.
      const unknown = streams.nextPlace + 1;
      const from = lastEventId === undefined ? undefined : (placeAfter(lastEventId, ledger.name) ?? unknown);
      return streams.join(socket, hello, from);
    },

    end: (client: StreamClient): void => streams.end(client),
    leave: (client: StreamClient): void => streams.leave(client),

    /** To be called once a second. */
    tick(): void {
      const { source } = market.feed();
      if (hasNewPrices && source !== null) {
        hasNewPrices = false;
        const nowMs = market.clock.now();
        streams.broadcast(serverSentEvent('prices', { nowMs, source, prices: prices(nowMs) }));
      }
      streams.tick();
    },

    /** How many streams there are. */
    size: () => streams.size,

    /** Ends every stream. */
    close(): void {
      stopEntries();
      stopTicks();
      stopFeed();
      streams.close();
    },
  };
}

function recentEntries({ stories, abstentions }: FoldedSignals): PlacedEntry[] {
  return [
    ...stories.flatMap(({ entries }) => entries),
    ...abstentions.map(({ index, abstained }) => ({ index, entry: abstained })),
  ].sort((a, b) => a.index - b.index);
}
