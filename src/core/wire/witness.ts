import { z } from 'zod';
import { sent } from './fields.ts';

/** What `GET /ledger/<name>/witnesses` answers: what the witnesses of the operator's policy have seen of a ledger. */
export const witnessReport = sent(
  z.object({
    total: z.number().int().meta({ description: 'Witnesses of the policy; 0 where there is none.' }),
    signals: z.object({ expired: z.number().int(), inTime: z.number().int() }).nullable().meta({
      description:
        'Signals that have expired, and those of them that enough witnesses had seen before; null while they are counted.',
    }),
    newest: z
      .object({
        size: z.number().int().meta({ description: 'How many entries it covers.' }),
        seenBy: z.array(z.string()).meta({ description: 'Names in the policy.' }),
        isQuorum: z.boolean(),
        ageMs: z.number().meta({
          description:
            "How long ago enough of them had signed it, by their clocks; 0 where those are ahead of the server's.",
        }),
      })
      .nullable()
      .meta({
        description:
          'The newest checkpoint that enough of them have cosigned; while there is none, the newest that any of them has.',
      }),
  }),
);
export type WitnessReport = z.infer<typeof witnessReport>;

/** What `GET /ledger/<name>/cosigned` answers. */
export const cosignedPage = sent(
  z.object({
    notes: z.array(z.string()).meta({ description: 'Checkpoints in the order of their sizes.' }),
    next: z.number().int().nullable().meta({ description: '`from` of the next page; null on the last.' }),
  }),
);
