import type { EpochMs } from '../../../core/time/instant.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { formatAge } from '../../lib/figures.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import { outcomeTexts } from '../../ui/measured-texts.ts';
import { OutcomePip } from '../../ui/outcome-pip.tsx';
import { Pip } from '../../ui/pip.tsx';
import { type CardPlace, placeTexts } from './card-place.ts';
import { cardTexts } from './card-texts.ts';
import { HELD_MS, type HeldOutcome, heldTexts } from './held-outcome.tsx';
import { isQuoteOld, type Trouble } from './market-view.ts';
import { quoteAgeText } from './quote-age.ts';

interface CardHeadProps {
  readonly place: CardPlace;
  readonly state: MarketState;
  readonly atMs: EpochMs;
  /** The pair whose price's age is told; undefined where none is in view. */
  readonly pair: ScoredPair | undefined;
  readonly trouble: Trouble | undefined;
  readonly held: HeldOutcome | undefined;
}

/** The head row: the title and how old the price is, or for some seconds how the last signal ended. Always the same box. */
export function CardHead({ held, ...rest }: CardHeadProps) {
  return held === undefined ? <TitleRow {...rest} /> : <EventRow {...held} place={rest.place} />;
}

function TitleRow({ place, state, atMs, pair, trouble }: Omit<CardHeadProps, 'held'>) {
  const quotedMs = pair === undefined ? undefined : state.prices[pair]?.quotedMs;
  const isOld = quotedMs !== undefined && isQuoteOld(state, atMs, quotedMs);
  return (
    <div className="market-card__head">
      <h2>{placeTexts(place).heading}</h2>
      <p className="market-card__price">
        <Pip isOn={trouble === undefined && quotedMs !== undefined && !isOld} />
        <span>{priceText(quotedMs === undefined ? undefined : atMs - quotedMs, isOld, trouble, place)}</span>
      </p>
    </div>
  );
}

/** Never an age beside a trouble: a fresh quote and stale prices would contradict each other. */
function priceText(
  ageMs: number | undefined,
  isOld: boolean,
  trouble: Trouble | undefined,
  { priceLabel }: CardPlace,
) {
  if (isOld && ageMs !== undefined) return cardTexts.noPriceFor({ age: quoteAgeText(ageMs), b: <b /> });
  if (trouble !== undefined) return trouble.title;
  if (ageMs === undefined) return cardTexts.noPriceYet;
  const age = formatAge(ageMs);
  return priceLabel === null ? cardTexts.livePrice({ age, b: <b /> }) : cardTexts.price({ age, b: <b /> });
}

function EventRow({ story, settled, leftMs, place }: HeldOutcome & { readonly place: CardPlace }) {
  return (
    <div className="market-card__head market-card__head--event">
      <h2 className="hidden-text">{placeTexts(place).heading}</h2>
      <OutcomePip outcome={settled.outcome} />
      <p className="market-card__outcome">{outcomeTexts[settled.outcome]}</p>
      <p className="market-card__ended">{heldTexts(story, settled)}</p>
      <HoldPips left={Math.ceil(leftMs / SECOND_MS)} />
    </div>
  );
}

/** Eight pips that go out, one a second. */
function HoldPips({ left }: { readonly left: number }) {
  return (
    <span className="market-card__hold" aria-hidden="true">
      {Array.from({ length: HELD_MS / SECOND_MS }, (_, index) => (
        <i key={index} className={index < left ? '' : 'off'} />
      ))}
    </span>
  );
}
