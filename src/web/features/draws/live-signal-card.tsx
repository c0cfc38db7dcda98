import { type ReactNode, useEffect } from 'react';
import { secondsLeft, type Signal } from '../../../core/simulated/signal.ts';
import { formatPercent } from '../../lib/formats.ts';
import { DirectionFace, SignalName } from '../../ui/direction-face.tsx';
import { Explained } from '../../ui/disclosure.tsx';
import { Fact } from '../../ui/card.tsx';
import { SignalFrame, SignalTime } from '../../ui/signal-frame.tsx';
import { texts as uiTexts } from '../../ui/texts.ts';
import { SimulatedTag } from '../../ui/tag.tsx';
import { texts } from './texts.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { useSecond } from '../../lib/clock.ts';
import { noteRunningSignal } from '../../lib/running-signal.ts';
import { Ring, RingSeconds } from '../../ui/ring.tsx';
import { formatCount } from '../../lib/figures.ts';
import { Gauge } from '../../ui/gauge.tsx';

interface LiveSignalCardProps {
  readonly label: string;
  readonly heading: ReactNode;
  readonly className?: string;
  readonly signal: Signal;
  readonly worth?: ReactNode;
  readonly strip?: ReactNode;
}

/** A signal that has not expired. Only its countdown renders again each second. */
export function LiveSignalCard({ signal, worth, ...frame }: LiveSignalCardProps) {
  const { pair, direction, confidence, timeframe, timestamp } = signal;
  return (
    <SignalFrame
      {...frame}
      what={
        <div key={timestamp} className="signal__row signal__row--new">
          <DirectionFace shows={direction} />
          <div>
            <SignalName pair={pair} direction={direction} />
          </div>
        </div>
      }
      time={<Countdown signal={signal} />}
      confidence={
        <>
          <SimulatedConfidence>
            <p className="signal__value">
              <Explained what="drawnConfidence">
                {uiTexts.confidence({ percent: formatPercent(confidence), b: <b /> })}
              </Explained>
            </p>
          </SimulatedConfidence>
          {worth}
        </>
      }
      meta={
        <>
          <Fact name={uiTexts.timeframe}>{timeframe}</Fact>
          <Fact name={uiTexts.generated}>
            <SignalTime key={timestamp} at={timestamp} />
          </Fact>
        </>
      }
    />
  );
}

/** The countdown to a signal's expiry. Its seconds turn with the signal's own, so that zero falls on the expiry. */
export function Countdown({ signal }: { readonly signal: Signal }) {
  'use memo';
  const now = useSecond(signal.expiryTime % SECOND_MS);
  useEffect(() => noteRunningSignal(signal.expiryTime), [signal.expiryTime]);
  const left = secondsLeft(signal, now);
  return (
    <Ring total={(signal.expiryTime - signal.timestamp) / SECOND_MS} left={left}>
      <RingSeconds says="expiresIn" seconds={left} />
    </Ring>
  );
}

/** A confidence never stands without the words on its worth. */
export function SimulatedConfidence({ children }: { readonly children: ReactNode }) {
  return (
    <div className="uncovered">
      <div className="signal__line">
        {children}
        <SimulatedTag />
      </div>
      <p className="signal__note">{texts.drawnAtRandom}</p>
    </div>
  );
}

interface DrawGaugeProps {
  /** In percent. */
  readonly drawn: number;
  /** How many of 100 such draws were right, and the words for it; undefined before that is known. */
  readonly right?: { readonly inHundred: number; readonly words: ReactNode };
}

/** On one line from 40 to 100: hollow what was drawn, solid what such draws came to. */
export function DrawGauge({ drawn, right }: DrawGaugeProps) {
  const hollow = {
    at: shareOf(drawn),
    form: 'drawn',
    text: texts.drawnMark({ percent: formatCount(drawn) }),
  } as const;
  if (right === undefined) return <Gauge marks={[hollow]} />;
  const solid = { at: shareOf(right.inHundred), form: 'solid', text: right.words } as const;
  return <Gauge marks={[hollow, solid]} dashed={[solid.at, hollow.at]} />;
}

function shareOf(percent: number): number {
  return (percent - 40) / 60;
}
