import { useState } from 'react';
import { Link } from 'wouter';
import { AboutUs } from '../features/about/about-us.tsx';
import type { MarketPanelProps } from '../features/market-signals/market-panel.tsx';
import { MarketHours } from '../features/market/market-hours.tsx';
import { SignalsPanel, signalsOfVisit } from '../features/draws/signals-panel.tsx';
import { createLazyPart } from '../lib/lazy-part.ts';
import { useSession } from '../lib/session/session-context.ts';
import { useStore } from '../lib/store.ts';
import { DirectionFace } from '../ui/direction-face.tsx';
import { ErrorBoundary, Notice } from '../ui/notice.tsx';
import { texts as uiTexts } from '../ui/texts.ts';
import { useConfig } from './config-context.ts';
import { introductionAsked } from './introduction-asked.ts';
import { PageFrame } from './page-frame.tsx';
import { shellTexts } from './shell-texts.ts';
import { signalWords } from '../ui/signal-texts.ts';

const coach = createLazyPart(() => import('../features/coach/coach.tsx').then((module) => module.Coach));

function Introduction({ onEnd }: { readonly onEnd: () => void }) {
  const { part: Coach } = useStore(coach);
  const { publicRecord, livePrices } = useConfig();
  if (Coach === undefined) return null;
  return (
    <Coach
      record={publicRecord ? 'public' : 'closed'}
      prices={livePrices ? 'live' : 'played'}
      onEnd={onEnd}
    />
  );
}

export function HomePage({ email }: { readonly email: string }) {
  const { brand, contact, market, livePrices } = useConfig();
  const session = useSession();
  const signals = signalsOfVisit(session);
  const isIntroduced = useStore(session.isIntroduced);
  const isAsked = useStore(introductionAsked);
  const [isOnMarket, setOnMarket] = useState(false);
  const hasCoach = market && (isAsked || (isOnMarket && !isIntroduced));
  const introduction = hasCoach ? (
    <Introduction
      onEnd={() => {
        introductionAsked.set(false);
        if (!isIntroduced) session.noteIntroduced();
        document.getElementById('main')?.focus({ preventScroll: true });
      }}
    />
  ) : null;
  const marketHours = (
    <ErrorBoundary>
      <MarketHours />
    </ErrorBoundary>
  );
  const about = (
    <ErrorBoundary>
      <AboutUs brand={brand} contact={contact} />
    </ErrorBoundary>
  );
  const scoresLink = (
    <Link href="/record" className="reach">
      {shellTexts.howTheyScore}
    </Link>
  );
  return (
    <PageFrame email={email} title={uiTexts.signals} recordLink={market ? scoresLink : undefined}>
      <h1 className="hidden-text">{uiTexts.signals}</h1>
      <SignalsPanel
        signals={signals}
        marketHours={marketHours}
        about={about}
        market={
          market
            ? {
                Panel: MarketSource,
                scoresLink,
                prices: livePrices ? 'live' : 'played',
                onShown: setOnMarket,
                introduction,
              }
            : undefined
        }
      />
    </PageFrame>
  );
}

const marketPanel = createLazyPart(() =>
  import('../features/market-signals/market-panel.tsx').then((module) => module.MarketPanel),
);

/** The market signals. Their code is fetched when they are first shown. */
function MarketSource(props: Omit<MarketPanelProps, 'hasBanner'>) {
  const hasBanner = !useConfig().livePrices;
  const { part: MarketPanel, hasFailed } = useStore(marketPanel);
  if (hasFailed) {
    return <Notice hint={uiTexts.checkConnection} onRetry={marketPanel.retry} />;
  }
  return (
    <ErrorBoundary>
      {MarketPanel === undefined ? (
        <OnItsWay mode={props.mode} hasBanner={hasBanner} />
      ) : (
        <MarketPanel {...props} hasBanner={hasBanner} />
      )}
    </ErrorBoundary>
  );
}

/** Empty boxes in the size of the card: nothing moves when it is there. */
function OnItsWay({ mode, hasBanner }: Pick<MarketPanelProps, 'mode' | 'hasBanner'>) {
  const isSpecial = mode === 'special';
  const label = isSpecial ? signalWords.currentSignal : signalWords.latestBotSignal;
  return (
    <>
      {hasBanner ? <div className="banner-place" /> : null}
      <div className="grid market-bones">
        {isSpecial ? null : <div className="card c4 wide" />}
        <section
          className={`card c8 market-bones__card ${isSpecial ? 'market-bones__card--today' : ''}`}
          aria-label={label}
          aria-busy
        >
          <h2>{isSpecial ? label : signalWords.latestSignal}</h2>
          <div className="signal__what">
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
