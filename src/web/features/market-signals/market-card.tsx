import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react';
import { Ring, RingSeconds, UnlitRing } from '../../ui/ring.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { deskMs, useMarket } from './market-context.ts';
import { secondsTo } from './market-view.ts';
import '../../ui/card.css';
import '../../ui/signal-frame.css';
import './market-card.css';

/** Which card it is. */
export interface CardPlace {
  readonly mode: 'special' | 'bot';
  readonly today?: ReactNode;
  /** Its title where it is not the mode's own card. */
  readonly title?: string;
}

/** The region's name and its heading. */
export function placeTexts({ mode, title }: CardPlace): { readonly label: string; readonly heading: string } {
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
