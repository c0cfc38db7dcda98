import { type ReactNode, useEffect, useMemo } from 'react';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { type EpochMs, epochMs, minuteOf } from '../../../core/time/instant.ts';
import { ClosedCard, untilOpening } from '../../ui/signal-frame.tsx';
import { UnlitRing } from '../../ui/ring.tsx';
import { MarketNews } from './alerts/signal-alerts.tsx';
import { WaitRing, type CardPlace } from './market-card.tsx';
import { texts } from './texts.ts';
import { ChartCard } from './chart-card.tsx';
import {
  endedSignal,
  type EndedSignal,
  isOpen,
  lastStory,
  mainReason,
  specialView,
  type SpecialView,
} from './market-view.tsx';
import { deskMs, type MarketAt, useMarket, useMarketStore } from './market-context.ts';
import { MarketPairs } from './market-pairs.tsx';
import {
  MarketSignalCard,
  EachPair,
  NoSignalCard,
  pipsOf,
  troubleParts,
  abstainedParts,
} from './market-signal-card.tsx';
import { PayoutCard } from './market-confidence.tsx';
import { createSettledFeed } from './market-feed.ts';
import { TodayStrip } from './today/today-strip.tsx';

interface SpecialOnMarketProps {
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
  readonly botRunsNow: ReactNode;
}

export function SpecialOnMarket({ marketHours, about, botRunsNow }: SpecialOnMarketProps) {
  const { view, running, ended, last } = useMarket(specialSeen);
  const story = view.kind === 'signal' ? view.story : undefined;
  const isClosed = view.kind === 'closed';
  const store = useMarketStore();
  const settled = useMemo(() => createSettledFeed(store, '1h'), [store]);
  // The strip keeps its data while cards change.
  useEffect(() => settled.subscribe(() => {}), [settled]);
  const today = useMemo(() => <TodayStrip feed={settled} />, [settled]);
  return (
    <>
      <div className="grid market-grid">
        <div className="stack c8 market-grid__special">
          <SpecialCard
            place={{ mode: 'special', today }}
            view={view}
            ended={ended}
            pair={last?.signal.pair ?? 'EUR/USD'}
          />
          {isClosed ? (
            botRunsNow
          ) : (
            <ChartCard pair={(story ?? last)?.signal.pair ?? 'EUR/USD'} story={story ?? last} />
          )}
        </div>
        <div className="stack c4">
          {isClosed ? null : (
            <>
              <MarketPairs current={running?.signal.pair} />
              <PayoutCard />
            </>
          )}
          {marketHours}
          {about}
        </div>
      </div>
      <MarketNews story={running} ended={ended} view={view} />
    </>
  );
}

/** The card at a moment, its signal while that runs, the outcome over it, and the signal before. */
function specialSeen(market: MarketAt) {
  const { state } = market;
  const atMs = deskMs(market);
  const view = specialView(state, atMs);
  const story = view.kind === 'signal' ? view.story : undefined;
  return {
    view,
    running: story !== undefined && isOpen(story, atMs) ? story : undefined,
    ended: endedSignal(
      state.signals.stories.filter(({ signal }) => signal.mode === 'special'),
      atMs,
    ),
    last: lastStory(state, 'special', story),
  };
}

interface SpecialCardProps {
  readonly place: CardPlace;
  readonly view: SpecialView;
  readonly ended: EndedSignal | undefined;
  /** Whose price is drawn while there is no signal. */
  readonly pair: ScoredPair;
}

const SECONDS = pipsOf('1min');

/** P-Special on the market: the signal of the minute, or why there is none. One skeleton while the market is open. */
function SpecialCard({ view, pair, ...common }: SpecialCardProps) {
  if (view.kind === 'signal') return <MarketSignalCard {...common} story={view.story} />;
  if (view.kind === 'closed') return <Closed today={common.place.today} />;
  return <NoSignalCard {...common} pair={pair} {...partsOf(view)} />;
}

function partsOf(view: Exclude<SpecialView, { kind: 'signal' | 'closed' }>) {
  switch (view.kind) {
    case 'connecting':
      return { isBusy: true, time: <UnlitRing total={SECONDS}>{texts.connecting}</UnlitRing> };
    case 'trouble':
      return troubleParts(view.trouble, SECONDS);
    case 'abstained':
      return {
        ...abstainedParts(mainReason(view.abstained), view.abstained.decidedMs),
        time: <NextDecision nextMs={view.nextMs} />,
        why: <EachPair abstained={view.abstained} />,
      };
    case 'waiting':
      return {
        title: texts.waiting,
        text: texts.oncePerMinute,
        time: <NextDecision nextMs={view.nextMs} />,
        why: <p className="market-card__note">{texts.highestConfidence}</p>,
      };
  }
}

function NextDecision({ nextMs }: { readonly nextMs: EpochMs }) {
  return <WaitRing says="decidesIn" total={SECONDS} toMs={nextMs} after={texts.deciding} />;
}

function Closed({ today }: Pick<CardPlace, 'today'>) {
  const minute = useMarket((market) => epochMs(minuteOf(deskMs(market))));
  return <ClosedCard at={minute} countdown={<TimeToOpening />} last={today} />;
}

function TimeToOpening() {
  return useMarket((market) => untilOpening(deskMs(market)));
}
