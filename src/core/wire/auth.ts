import { z } from 'zod';
import { AUTH_ERROR_CODES } from './error-codes.ts';
import { sent, sentObject, epochMs } from './fields.ts';

/** What the routes of /auth/v1 take and answer, as clients of the protocol know it. Unknown fields are ignored. */

const metadata = z.record(z.string(), z.unknown());
const text = z.string().optional();
const timestamp = z.string().describe('RFC 3339, UTC');
const codeChallenge = { code_challenge: text, code_challenge_method: text };

export const tokenQuery = sentObject({ grant_type: text.describe('`password` or `refresh_token`') });

export const tokenRequest = sentObject({ email: text, phone: text, password: text, refresh_token: text });
export type TokenRequest = z.infer<typeof tokenRequest>;

export const signUpRequest = sentObject({
  email: text,
  phone: text,
  password: text,
  data: metadata.optional(),
  ...codeChallenge,
});
export type SignUpRequest = z.infer<typeof signUpRequest>;

export const updateUserRequest = sentObject({
  email: text,
  phone: text,
  password: text,
  current_password: text.describe('needed for a new password once the sign-in is 15 minutes ago'),
  data: metadata.optional(),
  app_metadata: metadata.optional(),
  ...codeChallenge,
});
export type UpdateUserRequest = z.infer<typeof updateUserRequest>;

export const recoverRequest = sentObject({ email: text, ...codeChallenge });

export const logoutQuery = sentObject({
  scope: text.describe('`global` (the default), `local` or `others`'),
});

const user = z.object({
  id: z.string(),
  aud: z.string(),
  role: z.string(),
  email: z.string(),
  email_confirmed_at: timestamp.optional(),
  phone: z.string().describe('always empty'),
  confirmed_at: timestamp.optional(),
  recovery_sent_at: timestamp.optional().describe('when a new key was last asked for'),
  last_sign_in_at: timestamp.optional(),
  app_metadata: metadata,
  user_metadata: metadata,
  identities: z.array(
    z.object({
      identity_id: z.string(),
      id: z.string(),
      user_id: z.string(),
      identity_data: metadata,
      provider: z.string(),
      last_sign_in_at: timestamp.optional(),
      created_at: timestamp,
      updated_at: timestamp,
      email: z.string(),
    }),
  ),
  created_at: timestamp,
  updated_at: timestamp,
  banned_until: timestamp.optional(),
  is_anonymous: z.boolean(),
});

export const userBody = sent(user);
export type UserBody = z.infer<typeof userBody>;
export type IdentityBody = UserBody['identities'][number];

export const tokenBody = sentObject({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().describe('seconds'),
  expires_at: z.number().describe('seconds since 1970'),
  refresh_token: z.string(),
  user,
  weak_password: z
    .object({ message: z.string(), reasons: z.array(z.string()) })
    .nullable()
    .optional()
    .describe('only in answers to a password: why it would not be accepted any more, or null'),
});
export type TokenBody = z.infer<typeof tokenBody>;

export const authErrorBody = sentObject({
  code: z.enum(AUTH_ERROR_CODES),
  message: z.string(),
  weak_password: z.object({ reasons: z.array(z.string()) }).optional(),
}).describe(
  'With the request header `X-Supabase-Api-Version: 2024-01-01` or later. Without it: `{"code": <status>, "error_code", "msg"}`.',
);

export const healthBody = sentObject({ version: z.string(), name: z.string(), description: z.string() });

export const settingsBody = sentObject({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
  saml_private_key_next_configured: z.boolean(),
  passkeys_enabled: z.boolean(),
});

export const keySetBody = sentObject({ keys: z.array(metadata) });

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
