import type { BrowserContext, Page } from 'playwright-core';
import type { LedgerEntry } from '../../../src/core/signals/ledger-entry.ts';
import { SCORED_PAIRS } from '../../../src/core/market/instruments.ts';
import type { FeedReport, MarketSnapshot, PriceLine } from '../../../src/core/wire/market.ts';
import { LIVE_FEED } from '../../support/live-feed.ts';

/** What the page gets in the place of the server's stream and its past prices. */
interface StreamInPage {
  points: (readonly [number, number])[];
  send(text: string): void;
  cut(): void;
}

/** A market whose stream and past prices are in the test's hand: give `script` as `before` of a visit, then tell. */
export interface ScriptedStream {
  script(context: BrowserContext): Promise<void>;
  /** The first event, its prices as old as this; further prices and entries follow. */
  hello(page: Page, nowMs: number, ageMs?: number): Promise<void>;
  entries(page: Page, ...entries: LedgerEntry[]): Promise<void>;
  /** A quote of EUR/USD with this mid in scaled units, and older ones of the other pairs. */
  price(page: Page, nowMs: number, mid: number): Promise<void>;
  feed(page: Page, change: Partial<FeedReport>): Promise<void>;
  /** Breaks the line for good. */
  cut(page: Page): Promise<void>;
}

/** `points` are the past: instants and twice the mids. */
export function scriptedStream(points: readonly (readonly [number, number])[]): ScriptedStream {
  let index = 0;
  const send = (page: Page, name: string, data: unknown, id = '') =>
    page.evaluate(
      (text) => (window as unknown as { market: StreamInPage }).market.send(text),
      `${id && `id: ${id}\n`}event: ${name}\ndata: ${JSON.stringify(data)}\n\n`,
    );
  return {
    async script(context) {
      await context.addInitScript((past) => {
        const real = window.fetch;
        let line: ReadableStreamDefaultController<Uint8Array> | undefined;
        let isCut = false;
        const market: StreamInPage = {
          points: [...past],
          send: (text) => line?.enqueue(new TextEncoder().encode(text)),
          cut: () => {
            isCut = true;
            line?.error(new TypeError('cut'));
            line = undefined;
          },
        };
        window.fetch = async (input, init) => {
          const address = input instanceof Request ? input.url : String(input);
          const { pathname, searchParams } = new URL(address, location.href);
          if (pathname === '/api/market/points')
            return Response.json({ pair: searchParams.get('pair'), source: 'kraken', points: market.points });
          if (pathname !== '/api/market/stream') return real(input, init);
          if (isCut) throw new TypeError('cut');
          const body = new ReadableStream<Uint8Array>({
            start(controller) {
              line = controller;
              document.documentElement.dataset['market'] = 'open';
            },
            cancel() {
              line = undefined;
            },
          });
          return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
        };
        // As the server says that it is there.
        setInterval(() => market.send(':\n\n'), 5_000);
        Object.assign(window, { market });
      }, points);
    },
    async hello(page, nowMs, ageMs = 300) {
      await page.locator('html[data-market=open]').waitFor();
      const snapshot: MarketSnapshot = {
        nowMs,
        speed: 1,
        ledger: { name: 'live', size: 0 },
        feed: LIVE_FEED,
        prices: pricesAt(115_908, ageMs),
        recent: [],
        limit: { most: 12, perMs: 60_000, left: 12 },
      };
      await send(page, 'hello', snapshot);
    },
    async entries(page, ...entries) {
      for (const entry of entries) {
        await send(page, 'entry', { index, entry }, `live/${index}`);
        index += 1;
      }
    },
    price: (page, nowMs, mid) => send(page, 'prices', { nowMs, source: 'kraken', prices: pricesAt(mid) }),
    feed: (page, change) => send(page, 'feed', { ...LIVE_FEED, ...change }),
    cut: (page) => page.evaluate(() => (window as unknown as { market: StreamInPage }).market.cut()),
  };
}

const OTHERS = { 'USD/JPY': 155_243, 'EUR/JPY': 179_951, 'EUR/GBP': 88_102, 'USD/CAD': 140_213 };

function pricesAt(mid: number, ageMs = 300): PriceLine[] {
  return SCORED_PAIRS.map((pair) => {
    const own = pair === 'EUR/USD' ? mid : OTHERS[pair];
    return {
      pair,
      bid: own - 1,
      ask: own + 1,
      ageMs: pair === 'EUR/USD' ? ageMs : ageMs + 3_000,
    } as PriceLine;
  });
}
