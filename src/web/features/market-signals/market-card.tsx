import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Ring, RingSeconds, UnlitRing } from '../../ui/ring.tsx';
import { deskMs, useMarket, type MarketAt } from './market-context.ts';
import {
  secondsTo,
  oldQuoteAge,
  troubleOf,
  type EndedSignal,
  OUTCOME_SHOWN_MS,
  outcomeLine,
} from './market-view.tsx';
import '../../ui/card.css';
import '../../ui/signal-frame.css';
import './market-card.css';
import { SECOND_MS } from '../../../core/time/instant.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { formatAge } from '../../lib/figures.ts';
import { outcomeTexts } from '../../ui/decision-texts.ts';
import { OutcomePip } from '../../ui/outcome.tsx';
import { Pip } from '../../ui/tag.tsx';
import { texts } from './texts.ts';
import { signalWords } from '../../ui/signal-texts.ts';

/** Which card it is. */
export interface CardPlace {
  readonly mode: 'special' | 'bot';
  readonly today?: ReactNode;
  /** Its title where it is not the mode's own card. */
  readonly title?: string;
}

/** The region's name and its heading. */
function placeTexts({ mode, title }: CardPlace): { readonly label: string; readonly heading: string } {
  if (title !== undefined) return { label: title, heading: title };
  return mode === 'special'
    ? { label: signalWords.currentSignal, heading: signalWords.currentSignal }
    : { label: signalWords.latestBotSignal, heading: signalWords.latestSignal };
}

interface MarketCardProps {
  readonly place: CardPlace;
  /** The head row: title and prices, or the outcome that is held. */
  readonly head: ReactNode;
  /** The face and the words beside it. */
  readonly what: ReactNode;
  /** The ring, or what stands in its place. */
  readonly time: ReactNode;
  readonly race: ReactNode;
  readonly confidence: ReactNode;
  /** Beside the confidence; below it on a phone. */
  readonly why?: ReactNode;
  readonly foot?: ReactNode;
  readonly isBusy?: boolean | undefined;
}

/** Its parts that hold links and buttons in every state. */
const PARTS = ['market-card__confidence', 'market-card__today', 'market-card__why'];

/** The one skeleton of every market card: states replace its parts, nothing above the fold changes its height. */
export function MarketCard({ place, isBusy, ...parts }: MarketCardProps) {
  const card = useRef<HTMLElement>(null);
  useFocusOfCardBefore(card);
  return (
    <section
      ref={card}
      className={`card signal market-card market-card--${place.mode} ${place.mode === 'bot' ? 'c8' : ''}`}
      aria-label={placeTexts(place).label}
      aria-busy={isBusy}
    >
      {parts.head}
      <div className="signal__what">{parts.what}</div>
      <div className="signal__time">{parts.time}</div>
      <div className="market-card__race">{parts.race}</div>
      <div className="market-card__foot">
        <div className="market-card__confidence">{parts.confidence}</div>
        {place.today === undefined ? null : <div className="market-card__today">{place.today}</div>}
        <div className="market-card__why">{parts.why}</div>
      </div>
      {parts.foot === undefined ? null : <div className="market-card__times note">{parts.foot}</div>}
    </section>
  );
}

/** Which element of a card had the focus when another card took its place: the part, and where in it from its end. */
let focusBefore: { readonly part: string; readonly fromEnd: number } | undefined;

/** Gives the focus to what stands where it was in the card before. */
function useFocusOfCardBefore(card: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = card;
    const stopsOf = (part: string) => [
      ...(current?.querySelectorAll<HTMLElement>(`.${part} :is(a, button, summary)`) ?? []),
    ];
    if (focusBefore !== undefined)
      stopsOf(focusBefore.part).at(focusBefore.fromEnd)?.focus({ preventScroll: true });
    return () => {
      const focused = document.activeElement as HTMLElement;
      const part = PARTS.find((one) => current?.querySelector(`.${one}`)?.contains(focused));
      if (part === undefined) return;
      const stops = stopsOf(part);
      focusBefore = { part, fromEnd: stops.indexOf(focused) - stops.length };
      // The next card comes in the same commit, or none does.
      queueMicrotask(() => {
        focusBefore = undefined;
      });
    };
  }, [card]);
}

interface WaitRingProps {
  readonly says: 'expiresIn' | 'startsIn' | 'decidesIn';
  /** Seconds, and pips, at most. */
  readonly total: number;
  /** An instant of the desk's clock. */
  readonly toMs: number;
  /** What stands in the ring from then on. */
  readonly after: string;
}

/** The wait for an instant. */
export function WaitRing({ says, total, toMs, after }: WaitRingProps) {
  'use memo';
  const left = useMarket((market) => secondsTo(toMs, deskMs(market)));
  if (left === 0) return <UnlitRing total={total}>{after}</UnlitRing>;
  return (
    <Ring total={total} left={Math.min(left, total)}>
      <RingSeconds says={says} seconds={left} />
    </Ring>
  );
}

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
