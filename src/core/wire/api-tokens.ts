import { z } from 'zod';
import { epochMs, sent } from './fields.ts';

export const tokenName = sent(
  z.object({
    name: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .regex(/^[^\p{Cc}]*$/u, 'must be one line'),
  }),
);

const apiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  createdMs: epochMs,
  usedMs: epochMs.nullable().meta({ description: 'To an hour; null: it was never used.' }),
});
export type ApiToken = z.infer<typeof apiToken>;

/** What `GET /api/tokens` answers: the tokens that a trader has for programs, the newest first. */
export const apiTokens = sent(z.object({ tokens: z.array(apiToken) }));
export type ApiTokens = z.infer<typeof apiTokens>;

/** What `POST /api/tokens` answers. */
export const madeToken = sent(
  z.object({
    token: z
      .string()
      .meta({ description: 'Shown this once. Send it as a bearer token; its scope is signals:read.' }),
    tokens: z.array(apiToken),
  }),
);
export type MadeToken = z.infer<typeof madeToken>;
