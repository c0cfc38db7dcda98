import type { EpochMs } from '../../../core/time/instant.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../../core/market/instruments.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import { formatPrice } from '../../lib/figures.ts';
import type { MarketPrice, MarketState } from '../../lib/market/market-state.ts';
import { Card } from '../../ui/card.tsx';
import { Pip } from '../../ui/pip.tsx';
import { isQuoteOld } from './market-view.ts';
import { quoteAgeText } from './quote-age.ts';
import { texts } from './texts.ts';

interface MarketPairsProps {
  readonly state: MarketState;
  readonly atMs: EpochMs | undefined;
  readonly current: ScoredPair | undefined;
}

/** The pairs the engine looks at with their last mid prices, how old those are that are no longer fresh, and which one has the signal. */
export function MarketPairs({ state, atMs, current }: MarketPairsProps) {
  return (
    <Card label={texts.availablePairs} aside={texts.lastMid}>
      <ul className="rows market-pairs">
        {SCORED_PAIRS.map((pair) => {
          const price = state.prices[pair];
          const isOld = price !== undefined && atMs !== undefined && isQuoteOld(state, atMs, price.quotedMs);
          return (
            <li key={pair} aria-current={pair === current || undefined}>
              <span className="market-pairs__name">{pair}</span>
              {pair === current ? (
                <span className="market-pairs__now">
                  {texts.signalNow}
                  <Pip isOn />
                </span>
              ) : null}
              {price === undefined ? (
                <span className="market-pairs__price">–</span>
              ) : (
                <span className={`market-pairs__price ${isOld ? 'market-pairs__price--old' : ''}`}>
                  {isOld ? <small>{texts.old({ age: quoteAgeText(atMs - price.quotedMs) })}</small> : null}{' '}
                  {midOf(pair, price)}
                </span>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

function midOf(pair: ScoredPair, price: MarketPrice): string {
  return formatPrice(pair, Math.round(doubleMid(price) / 2));
}
