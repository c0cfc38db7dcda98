import { useMemo } from 'react';
import { SECOND_MS } from '../../core/time/instant.ts';
import type { PriceSpan, PriceSpans } from '../../core/wire/market.ts';
import { type ApiClient, ApiError } from './api-client.ts';
import { createLoader } from './loader.ts';
import { useStore } from './store.ts';

const LONGEST_WAIT_MS = 30 * SECOND_MS;

const NONE: readonly PriceSpan[] = [];

/**
 * The days of which this server has prices, `isMissing` where it did not say; asked once, before there is anything to compare, so that the
 * question reveals nothing.
 */
export function usePriceSpans(api: ApiClient | undefined) {
  const loader = useMemo(
    () =>
      createLoader(async (signal) =>
        api === undefined ? NONE : (await api.json<PriceSpans>('/api/prices', { signal })).spans,
      ),
    [api],
  );
  const { value = NONE, problem } = useStore(loader);
  return { spans: value, isMissing: problem !== undefined };
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
