import type { ReactNode } from 'react';
import { DirectionFace } from './direction-face.tsx';
import './card.css';
import './signal-frame.css';

interface SignalFrameProps {
  readonly label: string;
  readonly heading: ReactNode;
  readonly className?: string | undefined;
  readonly isBusy?: boolean | undefined;
  /** The die's face and the words beside it. */
  readonly what: ReactNode;
  readonly time?: ReactNode;
  readonly confidence: ReactNode;
  /** The `dt` and `dd` pairs, each in a `div`. */
  readonly meta: ReactNode;
  /** Across the foot. */
  readonly strip?: ReactNode;
}

/** The one skeleton of every signal card, so that nothing jumps between live, busy, expired and closed. */
export function SignalFrame({ label, heading, className = '', isBusy, ...parts }: SignalFrameProps) {
  return (
    <section className={`card signal ${className}`} aria-label={label} aria-busy={isBusy}>
      <div className="signal__head apart note">{heading}</div>
      <div className="signal__what">{parts.what}</div>
      {parts.time === undefined ? null : <div className="signal__time">{parts.time}</div>}
      <div className="signal__confidence">{parts.confidence}</div>
      <dl className="signal__meta">{parts.meta}</dl>
      {parts.strip === undefined ? null : <div className="signal__strip">{parts.strip}</div>}
    </section>
  );
}

/** The face without a direction, and beside it why there is none. */
export function BlankWhat({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <>
      <DirectionFace shows="blank" />
      <div>
        <p className="signal__title">{title}</p>
        <div className="signal__text">{children}</div>
      </div>
    </>
  );
}

/** The same while a signal of a pair is on its way. */
export function BusyWhat({ pair }: { readonly pair: string }) {
  return (
    <>
      <DirectionFace shows="blank" />
      <div>
        <p className="signal__pair">{pair}</p>
        <span className="skeleton skeleton--direction" />
      </div>
    </>
  );
}
