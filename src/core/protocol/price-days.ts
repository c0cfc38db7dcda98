import type { DayPrices } from '../market/day-prices.ts';
import type { ScoredPair } from '../market/instruments.ts';
import { civilDate } from '../time/civil-date.ts';
import { DAY_MS } from '../time/instant.ts';

/** What `GET /api/prices` answers: of which days this server hands out prices, the better ones first. */
export interface PriceSpans {
  readonly spans: readonly PriceSpan[];
}

/** Days of UTC, counted from 1970, both ends included; some of them may hold no price. */
export interface PriceSpan {
  readonly pair: ScoredPair;
  readonly kind: DayPrices['kind'];
  readonly firstDay: number;
  readonly lastDay: number;
  /** Names these very prices; `live` for those that this server is still adding to. */
  readonly edition: string;
}

/** Where the prices of a day are: `/api/prices/days/EURUSD/2026-03-02/1a2b3c4d5e6f.bin`. */
export function pricesPath({ pair, edition }: Pick<PriceSpan, 'pair' | 'edition'>, day: number): string {
  const { year, month, day: ofMonth } = civilDate(day * DAY_MS);
  const date = [year, month, ofMonth].map((part) => String(part).padStart(2, '0')).join('-');
  return `/api/prices/days/${pair.replace('/', '')}/${date}/${edition}.bin`;
}
