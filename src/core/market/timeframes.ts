import { SECOND_MS } from '../time/instant.ts';

/** How long a signal lives, as it is written on the screen; in the order of P-BOT's menu, whose first choice is the first. */
export const BOT_TIMEFRAMES = ['5s', '10s', '15s', '30s', '1min'] as const;
export type Timeframe = (typeof BOT_TIMEFRAMES)[number];

const SECONDS: Readonly<Record<Timeframe, number>> = { '5s': 5, '10s': 10, '15s': 15, '30s': 30, '1min': 60 };

/** The life of a signal of this timeframe, in milliseconds. */
export function timeframeMs(timeframe: Timeframe): number {
  return SECONDS[timeframe] * SECOND_MS;
}
