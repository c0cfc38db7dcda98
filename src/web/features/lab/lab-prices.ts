import { sealFrom } from '../../../core/lab/lab-bars.ts';
import { MADE_UP_YEAR } from '../../../core/lab/made-up.ts';
import { barsPath } from '../../../core/market/day-prices.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { DAY_MS, MINUTE_MS } from '../../../core/time/instant.ts';
import type { PriceSpan } from '../../../core/wire/market.ts';
import type { ApiClient } from '../../lib/api-client.ts';
import { loadPriceBytes } from '../../lib/prices.ts';

/** Prices that rules can be tried on. Days are counted from 1970, UTC. */
export interface LabPrices {
  /** Stands for these very prices in the list of tries, whatever their name and pair. */
  readonly key: string;
  readonly pair: ScoredPair;
  readonly kind: 'server' | 'made up';
  readonly edition: string;
  readonly firstDay: number;
  /** From here to the last day they are sealed. */
  readonly sealedDay: number;
  readonly lastDay: number;
}

export type PricesPart = 'open' | 'sealed';

/** The edition of the prices that the server is still adding to. */
const LIVE = 'live';
/** So many days are one request. */
const DAYS_AT_ONCE = 31;

/** Which prices there are of a pair: the server's that have an open part, and made-up ones, always. */
export function pricesOf(pair: ScoredPair, spans: readonly PriceSpan[]): readonly LabPrices[] {
  const own = spans
    .filter((span) => span.pair === pair && span.sealedDay > span.firstDay)
    .map(({ edition, firstDay, lastDay, sealedDay }): LabPrices => {
      // Live prices are other ones each day.
      const key = edition === LIVE ? `${pair} ${firstDay}` : edition;
      return { key, pair, kind: 'server', edition, firstDay, sealedDay, lastDay };
    });
  return [...own, madeUp(pair)];
}

function madeUp(pair: ScoredPair): LabPrices {
  const { fromMs, untilMs } = MADE_UP_YEAR;
  return {
    key: 'made-up',
    pair,
    kind: 'made up',
    edition: '',
    firstDay: fromMs / DAY_MS,
    sealedDay: sealFrom(fromMs, untilMs - MINUTE_MS) / DAY_MS,
    lastDay: untilMs / DAY_MS - 1,
  };
}

/** An account keeps tries on these: they stay the same. */
export function areForGood({ edition }: LabPrices): boolean {
  return edition !== LIVE;
}

/** The instants of a part. */
export function spanOf({ firstDay, sealedDay, lastDay }: LabPrices, part: PricesPart) {
  return part === 'open'
    ? { fromMs: firstDay * DAY_MS, untilMs: sealedDay * DAY_MS }
    : { fromMs: sealedDay * DAY_MS, untilMs: (lastDay + 1) * DAY_MS };
}

/** The packed bars of a part of the server's prices: nothing of another part is asked for. Rejects with an ApiError, or when aborted. */
export async function loadPart(
  api: ApiClient,
  prices: LabPrices,
  part: PricesPart,
  signal: AbortSignal,
): Promise<Uint8Array[]> {
  const [first, last] =
    part === 'open' ? [prices.firstDay, prices.sealedDay - 1] : [prices.sealedDay, prices.lastDay];
  const packed: Uint8Array[] = [];
  for (let day = first; day <= last; day += DAYS_AT_ONCE) {
    const until = Math.min(last, day + DAYS_AT_ONCE - 1);
    packed.push(await loadPriceBytes(api, barsPath(prices, day, until), signal));
  }
  return packed;
}
