import type { MarketPanelProps } from '../features/market-signals/market-panel.tsx';
import { createLazyPart } from '../lib/lazy-part.ts';
import { useStore } from '../lib/store.ts';
import { DirectionFace } from '../ui/direction-face.tsx';
import { ErrorBoundary } from '../ui/error-boundary.tsx';
import { Notice } from '../ui/notice.tsx';
import { SignalFrame } from '../ui/signal-frame.tsx';
import { texts as signalTexts } from '../features/signals/texts.ts';
import { shellTexts } from './shell-texts.ts';

const marketPanel = createLazyPart(async () => {
  const { MarketPanel } = await import('../features/market-signals/market-panel.tsx');
  return MarketPanel;
});

/** The signals measured on market prices. What shows them is fetched when it is first shown: a first visit does not pay. */
export function MarketSource(props: MarketPanelProps) {
  const { part: MarketPanel, hasFailed } = useStore(marketPanel);
  if (hasFailed) {
    return (
      <Notice
        title={shellTexts.marketDidNotLoad}
        hint={shellTexts.checkConnection}
        onRetry={marketPanel.retry}
      />
    );
  }
  return (
    <ErrorBoundary title={shellTexts.marketStopped}>
      {MarketPanel === undefined ? <OnItsWay mode={props.mode} /> : <MarketPanel {...props} />}
    </ErrorBoundary>
  );
}

function OnItsWay({ mode }: Pick<MarketPanelProps, 'mode'>) {
  const label = mode === 'special' ? signalTexts.currentSignal : signalTexts.latestBotSignal;
  return (
    <SignalFrame
      label={label}
      heading={label}
      isBusy
      what={<DirectionFace shows="blank" />}
      time={<p>{shellTexts.loading}</p>}
      confidence={<span className="skeleton skeleton--confidence" />}
      meta={null}
    />
  );
}
