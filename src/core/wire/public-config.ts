import { z } from 'zod';
import { sentObject } from './fields.ts';

const brand = z.object({
  name: z.string().describe('Shown in the header, the sign-in screen and the page title.'),
});

const contact = z.object({
  phone: z.string().describe('Shown as written; dialled with everything but `+` and digits removed.'),
  brokerUrl: z.string(),
  videosUrl: z.string(),
  communityUrl: z.string(),
});

/** What `GET /config.json` answers, and each page that is served carries. Nothing in it is secret. */
export const publicConfig = sentObject({
  authUrl: z
    .string()
    .describe(
      'Base address of the auth service, without a trailing slash: `/auth/v1` of this origin or of a hosted project.',
    ),
  anonKey: z
    .string()
    .describe('Public key of the auth service, sent as the `apikey` header; the embedded server ignores it.'),
  market: z
    .boolean()
    .describe('Whether there are market signals and their record; else only the simulated ones.'),
  livePrices: z.boolean().describe('False on a replay or on made-up prices.'),
  publicRecord: z.boolean().describe('Whether the record may be read without signing in.'),
  publicPrices: z.boolean().describe('Whether whole days of prices may be fetched without signing in.'),
  brand,
  contact,
});
export type PublicConfig = z.infer<typeof publicConfig>;
export type Brand = PublicConfig['brand'];
export type Contact = PublicConfig['contact'];
