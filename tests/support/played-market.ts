import { vi } from 'vitest';
import { createApiClient } from '../../src/web/lib/api-client.ts';
import { epochMs } from '../../src/core/time/instant.ts';
import type { ErrorCode } from '../../src/core/wire/error-codes.ts';
import { type PlacedEntry, signalId } from '../../src/core/signals/ledger-entry.ts';
import type { MarketSnapshot } from '../../src/core/wire/market.ts';
import type { MarketState } from '../../src/web/lib/market/market-state.ts';
import { createMarketStore, type MarketStore } from '../../src/web/lib/market/market-store.ts';
import { signalAt } from './entries.ts';
import { LIVE_FEED } from './live-feed.ts';

/** A market store and the server that the test plays to it. Timers are the test's: it sets them to START. */

export const START = Date.UTC(2026, 10, 20, 12);
export const LIMIT = { most: 12, perMs: 60_000, left: 12 };
/** One connection to the server that the test plays. */
interface Line {
  readonly token: string | null;
  readonly lastEventId: string | null;
  send(text: string): void;
  end(): void;
  /** As when the server is killed. */
  reset(): void;
}

export interface PlayedMarket {
  /** Whether the page has something to do with what comes while it is hidden. */
  isNeededHidden: boolean;
  readonly store: MarketStore;
  /** One for each request that came, oldest first. */
  readonly lines: readonly Line[];
  /** What the next requests get instead of a stream. */
  answers: (() => Response)[];
  /** What the session hands out, one after the other as they are refused. */
  tokens: string[];
  /** Has the store connect, and lets its request arrive. */
  open(listener?: () => void): Promise<void>;
  /** A line on which hello has come. */
  connected(): Promise<Line | undefined>;
  /** Takes the store's only listener away. */
  leave(): void;
}

export function playMarket(): PlayedMarket {
  const lines: Line[] = [];
  let unsubscribe = () => {};
  const store = createMarketStore({
    api: createApiClient({
      getToken: async (refused) => market.tokens.find((token) => token !== refused),
      fetch: async (_url, init) => {
        const { line, response } = openLine(init);
        lines.push(line);
        return market.answers.shift()?.() ?? response;
      },
    }),
    now: () => epochMs(Date.now()),
    // No spread: each wait is as long as it says.
    random: () => 0,
    isNeededHidden: () => market.isNeededHidden,
  });
  const market: PlayedMarket = {
    isNeededHidden: false,
    store,
    lines,
    answers: [],
    tokens: ['token-1', 'token-2', 'token-3'],
    async open(listener = () => {}) {
      unsubscribe();
      unsubscribe = store.subscribe(listener);
      await settle();
    },
    async connected() {
      if (lines.length === 0) await market.open();
      await settle();
      lines.at(-1)?.send(hello());
      await settle();
      return lines.at(-1);
    },
    leave: () => unsubscribe(),
  };
  return market;
}

function openLine(init: RequestInit | undefined): { readonly line: Line; readonly response: Response } {
  const headers = new Headers(init?.headers);
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(own) {
      controller = own;
    },
    cancel() {
      controller = undefined;
    },
  });
  init?.signal?.addEventListener('abort', () => {
    controller?.error(new DOMException('aborted', 'AbortError'));
    controller = undefined;
  });
  const line: Line = {
    token: headers.get('authorization'),
    lastEventId: headers.get('last-event-id'),
    send: (text) => controller?.enqueue(new TextEncoder().encode(text)),
    reset: () => controller?.error(new TypeError('network error')),
    end: () => {
      controller?.close();
      controller = undefined;
    },
  };
  return { line, response: new Response(body, { status: 200 }) };
}

/** Lets what was sent arrive: readers and timers take turns. */
export const settle = () => vi.advanceTimersByTimeAsync(0);
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

export const refusal =
  (status: number, code: ErrorCode, headers: Record<string, string> = {}) =>
  () =>
    Response.json({ error: { code, message: 'for those who develop' } }, { status, headers });

export function event(name: string, data: unknown, id = ''): string {
  return `${id && `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}

export function hello(change: Partial<MarketSnapshot> = {}): string {
  const snapshot: MarketSnapshot = {
    nowMs: Date.now(),
    speed: 1,
    ledger: { name: 'live', size: 5 },
    feed: LIVE_FEED,
    prices: [],
    recent: [],
    limit: LIMIT,
    ...change,
  };
  return event('hello', snapshot);
}

export function signal(index: number): PlacedEntry {
  return { index, entry: signalAt(START, { id: signalId(`signal-${index}`) }) };
}

export const sendEntry = (line: Line | undefined, index: number) =>
  line?.send(event('entry', signal(index), `live/${index}`));
export const storyPlaces = (state: MarketState) => state.signals.stories.map(({ index }) => index);
