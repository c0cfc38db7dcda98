import { z } from 'zod';
import { sentObject } from './fields.ts';

/** The codes that an error answer outside /auth/v1 can carry; clients switch on them. */
const ERROR_CODES = [
  'bad_request',
  'unauthorized',
  'not_found',
  'payload_too_large',
  'unsupported_media_type',
  'timeout',
  'headers_too_large',
  'no_public_price',
  'unknown_pair',
  'too_many_requests',
  'too_many_streams',
  'server_full',
  'no_market',
  'internal',
  'unavailable',
] as const;

/** What an action of an admin can be refused for besides. */
const ADMIN_ERROR_CODES = [
  /** The last sign-in is too long ago. */
  'sign_in_again',
  /** A code of the second factor is asked for. */
  'code_needed',
  'code_invalid',
  /** Five wrong codes in an hour: only a recovery code counts. */
  'too_many_codes',
  /** PIPCAST_ADMIN_SECOND_FACTOR=required, and the account has none that this server can read. */
  'second_factor_missing',
  'email_invalid',
  'email_taken',
  'name_invalid',
  'trader_id_invalid',
  'trader_id_taken',
  /** No account could use /admin any more. */
  'last_admin',
  /** It would end the admin's own session. */
  'own_account',
  /** Another admin's key is made on the command line only. */
  'admin_account',
] as const;
export type AdminErrorCode = (typeof ADMIN_ERROR_CODES)[number];

/** The body of an error answer outside /auth/v1. */
export const errorBody = sentObject({
  error: z.object({
    code: z.enum([...ERROR_CODES, ...ADMIN_ERROR_CODES]),
    message: z.string().describe('For people.'),
    requestId: z.string().optional().describe("The same as in the server's log."),
  }),
}).meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;
export type ErrorCode = (typeof ERROR_CODES)[number] | AdminErrorCode;

/** The closed list of codes that the embedded auth server answers with; clients switch on them. */
export const AUTH_ERROR_CODES = [
  'anonymous_provider_disabled',
  'bad_json',
  'bad_jwt',
  'current_password_invalid',
  'email_exists',
  'email_not_confirmed',
  'invalid_credentials',
  'method_not_allowed',
  'no_authorization',
  'not_admin',
  'not_found',
  'over_email_send_rate_limit',
  'over_request_rate_limit',
  'phone_provider_disabled',
  'reauthentication_needed',
  'refresh_token_already_used',
  'refresh_token_not_found',
  'request_entity_too_large',
  'request_timeout',
  'same_password',
  'session_expired',
  'session_not_found',
  'signup_disabled',
  'unexpected_failure',
  'user_already_exists',
  'user_banned',
  'user_not_found',
  'validation_failed',
  'weak_password',
] as const;

export type AuthErrorCode = (typeof AUTH_ERROR_CODES)[number];
