import { z } from 'zod';
import { epochMs, sentObject } from './fields.ts';

export const tokenName = sentObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(40)
    .regex(/^[^\p{Cc}]*$/u, 'must be one line'),
});

const apiToken = z.object({
  id: z.uuid(),
  name: z.string(),
  createdMs: epochMs,
  usedMs: epochMs.nullable().describe('To an hour; null: it was never used.'),
});
export type ApiToken = z.infer<typeof apiToken>;

/** What `GET /api/tokens` answers: the tokens that a trader has for programs, the newest first. */
export const apiTokens = sentObject({ tokens: z.array(apiToken) });
export type ApiTokens = z.infer<typeof apiTokens>;

/** What `POST /api/tokens` answers. */
export const madeToken = sentObject({
  token: z.string().describe('Shown this once. Send it as a bearer token; its scope is signals:read.'),
  tokens: z.array(apiToken),
});
export type MadeToken = z.infer<typeof madeToken>;
