import { z } from 'zod';
import { sent } from './fields.ts';

/** So many prices, and tries on them, are kept of an account; a body of as many is below 256 kB. */
export const MOST_LAB_PRICES = 40;
export const MOST_BY_HAND = 500;
export const MOST_SWEEPS = 100;

const count = z.int().min(0);
const rule = z.string().max(400).describe("The rule's address, as in a link to the Lab.");
const luck = z.array(z.int()).max(1_000);

const tries = z.object({
  byHand: z
    .array(z.object({ rule, decided: count, right: count }))
    .max(MOST_BY_HAND)
    .describe('The newest last; the same rule counts once.'),
  sweeps: z
    .array(
      z.object({
        rule,
        rules: count,
        best: z.number().nullable().describe('Null: no rule had enough signals.'),
      }),
    )
    .max(MOST_SWEEPS),
  luck: z
    .object({ rates: luck, scores: luck })
    .describe(
      'In each shuffle of the days, the best share of right answers among all that was tried, and the best score, in millionths: what the best of as many shows that know nothing.',
    ),
  opened: z
    .object({
      rule,
      atMs: count,
      tries: count.describe('How many rules were tried before.'),
      decided: count.optional().describe('Absent until it was counted.'),
      right: count.optional(),
    })
    .optional()
    .describe('The one rule for which the sealed part was opened.'),
});

/** What `PUT /api/lab-tries` answers: what was tried on some prices, in all browsers of the account. */
export const labTries = sent(tries);
export type LabTries = z.infer<typeof labTries>;

/** What it takes: the same of one browser. */
export const triedInBrowser = sent(
  tries.extend({
    prices: z
      .string()
      .regex(/^([0-9a-f]{12}|made-up)$/)
      .describe('The edition of the prices.'),
  }),
);
