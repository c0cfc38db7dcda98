import { epochMs, type EpochMs } from '../../../src/core/time/instant.ts';
import {
  type LedgerEntry,
  type PlacedEntry,
  type SignalEntry,
  signalId,
} from '../../../src/core/signals/ledger-entry.ts';
import type { ScoredPair } from '../../../src/core/market/instruments.ts';
import type { FeedSource, Tick } from '../../../src/core/market/tick.ts';
import type { FeedReport } from '../../../src/core/wire/market.ts';
import type { DeskRequest, RequestResult } from '../../../src/server/desk/bot-requests.ts';
import type { Ledger } from '../../../src/server/ledger/ledger.ts';
import type { Listener } from '../../../src/server/platform/listeners.ts';
import type { MarketPrices } from '../../../src/server/market/market.ts';
import type { OpenMarket } from '../../../src/server/routes/market/served-market.ts';
import { quoted } from '../../support/quoted.ts';
import { abstainedAt, settledFor, signalAt } from '../../support/entries.ts';

export const START = epochMs(Date.UTC(2026, 10, 20, 12));

/** A ledger in memory, with the same promises as the real one. */
export interface MemoryLedger extends Ledger {
  record(...entries: LedgerEntry[]): readonly PlacedEntry[];
}

export function memoryLedger(name = 'live'): MemoryLedger {
  const all: PlacedEntry[] = [];
  const listeners = new Set<(entries: readonly PlacedEntry[]) => void>();
  const record = (...entries: LedgerEntry[]) => {
    const placed = entries.map((entry, offset) => ({ index: all.length + offset, entry }));
    all.push(...placed);
    for (const listener of listeners) listener(placed);
    return placed;
  };
  return {
    name,
    label: undefined,
    size: () => all.length,
    append: async (entries) => record(...entries),
    record,
    openSignals: async () => [],
    newestQuotes: async () => new Map(),
    lastAtMs: () => all.at(-1)?.entry.atMs,
    read: async (from, limit) => all.slice(from, from + limit),
    checkpoint: () => undefined,
    onAppended(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** A market that quotes when the test says so, on a clock that the test moves. */
export interface ScriptedMarket extends MarketPrices {
  nowMs: EpochMs;
  quote(pair: ScoredPair, bid: number, ask: number): void;
  report(change: Partial<FeedReport>): void;
}

export function scriptedMarket(source: FeedSource = 'kraken'): ScriptedMarket {
  const ticks = new Map<string, Tick>();
  const tickListeners = new Set<Listener<Tick>>();
  const feedListeners = new Set<Listener<FeedReport>>();
  let report: FeedReport = {
    isLive: true,
    source,
    label: null,
    reason: null,
    feeds: [{ source, state: 'live' }],
    disagreements: [],
  };
  const listen =
    <T>(listeners: Set<T>) =>
    (listener: T) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    };
  const market: ScriptedMarket = {
    nowMs: START,
    clock: {
      now: () => market.nowMs,
      speed: 1,
    },
    kind: 'live',
    feed: () => report,
    lastTick: (from, pair) => ticks.get(`${from} ${pair}`),
    points: () => [[START, 223_005]],
    bars: (_, span) => [[START, 223_005, 223_009, 223_001, span.length]],
    path: async () => [],
    onTick: listen(tickListeners),
    onFeed: listen(feedListeners),
    quote(pair, bid, ask) {
      const tick = quoted({
        source,
        pair,
        bid,
        ask,
        sourceTime: market.nowMs,
        receivedTime: market.nowMs,
      });
      ticks.set(`${source} ${pair}`, tick);
      for (const listener of tickListeners) void listener(tick);
    },
    report(change) {
      report = { ...report, ...change };
      for (const listener of feedListeners) void listener(report);
    },
  };
  return market;
}

/** Requests that are answered as the test says. */
export function scriptedRequests(
  answer: (request: DeskRequest) => RequestResult = () => ({
    kind: 'refused',
    code: 'unavailable',
    reason: 'no-feed',
  }),
): OpenMarket['requests'] {
  const limit = { most: 30, perMs: 60_000, left: 30 };
  return { ask: async (request) => answer(request), takeBack: async () => false, limitOf: async () => limit };
}

const uuid = (number: number) => signalId(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`);

/** The `number`th signal of a minute-by-minute desk. */
export function signalEntry(number: number): SignalEntry {
  return signalAt(START + number * 60_000, { id: uuid(number) });
}

export function settledEntry(number: number): LedgerEntry {
  return settledFor(signalEntry(number), { reason: 'no-entry' });
}

export function abstainedEntry(number: number): LedgerEntry {
  return abstainedAt(START + number * 60_000);
}
