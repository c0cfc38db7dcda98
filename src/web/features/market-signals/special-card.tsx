import { type EpochMs, epochMs, minuteOf } from '../../../core/time/instant.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { formatLocalClock } from '../../lib/formats.ts';
import { ClosedCard, untilOpening } from '../../ui/closed-card.tsx';
import { UnlitRing } from '../../ui/ring.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import type { CardPlace } from './card-place.ts';
import { cardTexts } from './card-texts.ts';
import type { HeldOutcome } from './held-outcome.tsx';
import { WaitRing } from './market-card.tsx';
import { MarketSignalCard } from './market-signal-card.tsx';
import { deskMs, useMarket } from './market-context.ts';
import { mainReason, type SpecialView } from './market-view.ts';
import { EachPair, NoSignalCard, pipsOf, troubleParts } from './no-signal-card.tsx';

interface SpecialCardProps {
  readonly place: CardPlace;
  readonly view: SpecialView;
  readonly held: HeldOutcome | undefined;
  /** Whose price is drawn while there is no signal. */
  readonly pair: ScoredPair;
}

const SECONDS = pipsOf('1min');

/** P-Special on the market: the signal of the minute, or why there is none. One skeleton while the market is open. */
export function SpecialCard({ view, pair, ...common }: SpecialCardProps) {
  const blank = { ...common, pair };
  switch (view.kind) {
    case 'signal':
      return <MarketSignalCard {...common} story={view.story} />;
    case 'closed':
      return <Closed today={common.place.today} />;
    case 'connecting':
      return (
        <NoSignalCard
          {...blank}
          isBusy
          time={<UnlitRing total={SECONDS}>{cardTexts.connecting}</UnlitRing>}
        />
      );
    case 'trouble':
      return (
        <NoSignalCard
          {...blank}
          {...troubleParts(view.trouble)}
          time={<UnlitRing total={SECONDS}>{signalWords.noSignal}</UnlitRing>}
        />
      );
    case 'abstained':
      return (
        <NoSignalCard
          {...blank}
          title={signalWords.noSignal}
          text={cardTexts.reasonAt({
            reason: mainReason(view.abstained),
            time: formatLocalClock(epochMs(view.abstained.decidedMs)),
          })}
          time={<NextDecision nextMs={view.nextMs} />}
          why={<EachPair abstained={view.abstained} />}
        />
      );
    case 'waiting':
      return (
        <NoSignalCard
          {...blank}
          title={cardTexts.waiting}
          text={cardTexts.oncePerMinute}
          time={<NextDecision nextMs={view.nextMs} />}
          why={<p className="market-card__note">{cardTexts.highestConfidence}</p>}
        />
      );
  }
}

function NextDecision({ nextMs }: { readonly nextMs: EpochMs }) {
  return <WaitRing says="decidesIn" total={SECONDS} toMs={nextMs} after={cardTexts.deciding} />;
}

function Closed({ today }: Pick<CardPlace, 'today'>) {
  const minute = useMarket((market) => epochMs(minuteOf(deskMs(market))));
  return (
    <ClosedCard label={signalWords.currentSignal} at={minute} countdown={<TimeToOpening />} last={today} />
  );
}

function TimeToOpening() {
  return useMarket((market) => untilOpening(deskMs(market)));
}
