import { SECOND_MS } from '../time/instant.ts';

/** How long a signal lives, as it is written on the screen. */
export type Timeframe = '5s' | '10s' | '15s' | '30s' | '1min';

export interface TimeframeOption {
  readonly value: Timeframe;
  readonly label: string;
  readonly durationMs: number;
}

/** The timeframes of P-BOT, in menu order; the first is the menu's first choice. */
export const BOT_TIMEFRAMES: readonly TimeframeOption[] = [
  { value: '5s', label: '5s', durationMs: 5 * SECOND_MS },
  { value: '10s', label: '10s', durationMs: 10 * SECOND_MS },
  { value: '15s', label: '15s', durationMs: 15 * SECOND_MS },
  { value: '30s', label: '30s', durationMs: 30 * SECOND_MS },
  { value: '1min', label: '1min', durationMs: 60 * SECOND_MS },
];

const DURATION_MS = Object.fromEntries(BOT_TIMEFRAMES.map((t) => [t.value, t.durationMs])) as Record<
  Timeframe,
  number
>;

/** The life of a signal of this timeframe, in milliseconds. */
export function timeframeMs(timeframe: Timeframe): number {
  return DURATION_MS[timeframe];
}
