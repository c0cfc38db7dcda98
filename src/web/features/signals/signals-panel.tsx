import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { setAlarm } from '../../lib/clock.ts';
import { now } from '../../lib/now.ts';
import { cryptoRandom } from '../../lib/random.ts';
import { Toggle } from '../../ui/toggle.tsx';
import { BotView, FIRST_CHOICE } from './bot-view.tsx';
import { SignalAnnouncer } from './signal-announcer.tsx';
import { createSignalsStore } from './signals-store.ts';
import { SpecialView } from './special-view.tsx';
import './signals.css';

const MODES = [
  { value: 'special', label: 'P-Special' },
  { value: 'bot', label: 'P-BOT' },
] as const;

interface SignalsPanelProps {
  /** Shown under the P-Special signal. */
  readonly marketHours: ReactNode;
  /** Shown in both modes. */
  readonly about: ReactNode;
}

/** Both signal modes and the choice between them. Both live as long as the panel, whichever is in view. */
export function SignalsPanel({ marketHours, about }: SignalsPanelProps) {
  const [store] = useState(() => createSignalsStore({ now, random: cryptoRandom, setAlarm }));
  const state = useSyncExternalStore(store.subscribe, store.getState);
  const [choice, setChoice] = useState(FIRST_CHOICE);
  return (
    <>
      <div className="bar">
        <Toggle label="Signal source" options={MODES} value={state.mode} onChange={store.show} />
      </div>
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
