import { z } from 'zod';
import { DIRECTIONS } from '../../core/market/direction.ts';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import type { ScaledPrice } from '../../core/market/scaled-price.ts';
import { FEED_SOURCES } from '../../core/market/tick.ts';
import { BOT_TIMEFRAMES } from '../../core/market/timeframes.ts';
import { OUTCOMES, SIGNAL_MODES } from '../../core/signals/ledger-entry.ts';
import type { SignalId } from '../../core/signals/signal-id.ts';

/** What signals are made of, in every answer that has them. */
export const epochMs = z.number().meta({ description: "Milliseconds since 1970 on the desk's clock." });
export const scaledPrice = z
  .number()
  .int()
  .meta({ description: "In units of the pair's last decimal." }) as unknown as z.ZodType<ScaledPrice>;
export const signalId = z.uuid() as unknown as z.ZodType<SignalId>;
export const pair = z.enum(SCORED_PAIRS);
export const timeframe = z.enum(BOT_TIMEFRAMES.map(({ value }) => value));
export const mode = z.enum(SIGNAL_MODES);
export const source = z.enum(FEED_SOURCES);
export const direction = z.enum(DIRECTIONS);
export const outcome = z.enum(OUTCOMES);
export const quote = z.object({ bid: scaledPrice, ask: scaledPrice, timeMs: epochMs, ageMs: z.number() });
