import { type ReactNode, useState, useEffect } from 'react';
import { useSession } from '../../lib/session/session-context.ts';
import { deskMs, type MarketAt, MarketContext, pageMarket, useMarket } from './market-context.ts';
import { type BotDesk, createBotDesk, createRequestStore } from './bot-desk.ts';
import { BotOnMarket } from './bot-on-market.tsx';
import { SpecialOnMarket } from './special-on-market.tsx';
import './market-signals.css';
import { formatAge } from '../../lib/figures.ts';
import { feedTexts } from '../../lib/market/feed-texts.ts';
import { priceLabelText } from '../../lib/market/price-label.ts';
import { texts } from './texts.ts';
import { troubleAt } from './market-view.tsx';
import { apiOf } from '../../lib/api-client.ts';
import { setAlarm } from '../../lib/clock.ts';
import { createMarketStore } from '../../lib/market/market-store.ts';
import { now } from '../../lib/now.ts';
import { cryptoRandom } from '../../lib/random.ts';
import { perSignIn } from '../../lib/session/per-sign-in.ts';
import type { Session } from '../../lib/session/session.ts';
import { showToast } from '../../ui/toasts.ts';
import { isAnyAlertOn } from '../../lib/alerts/alert-settings.ts';
import { MarketSignalCard } from './market-signal-card.tsx';
import { PayoutCard } from './market-confidence.tsx';

export type MarketPanelProps = Omit<MarketViewsProps, 'botDesk'>;

/** The signals measured on market prices, in both modes. Connected while it is on the page. */
export function MarketPanel(props: MarketPanelProps) {
  return <WithMarket>{(botDesk) => <MarketViews {...props} botDesk={botDesk} />}</WithMarket>;
}

function WithMarket({ children }: { readonly children: (botDesk: BotDesk) => ReactNode }) {
  const { store, botDesk } = marketOf(useSession());
  const [market] = useState(() => pageMarket(store));
  return <MarketContext value={market}>{children(botDesk)}</MarketContext>;
}

interface MarketViewsProps {
  readonly mode: 'special' | 'bot';
  readonly marketHours: ReactNode;
  readonly about: ReactNode;
  readonly botRunsNow: ReactNode;
  readonly botDesk: BotDesk;
  /** Whether a banner says what the prices are; its place is kept until that is known. */
  readonly hasBanner: boolean;
}

/** Both modes on the market. Nothing here renders with each price or second but what shows one: see useMarket. */
export function MarketViews({ mode, botDesk, about, hasBanner, ...rest }: MarketViewsProps) {
  return (
    <>
      <MarketNotices hasBanner={hasBanner} />
      {mode === 'special' ? (
        <SpecialOnMarket {...rest} about={about} />
      ) : (
        <BotOnMarket about={about} botDesk={botDesk} />
      )}
    </>
  );
}

/** A sentence for each trouble that no card shows; a trouble of the prices is announced when it begins. */
function MarketNotices({ hasBanner }: { readonly hasBanner: boolean }) {
  const { label, trouble, notices } = useMarket(noticesAt);
  return (
    <output className="market-notices note" aria-live="polite">
      {hasBanner || label !== null ? (
        <span className={`banner-place ${label === null ? '' : 'market-notices__replay'}`}>
          {label === null ? null : texts.replay({ label: priceLabelText(label), b: <b /> })}
        </span>
      ) : null}
      {trouble === undefined ? null : (
        <span className="hidden-text">{texts.announceTrouble({ ...trouble })}</span>
      )}
      {notices.map((notice) => (
        <span key={notice}>{notice}</span>
      ))}
    </output>
  );
}

function noticesAt(market: MarketAt) {
  const { state } = market;
  return {
    label: state.feed?.label ?? null,
    trouble: state.status === 'connecting' ? undefined : troubleAt(state, deskMs(market)),
    notices: [
      ...(state.feed?.disagreements ?? []).map((pair) => feedTexts.disagree({ pair })),
      ...(state.isClockOff ? [clockNotice(state.offsetMs)] : []),
    ],
  };
}

function clockNotice(offsetMs: number | null): string {
  const way = offsetMs === null ? 'unknown' : offsetMs > 0 ? 'behind' : 'ahead';
  return texts.clock({ way, age: formatAge(Math.abs(offsetMs ?? 0)) });
}

/** A trader's market: its requests survive a look at the simulated signals. */
const marketOf = perSignIn((session: Session) => {
  const store = createMarketStore({
    api: apiOf(session),
    now,
    random: cryptoRandom,
    isNeededHidden: isAnyAlertOn,
  });
  const state = session.getState();
  const trader = state.status === 'signed-in' ? state.email : '';
  const botDesk = createBotDesk({
    store,
    requests: createRequestStore(trader, () => sessionStorage),
    makeKey: () => crypto.randomUUID(),
    wait: (ms) => new Promise((resolve) => setAlarm(now() + ms, resolve)),
    onRefusal: (text) => showToast({ title: texts.noBotSignal, text }, 'failure'),
  });
  return { store, botDesk };
});

export interface OpenStoryProps {
  readonly id: string;
  /** Shown until it is known whether that signal is open, */
  readonly loading: ReactNode;
  /** and where it is not open. */
  readonly missing: ReactNode;
  readonly onSettled: () => void;
}

/** A signal that is not settled yet, as it runs. Connected to the market while it is on the page. */
export function OpenStory(props: OpenStoryProps) {
  return <WithMarket>{() => <RunningStory {...props} />}</WithMarket>;
}

function RunningStory({ id, loading, missing, onSettled }: OpenStoryProps) {
  const { isKnown, story } = useMarket(({ state }) => ({
    isKnown: state.status === 'live' || state.status === 'unavailable',
    story: state.signals.stories.find(({ signal }) => signal.id === id),
  }));
  const isSettled = story?.settled !== undefined;
  useEffect(() => {
    if (isSettled) onSettled();
  }, [isSettled, onSettled]);
  if (story === undefined) return isKnown ? missing : loading;
  const place = { mode: story.signal.mode, title: texts.openSignal };
  return (
    <>
      <h1 className="market-notices note">{texts.openStory}</h1>
      <div className="grid">
        <div className="stack c8">
          <MarketSignalCard place={place} story={story} ended={undefined} />
        </div>
        <div className="stack c4">
          <PayoutCard />
        </div>
      </div>
    </>
  );
}
