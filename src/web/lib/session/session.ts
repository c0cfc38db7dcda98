import {
  AuthClient,
  type AuthChangeEvent,
  type AuthError,
  type Session as AuthSession,
  isAuthRetryableFetchError,
  isAuthSessionMissingError,
} from '@supabase/auth-js';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../../core/time/instant.ts';
import { now } from '../now.ts';
import { startTexts } from '../start-texts.ts';
import { createStore, type Store } from '../store.ts';
import { createAuthFetch } from './auth-fetch.ts';
import { type Connection, createReachability, type Reachability } from './reachability.ts';
import { createSessionStorage, SESSION_KEY, type SessionStorage } from './session-storage.ts';

/**
 * Who is signed in, as far as the page knows.
 *
 * | from       | when                                                                | to                  |
 * | ---------- | ------------------------------------------------------------------- | ------------------- |
 * | loading    | nothing usable is stored                                            | signed-out, nobody  |
 * | loading    | a stored session is found, or cannot be renewed for the line's sake | signed-in           |
 * | loading    | the service refuses to renew the stored session                     | signed-out, ended   |
 * | signed-out | a sign-in, here or in another tab                                   | signed-in           |
 * | signed-in  | the address of the account is another one                           | signed-in           |
 * | signed-in  | the trader signs out here                                           | signed-out, chosen  |
 * | signed-in  | the service refuses the session, or another tab signs out           | signed-out, ended   |
 */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out'; readonly why: 'nobody' | 'chosen' | 'ended' }
  | { readonly status: 'signed-in'; readonly email: string };

type Client = InstanceType<typeof AuthClient>;

/** Undefined when it worked, else what to tell the person. */
export type Refusal = string | undefined;

export interface SessionOptions {
  readonly authUrl: string;
  readonly anonKey: string;
  readonly storage?: SessionStorage;
  readonly fetch?: typeof fetch;
}

/** How long a sign-out waits for the server before the session is forgotten here all the same. */
export const SIGN_OUT_DEADLINE_MS = 5 * SECOND_MS;
/** A page that comes back to the front asks whether its session still stands, but not more often than this. */
const RECHECK_AFTER_MS = MINUTE_MS;

/** The page's session. Its own state is who is signed in. */
export interface Session extends Store<SessionState> {
  /** Whether the auth service answers. */
  readonly connection: Store<Connection>;
  /** False when the browser refused to store the session: it lasts until the tab is closed. */
  isPersistent(): boolean;
  /**
   * The access token for this server's own API, renewed first when it is about to expire. `refused`: one that was just
   * answered with 401; another is fetched in its place. Undefined when no account is signed in or the auth service is away.
   */
  accessToken(refused?: string): Promise<string | undefined>;
  signIn(email: string, password: string): Promise<Refusal>;
  /** Asks for an account. No screen does so: the operator opens accounts, or opens sign-up for another front end. */
  signUp(email: string, password: string, fullName: string): Promise<Refusal>;
  /** Signs out everywhere. Always ends signed out in this browser; says whether the server could be told. */
  signOut(): Promise<{ readonly isServerTold: boolean }>;
  /** Stops everything. For tests: a page keeps its session for as long as it lives. */
  dispose(): Promise<void>;
}

/** Opens the page's session: the one place that talks to the auth client and follows its change events. */
export function createSession(options: SessionOptions): Session {
  const storage = options.storage ?? createSessionStorage(() => localStorage);
  const who = createWho(storage);
  const reachability = createReachability({ ask: check, isNeeded: who.isSignedIn, onLost: who.showStored });
  const client = openClient(options, storage, reachability);
  let checkedAt: EpochMs | undefined;
  let isSigningOut = false;
  let token: string | undefined;
  let endedToken: string | undefined;

  client.onAuthStateChange(onAuthEvent);
  document.addEventListener('visibilitychange', onVisible);

  function onAuthEvent(event: AuthChangeEvent, session: AuthSession | null): void {
    if (session !== null) {
      // Another tab found the session that was signed out here meanwhile: its word comes late.
      if (session.access_token === endedToken) return;
      token = session.access_token;
      who.signIn(session.user.email ?? '');
      // A session that was merely found is shown at once and then checked: it may have been revoked meanwhile.
      if (event === 'TOKEN_REFRESHED') checkedAt = now();
      else if (event === 'INITIAL_SESSION' && checkedAt === undefined) void check();
    } else if (event === 'INITIAL_SESSION' && storage.hasSession()) {
      // It could not be renewed because the service is away: it is kept.
      who.showStored();
    } else {
      endedToken = token;
      who.signOut(isSigningOut);
    }
  }

  /** Asks the server whether the session stands. One that is gone, revoked or another server's is signed out. */
  async function check(): Promise<void> {
    if (!who.isSignedIn()) return;
    checkedAt = now();
    const { data, error } = await client.getUser();
    if (error === null) {
      if (who.isSignedIn()) who.signIn(data.user.email ?? '');
    } else if (isAuthSessionMissingError(error)) {
      await forget();
    } else if (!isAuthRetryableFetchError(error)) {
      // The access token is refused, for its age or for more. The refresh token decides; its refusal signs out.
      await client.refreshSession();
    }
  }

  /** Ends the session in this browser, in every tab, without telling the server. */
  async function forget(): Promise<void> {
    if (who.getState().status === 'signed-out') return;
    storage.forget();
    await client.getSession();
  }

  function onVisible(): void {
    if (document.hidden || (checkedAt !== undefined && now() - checkedAt < RECHECK_AFTER_MS)) return;
    void check();
  }

  return {
    subscribe: who.subscribe,
    getState: who.getState,
    connection: reachability.connection,
    isPersistent: storage.isPersistent,
    ...callsOf(client),
    async signOut() {
      isSigningOut = true;
      const isServerTold = await tellOfSignOut(client);
      if (!isServerTold) await forget();
      isSigningOut = false;
      return { isServerTold };
    },
    async dispose() {
      reachability.dispose();
      document.removeEventListener('visibilitychange', onVisible);
      await client.dispose();
    },
  };
}

/** The state and its changes. */
function createWho(storage: SessionStorage) {
  const hadSession = storage.hasSession();
  const { getState, subscribe, set } = createStore<SessionState>({ status: 'loading' });
  const isSignedIn = () => getState().status === 'signed-in';

  function signIn(email: string): void {
    const before = getState();
    if (before.status !== 'signed-in' || before.email !== email) set({ status: 'signed-in', email });
  }

  return {
    getState,
    subscribe,
    isSignedIn,
    signIn,
    /** A trader with a stored session need not look at "Loading..." until the line is back. */
    showStored(): void {
      if (getState().status === 'loading' && storage.hasSession()) signIn(storage.email());
    },
    signOut(isChosen: boolean): void {
      if (getState().status === 'signed-out') return;
      const ended = isSignedIn() || hadSession ? 'ended' : 'nobody';
      set({ status: 'signed-out', why: isChosen ? 'chosen' : ended });
    },
  };
}

function openClient(
  { authUrl, anonKey, fetch }: SessionOptions,
  storage: SessionStorage,
  { onAnswer, onNoAnswer }: Reachability,
): Client {
  return new AuthClient({
    url: new URL(authUrl, location.origin).href,
    headers: anonKey === '' ? {} : { apikey: anonKey },
    storageKey: SESSION_KEY,
    storage,
    persistSession: true,
    autoRefreshToken: true,
    detectSessionInUrl: false,
    fetch: createAuthFetch({ onAnswer, onNoAnswer, onRefreshRefused: storage.expire }, fetch),
  });
}

/** The calls that need nothing but the client. */
function callsOf(client: Client): Pick<Session, 'accessToken' | 'signIn' | 'signUp'> {
  return {
    async accessToken(refused) {
      const { data } = await client.getSession();
      const token = data.session?.access_token;
      if (token === undefined || token !== refused) return token;
      const renewed = await client.refreshSession();
      return renewed.data.session?.access_token;
    },
    async signIn(email, password) {
      const { error } = await client.signInWithPassword({ email: email.trim(), password });
      return explain(error);
    },
    async signUp(email, password, fullName) {
      const { error } = await client.signUp({
        email: email.trim(),
        password,
        options: { data: { full_name: fullName }, emailRedirectTo: `${location.origin}/` },
      });
      return explain(error);
    },
  };
}

/** Whether the server has answered a sign-out before the deadline. */
function tellOfSignOut(client: Client): Promise<boolean> {
  return Promise.race([
    client.signOut({ scope: 'global' }).then(
      ({ error }) => error === null,
      () => false,
    ),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), SIGN_OUT_DEADLINE_MS)),
  ]);
}

/** The service's own words; createAuthFetch has put some in the place of an answer that has none. */
function explain(error: AuthError | null): Refusal {
  if (error === null) return undefined;
  return isAuthRetryableFetchError(error) ? startTexts.signInUnreachable : error.message;
}
