import type { ReactNode } from 'react';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { timeframeMs, type Timeframe } from '../../../core/market/timeframes.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { AbstainedEntry } from '../../../core/signals/ledger-entry.ts';
import { START_DELAY_MS } from '../../../core/signals/settlement.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import { CardHead } from './card-head.tsx';
import type { CardPlace } from './card-place.ts';
import { cardTexts } from './card-texts.ts';
import type { HeldOutcome } from './held-outcome.tsx';
import { BlankWhat, BusyWhat, MarketCard } from './market-card.tsx';
import { MarketConfidence } from './market-confidence.tsx';
import { reasonGroups, storyBefore, type Trouble } from './market-view.ts';
import { Race } from './race.tsx';

export interface NoSignalCardProps {
  readonly place: CardPlace;
  readonly state: MarketState;
  readonly atMs: EpochMs;
  readonly held: HeldOutcome | undefined;
  readonly pair: ScoredPair;
  readonly trouble?: Trouble | undefined;
  /** Why there is none; left out while one is on its way. */
  readonly title?: string;
  readonly text?: ReactNode;
  readonly time: ReactNode;
  readonly why?: ReactNode;
  readonly foot?: ReactNode;
  readonly isBusy?: boolean;
}

/** A market card without a signal: the price alone, and why there is none. One skeleton with the card of a signal. */
export function NoSignalCard(props: NoSignalCardProps) {
  'use memo';
  const { place, state, atMs, held, pair, trouble, title, isBusy } = props;
  const startMs = atMs - (atMs % MINUTE_MS) + START_DELAY_MS;
  const expiryMs = startMs + MINUTE_MS;
  return (
    <MarketCard
      place={place}
      {...(isBusy === undefined ? {} : { isBusy })}
      head={<CardHead place={place} state={state} atMs={atMs} pair={pair} trouble={trouble} held={held} />}
      what={
        title === undefined ? <BusyWhat pair={pair} /> : <BlankWhat title={title}>{props.text}</BlankWhat>
      }
      time={props.time}
      race={
        <Race
          key={startMs}
          pair={pair}
          story={undefined}
          startMs={startMs}
          expiryMs={expiryMs}
          before={storyBefore(state, { mode: place.mode, startMs, expiryMs })}
          priceLabel={place.priceLabel}
        />
      }
      confidence={<MarketConfidence percent={undefined} />}
      why={props.why}
      {...(props.foot === undefined ? {} : { foot: props.foot })}
    />
  );
}

/** What was said of each pair, those with the same reason together. */
export function EachPair({ abstained }: { readonly abstained: AbstainedEntry }) {
  'use memo';
  return (
    <>
      <h3 className="market-card__said">{cardTexts.eachPair}</h3>
      <dl className="market-card__pairs">
        {reasonGroups(abstained).map(({ pairs, reason }) => (
          <div key={reason}>
            <dt>{pairs.join(', ')}</dt>
            <dd>{reason}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** So many pips has the ring of a timeframe. */
export function pipsOf(timeframe: Timeframe): number {
  return timeframeMs(timeframe) / SECOND_MS;
}
