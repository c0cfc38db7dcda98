import type { ReactNode } from 'react';
import type { Signal } from '../../../core/simulated/signal.ts';
import { useMinute, useSecond } from '../../lib/clock.ts';
import { Card } from '../../ui/card.tsx';
import { ClosedCard, untilOpening } from '../../ui/closed-card.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { DrawGauge } from './draw-gauge.tsx';
import { LiveSignalCard } from './live-signal-card.tsx';
import { AUTO_PAIRS } from '../../../core/market/pairs.ts';
import { texts } from './texts.ts';

/** The record's figures beside simulated signals. */
export interface DrawsRecord {
  /** How often draws of a confidence, in percent, were right. */
  readonly line: (drawn: number) => ReactNode;
  /** A sentence on the measured source: its result, once that is known. */
  readonly otherRight: ReactNode;
}

interface SpecialViewProps {
  /** None while the market is closed. */
  readonly signal: Signal | undefined;
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
  readonly botRunsNow: ReactNode;
  /** Undefined where nothing is recorded. */
  readonly record: DrawsRecord | undefined;
}

/** P-Special: a signal a minute while the market is open. */
export function SpecialView({ signal, marketHours, about, botRunsNow, record }: SpecialViewProps) {
  return (
    <div className="grid">
      <div className="stack c8">
        {signal === undefined ? (
          <>
            <Closed />
            {botRunsNow}
          </>
        ) : (
          <LiveSignalCard
            label={signalWords.currentSignal}
            heading={<h2>{signalWords.currentSignal}</h2>}
            signal={signal}
            worth={record?.line(signal.confidence) ?? <DrawGauge drawn={signal.confidence} />}
            strip={<AvailablePairs current={signal.pair} />}
          />
        )}
        {signal === undefined ? null : marketHours}
      </div>
      <div className="stack c4">
        {signal === undefined ? marketHours : null}
        {record === undefined || signal === undefined ? null : (
          <Card label={texts.otherSource}>
            <p className="card__body hint other-source">{record.otherRight}</p>
          </Card>
        )}
        {about}
      </div>
    </div>
  );
}

function Closed() {
  return <ClosedCard at={useMinute()} countdown={<TimeToOpening />} />;
}

function TimeToOpening() {
  return untilOpening(useSecond());
}

/** The pairs P-Special draws from, and which it drew. */
function AvailablePairs({ current }: { readonly current: string }) {
  return (
    <section aria-label={signalWords.availablePairs}>
      <p className="apart hint">
        <span>{signalWords.availablePairs}</span>
        <span>{texts.oneIsDrawn}</span>
      </p>
      <ul className="chips row">
        {AUTO_PAIRS.map((pair) => (
          <li key={pair} aria-current={pair === current || undefined}>
            {pair}
            {pair === current ? <span className="hidden-text">{texts.drawnNow}</span> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
