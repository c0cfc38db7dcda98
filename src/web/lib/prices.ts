import { SECOND_MS } from '../../core/time/instant.ts';
import type { PriceSpan, PriceSpans } from '../../core/wire/prices.ts';
import { type ApiClient, ApiError } from './api-client.ts';

const LONGEST_WAIT_MS = 30 * SECOND_MS;

/** The days of which this server has prices; asked before there is anything to compare, so that the question reveals nothing. */
export async function loadPriceSpans(api: ApiClient): Promise<readonly PriceSpan[]> {
  return (await api.json<PriceSpans>('/api/prices')).spans;
}

/** Fetches prices; waits and asks again where the server limits requests. Rejects with an ApiError, or when aborted. */
export async function loadPriceBytes(
  api: ApiClient,
  path: string,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  for (;;) {
    try {
      return await api.ask(path, async (answer) => new Uint8Array(await answer.arrayBuffer()), { signal });
    } catch (error) {
      const waitMs = error instanceof ApiError ? error.retryAfterMs : undefined;
      if (waitMs === undefined || waitMs > LONGEST_WAIT_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
