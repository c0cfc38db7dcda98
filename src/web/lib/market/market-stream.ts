import type { RandomUint32 } from '../../../core/random/random.ts';
import { type EpochMs, SECOND_MS } from '../../../core/time/instant.ts';
import type { MarketEvents } from '../../../core/protocol/market-protocol.ts';
import { errorMessage } from './error-message.ts';
import { createEventParser, type StreamEvent } from './event-parser.ts';
import { type GetToken, withToken } from './with-token.ts';

/** An event of the stream, typed by its name. */
export type MarketEvent = {
  [Name in keyof MarketEvents]: { readonly name: Name; readonly data: MarketEvents[Name] };
}[keyof MarketEvents];

export interface MarketStreamOptions {
  readonly getToken: GetToken;
  readonly fetch: typeof fetch;
  readonly now: () => EpochMs;
  /** Uniform, for the spread of reconnects. */
  readonly random: RandomUint32;
  /** Each event once and in order; entries without a gap from the last hello that was the first or followed a reset. */
  readonly onEvent: (event: MarketEvent) => void;
  /** The line is down, or closed for a while; one plain sentence. The next hello says that it is up again. */
  readonly onDown: (reason: string) => void;
}

/** The waits before a connection: the first, doubled up to the longest, each between half and one and a half of it. */
const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 30 * SECOND_MS;
/** The server is never silent for more than 16 s. */
const SILENCE_MS = 40 * SECOND_MS;
/** A connection that lasted this long was a good one: the waits begin anew. */
const GOOD_AFTER_MS = 10 * SECOND_MS;
/** A hidden tab needs no prices; what it missed comes when it is seen again. */
const HIDDEN_MS = 60 * SECOND_MS;

const OFFLINE = 'This device is offline.';
const UNREACHABLE = 'The connection to the server was lost.';
const HIDDEN = 'Paused while the tab is hidden.';
const NO_TOKEN = 'The sign-in service cannot be reached, or you are signed out.';

/** How a connection ended, and how long the server asks to wait before the next. */
interface Ending {
  readonly reason: string;
  readonly retryMs?: number | undefined;
}

/**
 * The page's end of `GET /api/market/stream`. It connects again by itself, goes on after the last entry it has, and closes
 * while the tab is hidden or the device offline.
 */
export function createMarketStream(options: MarketStreamOptions) {
  let isStarted = false;
  let connection: AbortController | undefined;
  let nextTry: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;
  /** The tab has been hidden for so long that the stream was closed. */
  let isAsleep = false;
  let waitMs = FIRST_WAIT_MS;
  /** The ledger that entries are counted in, and the place of the next one. */
  let position: { readonly ledger: string; readonly next: number } | undefined;

  function connect(): void {
    clearTimeout(nextTry);
    nextTry = undefined;
    if (!isStarted || isAsleep || connection !== undefined) return;
    connection = new AbortController();
    void run(connection);
  }

  /** Closes the connection, if there is one. */
  function close(reason: string): void {
    connection?.abort();
    connection = undefined;
    clearTimeout(nextTry);
    nextTry = undefined;
    options.onDown(reason);
  }

  async function run(own: AbortController): Promise<void> {
    const startedAt = options.now();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = () => {
      clearTimeout(silence);
      silence = setTimeout(() => own.abort(), SILENCE_MS);
    };
    heard();
    const { reason, retryMs } = await readStream(own, heard).catch((): Ending => ({ reason: UNREACHABLE }));
    clearTimeout(silence);
    if (connection !== own) return;
    own.abort();
    connection = undefined;
    options.onDown(reason);
    if (options.now() - startedAt >= GOOD_AFTER_MS) waitMs = FIRST_WAIT_MS;
    const spread = options.random() / 2 ** 32;
    // Never sooner than the server asks for.
    nextTry = setTimeout(connect, Math.max((retryMs ?? 0) * (1 + spread), waitMs * (0.5 + spread)));
    waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
  }

  /** Resolves when the stream ended, with why and how long the server asks to wait. */
  async function readStream(own: AbortController, heard: () => void): Promise<Ending> {
    const response = await withToken(options, '/api/market/stream', {
      signal: own.signal,
      headers: {
        accept: 'text/event-stream',
        ...(position && { 'last-event-id': `${position.ledger}/${position.next - 1}` }),
      },
    });
    if (response === undefined) return { reason: NO_TOKEN };
    if (!response.ok || response.body === null) {
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      const body: unknown = await response.json().catch(() => undefined);
      const reason = errorMessage(body) ?? UNREACHABLE;
      return Number.isFinite(seconds) ? { reason, retryMs: seconds * SECOND_MS } : { reason };
    }
    let retryMs: number | undefined;
    let reason = UNREACHABLE;
    const parse = createEventParser({
      onEvent(event) {
        if (!own.signal.aborted) reason = takeEvent(event) ?? reason;
      },
      onRetry: (ms) => {
        retryMs = ms;
      },
    });
    const reader = response.body.getReader();
    own.signal.addEventListener('abort', () => void reader.cancel().catch(() => undefined));
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return { reason, retryMs };
      heard();
      parse(value);
    }
  }

  /** Passes an event on; returns why there is no market, when that is what it says. */
  function takeEvent(event: StreamEvent): string | undefined {
    const data: unknown = JSON.parse(event.data);
    switch (event.name) {
      case 'reset':
        position = undefined;
        break;
      case 'hello': {
        const { ledger, feed } = data as MarketEvents['hello'];
        options.onEvent({ name: 'hello', data: data as MarketEvents['hello'] });
        if (ledger.name === '') return feed.reason ?? undefined;
        position ??= { ledger: ledger.name, next: ledger.size };
        return undefined;
      }
      case 'entry': {
        const placed = data as MarketEvents['entry'];
        if (position === undefined || placed.index < position.next) return undefined;
        // Something is missing: the next connection asks for it.
        if (placed.index > position.next)
          throw new Error(`entry ${placed.index} came where ${position.next} was due`);
        position = { ...position, next: placed.index + 1 };
        options.onEvent({ name: 'entry', data: placed });
        return undefined;
      }
      case 'prices':
      case 'feed':
        break;
      default:
        return undefined;
    }
    options.onEvent({ name: event.name, data } as MarketEvent);
    return undefined;
  }

  function connectAtOnce(): void {
    waitMs = FIRST_WAIT_MS;
    connect();
  }

  function onVisibility(): void {
    clearTimeout(hiding);
    if (document.hidden) {
      hiding = setTimeout(() => {
        isAsleep = true;
        close(HIDDEN);
      }, HIDDEN_MS);
    } else {
      isAsleep = false;
      connectAtOnce();
    }
  }

  function onOffline(): void {
    close(OFFLINE);
  }

  return {
    start(): void {
      if (isStarted) return;
      isStarted = true;
      isAsleep = false;
      document.addEventListener('visibilitychange', onVisibility);
      window.addEventListener('online', connectAtOnce);
      window.addEventListener('offline', onOffline);
      if (document.hidden) onVisibility();
      connect();
    },

    /** Closes the connection; what was read is remembered, and `start` goes on after it. */
    stop(): void {
      if (!isStarted) return;
      isStarted = false;
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', connectAtOnce);
      window.removeEventListener('offline', onOffline);
      clearTimeout(hiding);
      close(UNREACHABLE);
    },

    /** Connects now instead of at the end of a wait. */
    retry: connectAtOnce,
  };
}
