/** The codes that an error answer outside /auth/v1 can carry; clients switch on them. */
export const ERROR_CODES = [
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
export const ADMIN_ERROR_CODES = [
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

export type ErrorCode = (typeof ERROR_CODES)[number] | AdminErrorCode;
