import type { ComponentProps, ReactNode } from 'react';
import { BlankSignal, BusySignal } from '../../ui/empty-signal.tsx';
import { Ring, RingSeconds } from '../../ui/ring.tsx';
import { type CardPlace, placeProps } from './card-place.tsx';
import { MarketConfidence } from './market-confidence.tsx';

interface EmptyCardProps {
  readonly place: CardPlace;
  readonly timeframe: string;
  /** What stands in the place of the countdown. */
  readonly time: ReactNode;
}

interface BlankCardProps extends EmptyCardProps {
  readonly title: string;
  readonly text: ReactNode;
  readonly foot?: ReactNode;
  readonly className?: string;
}

const MARKET = { Confidence: MarketConfidence, more: ['Entry price'] };

/** A market card without a signal, and why there is none. */
export function BlankCard({ place, title, text, foot = '', className, ...rest }: BlankCardProps) {
  return (
    <BlankSignal {...MARKET} {...rest} frame={placeProps(place, className)} foot={<p>{foot}</p>}>
      <p className="signal__title">{title}</p>
      <div className="signal__text">{text}</div>
    </BlankSignal>
  );
}

/** The same while something is on its way. */
export function BusyCard({ place, ...rest }: EmptyCardProps & { readonly pair?: string }) {
  return (
    <BusySignal
      {...MARKET}
      {...rest}
      frame={placeProps(place)}
      foot={<span className="skeleton skeleton--line" />}
    />
  );
}

/** A wait for an instant: as many pips as it has seconds at most. */
export function WaitRing({
  says,
  total,
  left,
}: {
  readonly says: ComponentProps<typeof RingSeconds>['says'];
  readonly total: number;
  readonly left: number;
}) {
  return (
    <Ring total={total} left={Math.min(left, total)}>
      <RingSeconds says={says} seconds={left} />
    </Ring>
  );
}
