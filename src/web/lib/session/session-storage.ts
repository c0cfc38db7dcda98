import { jsonIn } from '../../../core/json/loose.ts';
/** The key of the session in storage; its own, so that another app on the same origin is not disturbed. */
export const SESSION_KEY = 'pipcast.session';

/** A stored value that the auth client treats as a broken session: reading it makes the client sign out everywhere. */
const FORGOTTEN = '{}';

/** What the auth client stores its session in: local storage, or this tab's memory where local storage refuses. */
export interface SessionStorage {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
  /** False once a value had to be kept in memory: it is lost when the tab is closed. */
  isPersistent(): boolean;
  /** Whether a usable session is stored, expired or not. */
  hasSession(): boolean;
  /** The address in the stored session; empty where there is none. */
  email(): string;
  /** Replaces the session with a value that the auth client discards, in all tabs, when it next reads it. */
  forget(): void;
  /** Marks the stored session as expired, if it still holds this refresh token. */
  expire(refreshToken: string): void;
}

interface StoredSession {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly expires_at: number;
  readonly user: { readonly email?: unknown };
}

/**
 * Wraps local storage so that nothing in it can break the page: reading or writing may throw (forbidden, full), and
 * what is found may be anything. A value that is not a whole session is removed and counts as none.
 */
export function createSessionStorage(openLocalStorage: () => Storage): SessionStorage {
  const memory = new Map<string, string>();

  function attempt<T>(use: (storage: Storage) => T, otherwise: T): T {
    try {
      return use(openLocalStorage());
    } catch {
      return otherwise;
    }
  }

  const storage: SessionStorage = {
    getItem(key) {
      const value = memory.get(key) ?? attempt((local) => local.getItem(key), null);
      if (value === null || key !== SESSION_KEY || value === FORGOTTEN) return value;
      if (parseSession(value) !== undefined) return value;
      storage.removeItem(key);
      return null;
    },
    setItem(key, value) {
      const isStored = attempt((local) => {
        local.setItem(key, value);
        return true;
      }, false);
      if (isStored) {
        memory.delete(key);
      } else {
        // An older value that could not be overwritten must not return as the newest.
        attempt((local) => local.removeItem(key), undefined);
        memory.set(key, value);
      }
    },
    removeItem(key) {
      memory.delete(key);
      attempt((local) => local.removeItem(key), undefined);
    },
    isPersistent: () => memory.size === 0,
    hasSession: () => parseSession(storage.getItem(SESSION_KEY)) !== undefined,
    email() {
      const email = parseSession(storage.getItem(SESSION_KEY))?.user.email;
      return typeof email === 'string' ? email : '';
    },
    forget: () => storage.setItem(SESSION_KEY, FORGOTTEN),
    expire(refreshToken) {
      const session = parseSession(storage.getItem(SESSION_KEY));
      if (session?.refresh_token !== refreshToken) return;
      storage.setItem(SESSION_KEY, JSON.stringify({ ...session, expires_at: 1 }));
    },
  };
  return storage;
}

/** Visible ASCII only: anything else cannot travel in a header, and the request would fail as if offline. */
const TOKEN = /^[\x21-\x7e]+$/;

function parseSession(value: string | null): StoredSession | undefined {
  const session = jsonIn(value ?? '');
  return isStoredSession(session) ? session : undefined;
}

function isStoredSession(value: unknown): value is StoredSession {
  if (typeof value !== 'object' || value === null) return false;
  const { access_token, refresh_token, expires_at, user } = value as Record<string, unknown>;
  return (
    typeof access_token === 'string' &&
    TOKEN.test(access_token) &&
    typeof refresh_token === 'string' &&
    TOKEN.test(refresh_token) &&
    Number.isFinite(expires_at) &&
    typeof user === 'object' &&
    user !== null
  );
}
