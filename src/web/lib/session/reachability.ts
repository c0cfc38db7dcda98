import { type BackOff, backOffMs } from '../../../core/time/back-off.ts';
import { type EpochMs, SECOND_MS } from '../../../core/time/instant.ts';
import { now } from '../now.ts';
import { createStore } from '../store.ts';

/**
 * Whether the auth service answers.
 *
 * | state       | answer                       | no answer   | browser offline | browser online | wait is over         |
 * | ----------- | ---------------------------- | ----------- | --------------- | -------------- | -------------------- |
 * | reachable   | reachable                    | unreachable | cut             | ask            |                      |
 * | unreachable | reachable                    | unreachable | cut             | ask            | ask, then wait longer |
 * | cut         | cut for 1 s, then reachable  | cut         | cut             | ask            | ask, then wait longer |
 *
 * "Browser online" leaves `cut` for `unreachable`, so that the answer to the question counts at once.
 */
type Line =
  | { readonly name: 'reachable' }
  | { readonly name: 'unreachable' }
  | { readonly name: 'cut'; readonly sinceMs: EpochMs };

/** Since when the auth service does not answer; undefined while it does. */
export interface Connection {
  readonly lostAt: EpochMs | undefined;
}

export type Reachability = ReturnType<typeof createReachability>;

export interface ReachabilityOptions {
  /** Asks the service something. Resolves once it has answered or not. */
  readonly ask: () => Promise<void>;
  /** Whether the page needs an answer: without a session it does not. */
  readonly isNeeded: () => boolean;
  /** Called when the service is found to be away, before the next question is planned. */
  readonly onLost: () => void;
}

const BACK_OFF: BackOff = { firstMs: 5 * SECOND_MS, longestMs: 60 * SECOND_MS };
/** An answer so soon after the browser went offline was on its way before: it proves nothing. */
const LATE_ANSWER_MS = SECOND_MS;

/** Follows requests and the browser's online events; while the service is away, asks again by itself. */
export function createReachability({ ask, isNeeded, onLost }: ReachabilityOptions) {
  let line: Line = { name: navigator.onLine ? 'reachable' : 'unreachable' };
  let wait: ReturnType<typeof setTimeout> | undefined;
  const connection = createStore<Connection>({ lostAt: navigator.onLine ? undefined : now() });

  function enter(next: Line): void {
    line = next;
    const { lostAt } = connection.getState();
    if (next.name === 'reachable') connection.set({ lostAt: undefined });
    else if (lostAt === undefined) connection.set({ lostAt: now() });
  }

  function lose(next: Line): void {
    enter(next);
    onLost();
    if (wait === undefined) askAfterWait(1);
  }

  function askAfterWait(failures: number): void {
    if (!isNeeded()) return;
    const own = setTimeout(
      async () => {
        await ask();
        // An answer has taken the wait away; another loss may have planned the next one since.
        if (wait !== own) return;
        wait = undefined;
        askAfterWait(failures + 1);
      },
      backOffMs(failures, BACK_OFF, Math.random()),
    );
    wait = own;
  }

  function onOffline(): void {
    lose({ name: 'cut', sinceMs: now() });
  }

  function onOnline(): void {
    if (line.name === 'cut') line = { name: 'unreachable' };
    void ask();
  }

  window.addEventListener('online', onOnline);
  window.addEventListener('offline', onOffline);

  return {
    connection,
    onAnswer() {
      if (line.name === 'cut' && now() - line.sinceMs < LATE_ANSWER_MS) return;
      clearTimeout(wait);
      wait = undefined;
      enter({ name: 'reachable' });
    },
    onNoAnswer() {
      lose(line.name === 'cut' ? line : { name: 'unreachable' });
    },
    dispose() {
      clearTimeout(wait);
      window.removeEventListener('online', onOnline);
      window.removeEventListener('offline', onOffline);
    },
  };
}
