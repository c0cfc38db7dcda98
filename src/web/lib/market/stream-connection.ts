import { SECOND_MS } from '../../../core/time/instant.ts';
import { type ApiClient, ApiError } from '../api-client.ts';
import { streamTexts } from '../texts.ts';
import { createEventParser, type StreamEvent } from './event-parser.ts';

/** How a connection ended, in one plain sentence, and how long the server asks to wait before the next. */
export interface Ending {
  readonly reason: string;
  readonly retryMs: number | undefined;
}

interface ConnectionOptions {
  readonly api: ApiClient;
  /** Ends the connection. */
  readonly signal: AbortSignal;
  readonly lastEventId: string | undefined;
  /** Returns why there is no market, when the event says so. What it throws ends the connection. */
  readonly onEvent: (event: StreamEvent) => string | undefined;
}

/** The server is never silent for more than 16 s. */
const SILENCE_MS = 40 * SECOND_MS;

/** Reads the stream of the market until it ends, fails, falls silent or is aborted. Never rejects. */
export async function readMarketStream(options: ConnectionOptions): Promise<Ending> {
  const { api, lastEventId } = options;
  const silent = new AbortController();
  const signal = AbortSignal.any([options.signal, silent.signal]);
  let silence: ReturnType<typeof setTimeout> | undefined;
  const onHeard = () => {
    clearTimeout(silence);
    silence = setTimeout(() => silent.abort(), SILENCE_MS);
  };
  onHeard();
  try {
    return await api.ask('/api/market/stream', (answer) => readEvents(answer, signal, onHeard, options), {
      signal,
      timeoutMs: Number.POSITIVE_INFINITY,
      headers: { accept: 'text/event-stream', ...(lastEventId && { 'last-event-id': lastEventId }) },
    });
  } catch (error) {
    return error instanceof ApiError
      ? { reason: error.message, retryMs: error.retryAfterMs }
      : { reason: streamTexts.lost, retryMs: undefined };
  } finally {
    clearTimeout(silence);
  }
}

async function readEvents(
  answer: Response,
  signal: AbortSignal,
  onHeard: () => void,
  { onEvent }: ConnectionOptions,
): Promise<Ending> {
  const ending: { reason: string; retryMs: number | undefined } = {
    reason: streamTexts.lost,
    retryMs: undefined,
  };
  const parse = createEventParser({
    onEvent(event) {
      if (!signal.aborted) ending.reason = onEvent(event) ?? ending.reason;
    },
    onRetry: (ms) => {
      ending.retryMs = ms;
    },
  });
  const reader = answer.body?.getReader();
  signal.addEventListener('abort', () => void reader?.cancel().catch(() => undefined));
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) return ending;
    onHeard();
    parse(value);
  }
}
