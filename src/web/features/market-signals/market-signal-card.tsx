import { useEffect } from 'react';
import { epochMs } from '../../../core/time/instant.ts';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import { formatAge, formatMid } from '../../lib/figures.ts';
import { formatLocalClock, localZoneName } from '../../lib/formats.ts';
import { DirectionFace } from '../../ui/direction-face.tsx';
import { UnlitRing } from '../../ui/ring.tsx';
import { SignalTime } from '../../ui/signal-time.tsx';
import { WhyBars } from '../../ui/why-bars.tsx';
import { pageInstant } from '../../lib/market/desk-time.ts';
import { noteRunningSignal } from '../../lib/running-signal.ts';
import { sourceTexts } from '../../lib/market/feed-texts.ts';
import { outcomeTexts } from '../../ui/measured-texts.ts';
import { signalWords } from '../../ui/signal-texts.ts';
import { CardHead } from './card-head.tsx';
import type { CardPlace } from './card-place.ts';
import { cardTexts } from './card-texts.ts';
import type { HeldOutcome } from './held-outcome.tsx';
import { MarketCard, WaitRing } from './market-card.tsx';
import { MarketConfidence } from './market-confidence.tsx';
import { deskMs, useMarket, useMarketStore } from './market-context.ts';
import { pipsOf } from './no-signal-card.tsx';
import { Race } from './race.tsx';
import { TookIt } from './took-it.tsx';

interface MarketSignalCardProps {
  readonly place: CardPlace;
  readonly story: SignalStory;
  readonly held: HeldOutcome | undefined;
}

/** A measured signal: before its start, running, past its expiry, settled. */
export function MarketSignalCard({ place, story, held }: MarketSignalCardProps) {
  'use memo';
  const { signal } = story;
  return (
    <MarketCard
      place={place}
      head={<CardHead place={place} pair={signal.pair} held={held} />}
      what={<SignalWhat key={signal.id} story={story} />}
      time={<StoryRing story={story} isHeld={held !== undefined} />}
      race={
        <Race
          key={signal.id}
          pair={signal.pair}
          story={story}
          startMs={signal.startMs}
          expiryMs={signal.expiryMs}
          priceLabel={place.priceLabel}
        />
      }
      confidence={<MarketConfidence percent={signal.confidence} />}
      why={<WhyBars direction={signal.direction} confidence={signal.confidence} reasons={signal.reasons} />}
      foot={<Times story={story} />}
    />
  );
}

function SignalWhat({ story }: { readonly story: SignalStory }) {
  'use memo';
  const { signal } = story;
  const { direction } = signal;
  return (
    <div className="market-card__new">
      <DirectionFace shows={direction} />
      <div>
        <p className="market-card__pair">{signal.pair}</p>
        <p className={`market-card__direction signal__direction--${direction.toLowerCase()}`}>{direction}</p>
        <p className="market-card__when">
          {cardTexts.when({
            timeframe: signal.timeframe,
            start: clockOf(signal.startMs),
            expiry: clockOf(signal.expiryMs),
            zone: localZoneName(epochMs(signal.startMs)),
          })}
        </p>
        <TookIt story={story} />
      </div>
    </div>
  );
}

interface StoryRingProps {
  readonly story: SignalStory;
  /** Whether the head row says how it ended. */
  readonly isHeld: boolean;
}

function StoryRing({ story: { signal, settled }, isHeld }: StoryRingProps) {
  const { startMs, expiryMs } = signal;
  const store = useMarketStore();
  useEffect(() => {
    const { deskTime } = store.getState();
    if (deskTime !== null) noteRunningSignal(pageInstant(deskTime, expiryMs));
  }, [store, expiryMs]);
  const isBefore = useMarket((market) => deskMs(market) < startMs);
  const total = pipsOf(signal.timeframe);
  if (settled !== undefined)
    return (
      <UnlitRing total={total}>{isHeld ? signalWords.settled : outcomeTexts[settled.outcome]}</UnlitRing>
    );
  return (
    <WaitRing
      says={isBefore ? 'startsIn' : 'expiresIn'}
      total={total}
      toMs={isBefore ? startMs : expiryMs}
      after={signalWords.expired}
    />
  );
}

/** When it was generated, starts and expires, and where its entry price is from. */
function Times({ story: { signal, entered, settled } }: { readonly story: SignalStory }) {
  'use memo';
  return (
    <div>
      {cardTexts.times({
        timeframe: signal.timeframe,
        start: clockOf(signal.startMs),
        expiry: clockOf(signal.expiryMs),
        time: <SignalTime at={epochMs(signal.decidedMs)} />,
      })}{' '}
      {entered === undefined
        ? settled === undefined
          ? cardTexts.entryAhead
          : cardTexts.noEntry
        : cardTexts.entryFrom({
            entry: formatMid(signal.pair, entered.quote),
            source: sourceTexts[signal.source],
            age: formatAge(entered.quote.ageMs),
          })}
    </div>
  );
}

function clockOf(ms: number): string {
  return formatLocalClock(epochMs(ms));
}
