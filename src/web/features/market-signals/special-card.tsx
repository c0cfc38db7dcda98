import type { EpochMs } from '../../../core/time/instant.ts';
import { MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import {
  formatDuration,
  formatLocalClock,
  formatMachineTime,
  formatMarketDay,
  MARKET_ZONE_NAME,
} from '../../lib/formats.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import { UnlitRing } from '../../ui/ring.tsx';
import { BlankCard, BusyCard, WaitRing } from './blank-card.tsx';
import { type CardPlace } from './card-place.tsx';
import { MarketSignalCard } from './market-signal-card.tsx';
import {
  abstentionReasons,
  NOTHING_WITHOUT_PRICES,
  secondsTo,
  type SpecialView,
  troubleAt,
} from './market-view.ts';
import { RetryButton } from './retry-button.tsx';

const SECONDS = MINUTE_MS / SECOND_MS;

interface SpecialCardProps {
  readonly place: CardPlace;
  readonly view: SpecialView;
  readonly state: MarketState;
  readonly atMs: EpochMs;
}

/** P-Special on the market: the signal of the minute, or why there is none. One skeleton for all. */
export function SpecialCard({ place, view, state, atMs }: SpecialCardProps) {
  const blank = { place, timeframe: '1min' };
  switch (view.kind) {
    case 'connecting':
      return <BusyCard {...blank} time={<UnlitRing total={SECONDS}>Connecting</UnlitRing>} />;
    case 'signal':
      return (
        <MarketSignalCard
          place={place}
          story={view.story}
          atMs={atMs}
          trouble={troubleAt(state, atMs, view.story.signal.pair)}
        />
      );
    case 'trouble':
      return (
        <BlankCard
          {...blank}
          title={view.trouble.title}
          text={
            <>
              <p>{view.trouble.reason}</p>
              {view.trouble.canRetry ? <RetryButton /> : null}
            </>
          }
          time={<UnlitRing total={SECONDS}>No signal</UnlitRing>}
          foot={NOTHING_WITHOUT_PRICES}
        />
      );
    case 'closed':
      return (
        <BlankCard
          {...blank}
          className="signal--closed"
          title="MARKET CLOSED"
          text="Auto signals will start when market opens"
          time={
            <div className="wait" role="timer">
              <p>Waiting for Market Open</p>
              <b>{formatDuration(view.opensMs - atMs)}</b>
            </div>
          }
          foot={
            <>
              Opens <time dateTime={formatMachineTime(view.opensMs)}>{formatMarketDay(view.opensMs)}</time>{' '}
              {MARKET_ZONE_NAME}.
            </>
          }
        />
      );
    case 'abstained':
      return (
        <BlankCard
          {...blank}
          title="No signal"
          text={`The engine found nothing it could stand for at ${formatLocalClock(view.abstained.decidedMs as EpochMs)}.`}
          time={<NextDecision nextMs={view.nextMs} atMs={atMs} />}
          foot={abstentionReasons(view.abstained).join(' ')}
        />
      );
    case 'waiting':
      return (
        <BlankCard
          {...blank}
          title="Waiting"
          text="The engine decides once a minute, on the minute."
          time={<NextDecision nextMs={view.nextMs} atMs={atMs} />}
          foot="The pair with the highest confidence is issued, if the engine can stand for one."
        />
      );
  }
}

function NextDecision({ nextMs, atMs }: { readonly nextMs: EpochMs; readonly atMs: EpochMs }) {
  return <WaitRing says="decidesIn" total={SECONDS} left={secondsTo(nextMs, atMs)} />;
}
