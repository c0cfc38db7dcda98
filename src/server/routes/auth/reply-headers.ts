/**
 * On the answer to a page of `origin`: whether it may read it, never with cookies, as a browser app of another origin brings its own
 * bearer token. The version header must be readable there too, or the client cannot tell an error's code. `*` allows any origin.
 */
export function corsHeaders(
  allowed: readonly string[],
  origin: string | undefined,
): Readonly<Record<string, string>> {
  const isAny = allowed.includes('*');
  const vary = isAny ? {} : { vary: 'Origin' };
  if (!isAny && (origin === undefined || !allowed.includes(origin))) return vary;
  return {
    ...vary,
    'access-control-allow-origin': isAny ? '*' : (origin as string),
    'access-control-expose-headers':
      'X-Supabase-Api-Version, x-sb-error-code, Retry-After, X-Total-Count, Link',
  };
}

/** On the answer to a browser's question whether it may send a request from another origin that is allowed. */
export const PREFLIGHT_HEADERS = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers':
    'apikey, authorization, content-type, x-client-info, x-supabase-api-version, accept, x-client-ip, x-jwt-aud, x-use-cookie',
  'access-control-max-age': '600',
  vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
} as const;
