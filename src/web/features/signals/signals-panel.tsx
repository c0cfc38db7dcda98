import { type ComponentType, type ReactNode, useState } from 'react';
import { setAlarm } from '../../lib/clock.ts';
import { now } from '../../lib/now.ts';
import { cryptoRandom } from '../../lib/random.ts';
import { Toggle } from '../../ui/toggle.tsx';
import { FIRST_CHOICE } from './bot-view.tsx';
import { usePriceSource } from './price-source.ts';
import { SimulatedSignals } from './simulated-signals.tsx';
import { createSignalsStore, type Mode } from './signals-store.ts';
import './signals.css';

const MODES = [
  { value: 'special', label: 'P-Special' },
  { value: 'bot', label: 'P-BOT' },
] as const;

const SOURCES = [
  { value: 'simulated', label: 'Simulated' },
  { value: 'market', label: 'Market' },
] as const;

interface ViewProps {
  /** Shown under the P-Special signal. */
  readonly marketHours: ReactNode;
  /** Shown in both modes. */
  readonly about: ReactNode;
}

interface MarketParts {
  /** Shows the signals measured on market prices. */
  readonly Panel: ComponentType<ViewProps & { mode: Mode }>;
  /** The way to the record, as a sentence about those signals. */
  readonly scoresLink: ReactNode;
  /** The same, as the record's name within a sentence. */
  readonly recordLink: ReactNode;
}

interface SignalsPanelProps extends ViewProps {
  /** None where there are no prices. */
  readonly market?: MarketParts | undefined;
}

/** Both signal modes and the choice between them. Both live as long as the panel, whichever is in view. */
export function SignalsPanel({ marketHours, about, market }: SignalsPanelProps) {
  const [store] = useState(() => createSignalsStore({ now, random: cryptoRandom, setAlarm }));
  const [mode, setMode] = useState<Mode>('special');
  const [source, setSource] = usePriceSource();
  const [choice, setChoice] = useState(FIRST_CHOICE);

  function show(next: Mode) {
    setMode(next);
    store.show(next);
  }

  return (
    <>
      <div className="bar">
        <Toggle label="Signal source" options={MODES} value={mode} onChange={show} />
        {market === undefined ? null : (
          <>
            <Toggle label="Price source" options={SOURCES} value={source} onChange={setSource} />
            <p className="bar__record">{market.scoresLink}</p>
          </>
        )}
      </div>
      {market !== undefined && source === 'market' ? (
        <market.Panel mode={mode} marketHours={marketHours} about={about} />
      ) : (
        <SimulatedSignals
          store={store}
          choice={choice}
          onChoose={setChoice}
          marketHours={marketHours}
          about={about}
          recordLink={market?.recordLink}
        />
      )}
    </>
  );
}
