import { SECOND_MS } from '../../../core/time/instant.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { formatAge } from '../../lib/figures.ts';
import { outcomeTexts } from '../../ui/decision-texts.ts';
import { OutcomePip } from '../../ui/outcome.tsx';
import { Pip } from '../../ui/tag.tsx';
import { type CardPlace, placeTexts } from './market-card.tsx';
import { texts } from './texts.ts';
import { type EndedSignal, OUTCOME_SHOWN_MS, outcomeLine } from './ended-signal.tsx';
import { deskMs, type MarketAt, useMarket } from './market-context.ts';
import { oldQuoteAge, secondsTo, troubleOf } from './market-view.ts';

interface CardHeadProps {
  readonly place: CardPlace;
  /** The pair whose price's age is reported. */
  readonly pair: ScoredPair;
  readonly ended: EndedSignal | undefined;
}

/** The head row: the title and how old the price is, or for some seconds how the last signal ended. Always the same box. */
export function CardHead({ place, pair, ended }: CardHeadProps) {
  if (ended !== undefined) return <EventRow {...ended} place={place} />;
  return (
    <div className="market-card__head">
      <h2>{placeTexts(place).heading}</h2>
      <PriceAge pair={pair} />
    </div>
  );
}

/** Never an age beside a trouble: a fresh quote and stale prices would contradict each other. */
function PriceAge({ pair }: { readonly pair: ScoredPair }) {
  'use memo';
  const { isFresh, isLive, trouble, age } = useMarket((market) => quoteOf(market, pair));
  const text =
    age === undefined
      ? (trouble ?? texts.noPriceYet)
      : texts.priceAge({ price: isFresh ? (isLive ? 'live' : 'fresh') : 'none', age, b: <b /> });
  return (
    // By its key another element: an age takes the place of other words, which do not move.
    <p key={String(age === undefined)} className="market-card__price">
      <Pip isOn={isFresh} />
      <span>{text}</span>
    </p>
  );
}

function quoteOf(market: MarketAt, pair: ScoredPair) {
  const { state } = market;
  const trouble = troubleOf(state)?.title;
  const oldAge = oldQuoteAge(market, pair);
  const quotedMs = state.prices[pair]?.quotedMs;
  const isFresh = quotedMs !== undefined && trouble === undefined && oldAge === undefined;
  const isLive = state.feed?.label === null;
  return { isFresh, isLive, trouble, age: isFresh ? formatAge(deskMs(market) - quotedMs) : oldAge };
}

function EventRow({ story, settled, untilMs, place }: EndedSignal & { readonly place: CardPlace }) {
  return (
    <div className="market-card__head market-card__head--event">
      <h2 className="hidden-text">{placeTexts(place).heading}</h2>
      <OutcomePip outcome={settled.outcome} />
      <p className="market-card__outcome">{outcomeTexts[settled.outcome]}</p>
      <p className="market-card__ended">{outcomeLine(story, settled)}</p>
      <HoldPips untilMs={untilMs} />
    </div>
  );
}

/** Eight pips, of which one goes out each second. */
function HoldPips({ untilMs }: Pick<EndedSignal, 'untilMs'>) {
  const left = useMarket((market) => secondsTo(untilMs, deskMs(market)));
  return (
    <span className="market-card__hold" aria-hidden="true">
      {Array.from({ length: OUTCOME_SHOWN_MS / SECOND_MS }, (_, index) => (
        <i key={index} className={index < left ? '' : 'off'} />
      ))}
    </span>
  );
}
