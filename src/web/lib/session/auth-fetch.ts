import { texts } from '../texts.ts';

/** Time limit for an answer of the auth service. */
const AUTH_TIMEOUT_MS = 20_000;

/** Statuses that mean "later", not "no". They must not end a session. */
const TEMPORARY_STATUSES = new Set([408, 409, 425, 429]);

export interface AuthFetchEvents {
  onAnswer(): void;
  /** The auth service did not answer, or answered that it cannot at the moment. */
  onNoAnswer(): void;
  /** The auth service answered that this refresh token is not valid. */
  onRefreshRefused(refreshToken: string): void;
}

/**
 * The `fetch` of the auth client. It keeps four things straight that the client alone does not:
 * - a refresh the service refuses is distinguished from one that failed on the way: only a refusal in the service's own words
 *   counts, while a proxy's page, a rate limit and a dead line all become 503, which the client tries again;
 * - a sign-in that is answered with an error keeps the words of the answer: the client drops those of a 5xx, and
 *   takes a page that is no JSON for a dead line;
 * - when a session expires is reckoned from `expires_in` on this browser's clock: with the service's `expires_at`, a
 *   clock an hour fast would refresh every half minute;
 * - no request takes longer than 20 s.
 */
export function createAuthFetch(events: AuthFetchEvents, send: typeof fetch = fetch): typeof fetch {
  return async (input, init) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.origin);
    const isRefresh = searchParams.get('grant_type') === 'refresh_token';
    const isSignIn = !isRefresh && /\/(?:token|signup)$/.test(pathname);
    const response = await answerTo(input, init, send);
    if (response === undefined) {
      events.onNoAnswer();
      return unavailable();
    }
    const body = await bodyOf(response);
    if (response.status >= 500 || (isRefresh && !isFinal(response, body))) {
      events.onNoAnswer();
      return isSignIn ? refusal(response, body) : unavailable();
    }
    events.onAnswer();
    if (isRefresh && !response.ok) events.onRefreshRefused(refreshTokenOf(init));
    if (!isSignIn && !isRefresh) return response;
    if (!isRecord(body)) return refusal(response, body);
    return response.ok ? withoutExpiresAt(response, body) : response;
  };
}

async function answerTo(
  input: RequestInfo | URL,
  init: RequestInit | undefined,
  send: typeof fetch,
): Promise<Response | undefined> {
  try {
    return await send(input, { ...init, signal: AbortSignal.timeout(AUTH_TIMEOUT_MS) });
  } catch {
    return undefined;
  }
}

/** Undefined where it is no JSON. */
async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.clone().json();
  } catch {
    return undefined;
  }
}

/** Whether a refresh was really granted or really refused. */
function isFinal(response: Response, body: unknown): boolean {
  if (!isRecord(body)) return false;
  if (response.ok) return typeof body['access_token'] === 'string';
  if (TEMPORARY_STATUSES.has(response.status)) return false;
  return ['code', 'error_code', 'error'].some((key) => typeof body[key] === 'string');
}

function unavailable(): Response {
  return Response.json({ message: 'unavailable' }, { status: 503 });
}

/** A refused sign-in with a status whose message the client passes on. */
function refusal({ status }: Response, body: unknown): Response {
  const words = isRecord(body) ? [body['msg'], body['message']] : [];
  const message =
    words.find((text) => typeof text === 'string') ?? texts.signInUnreadable({ status: String(status) });
  return Response.json({ code: 'sign_in_failed', message }, { status: 400 });
}

/** The client then computes the expiry itself, as now plus `expires_in`. */
function withoutExpiresAt(response: Response, body: Record<string, unknown>): Response {
  const { expires_at: _, ...rest } = body;
  return Response.json(rest, { status: response.status });
}

function refreshTokenOf(init: RequestInit | undefined): string {
  const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : undefined;
  return isRecord(body) && typeof body['refresh_token'] === 'string' ? body['refresh_token'] : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
