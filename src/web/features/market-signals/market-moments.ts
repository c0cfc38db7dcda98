import { type EpochMs, epochMs } from '../../../core/time/instant.ts';
import { onSecond } from '../../lib/clock.ts';
import { deskNow, turnOfSecond } from '../../lib/market/desk-time.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { now } from '../../lib/now.ts';
import { createStore, type Store } from '../../lib/store.ts';

/** The market's state, and the reading of the desk's clock; undefined until that is known. */
export interface MarketAt {
  readonly state: MarketState;
  readonly atMs: EpochMs | undefined;
}

/**
 * The market from moment to moment: at each change of what is known, and at each turn of a second of the desk's clock, so that a
 * countdown to an instant of that clock reaches zero on it. Connected while it has a listener.
 */
export function createMoments(store: MarketStore): Store<MarketAt> {
  const look = () => moments.set(momentOf(store.getState()));
  const moments = createStore(momentOf(store.getState()), () => {
    let turnMs = -1;
    let stopSeconds = () => {};
    const follow = () => {
      look();
      const { deskTime } = store.getState();
      const turn = deskTime === null ? 0 : turnOfSecond(deskTime);
      if (turn === turnMs) return;
      turnMs = turn;
      stopSeconds();
      stopSeconds = onSecond(turn, look);
    };
    const stopFollowing = store.subscribe(follow);
    follow();
    return () => {
      stopFollowing();
      stopSeconds();
    };
  });
  return moments;
}

function momentOf(state: MarketState): MarketAt {
  const { deskTime } = state;
  return { state, atMs: deskTime === null ? undefined : epochMs(Math.round(deskNow(deskTime, now()))) };
}
