import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { storeChoice, storedChoice } from '../../lib/stored-choice.ts';
import { useStore } from '../../lib/store.ts';
import { LabelledToggle } from '../../ui/toggle.tsx';
import { forgetShortcut, shortcutView, storeMode } from './signals-of-visit.ts';
import { BotView } from './bot-view.tsx';
import { SpecialView } from './special-view.tsx';
import type { Signal } from '../../../core/simulated/signal.ts';
import { formatPercent } from '../../lib/formats.ts';
import type { Mode, SignalsStore } from './signals-store.ts';
import type { TagElement } from '../../lib/catalogue.ts';
import { MODE_NAMES, signalWords } from '../../ui/signal-texts.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import './signals.css';
import { Button } from '../../ui/button.tsx';
import { SimulatedTag } from '../../ui/tag.tsx';

export const MODES = [
  { value: 'special', label: MODE_NAMES.special },
  { value: 'bot', label: MODE_NAMES.bot },
] as const;

export const sources = () =>
  [
    { value: 'simulated', label: uiTexts.simulated },
    { value: 'market', label: texts.market },
  ] as const satisfies readonly { value: PriceSource; label: string }[];

interface ViewProps {
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
}

interface MarketParts {
  readonly Panel: ComponentType<ViewProps & { mode: Mode; botRunsNow: ReactNode }>;
  /** Called when the market signals are shown or hidden. */
  readonly onShown?: (isShown: boolean) => void;
  /** A sentence about the market signals with a link to the record. */
  readonly scoresLink: ReactNode;
  /** Draws the record's name within a sentence. */
  readonly recordLink: TagElement;
  /** Whether its prices are those of a market. */
  readonly prices?: 'live' | 'played';
  readonly introduction?: ReactNode;
}

interface SignalsPanelProps extends ViewProps {
  readonly signals: SignalsStore;
  /** None where there are no prices. */
  readonly market?: MarketParts | undefined;
}

export function SignalsPanel({ signals, marketHours, about, market }: SignalsPanelProps) {
  const state = useStore(signals);
  const [source, setSource] = usePriceSource();
  const isMarket = market !== undefined && source === 'market';
  const onShown = market?.onShown;
  useEffect(() => onShown?.(isMarket), [onShown, isMarket]);
  function setMode(mode: Mode): void {
    signals.show(mode);
    storeMode(mode);
    forgetShortcut();
  }
  const botRunsNow = (
    <BotRunsNow
      onOpen={() => {
        setSource('simulated');
        setMode('bot');
      }}
    />
  );
  return (
    <>
      <div className="bar">
        <LabelledToggle label={texts.mode} options={MODES} value={state.mode} onChange={setMode} />
        {market === undefined ? null : (
          <>
            <LabelledToggle label={texts.source} options={sources()} value={source} onChange={setSource} />
            <p className="bar__record wide note">{market.scoresLink}</p>
          </>
        )}
      </div>
      {market?.introduction}
      {isMarket ? (
        <market.Panel mode={state.mode} marketHours={marketHours} about={about} botRunsNow={botRunsNow} />
      ) : (
        <>
          {state.mode === 'special' ? (
            <SpecialView
              signal={state.auto}
              prices={market?.prices}
              {...{ marketHours, about, botRunsNow }}
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
              recordLink={market?.recordLink}
            />
          )}
          <SignalAnnouncer signal={state.latest} />
        </>
      )}
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
  const percent = formatPercent(confidence);
  return signalWords.heard({ pair, direction, timeframe, percent, kind: 'simulated' });
}

/** While the market is closed: the mode that does not wait for it. */
function BotRunsNow({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <section className="card runs-now apart" aria-label={texts.botRunsNow}>
      <div>
        <h2 className="row">
          {texts.botRunsNow} <SimulatedTag />
        </h2>
        <p className="note">{texts.botRunsNowHow}</p>
      </div>
      <Button look="primary" onClick={onOpen}>
        {texts.openBot}
      </Button>
    </section>
  );
}

/** Where signals come from: drawn at random in the browser, or measured on market prices by the server. */
type PriceSource = 'simulated' | 'market';

const STORAGE_KEY = 'pipcast.source';

/** The source in view and how to change it; remembered in this browser, simulated at first. */
function usePriceSource(): readonly [PriceSource, (source: PriceSource) => void] {
  const [source, setSource] = useState(rememberedSource);
  function choose(next: PriceSource): void {
    setSource(next);
    forgetShortcut();
    storeChoice(STORAGE_KEY, next);
  }
  return [source, choose];
}

function rememberedSource(): PriceSource {
  if (shortcutView() === 'market') return 'market';
  return storedChoice(STORAGE_KEY) === 'market' ? 'market' : 'simulated';
}
