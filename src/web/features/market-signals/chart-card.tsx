import { useEffect, useMemo, useRef, useState } from 'react';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import { formatPrice } from '../../lib/figures.ts';
import { createLazyPart } from '../../lib/lazy-part.ts';
import { useStore } from '../../lib/store.ts';
import { useTheme } from '../../lib/theme.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Badge } from '../../ui/tag.tsx';
import { type ChartLine, clockOf, describeChart, marksOf, shownSpan, tableRows } from './chart-line.ts';
import { createChartFeed } from './chart-feed.ts';
import { useMarketStore } from './market-context.ts';
import type { Picture, PriceCanvas } from './price-canvas.ts';

interface ChartCardProps {
  readonly pair: ScoredPair;
  /** Its start, expiry and entry price are marked. */
  readonly story: SignalStory | undefined;
  /** Other prices have another line. */
  readonly priceLabel: string | null;
  /** How old the last price is, `62 s`, once it is no longer fresh. */
  readonly age: string | undefined;
}

/** The pair's price around its signal, drawn, in words and as a table. */
export function ChartCard({ pair, story, priceLabel, age }: ChartCardProps) {
  const store = useMarketStore();
  const feed = useMemo(() => createChartFeed(store, pair, priceLabel), [store, pair, priceLabel]);
  const { line, problem } = useStore(feed);
  const span = shownSpan(line, story);
  const picture = span && {
    pair,
    line,
    ...span,
    marks: marksOf(story),
    entryDoubleMid: story?.entered && doubleMid(story.entered.quote),
  };
  return (
    <Card
      label="Price chart"
      className="price-chart"
      aside={
        <span className="price-chart__aside">
          {pair}, mid{age === undefined ? '' : `, ${age} old`}
          {priceLabel === null ? null : <Badge>{priceLabel}</Badge>}
        </span>
      }
    >
      <div className="card__body">
        <figure className="price-chart__area" aria-label={describeChart(pair, line, story)}>
          {picture === undefined ? (
            <p className="price-chart__empty">No prices yet</p>
          ) : (
            <PricePicture picture={picture} />
          )}
        </figure>
        {problem === undefined ? null : (
          <p className="price-chart__problem">
            The past prices did not load: {problem}{' '}
            <Button look="line" size="small" onClick={feed.retry}>
              Try again
            </Button>
          </p>
        )}
        <div className="price-chart__foot">
          <TableTwin pair={pair} line={line} story={story} />
          <p>
            Chart by{' '}
            <a href="https://www.tradingview.com/" target="_blank" rel="noopener noreferrer">
              TradingView Lightweight Charts™
            </a>
          </p>
        </div>
      </div>
    </Card>
  );
}

/** Fetched once there is something to draw, after the card. Without it the words and the table remain. */
const priceCanvas = createLazyPart(async () => {
  const { createPriceCanvas } = await import('./price-canvas.ts');
  return createPriceCanvas;
});

function PricePicture({ picture }: { readonly picture: Picture }) {
  const { part: createPriceCanvas, hasFailed } = useStore(priceCanvas);
  const theme = useTheme();
  const element = useRef<HTMLDivElement>(null);
  const canvas = useRef<PriceCanvas>(undefined);

  useEffect(() => {
    if (createPriceCanvas === undefined || element.current === null) return;
    const made = createPriceCanvas(element.current);
    canvas.current = made;
    return () => {
      canvas.current = undefined;
      made.remove();
    };
  }, [createPriceCanvas]);

  useEffect(() => canvas.current?.show(picture, theme));

  if (hasFailed)
    return <p className="price-chart__empty">The chart did not load. The table below has the same prices.</p>;
  return <div ref={element} className="price-chart__canvas" aria-hidden="true" />;
}

interface TableTwinProps {
  readonly pair: ScoredPair;
  readonly line: ChartLine;
  readonly story: SignalStory | undefined;
}

/** The same prices as a table, every ten seconds; made while it is open. */
function TableTwin({ pair, line, story }: TableTwinProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show as table</summary>
      {isOpen ? (
        <table className="price-table">
          <caption className="hidden-text">{pair}, mid price, newest first</caption>
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col">Price</th>
            </tr>
          </thead>
          <tbody>
            {tableRows(line, story).map(([second, mid]) => (
              <tr key={second}>
                <td>{clockOf(second)}</td>
                <td>{formatPrice(pair, mid / 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : null}
    </details>
  );
}
