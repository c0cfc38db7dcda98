import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { type ApiClient, ApiError } from '../api-client.ts';
import { streamTexts } from './feed-texts.ts';

/** How a connection ended, in one plain sentence. */
export interface Ending {
  readonly reason: string;
  /** When to connect again, as the server gave it to this stream alone: it spreads its streams. */
  readonly retryMs?: number;
  /** The least wait that a refusal, the same to all, asks for. */
  readonly refusedForMs?: number;
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
export async function readMarketStream(options: ConnectionOptions): Promise<Ending> {
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
    return { reason, ...(retryMs !== undefined && { retryMs }) };
  } catch (error) {
    // A server that is killed ends its streams like this; its announced waits still hold.
    const reason = error instanceof ApiError ? error.message : streamTexts.lost;
    const refusedForMs = error instanceof ApiError ? error.retryAfterMs : undefined;
    return {
      reason,
      ...(retryMs !== undefined && { retryMs }),
      ...(refusedForMs !== undefined && { refusedForMs }),
    };
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
  let reason: string = streamTexts.lost;
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
