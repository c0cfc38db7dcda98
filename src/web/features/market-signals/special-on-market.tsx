import { type ReactNode, useEffect, useMemo } from 'react';
import { OutcomeBadge } from './alerts/outcome-badge.ts';
import { SignalAlerts } from './alerts/signal-alerts.ts';
import { ChartCard } from './chart-card.tsx';
import { heldOutcome } from './held-outcome.tsx';
import { MarketAnnouncer } from './market-announcer.tsx';
import { deskMs, useMarket, useMarketStore } from './market-context.ts';
import type { MarketAt } from './market-moments.ts';
import { MarketPairs } from './market-pairs.tsx';
import { isOpen, lastStory, specialView } from './market-view.ts';
import { PayoutCard } from './payout-card.tsx';
import { createSettledFeed } from './settled-feed.ts';
import { SpecialCard } from './special-card.tsx';
import { TodayStrip } from './today/today-strip.tsx';

interface SpecialOnMarketProps {
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
  /** Shown while the market is closed. */
  readonly botRunsNow: ReactNode;
}

/** P-Special on the market. */
export function SpecialOnMarket({ marketHours, about, botRunsNow }: SpecialOnMarketProps) {
  const { view, held, last, priceLabel } = useMarket(specialSeen);
  const story = view.kind === 'signal' ? view.story : undefined;
  const isClosed = view.kind === 'closed';
  const store = useMarketStore();
  const settled = useMemo(() => createSettledFeed(store, '1h'), [store]);
  // What the strip knows stays while one card follows another.
  useEffect(() => settled.subscribe(() => {}), [settled]);
  const today = useMemo(() => <TodayStrip feed={settled} />, [settled]);
  return (
    <>
      <div className="grid market-grid">
        <div className="stack c8 market-grid__special">
          <SpecialCard
            place={{ mode: 'special', priceLabel, today }}
            view={view}
            held={held}
            pair={last?.signal.pair ?? 'EUR/USD'}
          />
          {isClosed ? botRunsNow : null}
          {isClosed ? null : (
            <ChartCard
              pair={(story ?? last)?.signal.pair ?? 'EUR/USD'}
              story={story ?? last}
              priceLabel={priceLabel}
            />
          )}
        </div>
        <div className="stack c4">
          {isClosed ? marketHours : null}
          <MarketPairs current={story?.signal.pair} priceLabel={priceLabel} />
          {isClosed ? null : (
            <>
              <PayoutCard />
              {marketHours}
            </>
          )}
          {about}
        </div>
      </div>
      <SpecialVoice />
    </>
  );
}

function SpecialVoice() {
  const { running, held, abstained } = useMarket((market) => {
    const { view, held: ended } = specialSeen(market);
    const story = view.kind === 'signal' && isOpen(view.story, deskMs(market)) ? view.story : undefined;
    return {
      running: story,
      held: ended,
      abstained: view.kind === 'abstained' ? view.abstained : undefined,
    };
  });
  return (
    <>
      <MarketAnnouncer story={running} held={held} abstained={abstained} />
      <SignalAlerts story={running} />
      <OutcomeBadge settledId={held?.story.signal.id} />
    </>
  );
}

/** What the card shows at a moment, the outcome that is held over it, and the signal before. */
function specialSeen(market: MarketAt) {
  const { state } = market;
  const atMs = deskMs(market);
  const view = specialView(state, atMs);
  return {
    view,
    held: heldOutcome(
      state.signals.stories.filter(({ signal }) => signal.mode === 'special'),
      atMs,
    ),
    last: lastStory(state, 'special', view.kind === 'signal' ? view.story : undefined),
    priceLabel: state.feed?.label ?? null,
  };
}
