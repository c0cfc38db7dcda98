import type { WantedDay } from '../../../core/check/price-comparison.ts';
import { pricesPath } from '../../../core/market/day-prices.ts';
import type { PriceSpan, PriceSpans } from '../../../core/wire/prices.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { type ApiClient, ApiError } from '../../lib/api-client.ts';

/** A day of which this server has prices, and which of them. */
export interface PricedDay extends WantedDay {
  readonly span: PriceSpan;
}

/** More days are not fetched for one record. */
export const MOST_DAYS = 250;
const LONGEST_WAIT_MS = 30 * SECOND_MS;

/** Of which days this server has prices; asked before there is anything to check, so that the question tells nothing. */
export async function loadPriceSpans(api: ApiClient): Promise<readonly PriceSpan[]> {
  return (await api.json<PriceSpans>('/api/prices')).spans;
}

/** Those of the wanted days that this server has, at most 250: the ones with most trades. */
export function pricedDays(wanted: readonly WantedDay[], spans: readonly PriceSpan[]): readonly PricedDay[] {
  return wanted
    .flatMap((day) => {
      const span = spans.find(
        ({ pair, firstDay, lastDay }) => pair === day.pair && firstDay <= day.day && day.day <= lastDay,
      );
      return span === undefined ? [] : [{ ...day, span }];
    })
    .sort((a, b) => b.lookups - a.lookups)
    .slice(0, MOST_DAYS);
}

/** The prices of a whole day; waits and asks again where the server wants fewer questions. Rejects with an ApiError. */
export async function loadPrices(api: ApiClient, { span, day }: PricedDay): Promise<Uint8Array> {
  for (;;) {
    try {
      return await api.ask(
        pricesPath(span, day),
        async (answer) => new Uint8Array(await answer.arrayBuffer()),
      );
    } catch (error) {
      const waitMs = error instanceof ApiError ? error.retryAfterMs : undefined;
      if (waitMs === undefined || waitMs > LONGEST_WAIT_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, waitMs));
    }
  }
}
