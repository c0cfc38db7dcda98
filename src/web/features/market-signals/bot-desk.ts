import { type EpochMs, SECOND_MS } from '../../../core/time/instant.ts';
import {
  type Abstention,
  findDecision,
  foldEntry,
  NO_SIGNALS,
  type SignalStory,
} from '../../../core/signals/fold-signals.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import { type Timeframe, timeframeMs } from '../../../core/market/timeframes.ts';
import type { ApiError } from '../../lib/api-client.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import type { SignalRequestAnswer } from '../../../core/protocol/market-protocol.ts';
import type { KeptRequest } from './kept-request.ts';

export interface MarketChoice {
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
}

/** A request that the server took: it is decided at `decidedMs`, on the desk's clock. */
export interface Asked extends MarketChoice {
  readonly decidedMs: EpochMs;
}

export interface BotDeskState {
  /** What is being asked for, until the server has answered. */
  readonly asking: MarketChoice | undefined;
  readonly asked: Asked | undefined;
  /** Why the last request brought nothing, in one sentence. */
  readonly refusal: string | undefined;
  /** What was decided for `asked`; undefined until that is known. */
  readonly decision: SignalStory | Abstention | undefined;
  /** The signal before that one, and what became of it. */
  readonly previous: SignalStory | undefined;
}

export interface BotDeskOptions {
  readonly store: MarketStore;
  readonly kept: KeptRequest;
  readonly makeKey: () => string;
  /** Resolves after about this long. */
  readonly wait: (ms: number) => Promise<void>;
  /** The server said no, or nothing: one sentence for the trader. */
  readonly onRefusal: (message: string) => void;
}

/** Without an answer the same request is sent again after these waits; then it is given up. */
const RETRY_WAITS_MS = [1_000, 2_000, 4_000];
const ONE = { special: 1, bot: 1 };
/** A decision that has not come this long after its instant does not come any more. */
export const LOST_AFTER_MS = 20 * SECOND_MS;

export type BotDesk = ReturnType<typeof createBotDesk>;

/**
 * The signals that this trader asked P-BOT for: one request at a time, and what was decided for the last. Each press is one
 * request with one key, however often it has to be sent. The last request outlives a reload of the page.
 */
export function createBotDesk({ store, kept, makeKey, wait, onRefusal }: BotDeskOptions) {
  const listeners = new Set<() => void>();
  let stopFollowing: (() => void) | undefined;
  /** Whether `asked` is of the page before a reload: it is let go when the market knows nothing of it. */
  let isFound = true;
  let state: BotDeskState = {
    asking: undefined,
    asked: kept.read(),
    refusal: undefined,
    decision: undefined,
    previous: undefined,
  };

  function change(next: BotDeskState): void {
    state = next;
    for (const listener of listeners) listener();
  }

  /** Takes over what the market store has learnt about the signals asked for; keeps what it has already let go. */
  function follow(): void {
    const { asked, previous } = state;
    const { signals } = store.getState();
    const decision = (asked && findDecision(signals, asked)) ?? state.decision;
    if (asked !== undefined && isFound && decision === undefined && isBygone(asked, store.getState())) {
      change({ ...state, asked: undefined });
      return;
    }
    const earlier =
      previous && (signals.stories.find(({ signal }) => signal.id === previous.signal.id) ?? previous);
    if (decision !== state.decision || earlier !== previous)
      change({ ...state, decision, previous: earlier });
  }

  /** Rejects with the ApiError of the last try. */
  async function send(choice: MarketChoice, key: string): Promise<SignalRequestAnswer> {
    for (const waitMs of RETRY_WAITS_MS) {
      try {
        return await store.requestSignal({ key, ...choice });
      } catch (error) {
        if ((error as ApiError).status !== undefined) throw error;
        await wait(waitMs);
      }
    }
    return store.requestSignal({ key, ...choice });
  }

  /** What the server says to a request; undefined when it says no, or nothing. */
  async function answerTo(choice: MarketChoice): Promise<SignalRequestAnswer | undefined> {
    try {
      return await send(choice, makeKey());
    } catch (error) {
      const { message } = error as ApiError;
      change({ ...state, asking: undefined, refusal: message });
      onRefusal(message);
      return undefined;
    }
  }

  return {
    getState: (): BotDeskState => state,

    /** Follows the market store from its first listener to its last. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (listeners.size === 1) stopFollowing = store.subscribe(follow);
      follow();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stopFollowing?.();
      };
    },

    /** Asks for a signal; while another request is on its way, does nothing. Never rejects. */
    async request(choice: MarketChoice): Promise<void> {
      if (state.asking !== undefined) return;
      change({ ...state, asking: choice, refusal: undefined });
      const answer = await answerTo(choice);
      if (answer === undefined) return;
      const { pair, timeframe, decidesMs, decision } = answer;
      const { stories, abstentions } = decision === null ? NO_SIGNALS : foldEntry(NO_SIGNALS, decision, ONE);
      const before = state.decision;
      const asked = { pair, timeframe, decidedMs: decidesMs as EpochMs };
      isFound = false;
      kept.write(asked);
      change({
        asking: undefined,
        refusal: undefined,
        asked,
        decision: stories[0] ?? abstentions[0],
        previous: before !== undefined && 'signal' in before ? before : state.previous,
      });
      follow();
    },
  };
}

/** Whether no decision can come any more for a request; false while that is unknown. */
function isBygone({ decidedMs, timeframe }: Asked, { status, deskTime }: MarketState): boolean {
  if (status !== 'live' || deskTime === null) return false;
  const aheadMs = decidedMs - deskTime.deskMs;
  // Further ahead than anything can be asked for: a replay that has begun anew.
  return aheadMs <= -LOST_AFTER_MS || aheadMs > timeframeMs(timeframe);
}
