import { memo, useMemo } from 'react';
import { HOUR_MS, MINUTE_MS, minuteOf } from '../../../core/time/instant.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../../core/market/instruments.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import { formatPrice } from '../../lib/figures.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { useStore } from '../../lib/store.ts';
import { Card } from '../../ui/card.tsx';
import { Pip } from '../../ui/tag.tsx';
import { type MarketAt, useMarket, useMarketStore } from './market-context.ts';
import { createMarketFeed } from './market-feed.ts';
import { oldQuoteAge } from './market-view.tsx';
import { texts } from './texts.ts';
import { signalWords } from '../../ui/signal-texts.ts';

interface MarketPairsProps {
  /** The pair that has the signal. */
  readonly current: ScoredPair | undefined;
}

/** The pairs the engine looks at: their last hour as a line, their last mid prices, and how old those are that are no longer fresh. */
export function MarketPairs({ current }: MarketPairsProps) {
  'use memo';
  const lines = useMarket((market) => SCORED_PAIRS.map((pair) => lineOf(market, pair)));
  const now = (
    <span className="market-pairs__now note">
      {texts.signalNow}
      <Pip isOn />
    </span>
  );
  return (
    <Card label={signalWords.availablePairs} aside={texts.lastMid}>
      <ul className="rows market-pairs">
        {lines.map(({ pair, mid, age }) => (
          <li key={pair} aria-current={pair === current || undefined}>
            <span className="market-pairs__name">{pair}</span>
            {pair === current ? now : null}
            <Spark pair={pair} />
            <span className={`market-pairs__price ${age === undefined ? '' : 'market-pairs__price--old'}`}>
              {age === undefined ? null : <small>{texts.old({ age })}</small>} {mid}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function lineOf(market: MarketAt, pair: ScoredPair) {
  const price = market.state.prices[pair];
  const mid = price === undefined ? '–' : formatPrice(pair, Math.round(doubleMid(price) / 2));
  return { pair, mid, age: oldQuoteAge(market, pair) };
}

const SPARK = { width: 84, height: 22, line: 18 };

/** The mids of the last hour, one a minute; a minute without a price is a gap. Decoration beside the price. */
const Spark = memo(function Spark({ pair }: { readonly pair: ScoredPair }) {
  const store = useMarketStore();
  const feed = useMemo(() => createHourFeed(store, pair), [store, pair]);
  const { value: mids } = useStore(feed);
  return (
    <svg className="market-pairs__hour" viewBox={`0 0 ${SPARK.width} ${SPARK.height}`} aria-hidden="true">
      <path d={sparkPath(mids)} />
    </svg>
  );
});

type MinuteMid = readonly [minuteMs: number, doubleMid: number];

/** The mid of each minute of the last hour. It changes once a minute: the price beside it follows each quote. */
function createHourFeed(store: MarketStore, pair: ScoredPair) {
  return createMarketFeed<readonly MinuteMid[]>({
    store,
    empty: [],
    load: async () =>
      (await store.bars(pair, '1h')).bars.map(([openMs, , , , close]) => [openMs, close] as const),
    extend(mids, { prices }) {
      const price = prices[pair];
      const [lastMs] = mids.at(-1) ?? [Infinity];
      if (price === undefined || price.quotedMs < lastMs + MINUTE_MS) return mids;
      const minuteMs = minuteOf(price.quotedMs);
      return [...mids.filter(([ms]) => ms > minuteMs - HOUR_MS), [minuteMs, doubleMid(price)]];
    },
  });
}

/** From the oldest at the left edge to the last at the right, the lowest at the bottom and the highest at the top. */
export function sparkPath(mids: readonly MinuteMid[]): string {
  const endMs = mids.at(-1)?.[0] ?? 0;
  const all = mids.map(([, mid]) => mid);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = (SPARK.height - SPARK.line) / 2;
  return mids
    .map(([ms, mid], at) => {
      const x = SPARK.width * (1 - (endMs - ms) / HOUR_MS);
      const y = high === low ? SPARK.height / 2 : margin + (SPARK.line * (high - mid)) / (high - low);
      const isNext = ms - (mids[at - 1]?.[0] ?? -Infinity) <= MINUTE_MS;
      return `${isNext ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
}
