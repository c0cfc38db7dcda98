import { SCORED_PAIRS, type ScoredPair } from '../../../core/market/instruments.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import { formatPrice } from '../../lib/figures.ts';
import type { MarketState } from '../../lib/market/market-store.ts';
import { Card } from '../../ui/card.tsx';
import { Pip } from '../../ui/pip.tsx';

interface MarketPairsProps {
  readonly prices: MarketState['prices'];
  readonly current: ScoredPair | undefined;
}

/** The pairs the engine looks at with their last mid prices, and which one has the signal. */
export function MarketPairs({ prices, current }: MarketPairsProps) {
  return (
    <Card label="Available pairs" aside="Last price, mid">
      <ul className="rows market-pairs">
        {SCORED_PAIRS.map((pair) => {
          const price = prices[pair];
          return (
            <li key={pair} aria-current={pair === current || undefined}>
              <span className="market-pairs__name">{pair}</span>
              {pair === current ? (
                <span className="market-pairs__now">
                  Signal now
                  <Pip isOn />
                </span>
              ) : null}
              <span className="market-pairs__price">
                {price === undefined ? '–' : formatPrice(pair, Math.round(doubleMid(price) / 2))}
              </span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
