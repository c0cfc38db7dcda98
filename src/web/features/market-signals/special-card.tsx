import { type EpochMs, epochMs } from '../../../core/time/instant.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import {
  formatDuration,
  formatLocalClock,
  formatMachineTime,
  formatMarketDay,
  MARKET_ZONE_NAME,
} from '../../lib/formats.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import { UnlitRing } from '../../ui/ring.tsx';
import type { CardPlace } from './card-place.ts';
import { cardTexts } from './card-texts.ts';
import type { HeldOutcome } from './held-outcome.tsx';
import { WaitRing } from './market-card.tsx';
import { MarketSignalCard } from './market-signal-card.tsx';
import { mainReason, secondsTo, type SpecialView, troubleOf } from './market-view.ts';
import { EachPair, NoSignalCard, pipsOf } from './no-signal-card.tsx';
import { RetryButton } from './retry-button.tsx';

interface SpecialCardProps {
  readonly place: CardPlace;
  readonly view: SpecialView;
  readonly state: MarketState;
  readonly atMs: EpochMs;
  readonly held: HeldOutcome | undefined;
  /** Whose price is drawn while there is no signal. */
  readonly pair: ScoredPair;
}

const SECONDS = pipsOf('1min');

/** P-Special on the market: the signal of the minute, or why there is none. One skeleton for all. */
export function SpecialCard({ view, pair, ...common }: SpecialCardProps) {
  const { state, atMs } = common;
  if (view.kind === 'signal') return <MarketSignalCard {...common} story={view.story} />;
  const blank = { ...common, pair, trouble: troubleOf(state) };
  switch (view.kind) {
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
          title={view.trouble.title}
          text={
            <>
              <p>{view.trouble.reason}</p>
              {view.trouble.canRetry ? <RetryButton /> : null}
            </>
          }
          time={<UnlitRing total={SECONDS}>{cardTexts.noSignal}</UnlitRing>}
          why={<p className="market-card__note">{cardTexts.nothingWithoutPrices}</p>}
        />
      );
    case 'closed':
      return (
        <NoSignalCard
          {...blank}
          title={cardTexts.marketClosed}
          text={cardTexts.autoSignalsWillStart}
          time={
            <div className="wait" role="timer">
              <p>{cardTexts.waitingForOpen}</p>
              <b>{formatDuration(view.opensMs - atMs)}</b>
            </div>
          }
          why={
            <p className="market-card__note">
              {cardTexts.opens({
                opens: formatMarketDay(view.opensMs),
                zone: MARKET_ZONE_NAME,
                time: <time dateTime={formatMachineTime(view.opensMs)} />,
              })}
            </p>
          }
        />
      );
    case 'abstained':
      return (
        <NoSignalCard
          {...blank}
          title={cardTexts.noSignal}
          text={cardTexts.reasonAt({
            reason: mainReason(view.abstained),
            time: formatLocalClock(epochMs(view.abstained.decidedMs)),
          })}
          time={<NextDecision nextMs={view.nextMs} atMs={atMs} />}
          why={<EachPair abstained={view.abstained} />}
        />
      );
    case 'waiting':
      return (
        <NoSignalCard
          {...blank}
          title={cardTexts.waiting}
          text={cardTexts.oncePerMinute}
          time={<NextDecision nextMs={view.nextMs} atMs={atMs} />}
          why={<p className="market-card__note">{cardTexts.highestConfidence}</p>}
        />
      );
  }
}

function NextDecision({ nextMs, atMs }: { readonly nextMs: EpochMs; readonly atMs: EpochMs }) {
  return <WaitRing says="decidesIn" total={SECONDS} left={secondsTo(nextMs, atMs)} />;
}
