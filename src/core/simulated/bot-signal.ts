import type { RandomUint32 } from '../random/random.ts';
import { type EpochMs, epochMs, SECOND_MS } from '../time/instant.ts';
import { type BotChoice, drawBotSignal, isLive, type Signal } from './signal.ts';

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
