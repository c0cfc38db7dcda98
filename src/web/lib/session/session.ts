import {
  AuthClient,
  type AuthError,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
} from '@supabase/auth-js';
import type { EpochMs } from '../../../core/time/instant.ts';
import { now } from '../now.ts';
import { createAuthFetch } from './auth-fetch.ts';
import { createSessionStorage, SESSION_KEY, type SessionStorage } from './session-storage.ts';

/** Who is signed in, as far as the page knows. */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out' }
  | { readonly status: 'signed-in'; readonly email: string };

/** Whether the auth service answers, and when it last did in this page's life. */
export interface Connection {
  readonly isReachable: boolean;
  readonly lastAnswerAt: EpochMs | undefined;
}

/** Undefined when it worked, else what to tell the person. */
export type Refusal = string | undefined;

export interface SessionOptions {
  readonly authUrl: string;
  readonly anonKey: string;
  readonly storage?: SessionStorage;
  readonly fetch?: typeof fetch;
}

/** How long a sign-out waits for the server before the session is forgotten here all the same. */
export const SIGN_OUT_DEADLINE_MS = 5_000;
/** A page that comes back to the front asks whether its session still stands, but not more often than this. */
const RECHECK_AFTER_MS = 60_000;
/** While the service is unreachable it is asked again after this long; the wait doubles up to a minute. */
const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60_000;
/** An answer so soon after the browser lost its line was on its way before: it says nothing about now. */
const LATE_ANSWER_MS = 1_000;

export type Session = ReturnType<typeof createSession>;

/**
 * The page's session: the one place that talks to the auth client and follows its change events. React reads it with
 * `subscribe` and `getState`. Call `dispose` when it is replaced (tests).
 */
export function createSession(options: SessionOptions) {
  const storage = options.storage ?? createSessionStorage(() => localStorage);
  const listeners = new Set<() => void>();
  let state: SessionState = { status: 'loading' };
  let connection: Connection = { isReachable: navigator.onLine, lastAnswerAt: undefined };
  let checkedAt: EpochMs | undefined;
  let offlineAt: EpochMs | undefined;
  let retry: { timer: ReturnType<typeof setTimeout>; waitMs: number } | undefined;

  const client = new AuthClient({
    url: new URL(options.authUrl, location.origin).href,
    headers: options.anonKey === '' ? {} : { apikey: options.anonKey },
    storageKey: SESSION_KEY,
    storage,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: false,
    fetch: createAuthFetch(
      { onReachable, onUnreachable, onRefreshRefused: (token) => storage.expire(token) },
      options.fetch,
    ),
  });

  client.onAuthStateChange((event, session) => {
    if (session !== null) {
      setState({ status: 'signed-in', email: session.user.email ?? '' });
      // A session that was merely found is shown at once and then checked: it may have been revoked meanwhile.
      if (event === 'TOKEN_REFRESHED') checkedAt = now();
      else if (event === 'INITIAL_SESSION' && checkedAt === undefined) void check();
    } else if (event === 'INITIAL_SESSION' && storage.hasSession()) {
      // It could not be refreshed for the network's sake: it is kept, and onUnreachable has said so.
      setState({ status: 'signed-in', email: state.status === 'signed-in' ? state.email : '' });
    } else {
      setState({ status: 'signed-out' });
    }
  });

  function setState(next: SessionState): void {
    const isSame = next.status === state.status && emailOf(next) === emailOf(state);
    if (isSame) return;
    state = next;
    notify();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function onReachable(): void {
    if (offlineAt !== undefined && now() - offlineAt < LATE_ANSWER_MS) return;
    offlineAt = undefined;
    clearTimeout(retry?.timer);
    retry = undefined;
    const wasReachable = connection.isReachable;
    connection = { isReachable: true, lastAnswerAt: now() };
    if (!wasReachable) notify();
  }

  function onUnreachable(): void {
    if (connection.isReachable) {
      connection = { ...connection, isReachable: false };
      notify();
    }
    // Whoever has a stored session need not look at "Loading..." until the line is back.
    if (state.status === 'loading' && storage.hasSession())
      setState({ status: 'signed-in', email: storedEmail() });
    if (retry !== undefined || state.status !== 'signed-in') return;
    scheduleRetry(FIRST_RETRY_MS);
  }

  function storedEmail(): string {
    const value: unknown = JSON.parse(storage.getItem(SESSION_KEY) ?? '{}');
    const { user } = value as { user?: { email?: unknown } };
    return typeof user?.email === 'string' ? user.email : '';
  }

  function scheduleRetry(waitMs: number): void {
    // Spread over half the wait, so that a server that comes back is not met by everybody in one moment.
    const timer = setTimeout(() => void retryNow(waitMs), waitMs * (0.75 + Math.random() / 2));
    retry = { timer, waitMs };
  }

  async function retryNow(waitMs: number): Promise<void> {
    await check();
    if (!connection.isReachable && state.status === 'signed-in') {
      scheduleRetry(Math.min(waitMs * 2, LONGEST_RETRY_MS));
    }
  }

  /** Asks the server whether the session stands. One that is gone, revoked or another server's is signed out. */
  async function check(): Promise<void> {
    if (state.status !== 'signed-in') return;
    checkedAt = now();
    const { data, error } = await client.getUser();
    if (error === null) {
      if (state.status === 'signed-in') setState({ status: 'signed-in', email: data.user.email ?? '' });
    } else if (isAuthSessionMissingError(error)) {
      await forget();
    } else if (!isAuthRetryableFetchError(error)) {
      // The access token is refused, for its age or for more. The refresh token decides; its refusal signs out.
      await client.refreshSession();
    }
  }

  /** Ends the session in this browser, in every tab, without a word to the server. */
  async function forget(): Promise<void> {
    if (state.status === 'signed-out') return;
    storage.forget();
    await client.getSession();
  }

  function onOffline(): void {
    offlineAt = now();
    onUnreachable();
  }

  function onOnline(): void {
    offlineAt = undefined;
    void check();
  }

  function onVisible(): void {
    if (document.hidden || (checkedAt !== undefined && now() - checkedAt < RECHECK_AFTER_MS)) return;
    void check();
  }

  window.addEventListener('online', onOnline);
  window.addEventListener('offline', onOffline);
  document.addEventListener('visibilitychange', onVisible);

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getState: (): SessionState => state,
    getConnection: (): Connection => connection,
    /** False when the browser refused to store the session: it lasts until the tab is closed. */
    isPersistent: (): boolean => storage.isPersistent(),

    /**
     * The access token for this server's own API, renewed first when it is about to expire. `refused`: one that was just
     * answered with 401; another is fetched in its place. Undefined when nobody is signed in or the auth service is away.
     */
    async accessToken(refused?: string): Promise<string | undefined> {
      const { data } = await client.getSession();
      const token = data.session?.access_token;
      if (token === undefined || token !== refused) return token;
      const renewed = await client.refreshSession();
      return renewed.data.session?.access_token;
    },

    async signIn(email: string, password: string): Promise<Refusal> {
      const { error } = await client.signInWithPassword({ email: email.trim(), password });
      return explain(error);
    },

    /** Asks for an account. No screen does so: the operator opens accounts, or opens sign-up for another front end. */
    async signUp(email: string, password: string, fullName: string): Promise<Refusal> {
      const { error } = await client.signUp({
        email: email.trim(),
        password,
        options: { data: { full_name: fullName }, emailRedirectTo: `${location.origin}/` },
      });
      return explain(error);
    },

    /** Signs out everywhere. Always ends signed out in this browser; says whether the server could be told. */
    async signOut(): Promise<{ readonly isServerTold: boolean }> {
      const isServerTold = await Promise.race([
        client.signOut({ scope: 'global' }).then(
          ({ error }) => error === null,
          () => false,
        ),
        new Promise<false>((resolve) => setTimeout(() => resolve(false), SIGN_OUT_DEADLINE_MS)),
      ]);
      if (!isServerTold) await forget();
      return { isServerTold };
    },

    async dispose(): Promise<void> {
      clearTimeout(retry?.timer);
      window.removeEventListener('online', onOnline);
      window.removeEventListener('offline', onOffline);
      document.removeEventListener('visibilitychange', onVisible);
      await client.dispose();
    },
  };
}

function emailOf(state: SessionState): string | undefined {
  return state.status === 'signed-in' ? state.email : undefined;
}

/** The service's own words, unless it had none to give. */
function explain(error: AuthError | null): Refusal {
  if (error === null) return undefined;
  if (isAuthRetryableFetchError(error)) {
    return 'The sign-in service cannot be reached. Check your connection and try again.';
  }
  if (error.status === undefined)
    return 'The sign-in service gave an answer that this page cannot read. Try again later.';
  return error.message;
}
