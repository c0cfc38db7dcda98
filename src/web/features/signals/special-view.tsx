import type { ReactNode } from 'react';
import type { Signal } from '../../../core/simulated/signal.ts';
import { AvailablePairs } from './available-pairs.tsx';
import { ClosedCard } from './closed-card.tsx';
import { LiveSignalCard } from './live-signal-card.tsx';
import { texts } from './texts.ts';

interface SpecialViewProps {
  /** None while the market is closed. */
  readonly signal: Signal | undefined;
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
}

/** P-Special: a signal a minute while the market is open. */
export function SpecialView({ signal, marketHours, about }: SpecialViewProps) {
  return (
    <div className="grid">
      <div className="stack c8">
        {signal === undefined ? (
          <ClosedCard label={texts.currentSignal} />
        ) : (
          <LiveSignalCard label={texts.currentSignal} heading={texts.currentSignal} signal={signal} />
        )}
        {marketHours}
      </div>
      <div className="stack c4">
        <AvailablePairs current={signal?.pair} />
        {about}
      </div>
    </div>
  );
}
