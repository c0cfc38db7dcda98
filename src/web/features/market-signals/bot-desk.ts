import { jsonIn } from '../../../core/json/loose.ts';
import { type EpochMs, SECOND_MS } from '../../../core/time/instant.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import {
  type Abstention,
  findDecision,
  foldEntry,
  NO_SIGNALS,
  type SignalStory,
} from '../../../core/signals/fold-signals.ts';
import { type Timeframe, timeframeMs } from '../../../core/market/timeframes.ts';
import type { ApiError } from '../../lib/api-client.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import type { SignalRequest, SignalRequestAnswer } from '../../../core/wire/market.ts';
import { createStore, type Store } from '../../lib/store.ts';
import { storeChoice, storedChoice } from '../../lib/stored-choice.ts';
import type { AbstainedEntry } from '../../../core/signals/ledger-entry.ts';
import { type Trouble, troubleAt } from './market-view.tsx';

export interface MarketChoice {
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
}

/** A request that the server took: it is decided at `decidedMs`, on the desk's clock. */
export interface Asked extends MarketChoice {
  /** The server's name for it. */
  readonly key: string;
  readonly decidedMs: EpochMs;
}

/** The last accepted request, which survives a reload of the page. */
export interface RequestStore {
  read(): Asked | undefined;
  write(asked: Asked): void;
  forget(): void;
}

export interface BotDeskState {
  readonly choice: MarketChoice;
  /** The request under way, until the server has answered. */
  readonly asking: MarketChoice | undefined;
  readonly asked: Asked | undefined;
  /** Why the last request failed, in one sentence. */
  readonly refusal: string | undefined;
  /** The decision on `asked`; undefined until it is known. */
  readonly decision: SignalStory | Abstention | undefined;
  /** The signal before that one. */
  readonly previous: SignalStory | undefined;
}

export interface BotDeskOptions {
  readonly store: MarketStore;
  readonly requests: RequestStore;
  readonly makeKey: () => string;
  readonly wait: (ms: number) => Promise<void>;
  /** The server refused, or did not answer: one sentence for the trader. */
  readonly onRefusal: (message: string) => void;
}

/** Without an answer the same request is sent again after these waits; then it is given up. */
const RETRY_WAITS_MS = [1_000, 2_000, 4_000];
const ONE = { special: 1, bot: 1 };
/** A decision that has not come this long after its instant will not come. */
const LOST_AFTER_MS = 20 * SECOND_MS;

const FIRST_CHOICE: MarketChoice = { pair: 'EUR/USD', timeframe: '5s' };

/** Follows the market store from its first listener to its last. */
export interface BotDesk extends Store<BotDeskState> {
  choose(choice: MarketChoice): void;
  /** Asks for a signal; while another request is on its way, does nothing. Never rejects. */
  request(choice: MarketChoice): Promise<void>;
  /** Cancels the request that waits for its decision, here and on the server; a decided one stays. */
  cancel(): void;
}

/**
 * The signals that this trader asked P-BOT for: one request at a time, and what was decided for the last. Each press is one
 * request with one key, however often it has to be sent. The last request outlives a reload of the page.
 */
export function createBotDesk(options: BotDeskOptions): BotDesk {
  const { store, requests, makeKey, onRefusal } = options;
  /** Whether `asked` is from before a reload: it is dropped when the market does not know it. */
  let isFound = true;
  const left = requests.read();
  const desk = createStore<BotDeskState>(
    {
      choice: left ?? FIRST_CHOICE,
      asking: undefined,
      asked: left,
      refusal: undefined,
      decision: undefined,
      previous: undefined,
    },
    () => {
      const stopFollowing = store.subscribe(follow);
      follow();
      return stopFollowing;
    },
  );

  function change(part: Partial<BotDeskState>): void {
    desk.set({ ...desk.getState(), ...part });
  }

  function follow(): void {
    desk.set(followed(desk.getState(), store.getState(), isFound));
  }

  function take(key: string, { pair, timeframe, decidesMs, decision }: SignalRequestAnswer): void {
    const { stories, abstentions } = decision === null ? NO_SIGNALS : foldEntry(NO_SIGNALS, decision, ONE);
    const { decision: before, previous } = desk.getState();
    const request = { key, pair, timeframe, decidedMs: decidesMs as EpochMs };
    isFound = false;
    requests.write(request);
    change({
      asking: undefined,
      asked: request,
      decision: stories[0] ?? abstentions[0],
      previous: before !== undefined && 'signal' in before ? before : previous,
    });
    follow();
  }

  return {
    getState: desk.getState,
    subscribe: desk.subscribe,
    choose: (choice) => change({ choice }),
    async request(choice) {
      if (desk.getState().asking !== undefined) return;
      change({ asking: choice, refusal: undefined });
      try {
        const key = makeKey();
        take(key, await send(options, { key, ...choice }));
      } catch (error) {
        const { message } = error as ApiError;
        change({ asking: undefined, refusal: message });
        onRefusal(message);
      }
    },
    cancel() {
      const { asked, decision } = desk.getState();
      if (asked === undefined || decision !== undefined) return;
      requests.forget();
      change({ asked: undefined });
      // If the server does not get this, the signal is decided and recorded, and not shown here.
      store.takeBackSignal(asked.key).catch(() => undefined);
    },
  };
}

/** Sends a request until there is an answer, or the waits are over. Rejects with the ApiError of the last try. */
async function send({ store, wait }: BotDeskOptions, request: SignalRequest): Promise<SignalRequestAnswer> {
  for (const waitMs of RETRY_WAITS_MS) {
    try {
      return await store.requestSignal(request);
    } catch (error) {
      if ((error as ApiError).status !== undefined) throw error;
      await wait(waitMs);
    }
  }
  return store.requestSignal(request);
}

/** With the market store's news on the signals asked for; the same object without news. */
function followed(state: BotDeskState, market: MarketState, isFound: boolean): BotDeskState {
  const { asked, previous } = state;
  const { signals } = market;
  const decision = (asked && findDecision(signals, asked)) ?? state.decision;
  if (asked !== undefined && isFound && decision === undefined && isBygone(asked, market))
    return { ...state, asked: undefined };
  const earlier =
    previous && (signals.stories.find(({ signal }) => signal.id === previous.signal.id) ?? previous);
  return decision === state.decision && earlier === previous
    ? state
    : { ...state, decision, previous: earlier };
}

/** Whether no decision on a request can come any more; false while that is unknown. */
function isBygone({ decidedMs, timeframe }: Asked, { status, deskTime }: MarketState): boolean {
  if (status !== 'live' || deskTime === null) return false;
  const aheadMs = decidedMs - deskTime.deskMs;
  // Further ahead than any request: a replay that has started over.
  return aheadMs <= -LOST_AFTER_MS || aheadMs > timeframeMs(timeframe);
}

export type BotView =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'idle'; readonly trouble: Trouble | undefined }
  | { readonly kind: 'asking'; readonly choice: MarketChoice }
  | { readonly kind: 'deciding'; readonly asked: Asked }
  | { readonly kind: 'lost'; readonly asked: Asked }
  | { readonly kind: 'abstained'; readonly asked: Asked; readonly abstained: AbstainedEntry }
  | { readonly kind: 'signal'; readonly story: SignalStory };

/** What P-BOT shows at an instant of the desk's clock. */
export function botView(state: MarketState, bot: BotDeskState, atMs: EpochMs): BotView {
  const { asking, asked, decision } = bot;
  if (asking !== undefined) return { kind: 'asking', choice: asking };
  if (decision !== undefined && 'signal' in decision) return { kind: 'signal', story: decision };
  if (asked !== undefined && decision !== undefined)
    return { kind: 'abstained', asked, abstained: decision.abstained };
  if (state.status === 'connecting') return { kind: 'connecting' };
  // After a reload without a line the desk's clock is not known, and so no wait.
  if (asked !== undefined && state.deskTime !== null) {
    const isLost = state.status === 'live' && atMs >= asked.decidedMs + LOST_AFTER_MS;
    return { kind: isLost ? 'lost' : 'deciding', asked };
  }
  return { kind: 'idle', trouble: troubleAt(state, atMs, bot.choice.pair) };
}

const KEY = 'pipcast.asked';

/** Keeps one trader's request in storage that lasts as long as the tab. What cannot be stored is not kept; another trader's is none. */
export function createRequestStore(trader: string, openStorage: () => Storage): RequestStore {
  return {
    read: () => parse(storedChoice(KEY, openStorage) ?? '{}', trader),
    write: (asked) => storeChoice(KEY, JSON.stringify({ trader, ...asked }), openStorage),
    forget: () => storeChoice(KEY, undefined, openStorage),
  };
}

function parse(text: string, trader: string): Asked | undefined {
  const { trader: owner, ...asked } = (jsonIn(text) ?? {}) as Asked & { readonly trader?: string };
  return owner === trader ? asked : undefined;
}
