import { type ReactNode, useSyncExternalStore } from 'react';
import type { BotChoice } from '../../../core/simulated/signal.ts';
import { BotView } from './bot-view.tsx';
import { SignalAnnouncer } from './signal-announcer.tsx';
import type { SignalsStore } from './signals-store.ts';
import { SpecialView } from './special-view.tsx';

interface SimulatedSignalsProps {
  readonly store: SignalsStore;
  /** What P-BOT's form has chosen. */
  readonly choice: BotChoice;
  readonly onChoose: (choice: BotChoice) => void;
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
  /** None where there is no record. */
  readonly recordLink: ReactNode;
}

/** The signals that are drawn at random, in the mode that the store is in. */
export function SimulatedSignals({
  store,
  choice,
  onChoose,
  marketHours,
  about,
  recordLink,
}: SimulatedSignalsProps) {
  const state = useSyncExternalStore(store.subscribe, store.getState);
  return (
    <>
      {state.mode === 'special' ? (
        <SpecialView signal={state.auto} marketHours={marketHours} about={about} />
      ) : (
        <BotView
          bot={state.bot}
          expired={state.expired}
          choice={choice}
          onChoose={onChoose}
          onRequest={store.requestBotSignal}
          about={about}
          recordLink={recordLink}
        />
      )}
      <SignalAnnouncer signal={state.latest} />
    </>
  );
}
