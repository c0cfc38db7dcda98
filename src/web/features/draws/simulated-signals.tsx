import type { ReactNode } from 'react';
import { BotView } from './bot-view.tsx';
import type { SignalsState, SignalsStore } from './signals-store.ts';
import { type DrawsRecord, SpecialView } from './special-view.tsx';
import type { TagElement } from '../../lib/catalogue.ts';
import type { Signal } from '../../../core/simulated/signal.ts';
import { formatPercent } from '../../lib/formats.ts';
import { texts } from './texts.ts';

interface SimulatedSignalsProps {
  readonly state: SignalsState;
  readonly signals: SignalsStore;
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
  readonly botRunsNow: ReactNode;
  /** None where there is no record. */
  readonly recordLink: TagElement | undefined;
  readonly record: DrawsRecord | undefined;
}

export function SimulatedSignals({
  state,
  signals,
  marketHours,
  about,
  botRunsNow,
  recordLink,
  record,
}: SimulatedSignalsProps) {
  return (
    <>
      {state.mode === 'special' ? (
        <SpecialView
          signal={state.auto}
          marketHours={marketHours}
          about={about}
          botRunsNow={botRunsNow}
          record={record}
        />
      ) : (
        <BotView
          bot={state.bot}
          expired={state.expired}
          choice={state.choice}
          onChoose={signals.choose}
          onRequest={(choice) => {
            signals.requestBotSignal(choice);
            void import('./tell-when-hidden.ts').then((m) => m.tellWhenHidden(signals)).catch(() => {});
          }}
          about={about}
          recordLink={recordLink}
        />
      )}
      <SignalAnnouncer signal={state.latest} />
    </>
  );
}

/** Announces each new signal once, politely. The key makes two equal draws two announcements. */
export function SignalAnnouncer({ signal }: { readonly signal: Signal | undefined }) {
  return (
    <output className="hidden-text" aria-live="polite">
      {signal === undefined ? null : <span key={signal.timestamp}>{announcementOf(signal)}</span>}
    </output>
  );
}

function announcementOf({ pair, direction, timeframe, confidence }: Signal): string {
  return texts.announcement({ pair, direction, timeframe, percent: formatPercent(confidence) });
}
