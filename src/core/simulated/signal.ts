import { type RandomUint32, uniformInt, uniformPick } from '../random/random.ts';
import { type EpochMs, epochMs, SECOND_MS } from '../time/instant.ts';
import { type Direction, DIRECTIONS } from '../market/direction.ts';
import { AUTO_PAIRS } from '../market/pairs.ts';
import { type Timeframe, timeframeMs } from '../market/timeframes.ts';
import { marketStatus } from '../time/market-hours.ts';

/** A simulated signal: pair, direction and confidence are independent random draws. It is not market analysis. */
export interface Signal {
  readonly pair: string;
  readonly direction: Direction;
  /** Whole percent. A random draw, not a probability of anything. */
  readonly confidence: number;
  readonly timeframe: Timeframe;
  readonly timestamp: EpochMs;
  /** When it is cleared: `timestamp` plus the timeframe. */
  readonly expiryTime: EpochMs;
}

/** What a trader asks P-BOT for. */
export interface BotChoice {
  readonly pair: string;
  readonly timeframe: Timeframe;
}

const AUTO_TIMEFRAME: Timeframe = '1min';
const AUTO_CONFIDENCE = { min: 88, max: 94 };
const BOT_CONFIDENCE = { min: 90, max: 94 };

/** Draws a P-Special signal: one of the five auto pairs, 1min, confidence 88 to 94. */
export function drawAutoSignal(now: EpochMs, random: RandomUint32): Signal {
  return drawSignal(uniformPick(random, AUTO_PAIRS), AUTO_TIMEFRAME, AUTO_CONFIDENCE, now, random);
}

/** Draws a P-BOT signal for the chosen pair and timeframe, confidence 90 to 94. */
export function drawBotSignal(choice: BotChoice, now: EpochMs, random: RandomUint32): Signal {
  return drawSignal(choice.pair, choice.timeframe, BOT_CONFIDENCE, now, random);
}

/**
 * Whether a signal is still to be shown at an instant.
 *
 * An instant before the signal's own time means that the clock was set back; such a signal is over, or it would stay
 * for as long as the clock was wrong.
 */
export function isLive(signal: Signal, now: EpochMs): boolean {
  return signal.timestamp <= now && now < signal.expiryTime;
}

/** Whole seconds until the signal is cleared, rounded up: the timeframe at first, 0 once it is over. */
export function secondsLeft(signal: Signal, now: EpochMs): number {
  return isLive(signal, now) ? Math.ceil((signal.expiryTime - now) / SECOND_MS) : 0;
}

function drawSignal(
  pair: string,
  timeframe: Timeframe,
  confidence: { min: number; max: number },
  now: EpochMs,
  random: RandomUint32,
): Signal {
  return {
    pair,
    direction: uniformPick(random, DIRECTIONS),
    confidence: uniformInt(random, confidence.min, confidence.max),
    timeframe,
    timestamp: now,
    expiryTime: epochMs(now + timeframeMs(timeframe)),
  };
}

/**
 * The P-Special signal to show at an instant: none while the market is closed, the current one (the same object) while
 * it is live, else one new draw, however many a sleeping tab missed.
 */
export function nextAutoSignal(
  current: Signal | undefined,
  now: EpochMs,
  random: RandomUint32,
): Signal | undefined {
  if (!marketStatus(now).anyActive) return undefined;
  if (current !== undefined && isLive(current, now)) return current;
  return drawAutoSignal(now, random);
}

/** How long P-BOT is busy before it shows a signal. Specified, and simulated: nothing is analysed meanwhile. */
const ANALYSIS_DELAY_MS = 2 * SECOND_MS;

/** P-BOT: idle, busy with a choice, showing a signal, or busy while the last signal still runs. */
export interface BotState {
  readonly analyzing: { readonly choice: BotChoice; readonly readyAt: EpochMs } | undefined;
  readonly signal: Signal | undefined;
}

export const IDLE_BOT: BotState = { analyzing: undefined, signal: undefined };

/** Presses the button: starts the wait; the last signal stays until it expires or the new one comes. While busy it does nothing (the same object). */
export function requestBotSignal(state: BotState, choice: BotChoice, now: EpochMs): BotState {
  if (state.analyzing !== undefined) return state;
  return { ...state, analyzing: { choice, readyAt: epochMs(now + ANALYSIS_DELAY_MS) } };
}

/**
 * Brings P-BOT up to an instant: draws the signal once the wait is over, clears it once it has expired. The same object
 * comes back when nothing changed.
 *
 * A clock that was set back ends the wait at once instead of prolonging it.
 */
export function advanceBot(state: BotState, now: EpochMs, random: RandomUint32): BotState {
  const { analyzing, signal } = state;
  if (analyzing !== undefined) {
    const isWaiting = now < analyzing.readyAt && now >= analyzing.readyAt - ANALYSIS_DELAY_MS;
    if (!isWaiting) return { analyzing: undefined, signal: drawBotSignal(analyzing.choice, now, random) };
  }
  return signal === undefined || isLive(signal, now) ? state : { analyzing, signal: undefined };
}
