import type { EpochMs } from '../../../core/time/instant.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../../core/market/instruments.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import { lastClosing, marketStatus } from '../../../core/time/market-hours.ts';
import { formatPrice } from '../../lib/figures.ts';
import { formatLocalMinute, formatLocalWeekday } from '../../lib/formats.ts';
import type { MarketPrice } from '../../lib/market/market-state.ts';
import { Card } from '../../ui/card.tsx';
import { Pip } from '../../ui/pip.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { useMarket } from './market-context.ts';
import type { MarketAt } from './market-moments.ts';
import { oldQuoteAge } from './quote-age.ts';
import { texts } from './texts.ts';

/** The pairs the engine looks at with their last mid prices, how old those are that are no longer fresh, and which one has the signal. */
export function MarketPairs({ current }: { readonly current: ScoredPair | undefined }) {
  const closedMs = useMarket(closedSince);
  const aside =
    closedMs === undefined
      ? texts.lastMid
      : texts.closingMid({ weekday: formatLocalWeekday(closedMs), time: formatLocalMinute(closedMs) });
  return (
    <Card label={signalWords.availablePairs} aside={aside}>
      <Rows current={current} />
    </Card>
  );
}

/** Renders with each price. */
function Rows({ current }: { readonly current: ScoredPair | undefined }) {
  'use memo';
  const lines = useMarket((market) => SCORED_PAIRS.map((pair) => lineOf(market, pair)));
  const now = (
    <span className="market-pairs__now">
      {texts.signalNow}
      <Pip isOn />
    </span>
  );
  return (
    <ul className="rows market-pairs">
      {lines.map(({ pair, mid, age }) => (
        <li key={pair} aria-current={pair === current || undefined}>
          <span className="market-pairs__name">{pair}</span>
          {pair === current ? now : null}
          <span className={`market-pairs__price ${age === undefined ? '' : 'market-pairs__price--old'}`}>
            {age === undefined ? null : <small>{texts.old({ age })}</small>} {mid}
          </span>
        </li>
      ))}
    </ul>
  );
}

function lineOf(market: MarketAt, pair: ScoredPair) {
  const price = market.state.prices[pair];
  const age = closedSince(market) === undefined ? oldQuoteAge(market, pair) : undefined;
  return { pair, mid: price === undefined ? '–' : midOf(pair, price), age };
}

/** When the market closed that is closed now: the prices are of then. */
function closedSince({ atMs }: MarketAt): EpochMs | undefined {
  return atMs === undefined || marketStatus(atMs).anyActive ? undefined : lastClosing(atMs);
}

function midOf(pair: ScoredPair, price: MarketPrice): string {
  return formatPrice(pair, Math.round(doubleMid(price) / 2));
}
