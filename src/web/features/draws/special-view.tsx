import type { ReactNode } from 'react';
import { AUTO_PAIRS } from '../../../core/market/pairs.ts';
import type { Signal } from '../../../core/simulated/signal.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { setAlarm, useMinute, useSecond } from '../../lib/clock.ts';
import { createLazyPart } from '../../lib/lazy-part.ts';
import { now } from '../../lib/now.ts';
import { useStore } from '../../lib/store.ts';
import { Card } from '../../ui/card.tsx';
import { ClosedCard, untilOpening } from '../../ui/closed-card.tsx';
import { signalWords } from '../../ui/signal-texts.ts';
import { DrawGauge } from './draw-gauge.tsx';
import { LiveSignalCard } from './live-signal-card.tsx';
import { texts } from './texts.ts';

/** A first visit is drawn long before this. */
const LATER_MS = 10 * SECOND_MS;

const drawRecord = createLazyPart(async () => {
  await new Promise<void>((resolve) => setAlarm(now() + LATER_MS, resolve));
  return import('./draw-record.tsx');
});

/** How often drawn confidences were right, once that is known. */
function DrawRecordLine({ drawn, isLive }: { readonly drawn: number; readonly isLive: boolean }) {
  const { part } = useStore(drawRecord);
  // A replay's draws are not in the record: no space is reserved.
  return (
    <div className={isLive ? 'draw-record' : undefined}>
      {part === undefined ? <DrawGauge drawn={drawn} /> : <part.DrawRecord drawn={drawn} />}
    </div>
  );
}

/** A sentence on the measured source: its result, once that is known. */
function OtherRight() {
  const { part } = useStore(drawRecord);
  return part === undefined ? texts.otherScored : <part.OtherRight />;
}

interface SpecialViewProps {
  /** None while the market is closed. */
  readonly signal: Signal | undefined;
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
  readonly botRunsNow: ReactNode;
  /** Those that are recorded; undefined where none are. */
  readonly prices: 'live' | 'played' | undefined;
}

/** P-Special: a signal a minute while the market is open. */
export function SpecialView({ signal, marketHours, about, botRunsNow, prices }: SpecialViewProps) {
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
            worth={
              prices === undefined ? (
                <DrawGauge drawn={signal.confidence} />
              ) : (
                <DrawRecordLine drawn={signal.confidence} isLive={prices === 'live'} />
              )
            }
            strip={<AvailablePairs current={signal.pair} />}
          />
        )}
        {signal === undefined ? null : marketHours}
      </div>
      <div className="stack c4">
        {signal === undefined ? marketHours : null}
        {prices === undefined || signal === undefined ? null : (
          <Card label={texts.otherSource}>
            <p className="card__body hint other-source">
              <OtherRight />
            </p>
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
