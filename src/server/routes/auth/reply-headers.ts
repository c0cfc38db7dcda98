/**
 * On every answer. Any origin may read them, without cookies: a browser app of another origin brings its own bearer
 * token. The version header must be readable there too, or the client cannot tell an error's code.
 */
export const AUTH_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'X-Supabase-Api-Version, x-sb-error-code, Retry-After, X-Total-Count, Link',
  'cache-control': 'no-store',
} as const;

/** On the answer to a browser's question whether it may send a request from another origin. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'apikey, authorization, content-type, x-client-info, x-supabase-api-version, accept, x-client-ip, x-jwt-aud, x-use-cookie',
  'access-control-max-age': '600',
  vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
} as const;
