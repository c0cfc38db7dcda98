import { type EpochMs, SECOND_MS } from '../../../core/time/instant.ts';
import { timeframeMs } from '../../../core/market/timeframes.ts';
import { formatLocalClock } from '../../lib/formats.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import { UnlitRing } from '../../ui/ring.tsx';
import { BlankCard, BusyCard, WaitRing } from './blank-card.tsx';
import type { MarketChoice } from './kept-request.ts';
import type { BotView } from './bot-view.ts';
import type { CardPlace } from './card-place.tsx';
import { MarketSignalCard } from './market-signal-card.tsx';
import { abstentionReasons, NOTHING_WITHOUT_PRICES, secondsTo, troubleAt } from './market-view.ts';
import { RetryButton } from './retry-button.tsx';

interface MarketBotCardProps {
  readonly place: CardPlace;
  readonly view: BotView;
  readonly state: MarketState;
  readonly choice: MarketChoice;
  readonly atMs: EpochMs;
}

/** P-BOT's last answer on the market: none yet, on its way, a signal, or why there is none. */
export function MarketBotCard({ place, view, state, choice, atMs }: MarketBotCardProps) {
  switch (view.kind) {
    case 'connecting':
      return (
        <BusyCard
          place={place}
          timeframe={choice.timeframe}
          time={<UnlitRing total={pipsOf(choice)}>Connecting</UnlitRing>}
        />
      );
    case 'idle':
      return <IdleCard place={place} view={view} choice={choice} />;
    case 'asking':
      return (
        <BusyCard
          place={place}
          pair={view.choice.pair}
          timeframe={view.choice.timeframe}
          time={<UnlitRing total={pipsOf(view.choice)}>Asking</UnlitRing>}
        />
      );
    case 'deciding': {
      const left = secondsTo(view.asked.decidedMs, atMs);
      const total = pipsOf(view.asked);
      return (
        <BusyCard
          place={place}
          pair={view.asked.pair}
          timeframe={view.asked.timeframe}
          time={
            left > 0 ? (
              <WaitRing says="decidesIn" total={total} left={left} />
            ) : (
              <UnlitRing total={total}>Deciding</UnlitRing>
            )
          }
        />
      );
    }
    case 'lost':
      return (
        <BlankCard
          place={place}
          timeframe={view.asked.timeframe}
          title="No answer"
          text="No decision has come for this request. Ask again."
          time={<UnlitRing total={pipsOf(view.asked)}>No signal</UnlitRing>}
        />
      );
    case 'abstained':
      return (
        <BlankCard
          place={place}
          timeframe={view.asked.timeframe}
          title="No signal"
          text={`The engine could not stand for one on ${view.asked.pair} at ${formatLocalClock(view.asked.decidedMs)}.`}
          time={<UnlitRing total={pipsOf(view.asked)}>Abstained</UnlitRing>}
          foot={abstentionReasons(view.abstained, view.asked.pair).join(' ')}
        />
      );
    case 'signal':
      return (
        <MarketSignalCard
          place={place}
          story={view.story}
          atMs={atMs}
          trouble={troubleAt(state, atMs, view.story.signal.pair)}
        />
      );
  }
}

function IdleCard({
  place,
  view: { trouble },
  choice,
}: {
  readonly place: CardPlace;
  readonly view: Extract<BotView, { kind: 'idle' }>;
  readonly choice: MarketChoice;
}) {
  return (
    <BlankCard
      place={place}
      timeframe={choice.timeframe}
      title={trouble === undefined ? 'No signal yet' : trouble.title}
      text={
        trouble === undefined ? (
          'Choose a pair and a timeframe, then generate one.'
        ) : (
          <>
            <p>{trouble.reason}</p>
            {trouble.canRetry ? <RetryButton /> : null}
          </>
        )
      }
      time={<UnlitRing total={pipsOf(choice)}>No signal</UnlitRing>}
      foot={
        trouble === undefined
          ? `Decided at the next full ${choice.timeframe} of the server's clock: that is the wait.`
          : NOTHING_WITHOUT_PRICES
      }
    />
  );
}

function pipsOf({ timeframe }: Pick<MarketChoice, 'timeframe'>): number {
  return timeframeMs(timeframe) / SECOND_MS;
}
