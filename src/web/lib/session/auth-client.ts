import {
  type AuthChangeEvent,
  AuthClient,
  type AuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
  type Session as AuthSession,
} from '@supabase/auth-js';
import { isObject } from '../../../core/json/loose.ts';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { currentLocale } from '../catalogue.ts';
import type { Reachability } from './reachability.ts';
import { SESSION_KEY, type SessionStorage } from './session-storage.ts';
import { refusalTexts, texts } from '../texts.ts';

/** Undefined after success, null where the service did not answer, else its message. */
type Answer = string | undefined | null;

export interface AuthService {
  readonly authUrl: string;
  readonly anonKey: string;
  readonly fetch?: typeof fetch;
}

export interface AuthClientOptions {
  readonly service: AuthService;
  readonly storage: SessionStorage;
  readonly reachability: Reachability;
  readonly onChange: (event: AuthChangeEvent, session: AuthSession | null) => void;
}

/** The server's answer about the session: its account, that it does not exist, that its access token is refused, or none. */
type Standing = { readonly email: string } | 'missing' | 'refused' | 'unknown';

/** How long a sign-out waits for the server before the session is removed here anyway. */
export const SIGN_OUT_DEADLINE_MS = 5 * SECOND_MS;

/** Wraps the auth service's library for the page. Fetched when there is a session, or before a sign-in. */
export function openAuthClient({ service, storage, reachability, onChange }: AuthClientOptions) {
  const { onAnswer, onNoAnswer } = reachability;
  const client = new AuthClient({
    url: new URL(service.authUrl, location.origin).href,
    headers: service.anonKey === '' ? {} : { apikey: service.anonKey },
    storageKey: SESSION_KEY,
    storage,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: false,
    fetch: createAuthFetch({ onAnswer, onNoAnswer, onRefreshRefused: storage.expire }, service.fetch),
  });
  client.onAuthStateChange(onChange);
  return {
    async accessToken(refused?: string): Promise<string | undefined> {
      const { data } = await client.getSession();
      const token = data.session?.access_token;
      if (token === undefined || token !== refused) return token;
      const renewed = await client.refreshSession();
      return renewed.data.session?.access_token;
    },
    async signIn(email: string, password: string): Promise<Answer> {
      const { error } = await client.signInWithPassword({ email: email.trim(), password });
      return explain(error);
    },
    async signUp(email: string, password: string, fullName: string): Promise<Answer> {
      const { error } = await client.signUp({
        email: email.trim(),
        password,
        options: { data: { full_name: fullName }, emailRedirectTo: `${location.origin}/` },
      });
      return explain(error);
    },
    /** Asks the server whether the session stands. */
    async standing(): Promise<Standing> {
      const { data, error } = await client.getUser();
      if (error === null) return { email: data.user.email ?? '' };
      if (isAuthSessionMissingError(error)) return 'missing';
      return isAuthRetryableFetchError(error) ? 'unknown' : 'refused';
    },
    /** Stores with the account that its trader has seen, or declined, the introduction. */
    async noteIntroduced(): Promise<void> {
      await client.updateUser({ data: { introduced: true } });
    },
    /** Asks for a new access token; a refusal signs out. */
    async renew(): Promise<void> {
      await client.refreshSession();
    },
    /** Checks the stored session, and signs out where it is not valid. */
    async look(): Promise<void> {
      await client.getSession();
    },
    /** Whether the server has answered a sign-out before the deadline. */
    signOut(): Promise<boolean> {
      return Promise.race([
        client.signOut({ scope: 'global' }).then(
          ({ error }) => error === null,
          () => false,
        ),
        new Promise<false>((resolve) => setTimeout(() => resolve(false), SIGN_OUT_DEADLINE_MS)),
      ]);
    },
    dispose: () => client.dispose(),
  };
}

/**
 * In English the service's own words, elsewhere a translation of those that its code has; createAuthFetch has put some in the place
 * of an answer that has none.
 */
function explain(error: AuthError | null): Answer {
  if (error === null) return undefined;
  if (isAuthRetryableFetchError(error)) return null;
  const byCode: Readonly<Record<string, string>> = currentLocale().startsWith('en') ? {} : refusalTexts;
  return byCode[error.code ?? ''] ?? error.message;
}

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
    if (!isObject(body)) return refusal(response, body);
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
  if (!isObject(body)) return false;
  if (response.ok) return typeof body['access_token'] === 'string';
  if (TEMPORARY_STATUSES.has(response.status)) return false;
  return ['code', 'error_code', 'error'].some((key) => typeof body[key] === 'string');
}

function unavailable(): Response {
  return Response.json({ message: 'unavailable' }, { status: 503 });
}

/** A refused sign-in with a status whose message the client passes on. */
function refusal({ status }: Response, body: unknown): Response {
  const words = isObject(body) ? [body['msg'], body['message']] : [];
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
  return isObject(body) && typeof body['refresh_token'] === 'string' ? body['refresh_token'] : '';
}
