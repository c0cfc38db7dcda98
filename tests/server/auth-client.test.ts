import type { AddressInfo } from 'node:net';
import {
  AuthClient,
  isAuthApiError,
  isAuthRetryableFetchError,
  isAuthWeakPasswordError,
  type SupportedStorage,
} from '@supabase/auth-js';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { epochMs } from '../../src/core/time/instant.ts';
import { createAccount, disableAccount } from '../../src/server/auth/accounts.ts';
import { createPasswords } from '../../src/server/auth/passwords.ts';
import { createWorkGate } from '../../src/server/auth/work-gate.ts';
import { type AuthServer, startAuthServer } from './auth-support.ts';

/** The client reads the real clock, so the server does too. */
const now = () => epochMs(Date.now());
const EMAIL = 'mara@example.com';
let server: AuthServer;
let url: string;
let key: string;
beforeAll(async () => {
  server = await startAuthServer({ now, signup: 'open' });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  url = urlOf(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.db.query('delete from users');
  ({ key } = await createAccount(server.database.db, { email: EMAIL, name: 'Mara' }, now()));
});

function urlOf(started: AuthServer): string {
  return `http://127.0.0.1:${(started.app.server.address() as AddressInfo).port}/auth/v1`;
}

function memoryStorage(): SupportedStorage & { values: Map<string, string> } {
  const values = new Map<string, string>();
  return {
    values,
    getItem: (name) => values.get(name) ?? null,
    setItem: (name, value) => void values.set(name, value),
    removeItem: (name) => void values.delete(name),
  };
}

let clients = 0;
/** A client as the web app makes it; two with one storage are two tabs. */
function client(
  storage = memoryStorage(),
  options: Partial<ConstructorParameters<typeof AuthClient>[0]> = {},
) {
  const events: string[] = [];
  const auth = new AuthClient({
    url,
    storage,
    storageKey: `test-${clients++}`,
    autoRefreshToken: false,
    persistSession: true,
    detectSessionInUrl: false,
    ...options,
  });
  auth.onAuthStateChange((event) => void events.push(event));
  return { auth, events, storage };
}

/** Signs a client in and answers its session. */
async function signedIn(auth: InstanceType<typeof AuthClient>) {
  const { data, error } = await auth.signInWithPassword({ email: EMAIL, password: key });
  expect(error).toBeNull();
  if (!data.session) throw new Error('no session');
  return data.session;
}

describe('the real client', () => {
  test('signs in, asks for the user, refreshes and signs out', async () => {
    const { auth, events, storage } = client();
    const session = await signedIn(auth);
    expect(session.user).toMatchObject({ email: EMAIL, user_metadata: { full_name: 'Mara' } });
    expect(storage.values.size).toBe(1);

    const { data: asked } = await auth.getUser();
    expect(asked.user).toEqual(session.user);

    const { data: refreshed, error } = await auth.refreshSession();
    expect(error).toBeNull();
    expect(refreshed.session?.refresh_token).not.toBe(session.refresh_token);

    expect((await auth.signOut()).error).toBeNull();
    expect((await auth.getSession()).data.session).toBeNull();
    expect(storage.values.size).toBe(0);
    expect(events).toEqual(['INITIAL_SESSION', 'SIGNED_IN', 'TOKEN_REFRESHED', 'SIGNED_OUT']);

    const { error: gone } = await client().auth.getUser(session.access_token);
    expect(gone).toMatchObject({ name: 'AuthSessionMissingError' });
  });

  test('verifies a token by the key set without asking for the user', async () => {
    const { auth } = client();
    const session = await signedIn(auth);
    const { data, error } = await auth.getClaims(session.access_token);
    expect(error).toBeNull();
    expect(data?.header).toMatchObject({ alg: 'ES256', kid: server.auth.publicJwk.kid });
    expect(data?.claims).toMatchObject({
      sub: session.user.id,
      email: EMAIL,
      role: 'authenticated',
      aal: 'aal1',
    });
    const altered = session.access_token.replace(/\.e/, '.f');
    expect(
      (await auth.getClaims(altered).catch((thrown: unknown) => ({ error: thrown }))).error,
    ).not.toBeNull();
  });

  test('gets a code for a wrong key, a disabled account and a missing field', async () => {
    const { auth } = client();
    const wrong = await auth.signInWithPassword({ email: EMAIL, password: 'wrong' });
    expect(isAuthApiError(wrong.error)).toBe(true);
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    await disableAccount(server.database.db, EMAIL, now());
    const disabled = await auth.signInWithPassword({ email: EMAIL, password: key });
    expect(disabled.error).toMatchObject({ status: 400, code: 'user_banned' });
    const missing = await auth.signInWithPassword({ email: '', password: key });
    expect(missing.error).toMatchObject({ status: 400, code: 'validation_failed' });
  });

  test('in two tabs that refresh at once ends with one session that works in both', async () => {
    const storage = memoryStorage();
    const [one, two] = [client(storage, { storageKey: 'shared' }), client(storage, { storageKey: 'shared' })];
    await signedIn(one.auth);
    await Promise.all([one.auth.refreshSession(), two.auth.refreshSession(), one.auth.refreshSession()]);
    // The slower tab drops its own copy of the answer when it finds the other's stored already: they are the same.
    const stored = await Promise.all(
      [one, two].map(async ({ auth }) => (await auth.getSession()).data.session),
    );
    expect(stored[0]?.refresh_token).toBe(stored[1]?.refresh_token);
    for (const { auth, events } of [one, two]) {
      expect((await auth.refreshSession()).error).toBeNull();
      expect((await auth.getUser()).error).toBeNull();
      expect(events).not.toContain('SIGNED_OUT');
    }
  });

  test('whose refresh token was stolen and used is signed out at its next refresh', async () => {
    const { auth, events } = client();
    const session = await signedIn(auth);
    const thief = client().auth;
    const once = await thief.refreshSession({ refresh_token: session.refresh_token });
    const twice = await thief.refreshSession({ refresh_token: once.data.session?.refresh_token ?? '' });
    expect(twice.error).toBeNull();
    await server.database.db.query("update sessions set refreshed_at = refreshed_at - interval '1 minute'");
    const { error } = await auth.refreshSession();
    expect(error).toMatchObject({ status: 400, code: 'refresh_token_already_used' });
    const { error: thiefsError } = await thief.getUser(twice.data.session?.access_token);
    expect(thiefsError).toMatchObject({ name: 'AuthSessionMissingError' });
    await auth.getUser();
    expect(events.at(-1)).toBe('SIGNED_OUT');
  });

  test.each([
    ['global', false, false],
    ['local', false, true],
    ['others', true, false],
  ] as const)(
    'signing out with the scope %s: stays here %s, stays elsewhere %s',
    async (scope, here, elsewhere) => {
      const [one, two] = [client(), client()];
      await signedIn(one.auth);
      await signedIn(two.auth);
      expect((await one.auth.signOut({ scope })).error).toBeNull();
      expect((await one.auth.getUser()).error === null).toBe(here);
      expect((await two.auth.getUser()).error === null).toBe(elsewhere);
    },
  );

  test('that signs out when the session is gone already is simply signed out', async () => {
    const { auth, events } = client();
    await signedIn(auth);
    await server.database.db.query('delete from sessions');
    expect((await auth.signOut()).error).toBeNull();
    expect(events.at(-1)).toBe('SIGNED_OUT');
  });

  test('signs up with a name and the site as redirect, and gets a code for a weak password and a taken address', async () => {
    const { auth, events } = client();
    const { data, error } = await auth.signUp({
      email: 'ivo@example.com',
      password: 'correct horse',
      options: { data: { full_name: 'Ivo' }, emailRedirectTo: 'http://127.0.0.1:3000/' },
    });
    expect(error).toBeNull();
    expect(data.session?.user).toMatchObject({
      email: 'ivo@example.com',
      user_metadata: { full_name: 'Ivo' },
    });
    expect(events).toContain('SIGNED_IN');
    const weak = await client().auth.signUp({ email: 'eva@example.com', password: '123' });
    expect(isAuthWeakPasswordError(weak.error) && weak.error.reasons).toEqual(['length']);
    const taken = await client().auth.signUp({ email: EMAIL, password: 'correct horse' });
    expect(taken.error).toMatchObject({ status: 422, code: 'user_already_exists' });
    const pkce = await client(memoryStorage(), { flowType: 'pkce' }).auth.signUp({
      email: 'eva@example.com',
      password: 'correct horse',
    });
    expect(pkce.error).toBeNull();
  });

  test('gets a code where sign-up is closed', async () => {
    const closed = await startAuthServer({ now }, server.database);
    await closed.app.listen({ port: 0, host: '127.0.0.1' });
    const { auth } = client(memoryStorage(), { url: urlOf(closed) });
    const { error } = await auth.signUp({ email: 'ivo@example.com', password: 'correct horse' });
    expect(error).toMatchObject({
      status: 422,
      code: 'signup_disabled',
      message: 'Signups not allowed for this instance',
    });
    await closed.close();
  });

  test('changes its password and metadata, and learns the rules', async () => {
    const { auth, events } = client();
    await signedIn(auth);
    const changed = await auth.updateUser({ password: 'correct horse', data: { theme: 'dark' } });
    expect(changed.error).toBeNull();
    expect(changed.data.user?.user_metadata).toMatchObject({ full_name: 'Mara', theme: 'dark' });
    expect(events).toContain('USER_UPDATED');
    expect((await auth.updateUser({ password: 'correct horse' })).error).toMatchObject({
      code: 'same_password',
    });
    expect((await auth.updateUser({ password: '123' })).error).toMatchObject({ code: 'weak_password' });
    expect((await auth.updateUser({ email: 'new@example.com' })).error).toMatchObject({
      status: 403,
      code: 'not_admin',
    });
    expect(
      (await client().auth.signInWithPassword({ email: EMAIL, password: 'correct horse' })).error,
    ).toBeNull();
  });

  test('asks for a new key', async () => {
    const { error } = await client().auth.resetPasswordForEmail(EMAIL);
    expect(error).toBeNull();
  });

  test('keeps its session when the server is overloaded, and tries again by itself', async () => {
    const { auth, events } = client();
    const session = await signedIn(auth);
    const { db } = server.auth.context;
    const busy = Object.create(db, { waitingCount: { value: 10_000, configurable: true } }) as typeof db;
    Object.assign(server.auth.context, { db: busy });
    try {
      const refreshed = auth.refreshSession();
      await new Promise((resolve) => server.app.server.once('request', resolve));
      Object.assign(server.auth.context, { db });
      const { data, error } = await refreshed;
      expect(error).toBeNull();
      expect(data.session?.refresh_token).not.toBe(session.refresh_token);
    } finally {
      Object.assign(server.auth.context, { db });
    }
    expect(events).not.toContain('SIGNED_OUT');
  });

  test('takes an answer of a busy server for one to repeat, not for a refusal', async () => {
    const { auth } = client();
    const full = await startAuthServer({ now }, server.database);
    await full.app.listen({ port: 0, host: '127.0.0.1' });
    const gate = createWorkGate({ concurrency: 1, queueLimit: 0 });
    let finish = () => {};
    const work = gate.run('another', () => new Promise<void>((resolve) => (finish = resolve)));
    Object.assign(full.auth.context, { passwords: createPasswords(gate) });
    const { error } = await client(memoryStorage(), { url: urlOf(full) }).auth.signInWithPassword({
      email: EMAIL,
      password: key,
    });
    expect(isAuthRetryableFetchError(error)).toBe(true);
    expect(error).toMatchObject({ status: 503 });
    finish();
    await work;
    await full.close();
    await signedIn(auth);
  });

  test('of a time before the version header reads the codes anyway', async () => {
    const old = client(memoryStorage(), {
      fetch: (input, init) => {
        const headers = new Headers(init?.headers);
        headers.delete('x-supabase-api-version');
        return fetch(input, { ...init, headers });
      },
    });
    const wrong = await old.auth.signInWithPassword({ email: EMAIL, password: 'wrong' });
    expect(wrong.error).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    });
    const weak = await old.auth.signUp({ email: 'ivo@example.com', password: '123' });
    expect(isAuthWeakPasswordError(weak.error) && weak.error.reasons).toEqual(['length']);
    await signedIn(old.auth);
    expect((await old.auth.signOut()).error).toBeNull();
  });
});
