import type { AuthChangeEvent, Session as AuthSession } from '@supabase/auth-js';
import { type EpochMs, MINUTE_MS } from '../../../core/time/instant.ts';
import { now } from '../now.ts';
import { texts } from '../texts.ts';
import { createStore, type Store } from '../store.ts';
import type { AuthService, openAuthClient } from './auth-client.ts';
import { type Connection, createReachability } from './reachability.ts';
import { createSessionStorage, SESSION_KEY, type SessionStorage } from './session-storage.ts';

/**
 * Who is signed in, as far as the page knows.
 *
 * | from       | when                                                                | to                     |
 * | ---------- | ------------------------------------------------------------------- | ---------------------- |
 * | (none)     | nothing usable is stored                                            | signed-out, no-session |
 * | (none)     | something is                                                        | loading                |
 * | loading    | a stored session is found, or cannot be renewed for the line's sake | signed-in              |
 * | loading    | the service refuses to renew the stored session                     | signed-out, ended      |
 * | signed-out | a sign-in, here or in another tab                                   | signed-in              |
 * | signed-in  | the address of the account is another one                           | signed-in              |
 * | signed-in  | the trader signs out here                                           | signed-out, chosen     |
 * | signed-in  | the service refuses the session, or another tab signs out           | signed-out, ended      |
 */
export type SessionState =
  | { readonly status: 'loading' }
  | { readonly status: 'signed-out'; readonly why: 'no-session' | 'chosen' | 'ended' }
  | { readonly status: 'signed-in'; readonly email: string };

/** Undefined after success, else the message for the reader. */
export type Refusal = string | undefined;

export interface SessionOptions extends AuthService {
  readonly storage?: SessionStorage;
}

type AuthClient = ReturnType<typeof openAuthClient>;

/** A page that becomes visible checks its session, but not more often than this. */
const RECHECK_AFTER_MS = MINUTE_MS;

/** The page's session; its state is the sign-in state. */
export interface Session extends Store<SessionState> {
  readonly connection: Store<Connection>;
  /** False when the browser refused to store the session: it lasts until the tab is closed. */
  isPersistent(): boolean;
  /**
   * The access token for this server's own API, renewed first when it is about to expire. `refused`: one that was just
   * answered with 401; another is fetched in its place. Undefined when no account is signed in or the auth service is away.
   */
  accessToken(refused?: string): Promise<string | undefined>;
  /** Fetches the auth client, ahead of a sign-in. */
  prepare(): void;
  /** Whether the trader has seen the introduction; stored with the account. True while that is not known. */
  readonly isIntroduced: Store<boolean>;
  noteIntroduced(): void;
  signIn(email: string, password: string): Promise<Refusal>;
  /** Asks for an account. No screen does so: the operator opens accounts, or opens sign-up for another front end. */
  signUp(email: string, password: string, fullName: string): Promise<Refusal>;
  /** Signs out everywhere. Always ends signed out in this browser; returns whether the server could be reached. */
  signOut(): Promise<{ readonly isServerReached: boolean }>;
  /** Stops everything. For tests: a page keeps its session until it is closed. */
  dispose(): Promise<void>;
}

/**
 * Opens the page's session: the one place that talks to the auth client and follows its change events. The client is fetched when
 * a session is stored, here or by another tab, and when a sign-in is about to come.
 */
export function createSession(options: SessionOptions): Session {
  const storage = options.storage ?? createSessionStorage(() => localStorage);
  const who = createWho(storage);
  const reachability = createReachability({ ask: check, isNeeded: who.isSignedIn, onLost: who.showStored });
  const isIntroduced = createStore(true);
  const client = fetchedOnce(
    (library) => library.openAuthClient({ service: options, storage, reachability, onChange: onAuthEvent }),
    reachability.onNoAnswer,
  );
  let checkedAt: EpochMs | undefined;
  let isSigningOut = false;
  let token: string | undefined;
  let endedToken: string | undefined;

  window.addEventListener('storage', onStorage);
  document.addEventListener('visibilitychange', onVisible);
  if (storage.hasSession()) void client();

  function onStorage({ key }: StorageEvent): void {
    // A loaded client is notified by itself; a second request for it changes nothing.
    if (key === SESSION_KEY && storage.hasSession()) void client();
  }

  function onAuthEvent(event: AuthChangeEvent, session: AuthSession | null): void {
    if (session !== null) {
      // Another tab found the session that was signed out here meanwhile: its event comes late.
      if (session.access_token === endedToken) return;
      token = session.access_token;
      who.signIn(session.user.email ?? '');
      isIntroduced.set(session.user.user_metadata?.['introduced'] === true);
      // A stored session is shown at once and then checked: it may have been revoked meanwhile.
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

  /** Asks the server whether the session is valid. One that is gone, revoked or of another server is signed out. */
  async function check(): Promise<void> {
    if (!who.isSignedIn()) return;
    checkedAt = now();
    const auth = await client();
    const standing = (await auth?.standing()) ?? 'unknown';
    if (standing === 'missing') await forget();
    // The access token is refused, perhaps for its age. The refresh token decides; its refusal signs out.
    else if (standing === 'refused') await auth?.renew();
    else if (standing !== 'unknown' && who.isSignedIn()) who.signIn(standing.email);
  }

  /** Ends the session in this browser, in every tab, without telling the server. */
  async function forget(): Promise<void> {
    if (who.getState().status === 'signed-out') return;
    storage.forget();
    const auth = await client();
    if (auth === undefined) who.signOut(isSigningOut);
    else await auth.look();
  }

  function onVisible(): void {
    if (document.hidden || (checkedAt !== undefined && now() - checkedAt < RECHECK_AFTER_MS)) return;
    void check();
  }

  return {
    subscribe: who.subscribe,
    getState: who.getState,
    connection: reachability.connection,
    isIntroduced,
    noteIntroduced() {
      isIntroduced.set(true);
      void client().then((auth) => auth?.noteIntroduced());
    },
    isPersistent: storage.isPersistent,
    ...callsOf(client, storage),
    async signOut() {
      isSigningOut = true;
      const isServerReached = (await (await client())?.signOut()) ?? false;
      if (!isServerReached) await forget();
      isSigningOut = false;
      return { isServerReached };
    },
    async dispose() {
      reachability.dispose();
      window.removeEventListener('storage', onStorage);
      document.removeEventListener('visibilitychange', onVisible);
      await (await client(false))?.dispose();
    },
  };
}

/** The calls that need nothing but the client. */
function callsOf(client: FetchClient, storage: SessionStorage) {
  return {
    prepare: () => void client(),
    accessToken: async (refused?: string) =>
      storage.hasSession() ? (await client())?.accessToken(refused) : undefined,
    signIn: async (email: string, password: string) => explain((await client())?.signIn(email, password)),
    signUp: async (email: string, password: string, fullName: string) =>
      explain((await client())?.signUp(email, password, fullName)),
  };
}

type FetchClient = (isWanted?: boolean) => Promise<AuthClient | undefined>;

/**
 * The auth client, fetched when it is first wanted. Undefined when the line is down or the server has a newer page; the next call tries
 * again.
 */
function fetchedOnce(
  open: (library: { readonly openAuthClient: typeof openAuthClient }) => AuthClient,
  onMissing: () => void,
): FetchClient {
  let opened: Promise<AuthClient | undefined> | undefined;
  return async (isWanted = true) => {
    if (isWanted) {
      opened ??= import('./auth-client.ts').then(open, () => {
        opened = undefined;
        onMissing();
        return undefined;
      });
    }
    return opened;
  };
}

function createWho(storage: SessionStorage) {
  const hadSession = storage.hasSession();
  const first: SessionState = hadSession
    ? { status: 'loading' }
    : { status: 'signed-out', why: 'no-session' };
  const { getState, subscribe, set } = createStore<SessionState>(first);
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
    /** A trader with a stored session need not see "Loading..." until the connection is back. */
    showStored(): void {
      if (getState().status === 'loading' && storage.hasSession()) signIn(storage.email());
    },
    signOut(isChosen: boolean): void {
      if (getState().status === 'signed-out') return;
      const ended = isSignedIn() || hadSession ? 'ended' : 'no-session';
      set({ status: 'signed-out', why: isChosen ? 'chosen' : ended });
    },
  };
}

/** `asked`: the service's answer, undefined where it could not be asked. */
async function explain(asked: Promise<string | undefined | null> | undefined): Promise<Refusal> {
  const words = asked === undefined ? null : await asked;
  return words === null ? texts.signInUnreachable : words;
}
