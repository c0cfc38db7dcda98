import type { ComponentType, ReactNode } from 'react';
import { DirectionFace } from './direction-face.tsx';
import { Fact } from './fact.tsx';
import { SignalFrame } from './signal-frame.tsx';
import { texts } from './texts.ts';

interface EmptySignalProps {
  /** Name, heading and looks of the card. */
  readonly frame: { readonly label: string; readonly heading: ReactNode; readonly className: string };
  readonly timeframe: string;
  /** What stands in the place of the countdown. */
  readonly time: ReactNode;
  /** Says beside a confidence what it is worth. */
  readonly Confidence: ComponentType<{ readonly children: ReactNode }>;
  /** The names of further values at the card's foot. */
  readonly more?: readonly string[];
  readonly foot?: ReactNode;
}

/** A signal card without a signal; the children say why. */
export function BlankSignal({ children, ...props }: EmptySignalProps & { readonly children: ReactNode }) {
  return (
    <EmptySignal
      {...props}
      what={children}
      value={<p className="signal__value">{texts.confidence({ percent: '–', b: <b /> })}</p>}
      meta="–"
    />
  );
}

/** The same while a signal is on its way, of a pair or of one that is not known yet. */
export function BusySignal({ pair, ...props }: EmptySignalProps & { readonly pair?: string | undefined }) {
  return (
    <EmptySignal
      {...props}
      isBusy
      what={
        <>
          {pair === undefined ? (
            <span className="skeleton skeleton--pair" />
          ) : (
            <p className="signal__pair">{pair}</p>
          )}
          <span className="skeleton skeleton--direction" />
        </>
      }
      value={<span className="skeleton skeleton--confidence" />}
      meta={<span className="skeleton skeleton--time" />}
    />
  );
}

interface EmptyParts {
  readonly isBusy?: boolean;
  readonly what: ReactNode;
  readonly value: ReactNode;
  readonly meta: ReactNode;
}

function EmptySignal(props: EmptySignalProps & EmptyParts) {
  const { frame, timeframe, time, Confidence, more = [], foot, isBusy, what, value, meta } = props;
  return (
    <SignalFrame
      {...frame}
      {...(isBusy === undefined ? {} : { isBusy })}
      what={
        <>
          <DirectionFace shows="blank" />
          <div>{what}</div>
        </>
      }
      time={time}
      confidence={<Confidence>{value}</Confidence>}
      meta={
        <>
          <Fact name={texts.timeframe}>{timeframe}</Fact>
          {[texts.generated, ...more].map((name) => (
            <Fact key={name} name={name}>
              {meta}
            </Fact>
          ))}
        </>
      }
      foot={foot}
    />
  );
}
