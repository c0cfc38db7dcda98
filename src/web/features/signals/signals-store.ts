import type { RandomUint32 } from '../../../core/random/random.ts';
import type { EpochMs } from '../../../core/time/instant.ts';
import { marketStatus, nextClosing, nextOpening } from '../../../core/time/market-hours.ts';
import { nextAutoSignal } from '../../../core/simulated/auto-signal.ts';
import { advanceBot, type BotState, IDLE_BOT, requestBotSignal } from '../../../core/simulated/bot-signal.ts';
import type { BotChoice, Signal } from '../../../core/simulated/signal.ts';

export type Mode = 'special' | 'bot';

export interface SignalsState {
  readonly mode: Mode;
  readonly isMarketOpen: boolean;
  /** P-Special's signal; none while the market is closed or P-BOT is in view. */
  readonly auto: Signal | undefined;
  readonly bot: BotState;
  /** What the last P-BOT signal had been asked for, once it has expired and until the next is asked for. */
  readonly expired: BotChoice | undefined;
  /** The signal drawn last, in either mode. */
  readonly latest: Signal | undefined;
}

export interface SignalsStoreOptions {
  readonly now: () => EpochMs;
  readonly random: RandomUint32;
  /** Calls back once the clock reads `at` and the page is visible; returns how to call it off. */
  readonly setAlarm: (at: EpochMs, ring: () => void) => () => void;
}

export type SignalsStore = ReturnType<typeof createSignalsStore>;

/**
 * The signals of one visit to the page. It holds no timer of its own between changes: it sets an alarm for the next
 * instant at which something must change (a signal expires, P-BOT is done, the market opens or closes), and asks core
 * what is true then. Nothing is stored or sent.
 */
export function createSignalsStore({ now, random, setAlarm }: SignalsStoreOptions) {
  const listeners = new Set<() => void>();
  let stopAlarm: (() => void) | undefined;
  let state: SignalsState = advanced(
    {
      mode: 'special',
      isMarketOpen: false,
      auto: undefined,
      bot: IDLE_BOT,
      expired: undefined,
      latest: undefined,
    },
    now(),
    random,
  );

  function change(next: SignalsState): void {
    const settled = advanced(next, now(), random);
    if (settled !== state) {
      state = settled;
      for (const listener of listeners) listener();
    }
    waitForNextChange();
  }

  function waitForNextChange(): void {
    stopAlarm?.();
    stopAlarm = undefined;
    const at = listeners.size === 0 ? undefined : nextChangeAt(state, now());
    if (at !== undefined) stopAlarm = setAlarm(at, () => change(state));
  }

  return {
    getState: (): SignalsState => state,

    /** Starts the store with its first listener and stops it with its last. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      change(state);
      return () => {
        listeners.delete(listener);
        waitForNextChange();
      };
    },

    /** Shows the other view. Leaving P-Special drops its signal; coming back draws one at once. */
    show(mode: Mode): void {
      change({ ...state, mode });
    },

    /** Asks P-BOT for a signal; while it is busy, does nothing. */
    requestBotSignal(choice: BotChoice): void {
      const bot = requestBotSignal(state.bot, choice, now());
      if (bot !== state.bot) change({ ...state, bot, expired: undefined });
    },
  };
}

/** What is true at an instant; the same object when nothing changed. */
function advanced(state: SignalsState, at: EpochMs, random: RandomUint32): SignalsState {
  const isMarketOpen = marketStatus(at).anyActive;
  const auto = state.mode === 'special' ? nextAutoSignal(state.auto, at, random) : undefined;
  const bot = advanceBot(state.bot, at, random);
  const isSame = isMarketOpen === state.isMarketOpen && auto === state.auto && bot === state.bot;
  if (isSame) return state;
  const hasBotExpired =
    state.bot.signal !== undefined && bot.signal === undefined && bot.analyzing === undefined;
  return {
    ...state,
    isMarketOpen,
    auto,
    bot,
    expired: hasBotExpired ? state.bot.signal : state.expired,
    latest: newlyDrawn(state, auto, bot) ?? state.latest,
  };
}

function newlyDrawn(before: SignalsState, auto: Signal | undefined, bot: BotState): Signal | undefined {
  if (auto !== before.auto && auto !== undefined) return auto;
  return bot.signal === before.bot.signal ? undefined : bot.signal;
}

function nextChangeAt(state: SignalsState, at: EpochMs): EpochMs {
  const { auto, bot, isMarketOpen } = state;
  const instants = [isMarketOpen ? nextClosing(at) : nextOpening(at)];
  for (const instant of [auto?.expiryTime, bot.analyzing?.readyAt, bot.signal?.expiryTime]) {
    if (instant !== undefined) instants.push(instant);
  }
  return Math.min(...instants) as EpochMs;
}
