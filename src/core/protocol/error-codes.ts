/** Every code that an error answer outside /auth/v1 can carry; clients switch on them. */
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

export type ErrorCode = (typeof ERROR_CODES)[number];
