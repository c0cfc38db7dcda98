import type { Tick } from '../../../src/core/market/tick.ts';
import type { FeedSink, FeedStatus } from '../../../src/server/market/feed-protocol.ts';

/** Keeps what a feed reports and lets a test wait for it. */
export interface RecordingSink extends FeedSink {
  readonly ticks: Tick[];
  readonly statuses: FeedStatus[];
  /** Resolves with the tick number `count`, counted from 1. */
  tickNumber(count: number): Promise<Tick>;
  /** Resolves with the next status, past or to come, that fits. */
  statusThat(fits: (status: FeedStatus) => boolean): Promise<FeedStatus>;
}

export function recordingSink(): RecordingSink {
  const ticks: Tick[] = [];
  const statuses: FeedStatus[] = [];
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
    statuses,
    tick: (tick) => {
      ticks.push(tick);
      wake();
    },
    status: (status) => {
      statuses.push(status);
      wake();
    },
    tickNumber: (count) => until(() => ticks[count - 1]),
    statusThat: (fits) => until(() => statuses.find(fits)),
  };
}
