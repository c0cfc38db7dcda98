import { z } from 'zod';
import { pair, sentObject } from './fields.ts';

/** What `GET /api/prices` answers: of which days this server hands out prices, the better ones first. */
export const priceSpans = sentObject({
  spans: z.array(
    z.object({
      pair,
      kind: z.enum(['ticks', 'm1']).describe('Quotes, or one-minute bars of bid prices.'),
      firstDay: z.int().describe('Days since 1970, UTC; a day may hold no price.'),
      lastDay: z.int().describe('The last day, included.'),
      sealedDay: z
        .int()
        .describe(
          'From this day on the Lab leaves them sealed: the last third, from the beginning of a day.',
        ),
      edition: z
        .string()
        .describe('Names these very prices; `live` for those that this server is still adding to.'),
    }),
  ),
});
export type PriceSpans = z.infer<typeof priceSpans>;
export type PriceSpan = PriceSpans['spans'][number];
