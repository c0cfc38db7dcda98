import type { ReactNode } from 'react';
import './card.css';
import './signal-frame.css';

interface SignalFrameProps {
  /** The region's name. */
  readonly label: string;
  readonly heading: ReactNode;
  readonly className?: string | undefined;
  readonly isBusy?: boolean | undefined;
  /** The face and the words beside it. */
  readonly what: ReactNode;
  /** The ring, or what stands in its place. */
  readonly time: ReactNode;
  readonly confidence: ReactNode;
  /** The `dt` and `dd` pairs, each in a `div`. */
  readonly meta: ReactNode;
  /** A strip across the foot. */
  readonly strip?: ReactNode;
}

/** The one skeleton of every signal card, so that nothing jumps between live, busy, expired and closed. */
export function SignalFrame({
  label,
  heading,
  className = '',
  isBusy,
  what,
  time,
  confidence,
  meta,
  strip,
}: SignalFrameProps) {
  return (
    <section className={`card signal ${className}`} aria-label={label} aria-busy={isBusy}>
      <div className="signal__what">
        <h2>{heading}</h2>
        <div className="signal__row">{what}</div>
      </div>
      <div className="signal__confidence">{confidence}</div>
      <div className="signal__time">{time}</div>
      <dl className="signal__meta">{meta}</dl>
      {strip === undefined ? null : <div className="signal__strip">{strip}</div>}
    </section>
  );
}
