import type { MarketPanelProps } from '../features/market-signals/market-panel.tsx';
import { createLazyPart } from '../lib/lazy-part.ts';
import { useStore } from '../lib/store.ts';
import { DirectionFace } from '../ui/direction-face.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Notice } from '../ui/notice.tsx';
import { signalWords } from '../ui/signal-texts.ts';
import { texts as uiTexts } from '../ui/texts.ts';
import { useConfig } from './config-context.ts';
import { shellTexts } from './shell-texts.ts';

const marketPanel = createLazyPart(() =>
  import('../features/market-signals/market-panel.tsx').then((module) => module.MarketPanel),
);

/** The signals measured on market prices. What shows them is fetched when it is first shown: a first visit does not pay. */
export function MarketSource(props: Omit<MarketPanelProps, 'hasBanner'>) {
  const hasBanner = !useConfig().livePrices;
  const { part: MarketPanel, hasFailed } = useStore(marketPanel);
  if (hasFailed) {
    return (
      <Notice
        title={shellTexts.marketDidNotLoad}
        hint={uiTexts.checkConnection}
        onRetry={marketPanel.retry}
      />
    );
  }
  return (
    <ErrorBoundary title={shellTexts.marketStopped}>
      {MarketPanel === undefined ? (
        <OnItsWay mode={props.mode} hasBanner={hasBanner} />
      ) : (
        <MarketPanel {...props} hasBanner={hasBanner} />
      )}
    </ErrorBoundary>
  );
}

/** The boxes of the card that comes: nothing moves when it is there. */
function OnItsWay({ mode, hasBanner }: Pick<MarketPanelProps, 'mode' | 'hasBanner'>) {
  const isSpecial = mode === 'special';
  const label = isSpecial ? signalWords.currentSignal : signalWords.latestBotSignal;
  return (
    <>
      {hasBanner ? <div className="banner-place" /> : null}
      <div className="grid market-bones">
        {isSpecial ? null : <div className="card c4 market-bones__form" />}
        <section
          className={`card c8 market-bones__card ${isSpecial ? 'market-bones__card--today' : ''}`}
          aria-label={label}
          aria-busy
        >
          <h2>{isSpecial ? label : signalWords.latestSignal}</h2>
          <div className="market-bones__what">
            <DirectionFace shows="blank" />
            <span className="skeleton skeleton--direction" />
          </div>
          <p className="market-bones__race">{uiTexts.loading}</p>
          <span className="skeleton skeleton--confidence" />
        </section>
      </div>
    </>
  );
}
