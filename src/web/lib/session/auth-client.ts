import {
  AuthClient,
  type AuthChangeEvent,
  type AuthError,
  type Session as AuthSession,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
} from '@supabase/auth-js';
import { SECOND_MS } from '../../../core/time/instant.ts';
import { currentLocale } from '../catalogue.ts';
import { createAuthFetch } from './auth-fetch.ts';
import type { Reachability } from './reachability.ts';
import { SESSION_KEY, type SessionStorage } from './session-storage.ts';
import { refusalTexts } from './refusal-texts.ts';

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
