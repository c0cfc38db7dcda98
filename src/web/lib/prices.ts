import { useEffect, useState } from 'react';
import { SECOND_MS } from '../../core/time/instant.ts';
import type { PriceSpan, PriceSpans } from '../../core/wire/prices.ts';
import { type ApiClient, ApiError } from './api-client.ts';

const LONGEST_WAIT_MS = 30 * SECOND_MS;

interface KnownPrices {
  readonly spans: readonly PriceSpan[];
  /** The server did not say. */
  readonly isMissing: boolean;
}

const NONE: KnownPrices = { spans: [], isMissing: false };

/** The days of which this server has prices; asked once, before there is anything to compare, so that the question reveals nothing. */
export function usePriceSpans(api: ApiClient | undefined): KnownPrices {
  const [known, setKnown] = useState(NONE);
  useEffect(() => {
    if (api === undefined) return;
    let isCurrent = true;
    api.json<PriceSpans>('/api/prices').then(
      ({ spans }) => isCurrent && setKnown({ spans, isMissing: false }),
      () => isCurrent && setKnown({ spans: [], isMissing: true }),
    );
    return () => {
      isCurrent = false;
      setKnown(NONE);
    };
  }, [api]);
  return known;
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
