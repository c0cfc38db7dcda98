import { z } from 'zod';
import { pair, sent } from './fields.ts';

/** What `GET /api/prices` answers: of which days this server hands out prices, the better ones first. */
export const priceSpans = sent(
  z.object({
    spans: z.array(
      z.object({
        pair,
        kind: z.enum(['ticks', 'm1']).meta({ description: 'Quotes, or one-minute bars of bid prices.' }),
        firstDay: z.number().int().meta({ description: 'Days since 1970, UTC; a day may hold no price.' }),
        lastDay: z.number().int().meta({ description: 'The last day, included.' }),
        sealedDay: z.number().int().meta({
          description:
            'From this day on the Lab leaves them sealed: the last third, from the beginning of a day.',
        }),
        edition: z.string().meta({
          description: 'Names these very prices; `live` for those that this server is still adding to.',
        }),
      }),
    ),
  }),
);
export type PriceSpans = z.infer<typeof priceSpans>;
export type PriceSpan = PriceSpans['spans'][number];
