import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { BotView, FIRST_CHOICE } from './bot-view.tsx';
import { SignalAnnouncer } from './signal-announcer.tsx';
import type { SignalsStore } from './signals-store.ts';
import { SpecialView } from './special-view.tsx';

interface SimulatedSignalsProps {
  readonly store: SignalsStore;
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
}

/** The signals that are drawn at random, in the mode that the store is in. */
export function SimulatedSignals({ store, marketHours, about }: SimulatedSignalsProps) {
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const [choice, setChoice] = useState(FIRST_CHOICE);
  return (
    <>
      {state.mode === 'special' ? (
        <SpecialView signal={state.auto} marketHours={marketHours} about={about} />
      ) : (
        <BotView
          bot={state.bot}
          expired={state.expired}
          choice={choice}
          onChoose={setChoice}
          onRequest={store.requestBotSignal}
          about={about}
        />
      )}
      <SignalAnnouncer signal={state.latest} />
    </>
  );
}
