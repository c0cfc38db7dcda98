import { z } from 'zod';
import { direction, epochMs, outcome, pair, sentObject, signalId, timeframe } from './fields.ts';

/** Names a signal that a trader took. */
export const takenSignal = z.object({ id: signalId });

/** What `GET`, `PUT` and `DELETE` of `/api/taken` answer: what a trader took, the newest first. */
export const takenSignals = sentObject({
  ledger: z.string(),
  total: z.number().describe('How many there are; `signals` has the newest 1,000.'),
  signals: z.array(
    z.object({
      id: signalId,
      pair,
      timeframe,
      direction,
      startMs: epochMs,
      delayMs: z.number().describe("From the signal's start until its trader said so, on the desk's clock."),
      outcome: outcome.nullable().describe('As in the record; null: not settled yet.'),
      lateOutcome: outcome
        .nullable()
        .describe('Of the same signal entered 5 s late; null where there is none.'),
    }),
  ),
});
export type TakenSignals = z.infer<typeof takenSignals>;
