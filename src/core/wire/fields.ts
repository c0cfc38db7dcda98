import { z } from 'zod';
import { DIRECTIONS } from '../market/direction.ts';
import { type ScaledPrice, SCORED_PAIRS } from '../market/instruments.ts';
import { FEED_SOURCES } from '../market/tick.ts';
import { BOT_TIMEFRAMES } from '../market/timeframes.ts';
import { OUTCOMES, SIGNAL_MODES, type SignalId } from '../signals/ledger-entry.ts';

/** A whole shape as it travels: what was sent or received is never changed, so its type is read-only throughout. */
export function sent<Shape extends z.ZodType>(shape: Shape): z.ZodType<Unchanging<z.output<Shape>>> {
  return shape as unknown as z.ZodType<Unchanging<z.output<Shape>>>;
}

/** An object as it travels, by its fields. */
export const sentObject = <Fields extends z.ZodRawShape>(fields: Fields) => sent(z.object(fields));

type Unchanging<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : { readonly [Key in keyof T]: Unchanging<T[Key]> };

/** What signals are made of, in every shape that has them. */
export const epochMs = z.number().describe("Milliseconds since 1970 on the desk's clock.");
export const scaledPrice = z
  .int()
  .describe("In units of the pair's last decimal.") as unknown as z.ZodType<ScaledPrice>;
export const signalId = z.uuid() as unknown as z.ZodType<SignalId>;
export const pair = z.enum(SCORED_PAIRS);
export const timeframe = z.enum(BOT_TIMEFRAMES);
export const mode = z.enum(SIGNAL_MODES);
export const source = z.enum(FEED_SOURCES);
export const direction = z.enum(DIRECTIONS);
export const outcome = z.enum(OUTCOMES);
export const quote = z.object({ bid: scaledPrice, ask: scaledPrice, timeMs: epochMs, ageMs: z.number() });
