import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { formatCount } from '../../lib/figures.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { deskMs } from './market-context.ts';
import type { MarketAt } from './market-moments.ts';
import { isQuoteOld } from './market-view.ts';
import { texts as unitTexts } from '../../lib/texts.ts';
import { texts } from './texts.ts';

/** How old a quote is: `2 s`, `5 min`, `52 h`; nothing is younger than 0 s. */
function quoteAgeText(ageMs: number): string {
  if (ageMs < 2 * MINUTE_MS)
    return unitTexts.seconds({ seconds: formatCount(Math.max(0, Math.round(ageMs / SECOND_MS))) });
  return ageMs < 2 * HOUR_MS
    ? texts.minutes({ count: formatCount(Math.floor(ageMs / MINUTE_MS)) })
    : texts.hours({ count: formatCount(Math.floor(ageMs / HOUR_MS)) });
}

/** How old the last quote of a pair is, in words, once it is no longer fresh; undefined before that. */
export function oldQuoteAge(market: MarketAt, pair: ScoredPair): string | undefined {
  const { state } = market;
  const atMs = deskMs(market);
  const quotedMs = state.prices[pair]?.quotedMs;
  return quotedMs !== undefined && isQuoteOld(state, atMs, quotedMs)
    ? quoteAgeText(atMs - quotedMs)
    : undefined;
}
