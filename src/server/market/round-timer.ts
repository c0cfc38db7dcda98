import { type EpochMs, epochMs, MINUTE_MS } from '../../core/time/instant.ts';
import { BOT_TIMEFRAMES } from '../../core/market/timeframes.ts';
import type { DeskClock } from './desk-clock.ts';

/** Every grid instant of every timeframe is one of the shortest. */
const GRID_MS = Math.min(...BOT_TIMEFRAMES.map(({ durationMs }) => durationMs));
/** Instants longer ago than this are not made up for. */
const MISSED_MS = MINUTE_MS;

export interface RoundTimer {
  /** Starts with the first grid instant after this one, the clock's unless said; called again after the clock was set. */
  restart(afterMs?: number): void;
  stop(): void;
}

/** Calls at each grid instant of the shortest timeframe, in order, each once; late if need be. */
export function createRoundTimer(
  clock: DeskClock,
  onInstant: (at: EpochMs) => void | Promise<void>,
): RoundTimer {
  let cancel: () => void = () => undefined;
  const arm = (afterMs: number) => {
    const at = epochMs((Math.floor(afterMs / GRID_MS) + 1) * GRID_MS);
    cancel = clock.setAlarm(at, () => {
      arm(Math.max(at, clock.now() - MISSED_MS));
      return onInstant(at);
    });
  };
  return {
    restart(afterMs = clock.now()) {
      cancel();
      arm(afterMs);
    },
    stop: () => cancel(),
  };
}
