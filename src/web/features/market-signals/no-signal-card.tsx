import type { ReactNode } from 'react';
import { fxWeekAt } from '../../../core/time/fx-week.ts';
import { epochMs, MINUTE_MS, minuteOf, SECOND_MS } from '../../../core/time/instant.ts';
import { type Timeframe, timeframeMs } from '../../../core/market/timeframes.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { AbstainedEntry } from '../../../core/signals/ledger-entry.ts';
import { START_DELAY_MS } from '../../../core/market/settlement-times.ts';
import { noMarketTexts } from '../../lib/market/feed-texts.ts';
import { useMedia } from '../../lib/media.ts';
import { Opening } from '../../ui/closed-card.tsx';
import { Fact } from '../../ui/fact.tsx';
import { PhoneFold } from '../../ui/phone-fold.tsx';
import '../../ui/why-bars.css';
import { CardHead } from './card-head.tsx';
import { MarketCard, type CardPlace } from './market-card.tsx';
import { texts } from './texts.ts';
import type { EndedSignal } from './ended-signal.tsx';
import { MarketConfidence } from './market-confidence.tsx';
import { deskMs, useMarket, useMarketStore } from './market-context.ts';
import { minutesWithoutSignal, reasonGroups, type Trouble } from './market-view.ts';
import { Race } from './race.tsx';
import { TryAgain } from '../../ui/notice.tsx';
import { UnlitRing } from '../../ui/ring.tsx';
import { BlankWhat, BusyWhat } from '../../ui/signal-frame.tsx';
import { signalWords } from '../../ui/signal-texts.ts';

interface NoSignalCardProps {
  readonly place: CardPlace;
  readonly ended: EndedSignal | undefined;
  readonly pair: ScoredPair;
  /** Why there is none; absent while one is on its way. */
  readonly title?: string;
  readonly text?: ReactNode;
  readonly time: ReactNode;
  readonly why?: ReactNode;
  readonly isBusy?: boolean;
}

/** A market card without a signal: the price alone, and why there is none. One skeleton with the card of a signal. */
export function NoSignalCard(props: NoSignalCardProps) {
  'use memo';
  const { place, ended, pair, title, isBusy } = props;
  const { mode } = place;
  const window = useMarket((market) => {
    const startMs = minuteOf(deskMs(market)) + START_DELAY_MS;
    return { startMs, expiryMs: startMs + MINUTE_MS };
  });
  const isNarrow = useMedia('(width < 40em)');
  const isClosed = title === signalWords.marketClosed;
  const note = isClosed ? undefined : mode === 'special' ? <HourNote /> : texts.recordedToo;
  return (
    <MarketCard
      place={place}
      isBusy={isBusy}
      head={<CardHead place={place} pair={pair} ended={ended} />}
      what={
        title === undefined ? <BusyWhat pair={pair} /> : <BlankWhat title={title}>{props.text}</BlankWhat>
      }
      time={props.time}
      race={<Race key={window.startMs} {...window} pair={pair} story={undefined} />}
      confidence={<MarketConfidence percent={undefined} note={isNarrow ? note : undefined} />}
      why={props.why}
      foot={isNarrow ? undefined : note}
    />
  );
}

/** The card's parts while no fresh prices come: nothing is issued then. The ring would have `total` pips. */
export function troubleParts({ title, reason, canRetry }: Trouble, total: number) {
  return {
    title,
    text: reason,
    time: canRetry ? <ConnectNow /> : <UnlitRing total={total}>{signalWords.noSignal}</UnlitRing>,
    why:
      reason === noMarketTexts.weekend ? (
        <WeekOpens />
      ) : (
        <p className="market-card__note">{texts.nothingWithoutPrices}</p>
      ),
  };
}

function WeekOpens() {
  const opensMs = useMarket((market) => fxWeekAt(deskMs(market)).nextOpensMs);
  return (
    <dl className="wait">
      <Opening at={epochMs(opensMs)} />
    </dl>
  );
}

/** How many minutes of the last hour had no signal, where that is known. */
function HourNote() {
  const count = useMarket((market) => minutesWithoutSignal(market.state.signals, deskMs(market)));
  return count === undefined ? texts.recordedToo : texts.withoutSignal({ count });
}

/** The reason of each pair, those with the same reason together. */
export function EachPair({ abstained }: { readonly abstained: AbstainedEntry }) {
  'use memo';
  return (
    <PhoneFold className="why" summary={texts.eachPair}>
      <dl className="market-card__pairs ruled">
        {reasonGroups(abstained).map(({ pairs, reason }) => (
          <Fact key={reason} name={pairs.join(', ')}>
            {reason}
          </Fact>
        ))}
      </dl>
    </PhoneFold>
  );
}

/** So many pips has the ring of a timeframe. */
export function pipsOf(timeframe: Timeframe): number {
  return timeframeMs(timeframe) / SECOND_MS;
}

/** Connects now instead of at the end of the wait. */
function ConnectNow() {
  const store = useMarketStore();
  return <TryAgain onPress={() => store.retry()} />;
}
