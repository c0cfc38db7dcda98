import { memo, useEffect, useRef, useState } from 'react';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import { createLazyPart } from '../../lib/lazy-part.ts';
import { useStore } from '../../lib/store.ts';
import { Notice } from '../../ui/notice.tsx';
import { texts } from './chart-card-texts.ts';
import './price-chart.css';

interface ChartCardProps {
  readonly pair: ScoredPair;
  /** The signal in view; its window is washed while it runs. */
  readonly story: SignalStory | undefined;
  /** Other prices have another chart. */
  readonly priceLabel: string | null;
  /** How old the last price is, `62 s`, once it is no longer fresh. */
  readonly age: string | undefined;
}

const priceChart = createLazyPart(async () => {
  const { PriceChart } = await import('./chart/price-chart.tsx');
  return PriceChart;
});

/** The prices of the last minutes or hours. What draws them is fetched when the card is first seen. */
export const ChartCard = memo(function ChartCard(props: ChartCardProps) {
  const { element, isSeen } = useSeen();
  return (
    <section ref={element} className="card price-chart" aria-label={texts.priceChart}>
      <h2 className="hidden-text">{texts.priceChart}</h2>
      <div className="card__body">{isSeen ? <SeenChart {...props} /> : null}</div>
    </section>
  );
});

function SeenChart({ pair, story, priceLabel, age }: ChartCardProps) {
  const { part: PriceChart, hasFailed } = useStore(priceChart);
  if (hasFailed) return <Notice title={texts.failed} hint={texts.failedHint} onRetry={priceChart.retry} />;
  if (PriceChart === undefined) return null;
  const signal = story?.settled === undefined ? story?.signal : undefined;
  return (
    <PriceChart
      pair={pair}
      running={signal}
      priceLabel={priceLabel}
      aside={age === undefined ? null : <p className="price-chart__aside">{texts.age({ age })}</p>}
    />
  );
}

/** Whether the element was ever on the screen, or nearly. */
function useSeen() {
  const element = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        setSeen(true);
        observer.disconnect();
      },
      { rootMargin: '200px' },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, isSeen };
}
