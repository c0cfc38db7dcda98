import { z } from 'zod';
import { AUTH_ERROR_CODES } from './auth-error.ts';

/** What the auth routes take and answer; the API's documentation is made from these. Unknown fields are ignored. */

const metadata = z.record(z.string(), z.unknown());
const codeChallenge = { code_challenge: z.string().optional(), code_challenge_method: z.string().optional() };

export const tokenQuery = z.object({
  grant_type: z.string().optional().meta({ description: '`password` or `refresh_token`' }),
});

export const tokenRequest = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  refresh_token: z.string().optional(),
});

export const signUpRequest = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  data: metadata.optional(),
  ...codeChallenge,
});

export const updateUserRequest = z.object({
  email: z.string().optional(),
  phone: z.string().optional(),
  password: z.string().optional(),
  current_password: z
    .string()
    .optional()
    .meta({ description: 'needed for a new password once the sign-in is 15 minutes ago' }),
  data: metadata.optional(),
  app_metadata: metadata.optional(),
  ...codeChallenge,
});

export const recoverRequest = z.object({ email: z.string().optional(), ...codeChallenge });

export const logoutQuery = z.object({
  scope: z.string().optional().meta({ description: '`global` (the default), `local` or `others`' }),
});

const timestamp = z.string().meta({ description: 'RFC 3339, UTC' });

const identityBody = z.object({
  identity_id: z.string(),
  id: z.string(),
  user_id: z.string(),
  identity_data: metadata,
  provider: z.string(),
  last_sign_in_at: timestamp.optional(),
  created_at: timestamp,
  updated_at: timestamp,
  email: z.string(),
});

export const userBody = z.object({
  id: z.string(),
  aud: z.string(),
  role: z.string(),
  email: z.string(),
  email_confirmed_at: timestamp.optional(),
  phone: z.string().meta({ description: 'always empty' }),
  confirmed_at: timestamp.optional(),
  recovery_sent_at: timestamp.optional().meta({ description: 'when a new key was last asked for' }),
  last_sign_in_at: timestamp.optional(),
  app_metadata: metadata,
  user_metadata: metadata,
  identities: z.array(identityBody),
  created_at: timestamp,
  updated_at: timestamp,
  banned_until: timestamp.optional(),
  is_anonymous: z.boolean(),
});

export const tokenBody = z.object({
  access_token: z.string(),
  token_type: z.literal('bearer'),
  expires_in: z.number().meta({ description: 'seconds' }),
  expires_at: z.number().meta({ description: 'seconds since 1970' }),
  refresh_token: z.string(),
  user: userBody,
  weak_password: z
    .object({ message: z.string(), reasons: z.array(z.string()) })
    .nullable()
    .optional()
    .meta({ description: 'only in answers to a password: why it would not be accepted any more, or null' }),
});

export const errorBodySchema = z
  .object({
    code: z.enum(AUTH_ERROR_CODES),
    message: z.string(),
    weak_password: z.object({ reasons: z.array(z.string()) }).optional(),
  })
  .meta({
    description:
      'With the request header `X-Supabase-Api-Version: 2024-01-01` or later. Without it: `{"code": <status>, "error_code", "msg"}`.',
  });

export const healthBody = z.object({ version: z.string(), name: z.string(), description: z.string() });

export const settingsBody = z.object({
  external: z.record(z.string(), z.boolean()),
  disable_signup: z.boolean(),
  mailer_autoconfirm: z.boolean(),
  phone_autoconfirm: z.boolean(),
  sms_provider: z.string(),
  saml_enabled: z.boolean(),
  saml_private_key_next_configured: z.boolean(),
  passkeys_enabled: z.boolean(),
});

export const keySetBody = z.object({ keys: z.array(z.record(z.string(), z.unknown())) });

export type IdentityBody = z.infer<typeof identityBody>;
export type UserBody = z.infer<typeof userBody>;
export type TokenBody = z.infer<typeof tokenBody>;
