import { useEffect, type ReactNode } from 'react';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import type { TakenSignals } from '../../../core/wire/record.ts';
import { ApiError, apiOf } from '../../lib/api-client.ts';
import { formatAge, formatMid } from '../../lib/figures.ts';
import { formatLocalClock, localZoneName } from '../../lib/formats.ts';
import { perSignIn } from '../../lib/session/per-sign-in.ts';
import { useSession } from '../../lib/session/session-context.ts';
import type { Session } from '../../lib/session/session.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { DirectionFace, SignalName } from '../../ui/direction-face.tsx';
import { UnlitRing } from '../../ui/ring.tsx';
import { SignalTime, BlankWhat, BusyWhat, Opening } from '../../ui/signal-frame.tsx';
import { showToast } from '../../ui/toasts.ts';
import { WhyBars } from '../../ui/why-bars.tsx';
import { pageInstant } from '../../lib/market/desk-time.ts';
import { noteRunningSignal } from '../../lib/running-signal.ts';
import { sourceTexts, noMarketTexts } from '../../lib/market/feed-texts.ts';
import { outcomeTexts } from '../../ui/decision-texts.ts';
import { CardHead, MarketCard, WaitRing, type CardPlace } from './market-card.tsx';
import { type EndedSignal, minutesWithoutSignal, reasonGroups, type Trouble } from './market-view.tsx';
import { MarketConfidence } from './market-confidence.tsx';
import { deskMs, useMarket, useMarketStore } from './market-context.ts';
import { Race } from './race.tsx';
import { texts } from './texts.ts';
import { fxWeekAt } from '../../../core/time/fx-week.ts';
import { epochMs, MINUTE_MS, minuteOf, SECOND_MS } from '../../../core/time/instant.ts';
import { type Timeframe, timeframeMs } from '../../../core/market/timeframes.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { AbstainedEntry } from '../../../core/signals/ledger-entry.ts';
import { START_DELAY_MS } from '../../../core/market/settlement-times.ts';
import { useMedia } from '../../lib/media.ts';
import { Fact } from '../../ui/card.tsx';
import { PhoneFold } from '../../ui/opens.tsx';
import '../../ui/why-bars.css';
import { TryAgain } from '../../ui/notice.tsx';
import { signalWords } from '../../ui/signal-texts.ts';

interface MarketSignalCardProps {
  readonly place: CardPlace;
  readonly story: SignalStory;
  readonly ended: EndedSignal | undefined;
}

/** A measured signal: before its start, running, past its expiry, settled. */
export function MarketSignalCard({ place, story, ended }: MarketSignalCardProps) {
  'use memo';
  const { signal } = story;
  return (
    <MarketCard
      place={place}
      head={<CardHead place={place} pair={signal.pair} ended={ended} />}
      what={<SignalWhat key={signal.id} story={story} />}
      time={<StoryRing story={story} isHeld={ended !== undefined} />}
      race={<Race key={signal.id} {...signal} story={story} />}
      confidence={<MarketConfidence percent={signal.confidence} />}
      why={<WhyBars {...signal} />}
      foot={<Times story={story} />}
    />
  );
}

function SignalWhat({ story }: { readonly story: SignalStory }) {
  'use memo';
  const { signal } = story;
  const { direction } = signal;
  return (
    <div className="signal__row signal__row--new">
      <DirectionFace shows={direction} />
      <div>
        <SignalName pair={signal.pair} direction={direction} />
        <p className="market-card__when wide hint">
          {signalWords.when({
            timeframe: signal.timeframe,
            start: formatLocalClock(signal.startMs),
            expiry: formatLocalClock(signal.expiryMs),
            zone: localZoneName(signal.startMs),
          })}
        </p>
        <TookIt story={story} />
      </div>
    </div>
  );
}

interface StoryRingProps {
  readonly story: SignalStory;
  /** Whether the head row shows the outcome. */
  readonly isHeld: boolean;
}

function StoryRing({ story: { signal, settled }, isHeld }: StoryRingProps) {
  const { startMs, expiryMs } = signal;
  const store = useMarketStore();
  useEffect(() => {
    const { deskTime } = store.getState();
    if (deskTime !== null) noteRunningSignal(pageInstant(deskTime, expiryMs));
  }, [store, expiryMs]);
  const isBefore = useMarket((market) => deskMs(market) < startMs);
  const total = pipsOf(signal.timeframe);
  if (settled !== undefined)
    return (
      <UnlitRing total={total}>{isHeld ? signalWords.settled : outcomeTexts[settled.outcome]}</UnlitRing>
    );
  return (
    <WaitRing
      says={isBefore ? 'startsIn' : 'expiresIn'}
      total={total}
      toMs={isBefore ? startMs : expiryMs}
      after={signalWords.expired}
    />
  );
}

/** When it was generated, starts and expires, and where its entry price is from. */
function Times({ story: { signal, entered, settled } }: { readonly story: SignalStory }) {
  'use memo';
  return (
    <div>
      {texts.times({
        timeframe: signal.timeframe,
        start: formatLocalClock(signal.startMs),
        expiry: formatLocalClock(signal.expiryMs),
        time: <SignalTime at={signal.decidedMs} />,
      })}{' '}
      {texts.entry({
        is: entered !== undefined ? 'known' : settled === undefined ? 'ahead' : 'none',
        entry: entered === undefined ? '' : formatMid(signal.pair, entered.quote),
        source: sourceTexts[signal.source],
        age: formatAge(entered?.quote.ageMs ?? 0),
      })}
    </div>
  );
}

const takenOf = perSignIn(openTaken);

/** The trader's taken signals; undefined until they are here, and where the server stores none. */
function openTaken(session: Session) {
  const api = apiOf(session);
  const store = createStore<TakenSignals | undefined>(undefined, () => {
    void api.json<TakenSignals>('/api/taken').then(store.set, () => {});
    return () => {};
  });
  return {
    ...store,
    async say(id: string, method: 'PUT' | 'DELETE'): Promise<void> {
      try {
        store.set(await api.json<TakenSignals>(`/api/taken/${id}`, { method }));
      } catch (error) {
        if (error instanceof ApiError) showToast({ title: texts.notSaved, text: error.message }, 'failure');
      }
    },
  };
}

/** Whether the button of the signal before went away with the focus. */
let hadFocus = false;

/** A reader at the keyboard is on the button of the next signal, unless the focus has moved on. */
function followFocus(button: HTMLButtonElement): () => void {
  if (hadFocus && document.activeElement === document.body) button.focus({ preventScroll: true });
  hadFocus = false;
  return () => {
    hadFocus = document.activeElement === button;
  };
}

/** Says with one press that the trader took a signal, while it is open; then how late that was. */
function TookIt({ story: { signal, settled } }: { readonly story: SignalStory }) {
  const taken = takenOf(useSession());
  const mine = useStore(taken)?.signals;
  const isOver = useMarket((market) => deskMs(market) >= signal.expiryMs) || settled !== undefined;
  const own = mine?.find(({ id }) => id === signal.id);
  // Its line stays without the button: the card's face does not move when that comes and goes.
  if (mine === undefined || (own === undefined && isOver)) return <p className="took">{'\u00a0'}</p>;
  return (
    <p className="took">
      {own === undefined ? null : `${texts.taken({ delay: formatAge(own.delayMs) })} `}
      <button
        ref={followFocus}
        type="button"
        className="reach"
        onClick={() => void taken.say(signal.id, own === undefined ? 'PUT' : 'DELETE')}
      >
        {own === undefined ? texts.take : texts.undo}
      </button>
    </p>
  );
}

interface NoSignalCardProps {
  readonly place: CardPlace;
  readonly ended: EndedSignal | undefined;
  readonly pair: ScoredPair;
  /** Why there is none; absent while one is on its way. */
  readonly title?: string;
  readonly text?: ReactNode;
  readonly time: ReactNode;
  readonly why?: ReactNode;
  readonly isBusy?: boolean;
}

/** A market card without a signal: the price alone, and why there is none. One skeleton with the card of a signal. */
export function NoSignalCard(props: NoSignalCardProps) {
  'use memo';
  const { place, ended, pair, title, isBusy } = props;
  const { mode } = place;
  const window = useMarket((market) => {
    const startMs = minuteOf(deskMs(market)) + START_DELAY_MS;
    return { startMs, expiryMs: startMs + MINUTE_MS };
  });
  const isNarrow = useMedia('(width < 40em)');
  const isClosed = title === signalWords.marketClosed;
  const note = isClosed ? undefined : mode === 'special' ? <HourNote /> : texts.recordedToo;
  return (
    <MarketCard
      place={place}
      isBusy={isBusy}
      head={<CardHead place={place} pair={pair} ended={ended} />}
      what={
        title === undefined ? <BusyWhat pair={pair} /> : <BlankWhat title={title}>{props.text}</BlankWhat>
      }
      time={props.time}
      race={<Race key={window.startMs} {...window} pair={pair} story={undefined} />}
      confidence={<MarketConfidence percent={undefined} note={isNarrow ? note : undefined} />}
      why={props.why}
      foot={isNarrow ? undefined : note}
    />
  );
}

/** The card's parts while no fresh prices come: nothing is issued then. The ring would have `total` pips. */
export function troubleParts({ title, reason, canRetry }: Trouble, total: number) {
  return {
    title,
    text: reason,
    time: canRetry ? <ConnectNow /> : <UnlitRing total={total}>{signalWords.noSignal}</UnlitRing>,
    why:
      reason === noMarketTexts.weekend ? (
        <WeekOpens />
      ) : (
        <p className="market-card__note">{texts.nothingWithoutPrices}</p>
      ),
  };
}

/** Those of a decision without a signal. */
export function abstainedParts(reason: string, decidedMs: number) {
  return {
    title: signalWords.noSignal,
    text: texts.reasonAt({ reason, time: formatLocalClock(decidedMs) }),
  };
}

function WeekOpens() {
  const opensMs = useMarket((market) => fxWeekAt(deskMs(market)).nextOpensMs);
  return (
    <dl className="wait">
      <Opening at={epochMs(opensMs)} />
    </dl>
  );
}

/** How many minutes of the last hour had no signal, where that is known. */
function HourNote() {
  const count = useMarket((market) => minutesWithoutSignal(market.state.signals, deskMs(market)));
  return count === undefined ? texts.recordedToo : texts.withoutSignal({ count });
}

/** The reason of each pair, those with the same reason together. */
export function EachPair({ abstained }: { readonly abstained: AbstainedEntry }) {
  'use memo';
  return (
    <PhoneFold className="why" summary={texts.eachPair}>
      <dl className="market-card__pairs ruled">
        {reasonGroups(abstained).map(({ pairs, reason }) => (
          <Fact key={reason} name={pairs.join(', ')}>
            {reason}
          </Fact>
        ))}
      </dl>
    </PhoneFold>
  );
}

/** So many pips has the ring of a timeframe. */
export function pipsOf(timeframe: Timeframe): number {
  return timeframeMs(timeframe) / SECOND_MS;
}

/** Connects now instead of at the end of the wait. */
function ConnectNow() {
  const store = useMarketStore();
  return <TryAgain onPress={() => store.retry()} />;
}
