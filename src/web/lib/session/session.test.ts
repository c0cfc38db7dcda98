import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createFakeAuthService,
  type FakeAuthService,
  TRADER,
} from '../../../../tests/support/fake-auth-service.ts';
import { setPageHidden } from '../../../../tests/support/page-visibility.ts';
import { SIGN_OUT_DEADLINE_MS } from './auth-client.ts';
import { createSession, type Session } from './session.ts';
import { createSessionStorage, SESSION_KEY } from './session-storage.ts';

const HOUR_MS = 3_600_000;
const REFRESH = 'POST /auth/v1/token?grant_type=refresh_token';

let service: FakeAuthService;
let open: Session[];

beforeEach(() => {
  service = createFakeAuthService();
  open = [];
  // Each test has a client of its own, like each tab; the library warns of a second one in the same window.
  vi.spyOn(console, 'warn').mockImplementation((message: string) => {
    if (!message.includes('Multiple GoTrueClient instances')) throw new Error(message);
  });
});

afterEach(async () => {
  for (const session of open) await session.dispose();
});

/** A page that is opened: its session, on the storage that all tabs share unless another is given. */
function openPage(storage = createSessionStorage(() => localStorage)): Session {
  const session = createSession({ authUrl: '/auth/v1', anonKey: 'public', fetch: service.fetch, storage });
  open.push(session);
  return session;
}

async function openSignedInPage(): Promise<Session> {
  const session = openPage();
  await session.signIn(TRADER.email, TRADER.password);
  expect(session.getState().status).toBe('signed-in');
  service.calls.length = 0;
  return session;
}

/** Leaves a session of this age in the browser, as an earlier visit did. */
async function leaveSession(ageMs = 0): Promise<void> {
  const session = await openSignedInPage();
  await session.dispose();
  const stored = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '') as { expires_at: number };
  localStorage.setItem(
    SESSION_KEY,
    JSON.stringify({ ...stored, expires_at: stored.expires_at - ageMs / 1000 }),
  );
}

const become = async (session: Session, status: string) => {
  await expect.poll(() => session.getState().status, { interval: 5 }).toBe(status);
};

const nothingIsLeft = () => expect(JSON.stringify({ ...localStorage })).not.toMatch(/access-|refresh-|mara/);

describe('starting', () => {
  it('is signed out at once when nothing is stored, without a call', async () => {
    const session = openPage();
    await become(session, 'signed-out');
    expect(session.getState()).toEqual({ status: 'signed-out', why: 'no-session' });
    expect(service.calls).toEqual([]);
  });

  it('shows a stored session at once and asks the server whether it stands', async () => {
    await leaveSession();
    const session = openPage();
    await become(session, 'signed-in');
    expect(session.getState()).toEqual({ status: 'signed-in', email: TRADER.email });
    await expect.poll(() => service.calls).toEqual(['GET /auth/v1/user']);
  });

  it('refreshes an expired session first, and does not ask twice', async () => {
    await leaveSession(2 * HOUR_MS);
    const session = openPage();
    await become(session, 'signed-in');
    await expect.poll(() => service.calls).toEqual([REFRESH]);
  });

  it.each(['revoked', "another server's"])('ends signed out on a session that is %s', async (kind) => {
    await leaveSession();
    if (kind === 'revoked') service.revokeAll();
    else service = createFakeAuthService();
    const session = openPage();
    await become(session, 'signed-out');
    expect(session.getState()).toEqual({ status: 'signed-out', why: 'ended' });
    nothingIsLeft();
  });

  it('ends signed out on an expired session whose refresh is refused', async () => {
    await leaveSession(2 * HOUR_MS);
    service.revokeAll();
    const session = openPage();
    await become(session, 'signed-out');
    expect(session.getState()).toEqual({ status: 'signed-out', why: 'ended' });
    nothingIsLeft();
  });

  it('renews an access token that the server refuses while the refresh token is good', async () => {
    await leaveSession();
    service.refuseAccessTokens();
    const session = openPage();
    await become(session, 'signed-in');
    await expect.poll(() => service.calls).toEqual(['GET /auth/v1/user', REFRESH]);
    expect(session.getState().status).toBe('signed-in');
  });

  it.each(['unreachable', 'overloaded', 'captive', 'limited'] as const)(
    'keeps an expired session when the service is %s: the page stays and says that it is offline',
    async (mode) => {
      const error = vi.spyOn(console, 'error').mockImplementation(() => {});
      await leaveSession(2 * HOUR_MS);
      service.mode = mode;
      const session = openPage();
      await become(session, 'signed-in');
      expect(session.getState()).toEqual({ status: 'signed-in', email: TRADER.email });
      expect(session.connection.getState().lostAt).toBeDefined();
      expect(createSessionStorage(() => localStorage).hasSession()).toBe(true);
      error.mockRestore();
    },
  );
});

describe('signing in', () => {
  it('calls the service as specified and follows its change event', async () => {
    const session = openPage();
    await become(session, 'signed-out');
    const heard: string[] = [];
    session.subscribe(() => heard.push(session.getState().status));
    expect(await session.signIn(`  ${TRADER.email} `, TRADER.password)).toBeUndefined();
    expect(heard).toEqual(['signed-in']);
    expect(service.calls).toEqual(['POST /auth/v1/token?grant_type=password']);
    expect(service.bodies).toEqual([expect.objectContaining(TRADER)]);
  });

  it("hands on the service's own words when it refuses", async () => {
    const session = openPage();
    expect(await session.signIn(TRADER.email, 'wrong')).toBe('Invalid login credentials');
    await become(session, 'signed-out');
  });

  it.each([500, 501, 503, 504])("hands on the service's own words of a %i", async (status) => {
    service.mode = 'failing';
    service.failingStatus = status;
    expect(await openPage().signIn(TRADER.email, TRADER.password)).toBe('The database is away');
  });

  it.each([
    ['unreachable', /cannot be reached/],
    ['overloaded', /cannot read \(503\)/],
    ['captive', /cannot read \(403\)/],
    ['portal', /cannot read \(200\)/],
    ['limited', /^Request rate limit reached$/],
  ] as const)('says what is the matter when the service is %s', async (mode, words) => {
    service.mode = mode;
    expect(await openPage().signIn(TRADER.email, TRADER.password)).toMatch(words);
  });

  it('works in a browser that refuses to store, for this page', async () => {
    const session = openPage(
      createSessionStorage(() => {
        throw new DOMException('denied', 'SecurityError');
      }),
    );
    await session.signIn(TRADER.email, TRADER.password);
    expect(session.getState().status).toBe('signed-in');
    expect(session.isPersistent()).toBe(false);
    expect(localStorage.length).toBe(0);
  });

  it.each([HOUR_MS, -HOUR_MS])(
    'reckons the expiry on its own clock when the service is %i ms ahead',
    async (aheadMs) => {
      vi.useFakeTimers({ toFake: ['Date'] });
      service.aheadMs = aheadMs;
      await openSignedInPage();
      const { expires_at } = JSON.parse(localStorage.getItem(SESSION_KEY) ?? '') as { expires_at: number };
      expect(Math.abs(expires_at * 1000 - Date.now() - HOUR_MS)).toBeLessThan(5_000);
      expect(service.calls).toEqual([]);
    },
  );
});

describe('signing up', () => {
  it('sends the full name, and the site root to come back to', async () => {
    const refusal = await openPage().signUp(TRADER.email, TRADER.password, 'Mara Lind');
    expect(refusal).toBe('Signups not allowed for this instance');
    expect(service.calls).toEqual([
      `POST /auth/v1/signup?redirect_to=${encodeURIComponent(`${location.origin}/`)}`,
    ]);
    expect(service.bodies).toEqual([
      expect.objectContaining({ ...TRADER, data: { full_name: 'Mara Lind' } }),
    ]);
  });
});

describe('signing out', () => {
  it('tells the server to end all sessions and leaves nothing in the browser', async () => {
    const session = await openSignedInPage();
    expect(await session.signOut()).toEqual({ isServerReached: true });
    expect(session.getState()).toEqual({ status: 'signed-out', why: 'chosen' });
    expect(service.calls).toEqual(['POST /auth/v1/logout?scope=global']);
    nothingIsLeft();
  });

  it.each(['unreachable', 'overloaded', 'captive', 'limited'] as const)(
    'leaves nothing in the browser when the service is %s, and says that it was not reached',
    async (mode) => {
      const session = await openSignedInPage();
      service.mode = mode;
      expect(await session.signOut()).toEqual({ isServerReached: false });
      expect(session.getState()).toEqual({ status: 'signed-out', why: 'chosen' });
      nothingIsLeft();
    },
  );

  it('does not wait for a silent server beyond its deadline', async () => {
    const session = await openSignedInPage();
    service.mode = 'silent';
    vi.useFakeTimers();
    const outcome = session.signOut();
    await vi.advanceTimersByTimeAsync(SIGN_OUT_DEADLINE_MS);
    expect(await outcome).toEqual({ isServerReached: false });
    expect(session.getState()).toEqual({ status: 'signed-out', why: 'chosen' });
    nothingIsLeft();
  });

  it('is a sign-out for a session that the server has ended already', async () => {
    const session = await openSignedInPage();
    service.revokeAll();
    expect(await session.signOut()).toEqual({ isServerReached: true });
    nothingIsLeft();
  });

  it('signs the other tabs out and leaves a later sign-in of another account alone', async () => {
    const one = await openSignedInPage();
    const other = openPage();
    await become(other, 'signed-in');
    await one.signOut();
    await become(other, 'signed-out');
    expect([one.getState(), other.getState()]).toEqual([
      { status: 'signed-out', why: 'chosen' },
      { status: 'signed-out', why: 'ended' },
    ]);
    await one.signIn(TRADER.email, TRADER.password);
    await become(other, 'signed-in');
    expect(one.getState().status).toBe('signed-in');
  });
});

describe('the access token for the API', () => {
  it("is the session's own, and another one once it was refused", async () => {
    const session = await openSignedInPage();
    const token = await session.accessToken();
    expect(token).toMatch(/^access-/);
    expect([await session.accessToken(), service.calls]).toEqual([token, []]);
    const renewed = await session.accessToken(token);
    expect(renewed).toMatch(/^access-/);
    expect(renewed).not.toBe(token);
    expect(service.calls).toEqual([REFRESH]);
    // Another part of the page that was refused the old token gets the new one without a call.
    expect(await session.accessToken(token)).toBe(renewed);
    expect(service.calls).toEqual([REFRESH]);
  });

  it('is undefined without a session, and when the session has ended elsewhere', async () => {
    const signedOut = openPage();
    expect(await signedOut.accessToken()).toBeUndefined();
    const session = await openSignedInPage();
    const token = await session.accessToken();
    service.revokeAll();
    expect(await session.accessToken(token)).toBeUndefined();
    await become(session, 'signed-out');
  });
});

describe('while signed in', () => {
  it('comes back from being offline when the line does', async () => {
    const session = await openSignedInPage();
    service.mode = 'unreachable';
    dispatchEvent(new Event('offline'));
    expect(session.connection.getState().lostAt).toBeDefined();
    expect(session.getState().status).toBe('signed-in');
    service.mode = 'up';
    dispatchEvent(new Event('online'));
    await expect.poll(() => session.connection.getState().lostAt).toBeUndefined();
  });

  it('stays offline when an answer that was on its way arrives just after the line was lost', async () => {
    const session = await openSignedInPage();
    const late = session.signIn(TRADER.email, TRADER.password);
    dispatchEvent(new Event('offline'));
    await late;
    expect(session.connection.getState().lostAt).toBeDefined();
    dispatchEvent(new Event('online'));
    await expect.poll(() => session.connection.getState().lostAt).toBeUndefined();
  });

  it('knows since when it is offline, and tries again by itself, less and less often', async () => {
    const session = await openSignedInPage();
    vi.useFakeTimers();
    service.mode = 'unreachable';
    const lostAt = Date.now();
    dispatchEvent(new Event('offline'));
    await vi.advanceTimersByTimeAsync(120_000);
    expect(session.connection.getState().lostAt).toBe(lostAt);
    const tries = service.calls.filter((call) => call === 'GET /auth/v1/user').length;
    expect(tries).toBeGreaterThanOrEqual(3);
    expect(tries).toBeLessThanOrEqual(6);
    service.mode = 'up';
    await vi.advanceTimersByTimeAsync(80_000);
    expect(session.connection.getState().lostAt).toBeUndefined();
    const after = service.calls.length;
    await vi.advanceTimersByTimeAsync(300_000);
    expect(service.calls.length).toBe(after);
  });

  it('asks again when the page comes back to the front, once a minute at most', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const session = await openSignedInPage();
    const show = () => {
      setPageHidden(true);
      setPageHidden(false);
    };
    show();
    await expect.poll(() => service.calls).toEqual(['GET /auth/v1/user']);
    show();
    vi.setSystemTime(Date.now() + 61_000);
    service.revokeAll();
    show();
    await become(session, 'signed-out');
    expect(service.calls).toEqual(['GET /auth/v1/user', 'GET /auth/v1/user']);
    nothingIsLeft();
  });

  it('does not tell its listeners what they know', async () => {
    const session = await openSignedInPage();
    const listener = vi.fn();
    session.subscribe(listener);
    setPageHidden(true);
    setPageHidden(false);
    await expect.poll(() => service.calls).toEqual(['GET /auth/v1/user']);
    expect(listener).not.toHaveBeenCalled();
  });
});
