import { z } from 'zod';
import { sentObject } from './fields.ts';

/** What `GET /ledger/<name>/witnesses` answers: what the witnesses of the operator's policy have seen of a ledger. */
export const witnessReport = sentObject({
  total: z.int().describe('Witnesses of the policy; 0 where there is none.'),
  signals: z
    .object({ expired: z.int(), inTime: z.int() })
    .nullable()
    .describe(
      'Signals that have expired, and those of them that enough witnesses had seen before; null while they are counted.',
    ),
  newest: z
    .object({
      size: z.int().describe('How many entries it covers.'),
      seenBy: z.array(z.string()).describe('Names in the policy.'),
      isQuorum: z.boolean(),
      ageMs: z
        .number()
        .describe(
          "How long ago enough of them had signed it, by their clocks; 0 where those are ahead of the server's.",
        ),
    })
    .nullable()
    .describe(
      'The newest checkpoint that enough of them have cosigned; while there is none, the newest that any of them has.',
    ),
});
export type WitnessReport = z.infer<typeof witnessReport>;

/** What `GET /ledger/<name>/cosigned` answers. */
export const cosignedPage = sentObject({
  notes: z.array(z.string()).describe('Checkpoints in the order of their sizes.'),
  next: z.int().nullable().describe('`from` of the next page; null on the last.'),
});
