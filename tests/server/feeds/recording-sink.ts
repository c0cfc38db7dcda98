import type { FeedState } from '../../../src/core/wire/market.ts';
import type { Tick } from '../../../src/core/market/tick.ts';
import type { FeedSink } from '../../../src/server/market/feed-protocol.ts';

/** Keeps what a feed reports and lets a test wait for it. */
export interface RecordingSink extends FeedSink {
  readonly ticks: Tick[];
  readonly states: FeedState[];
  /** Resolves with the tick number `count`, counted from 1. */
  tickNumber(count: number): Promise<Tick>;
  /** Resolves when the feed reports this state, or has. */
  reported(state: FeedState): Promise<FeedState>;
}

export function recordingSink(): RecordingSink {
  const ticks: Tick[] = [];
  const states: FeedState[] = [];
  const waiters = new Set<() => void>();
  const wake = () => {
    for (const waiter of waiters) waiter();
  };
  const until = <T>(find: () => T | undefined) =>
    new Promise<T>((resolve) => {
      const look = () => {
        const found = find();
        if (found === undefined) return;
        waiters.delete(look);
        resolve(found);
      };
      waiters.add(look);
      look();
    });
  return {
    ticks,
    states,
    tick: (tick) => {
      ticks.push(tick);
      wake();
    },
    status: (state) => {
      states.push(state);
      wake();
    },
    tickNumber: (count) => until(() => ticks[count - 1]),
    reported: (state) => until(() => states.find((each) => each === state)),
  };
}
