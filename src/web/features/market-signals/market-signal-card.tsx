import { useEffect } from 'react';
import type { SignalStory } from '../../../core/signals/fold-signals.ts';
import type { TakenSignals } from '../../../core/wire/taken.ts';
import { ApiError, apiOf } from '../../lib/api-client.ts';
import { formatAge, formatMid } from '../../lib/figures.ts';
import { formatLocalClock, localZoneName } from '../../lib/formats.ts';
import { perSignIn } from '../../lib/session/per-sign-in.ts';
import { useSession } from '../../lib/session/session-context.ts';
import type { Session } from '../../lib/session/session.ts';
import { createStore, useStore } from '../../lib/store.ts';
import { DirectionFace, SignalName } from '../../ui/direction-face.tsx';
import { UnlitRing } from '../../ui/ring.tsx';
import { SignalTime } from '../../ui/signal-time.tsx';
import { showToast } from '../../ui/toasts.ts';
import { WhyBars } from '../../ui/why-bars.tsx';
import { pageInstant } from '../../lib/market/desk-time.ts';
import { noteRunningSignal } from '../../lib/running-signal.ts';
import { sourceTexts } from '../../lib/market/feed-texts.ts';
import { outcomeTexts } from '../../ui/decision-texts.ts';
import { signalWords } from '../../ui/signal-texts.ts';
import { CardHead } from './card-head.tsx';
import { MarketCard, WaitRing, type CardPlace } from './market-card.tsx';
import type { EndedSignal } from './ended-signal.tsx';
import { MarketConfidence } from './market-confidence.tsx';
import { deskMs, useMarket, useMarketStore } from './market-context.ts';
import { pipsOf } from './no-signal-card.tsx';
import { Race } from './race.tsx';
import { texts } from './texts.ts';

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
