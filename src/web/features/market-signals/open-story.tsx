import { type ReactNode, useEffect, useState } from 'react';
import { useSession } from '../../lib/session/session-context.ts';
import { texts } from './texts.ts';
import { MarketContext, pageMarket, useMarket } from './market-context.ts';
import { MarketSignalCard } from './market-signal-card.tsx';
import { PayoutCard } from './payout-card.tsx';
import { marketOf } from './session-market.ts';
import './market-signals.css';

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
  const session = useSession();
  const [market] = useState(() => pageMarket(marketOf(session).store));
  return (
    <MarketContext value={market}>
      <RunningStory {...props} />
    </MarketContext>
  );
}

export function RunningStory({ id, loading, missing, onSettled }: OpenStoryProps) {
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
