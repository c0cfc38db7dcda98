import type { ReactNode } from 'react';
import { DirectionFace } from '../../ui/direction-face.tsx';
import { Ring, RingSeconds } from '../../ui/ring.tsx';
import { Meta, SignalFrame } from '../../ui/signal-frame.tsx';
import { type CardPlace, placeProps } from './card-place.tsx';
import { MarketConfidence } from './market-confidence.tsx';

interface BlankCardProps {
  readonly place: CardPlace;
  readonly timeframe: string;
  readonly title: string;
  readonly text: ReactNode;
  /** What stands in the place of the countdown. */
  readonly time: ReactNode;
  readonly foot?: ReactNode;
  readonly className?: string;
}

/** The signal card's skeleton without a signal, and why there is none. */
export function BlankCard({ place, timeframe, title, text, time, foot = '', className }: BlankCardProps) {
  return (
    <SignalFrame
      {...placeProps(place, className)}
      what={
        <>
          <DirectionFace shows="blank" />
          <div>
            <p className="signal__title">{title}</p>
            <div className="signal__text">{text}</div>
          </div>
        </>
      }
      time={time}
      confidence={
        <MarketConfidence>
          <p className="signal__value">
            Confidence <b>–</b>
          </p>
        </MarketConfidence>
      }
      meta={
        <>
          <Meta label="Timeframe">{timeframe}</Meta>
          <Meta label="Generated">–</Meta>
          <Meta label="Entry price">–</Meta>
        </>
      }
      foot={<p>{foot}</p>}
    />
  );
}

/** The same while something is on its way. */
export function BusyCard({
  place,
  pair,
  timeframe,
  time,
}: {
  readonly place: CardPlace;
  readonly pair?: string;
  readonly timeframe: string;
  readonly time: ReactNode;
}) {
  return (
    <SignalFrame
      {...placeProps(place)}
      isBusy
      what={
        <>
          <DirectionFace shows="blank" />
          <div>
            {pair === undefined ? (
              <span className="skeleton skeleton--pair" />
            ) : (
              <p className="signal__pair">{pair}</p>
            )}
            <span className="skeleton skeleton--direction" />
          </div>
        </>
      }
      time={time}
      confidence={
        <MarketConfidence>
          <span className="skeleton skeleton--confidence" />
        </MarketConfidence>
      }
      meta={
        <>
          <Meta label="Timeframe">{timeframe}</Meta>
          <Meta label="Generated">
            <span className="skeleton skeleton--time" />
          </Meta>
          <Meta label="Entry price">
            <span className="skeleton skeleton--time" />
          </Meta>
        </>
      }
      foot={<span className="skeleton skeleton--line" />}
    />
  );
}

/** A wait for an instant: as many pips as it has seconds at most. */
export function WaitRing({
  words,
  total,
  left,
}: {
  readonly words: string;
  readonly total: number;
  readonly left: number;
}) {
  return (
    <Ring total={total} left={Math.min(left, total)}>
      <RingSeconds words={words} seconds={left} />
    </Ring>
  );
}

/** A ring that counts nothing. */
export function UnlitRing({ total, children }: { readonly total: number; readonly children?: ReactNode }) {
  return (
    <Ring total={total} left={0}>
      <p>{children}</p>
    </Ring>
  );
}
