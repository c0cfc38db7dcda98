import type { WantedDay } from '../../../core/check/price-comparison.ts';
import { pricesPath } from '../../../core/market/day-prices.ts';
import type { PriceSpan } from '../../../core/wire/prices.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { loadPriceBytes } from '../../lib/prices.ts';

/** A day of which this server has prices, and which of them. */
export interface PricedDay extends WantedDay {
  readonly span: PriceSpan;
}

/** More days are not fetched for one record. */
export const MOST_DAYS = 250;

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

/** The prices of a whole day. Rejects with an ApiError. */
export function loadPrices(api: ApiClient, { span, day }: PricedDay): Promise<Uint8Array> {
  return loadPriceBytes(api, pricesPath(span, day));
}
