import type { RandomUint32 } from '../../../core/random/random.ts';
import { type BackOff, backOffMs } from '../../../core/time/back-off.ts';
import { type EpochMs, SECOND_MS } from '../../../core/time/instant.ts';
import { type ApiClient, ApiError } from '../api-client.ts';
import { createEventSequence, type MarketEvent } from './market-events.ts';
import { feedTexts } from './feed-texts.ts';
import { createParser, type EventSourceMessage } from 'eventsource-parser';

/**
 * The page's end of `GET /api/market/stream`.
 *
 * | state     | start     | line ends | wait is over | retry     | hidden for 60 s | seen again | offline | online    | stop    |
 * | --------- | --------- | --------- | ------------ | --------- | --------------- | ---------- | ------- | --------- | ------- |
 * | stopped   | connected |           |              |           |                 |            |         |           |         |
 * | connected |           | waiting   |              |           | asleep          |            | offline |           | stopped |
 * | waiting   |           |           | connected    | connected | asleep          | connected  | offline | connected | stopped |
 * | offline   |           |           |              | connected | asleep          | connected  |         | connected | stopped |
 * | asleep    |           |           |              |           |                 | connected  |         |           | stopped |
 */
type State =
  | { readonly name: 'stopped' | 'offline' | 'asleep' }
  | { readonly name: 'connected'; readonly abort: AbortController }
  | { readonly name: 'waiting'; readonly timer: ReturnType<typeof setTimeout> };

export interface MarketStreamOptions {
  readonly api: ApiClient;
  readonly now: () => EpochMs;
  /** Uniform, for the spread of reconnects. */
  readonly random: RandomUint32;
  /** Whether a hidden tab still needs events, because it alerts of signals. */
  readonly isNeededHidden: () => boolean;
  /** Each event once and in order; entries without a gap from the last hello that was the first or followed a reset. */
  readonly onEvent: (event: MarketEvent) => void;
  /**
   * The line is down, or closed for a while; one plain sentence. The next hello says that it is up again. A line that ended with
   * a time for the next connection is down once that one has failed.
   */
  readonly onDown: (reason: string) => void;
}

const BACK_OFF: BackOff = { firstMs: SECOND_MS, longestMs: 30 * SECOND_MS };
/** A connection that lasted this long was good: the waits start over. */
const GOOD_AFTER_MS = 10 * SECOND_MS;
/** A hidden tab needs no prices, unless it alerts; missed entries come when it is visible again. */
const HIDDEN_MS = 60 * SECOND_MS;

/** Connects again by itself and goes on after the last entry it has. */
export function createMarketStream(options: MarketStreamOptions) {
  const { api, now, random, isNeededHidden, onEvent, onDown } = options;
  const sequence = createEventSequence(onEvent);
  let state: State = { name: 'stopped' };
  /** Connections in a row that were not good. */
  let failures = 0;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  function enter(next: State): void {
    if (state.name === 'connected') state.abort.abort();
    if (state.name === 'waiting') clearTimeout(state.timer);
    state = next;
  }

  async function connect(): Promise<void> {
    const abort = new AbortController();
    enter({ name: 'connected', abort });
    const startedMs = now();
    const lastEventId = sequence.lastEventId();
    const ending = await readMarketStream({ api, signal: abort.signal, lastEventId, onEvent: sequence.take });
    if (abort.signal.aborted) return;
    failures = now() - startedMs >= GOOD_AFTER_MS ? 1 : failures + 1;
    enter({ name: 'waiting', timer: setTimeout(() => void connect(), waitMs(ending)) });
    // Another server takes a good stream over within seconds; until then its prices show their age.
    if (ending.retryMs === undefined || failures > 1) onDown(ending.reason);
  }

  /** At the time that the server gave, else never sooner than it asks for. */
  function waitMs({ retryMs, refusedForMs = 0 }: Ending): number {
    if (retryMs !== undefined) return retryMs;
    const spread = random() / 2 ** 32;
    return Math.max(refusedForMs * (1 + spread), backOffMs(failures, BACK_OFF, spread));
  }

  function connectFrom(...names: readonly State['name'][]): void {
    if (!names.includes(state.name)) return;
    failures = 0;
    void connect();
  }

  function close(name: 'stopped' | 'offline' | 'asleep', reason: string): void {
    enter({ name });
    onDown(reason);
  }

  const retry = () => connectFrom('waiting', 'offline');

  function onOffline(): void {
    if (state.name !== 'asleep') close('offline', feedTexts.offline);
  }

  function sleep(): void {
    if (!isNeededHidden()) close('asleep', feedTexts.hidden);
  }

  function onVisibility(): void {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(sleep, HIDDEN_MS);
    else connectFrom('waiting', 'offline', 'asleep');
  }

  return {
    start() {
      if (state.name !== 'stopped') return;
      document.addEventListener('visibilitychange', onVisibility);
      window.addEventListener('online', retry);
      window.addEventListener('offline', onOffline);
      connectFrom('stopped');
      if (document.hidden) onVisibility();
    },
    /** Closes the connection; `start` continues after the last event. */
    stop() {
      if (state.name === 'stopped') return;
      document.removeEventListener('visibilitychange', onVisibility);
      window.removeEventListener('online', retry);
      window.removeEventListener('offline', onOffline);
      clearTimeout(hiding);
      close('stopped', feedTexts.lost);
    },
    retry,
  };
}

/** How a connection ended, in one plain sentence. */
export interface Ending {
  readonly reason: string;
  /** When to connect again, as the server gave it to this stream alone: it spreads its streams. */
  readonly retryMs?: number | undefined;
  /** The least wait that a refusal, the same to all, asks for. */
  readonly refusedForMs?: number | undefined;
}

interface ConnectionOptions {
  readonly api: ApiClient;
  readonly signal: AbortSignal;
  readonly lastEventId: string | undefined;
  /** Returns why there is no market, when the event says so. An exception ends the connection. */
  readonly onEvent: (event: EventSourceMessage) => string | undefined;
}

/** The server is never silent for more than 6 s. */
const SILENCE_MS = 12 * SECOND_MS;

/** Reads the stream of the market until it ends, fails, falls silent or is aborted. Never rejects. */
async function readMarketStream(options: ConnectionOptions): Promise<Ending> {
  const { api, lastEventId } = options;
  let retryMs: number | undefined;
  const onRetry = (ms: number) => {
    retryMs = ms;
  };
  const silent = new AbortController();
  const signal = AbortSignal.any([options.signal, silent.signal]);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const onHeard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => silent.abort(), SILENCE_MS);
  };
  onHeard();
  try {
    const read = (answer: Response) => readEvents(answer, signal, { onHeard, onRetry }, options);
    const reason = await api.ask('/api/market/stream', read, {
      signal,
      timeoutMs: Number.POSITIVE_INFINITY,
      headers: { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) },
    });
    return { reason, retryMs };
  } catch (error) {
    // A server that is killed ends its streams like this; its announced waits still hold.
    return error instanceof ApiError
      ? { reason: error.message, retryMs, refusedForMs: error.retryAfterMs }
      : { reason: feedTexts.lost, retryMs };
  } finally {
    clearTimeout(silence);
  }
}

/** Resolves to why the stream ended. */
async function readEvents(
  answer: Response,
  signal: AbortSignal,
  { onHeard, onRetry }: { readonly onHeard: () => void; readonly onRetry: (ms: number) => void },
  { onEvent }: ConnectionOptions,
): Promise<string> {
  let reason: string = feedTexts.lost;
  const decoder = new TextDecoder();
  const parser = createParser({
    onEvent(event) {
      if (!signal.aborted) reason = onEvent(event) ?? reason;
    },
    onRetry,
  });
  const reader = answer.body?.getReader();
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) return reason;
    onHeard();
    parser.feed(decoder.decode(value, { stream: true }));
  }
}
