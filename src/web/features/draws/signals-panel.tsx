import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { storeChoice, storedChoice } from '../../lib/stored-choice.ts';
import { useStore } from '../../lib/store.ts';
import { Button } from '../../ui/button.tsx';
import { createSignalsStore, type Mode, type SignalsStore } from './signals-store.ts';
import { BotView } from './bot-view.tsx';
import type { Signal } from '../../../core/simulated/signal.ts';
import { formatPercent } from '../../lib/formats.ts';
import { texts as uiTexts } from '../../ui/texts.ts';
import { texts } from './texts.ts';
import './signals.css';
import { SimulatedTag } from '../../ui/tag.tsx';
import { AUTO_PAIRS } from '../../../core/market/pairs.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { setAlarm, useMinute, useSecond } from '../../lib/clock.ts';
import { createLazyPart } from '../../lib/lazy-part.ts';
import { now } from '../../lib/now.ts';
import { Card } from '../../ui/card.tsx';
import { ClosedCard, untilOpening } from '../../ui/signal-frame.tsx';
import { DrawGauge, LiveSignalCard } from './live-signal-card.tsx';
import { MODE_NAMES, signalWords } from '../../ui/signal-texts.ts';
import { LabelledToggle } from '../../ui/toggle.tsx';
import { cryptoRandom } from '../../lib/random.ts';
import { perSignIn } from '../../lib/session/per-sign-in.ts';

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
    storeChoice(MODE_KEY, mode, ofTab);
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

const SOURCE_KEY = 'pipcast.source';

/** The source in view and how to change it; remembered in this browser, simulated at first. */
function usePriceSource(): readonly [PriceSource, (source: PriceSource) => void] {
  const [source, setSource] = useState(rememberedSource);
  function choose(next: PriceSource): void {
    setSource(next);
    forgetShortcut();
    storeChoice(SOURCE_KEY, next);
  }
  return [source, choose];
}

function rememberedSource(): PriceSource {
  if (shortcutView() === 'market') return 'market';
  return storedChoice(SOURCE_KEY) === 'market' ? 'market' : 'simulated';
}

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
function SpecialView({ signal, marketHours, about, botRunsNow, prices }: SpecialViewProps) {
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

/** The view of an app shortcut (src/server/routes/site/app-manifest.ts); undefined without one. */
function shortcutView(): string | undefined {
  return /^\?show=([\w-]+)$/.exec(location.search)?.[1];
}

/** Removes the shortcut from the address: a reload must not undo the reader's choice. */
function forgetShortcut(): void {
  if (shortcutView() !== undefined) history.replaceState(history.state, '', location.pathname);
}

const MODE_KEY = 'pipcast.mode';

/** Lasts as long as the tab; every sign-out empties it. */
const ofTab = () => sessionStorage;

/** The simulated signals of the signed-in trader: the same ones on every visit of the home page. */
export const signalsOfVisit = perSignIn(
  () => {
    const signals = createSignalsStore({ now, random: cryptoRandom, setAlarm });
    if (shortcutView() === 'p-bot' || storedChoice(MODE_KEY, ofTab) === 'bot') signals.show('bot');
    return signals;
  },
  (signals) => signals.stop(),
);
