import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import { createLazyPart } from '../../lib/lazy-part.ts';
import { useStore } from '../../lib/store.ts';
import { Notice } from '../../ui/notice.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import './price-chart.css';

interface ChartCardProps {
  readonly pair: ScoredPair;
  /** The present signal; its window is tinted while it runs. */
  readonly story: SignalStory | undefined;
}

const priceChart = createLazyPart(() =>
  import('./chart/price-chart.tsx').then((module) => module.PriceChart),
);

/** The prices of the last minutes or hours. The chart is fetched when the card is first visible, and rests while it is not. */
export const ChartCard = memo(function ChartCard(props: ChartCardProps) {
  const element = useRef<HTMLElement>(null);
  const isNear = useOnScreen(element, NEAR);
  const isInView = useOnScreen(element, TOOLS_IN_VIEW);
  const [isSeen, setSeen] = useState(false);
  if (isNear && !isSeen) setSeen(true);
  return (
    <section ref={element} className="card price-chart" aria-label={texts.priceChart}>
      <h2 className="hidden-text">{texts.priceChart}</h2>
      <div className="card__body">{isSeen ? <SeenChart {...props} isInView={isInView} /> : null}</div>
    </section>
  );
});

function SeenChart({ pair, story, isInView }: ChartCardProps & { readonly isInView: boolean }) {
  const { part: PriceChart, hasFailed } = useStore(priceChart);
  if (hasFailed) return <Notice hint={uiTexts.checkConnection} onRetry={priceChart.retry} />;
  if (PriceChart === undefined) return null;
  const signal = story?.settled === undefined ? story?.signal : undefined;
  return <PriceChart pair={pair} running={signal} isInView={isInView} />;
}

/** The margin around the screen; within it the prices stand below the tools. */
const NEAR = '200px';
const TOOLS_IN_VIEW = '-64px';

function useOnScreen(element: RefObject<HTMLElement | null>, margin: string): boolean {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    if (element.current === null) return;
    const observer = new IntersectionObserver((entries) => setOn(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: margin,
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, margin]);
  return isOn;
}
