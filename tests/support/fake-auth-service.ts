/**
 * An auth service in memory, as a `fetch`: sign-in, refresh, the current user, sign-out and sign-up, with the statuses and
 * bodies that the browser's session must tell apart. The server's own behaviour is tested on the real server.
 */
export interface FakeAuthService {
  readonly fetch: typeof fetch;
  /** The calls so far: `POST /auth/v1/token?grant_type=password`. */
  readonly calls: string[];
  /** The bodies of those calls. */
  readonly bodies: unknown[];
  /** How the service behaves; `up` at first. */
  mode: 'up' | 'unreachable' | 'overloaded' | 'silent' | 'captive' | 'portal' | 'limited' | 'failing';
  /** What it answers with, and in words of its own, while it is `failing`. */
  failingStatus: number;
  /** Its clock is ahead of the browser's by this much. */
  aheadMs: number;
  /** Ends every session, as a sign-out elsewhere does. */
  revokeAll(): void;
  /** Makes every access token refused from here on; refresh tokens go on. */
  refuseAccessTokens(): void;
}

export const TRADER = { email: 'mara@example.com', password: 'the-key' };

export function createFakeAuthService(): FakeAuthService {
  const accessTokens = new Set<string>();
  const issued = new Set<string>();
  const refreshTokens = new Set<string>();
  let count = 0;

  const service: FakeAuthService = {
    calls: [],
    bodies: [],
    mode: 'up',
    failingStatus: 500,
    aheadMs: 0,
    revokeAll() {
      accessTokens.clear();
      refreshTokens.clear();
    },
    refuseAccessTokens() {
      accessTokens.clear();
    },
    async fetch(input, init) {
      const url = new URL(String(input), location.origin);
      const path = `${init?.method ?? 'GET'} ${url.pathname}${url.search}`;
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
      service.calls.push(path);
      service.bodies.push(body);
      if (service.mode === 'unreachable') throw new TypeError('Failed to fetch');
      if (service.mode === 'overloaded') return Response.json({ code: 'overloaded' }, { status: 503 });
      if (service.mode === 'captive') return new Response('<h1>Welcome to our hotel</h1>', { status: 403 });
      if (service.mode === 'portal') return new Response('<h1>Welcome to our hotel</h1>');
      if (service.mode === 'failing')
        return refuse(service.failingStatus, 'unexpected_failure', 'The database is away');
      if (service.mode === 'limited')
        return refuse(429, 'over_request_rate_limit', 'Request rate limit reached');
      if (service.mode === 'silent') return new Promise(() => {});
      return answer(path, body, new Headers(init?.headers));
    },
  };

  function answer(path: string, body: unknown, headers: Headers): Response {
    const { email, password, refresh_token } = (body ?? {}) as Record<string, string>;
    const bearer = headers.get('authorization')?.replace('Bearer ', '') ?? '';
    switch (path.replace(/\?redirect_to=.*/, '')) {
      case 'POST /auth/v1/token?grant_type=password':
        return email === TRADER.email && password === TRADER.password
          ? grant()
          : refuse(400, 'invalid_credentials', 'Invalid login credentials');
      case 'POST /auth/v1/token?grant_type=refresh_token':
        return refreshTokens.delete(refresh_token ?? '')
          ? grant()
          : refuse(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
      case 'GET /auth/v1/user':
        if (accessTokens.has(bearer)) return Response.json(user());
        return issued.has(bearer) && refreshTokens.size === 0
          ? refuse(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
          : refuse(403, 'bad_jwt', 'invalid JWT');
      case 'POST /auth/v1/logout?scope=global':
        service.revokeAll();
        return new Response(null, { status: 204 });
      case 'POST /auth/v1/signup':
        return refuse(422, 'signup_disabled', 'Signups not allowed for this instance');
      default:
        return refuse(404, 'not_found', 'Not found');
    }
  }

  function grant(): Response {
    count += 1;
    accessTokens.add(`access-${count}`);
    issued.add(`access-${count}`);
    refreshTokens.add(`refresh-${count}`);
    return Response.json({
      access_token: `access-${count}`,
      refresh_token: `refresh-${count}`,
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: Math.floor((Date.now() + service.aheadMs) / 1000) + 3600,
      user: user(),
    });
  }

  return service;
}

function user() {
  return {
    id: '6d0e8a4e-0000-4000-8000-000000000001',
    aud: 'authenticated',
    email: TRADER.email,
    app_metadata: {},
    user_metadata: {},
    created_at: '2026-01-01T00:00:00Z',
  };
}

function refuse(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status, headers: { 'x-supabase-api-version': '2024-01-01' } });
}
