import type { RandomUint32 } from '../../../core/random/random.ts';
import { OTC_PAIRS } from '../../../core/market/pairs.ts';
import { BOT_TIMEFRAMES } from '../../../core/market/timeframes.ts';
import {
  advanceBot,
  type BotChoice,
  type BotState,
  IDLE_BOT,
  isLive,
  nextAutoSignal,
  requestBotSignal,
  type Signal,
} from '../../../core/simulated/signal.ts';
import type { EpochMs } from '../../../core/time/instant.ts';
import { marketStatus, nextClosing, nextOpening } from '../../../core/time/market-hours.ts';
import { createStore, type Store } from '../../lib/store.ts';

export type Mode = 'special' | 'bot';

interface SignalsState {
  readonly mode: Mode;
  readonly isMarketOpen: boolean;
  /** P-Special's signal; none while the market is closed. In P-BOT the last one stands until it expires, and none follows. */
  readonly auto: Signal | undefined;
  readonly bot: BotState;
  readonly choice: BotChoice;
  /** The choice of the last P-BOT signal, once it has expired and until the next request. */
  readonly expired: BotChoice | undefined;
  /** The signal drawn last, in either mode, while it stands. */
  readonly latest: Signal | undefined;
}

interface SignalsStoreOptions {
  readonly now: () => EpochMs;
  readonly random: RandomUint32;
  /** Calls back once the clock reads `at` and the page is visible; returns how to cancel. */
  readonly setAlarm: (at: EpochMs, ring: () => void) => () => void;
}

export interface SignalsStore extends Store<SignalsState> {
  /** Changes the mode. Back in P-Special the signal that still runs is there; without one, one is drawn at once. */
  show(mode: Mode): void;
  choose(choice: BotChoice): void;
  /** Asks P-BOT for a signal; while it is busy, does nothing. */
  requestBotSignal(choice: BotChoice): void;
  /** Ends the visit: nothing is drawn any more. */
  stop(): void;
}

/** Both menus start on their first option. */
const FIRST_CHOICE: BotChoice = {
  pair: OTC_PAIRS[0],
  timeframe: BOT_TIMEFRAMES[0],
};
const NOTHING_DRAWN: SignalsState = {
  mode: 'special',
  isMarketOpen: false,
  auto: undefined,
  bot: IDLE_BOT,
  choice: FIRST_CHOICE,
  expired: undefined,
  latest: undefined,
};

/**
 * The simulated signals of one visit, from the first time they are shown to the sign-out, whatever page is in view. Between
 * changes it holds one alarm, for the next instant at which something must change (a signal expires, P-BOT is done, the market
 * opens or closes), and asks core what is true then. Nothing is stored or sent.
 */
export function createSignalsStore({ now, random, setAlarm }: SignalsStoreOptions): SignalsStore {
  const store = createStore(advanced(NOTHING_DRAWN, now(), random));
  let stopAlarm = alarmForNextChange();

  function change(part: Partial<SignalsState>): void {
    stopAlarm();
    store.set(advanced({ ...store.getState(), ...part }, now(), random));
    stopAlarm = alarmForNextChange();
  }

  function alarmForNextChange(): () => void {
    return setAlarm(nextChangeAt(store.getState(), now()), () => change({}));
  }

  return {
    getState: store.getState,
    subscribe: store.subscribe,
    show: (mode) => change({ mode }),
    choose: (choice) => change({ choice }),
    requestBotSignal(choice) {
      const { bot } = store.getState();
      const requested = requestBotSignal(bot, choice, now());
      if (requested !== bot) change({ bot: requested, expired: undefined });
    },
    stop: () => stopAlarm(),
  };
}

/** The state at an instant. */
function advanced(state: SignalsState, at: EpochMs, random: RandomUint32): SignalsState {
  const isMarketOpen = marketStatus(at).anyActive;
  const auto = autoSignal(state, at, random);
  const bot = advanceBot(state.bot, at, random);
  const hasBotExpired =
    state.bot.signal !== undefined && bot.signal === undefined && bot.analyzing === undefined;
  return {
    ...state,
    isMarketOpen,
    auto,
    bot,
    expired: hasBotExpired ? state.bot.signal : state.expired,
    latest: latestOf(state, auto, bot),
  };
}

function autoSignal({ mode, auto }: SignalsState, at: EpochMs, random: RandomUint32): Signal | undefined {
  const isRunning = auto !== undefined && isLive(auto, at);
  return mode === 'special' || isRunning ? nextAutoSignal(auto, at, random) : undefined;
}

/** The signal drawn since `before`; without one, the latest while it stands. */
function latestOf(before: SignalsState, auto: Signal | undefined, bot: BotState): Signal | undefined {
  if (auto !== undefined && auto !== before.auto) return auto;
  if (bot.signal !== undefined && bot.signal !== before.bot.signal) return bot.signal;
  return before.latest === auto || before.latest === bot.signal ? before.latest : undefined;
}

function nextChangeAt(state: SignalsState, at: EpochMs): EpochMs {
  const { auto, bot, isMarketOpen } = state;
  const instants = [isMarketOpen ? nextClosing(at) : nextOpening(at)];
  for (const instant of [auto?.expiryTime, bot.analyzing?.readyAt, bot.signal?.expiryTime]) {
    if (instant !== undefined) instants.push(instant);
  }
  return Math.min(...instants) as EpochMs;
}
