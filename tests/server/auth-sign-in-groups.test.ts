import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createAccount, disableAccount } from '../../src/server/auth/accounts.ts';
import { SESSIONS_PER_USER, type SignInChange } from '../../src/server/auth/sessions.ts';
import { createSignInStore } from '../../src/server/auth/sign-in-store.ts';
import type { User } from '../../src/server/auth/user.ts';
import { findUserByEmail } from '../../src/server/auth/user-store.ts';
import { type AuthServer, getUser, signInWith, START, startAuthServer } from './auth-support.ts';

/** Sign-ins under load: the database is asked for several of them in one statement. */

const EMAILS = ['ana@example.com', 'ben@example.com', 'cleo@example.com'];
let server: AuthServer;
let users: User[];
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.database;
  await db.query('truncate users cascade');
  users = [];
  for (const email of EMAILS) {
    await createAccount(db, { email }, START);
    users.push((await findUserByEmail(db, email)) as User);
  }
});

const user = (index: number) => users[index] as User;
let sessions = 0;
function change(of: User, more: Partial<SignInChange> = {}): SignInChange {
  const id = `00000000-0000-4000-8000-${String(++sessions).padStart(12, '0')}`;
  return {
    userId: of.id,
    verifiedHash: of.passwordHash as string,
    upgradedHash: undefined,
    session: { id, refreshKey: Buffer.alloc(32, sessions), ip: '192.0.2.7', userAgent: 'a "browser", {1}' },
    at: START,
    ...more,
  };
}

/** Opens sessions together: the store is busy until the last of them is asked for. */
function openTogether(changes: readonly SignInChange[], db = server.database.db) {
  let asked = 0;
  const store = createSignInStore(db, () => ++asked < changes.length);
  return Promise.all(changes.map((each) => store.openSession(each)));
}

async function storedSessions() {
  const { rows } = await server.database.db.query(
    `select id, user_id, created_at, refresh_key, ip::text, user_agent, xmin::text as transaction
     from sessions order by id`,
  );
  return rows;
}

test('all get a session of their own, stored at once', async () => {
  const changes = users.map((each) => change(each));
  const signedIn = await openTogether(changes);
  expect(signedIn).toEqual(users.map((each) => ({ ...each, lastSignInAt: START, updatedAt: START })));
  const stored = await storedSessions();
  expect(stored).toMatchObject(
    changes.map(({ userId, at, session }) => ({
      id: session.id,
      user_id: userId,
      created_at: new Date(at),
      refresh_key: session.refreshKey,
      ip: '192.0.2.7/32',
      user_agent: 'a "browser", {1}',
    })),
  );
  expect(new Set(stored.map((row) => row.transaction)).size).toBe(1);
});

test('who cannot be told apart by address or program signs in too', async () => {
  const [first, second] = [change(user(0)), change(user(1))];
  const unknown = { ...first.session, ip: undefined, userAgent: undefined };
  await openTogether([{ ...first, session: unknown }, second]);
  expect(await storedSessions()).toMatchObject([
    { ip: null, user_agent: null },
    { ip: '192.0.2.7/32', user_agent: 'a "browser", {1}' },
  ]);
});

test('the same account several times gets as many sessions', async () => {
  const answers = await openTogether([change(user(0)), change(user(0)), change(user(1)), change(user(0))]);
  expect(answers.map((each) => each?.email)).toEqual([EMAILS[0], EMAILS[0], EMAILS[1], EMAILS[0]]);
  expect((await storedSessions()).filter((row) => row.user_id === user(0).id)).toHaveLength(3);
});

test('a disabled, a removed and a newly locked account get none, and keep nobody else from theirs', async () => {
  const { db } = server.database;
  const dora = (await createAccount(db, { email: 'dora@example.com' }, START)).account.id;
  await disableAccount(db, EMAILS[0] as string, START);
  await db.query('delete from users where id = $1', [user(1).id]);
  await db.query("update users set password_hash = 'another' where id = $1", [dora]);
  const answers = await openTogether([
    change(user(0)),
    change(user(1)),
    change(user(2)),
    change({ ...user(2), id: dora }),
  ]);
  expect(answers.map((each) => each?.email)).toEqual([undefined, undefined, EMAILS[2], undefined]);
  expect(await storedSessions()).toMatchObject([{ user_id: user(2).id }]);
});

test('an account that somebody is changing holds up itself alone, and counts as it is afterwards', async () => {
  const { db } = server.database;
  const operator = await db.connect();
  try {
    await operator.query('begin');
    await operator.query("update users set password_hash = 'another' where id = $1", [user(0).id]);
    const [held, also, free] = [change(user(0)), change(user(1)), change(user(2))];
    let isHeld = true;
    let asked = 0;
    const store = createSignInStore(db, () => ++asked < 3);
    const waiting = store.openSession(held).finally(() => {
      isHeld = false;
    });
    const rest = await Promise.all([store.openSession(also), store.openSession(free)]);
    expect(rest.map((each) => each?.email)).toEqual([EMAILS[1], EMAILS[2]]);
    expect(isHeld).toBe(true);
    await operator.query('commit');
    expect(await waiting).toBeUndefined();
  } finally {
    operator.release();
  }
  expect((await storedSessions()).map((row) => row.user_id)).toEqual([user(1).id, user(2).id]);
});

test('an account whose change is taken back is signed in', async () => {
  const operator = await server.database.db.connect();
  try {
    await operator.query('begin');
    await operator.query("update users set password_hash = 'another' where id = $1", [user(0).id]);
    const opened = openTogether([change(user(0)), change(user(1))]);
    await expect.poll(storedSessions).toHaveLength(1);
    await operator.query('rollback');
    expect((await opened).map((each) => each?.email)).toEqual([EMAILS[0], EMAILS[1]]);
  } finally {
    operator.release();
  }
});

test('outdated hashes are replaced, each by its own', async () => {
  const newer = await hash('of ana', { memoryCost: 1024, timeCost: 1 });
  await openTogether([change(user(0), { upgradedHash: newer }), change(user(1))]);
  const { db } = server.database;
  expect((await findUserByEmail(db, EMAILS[0] as string))?.passwordHash).toBe(newer);
  expect((await findUserByEmail(db, EMAILS[1] as string))?.passwordHash).toBe(user(1).passwordHash);
});

test('each account keeps its newest sessions only', async () => {
  const { db } = server.database;
  await db.query(
    `insert into sessions (id, user_id, created_at, refresh_key)
     select gen_random_uuid(), users.id, $1::timestamptz - n * interval '1 minute', decode(repeat('00', 32), 'hex')
     from users, generate_series(1, ${SESSIONS_PER_USER}) n`,
    [new Date(START)],
  );
  await openTogether([change(user(0)), change(user(1))]);
  const { rows } = await db.query(
    'select user_id, count(*)::int, max(created_at) as newest from sessions group by user_id',
  );
  const newest = new Date(START);
  expect(rows).toEqual(
    expect.arrayContaining([
      { user_id: user(0).id, count: SESSIONS_PER_USER, newest },
      { user_id: user(1).id, count: SESSIONS_PER_USER, newest },
      { user_id: user(2).id, count: SESSIONS_PER_USER, newest: new Date(START - 60_000) },
    ]),
  );
});

test('one that the database refuses fails alone', async () => {
  const bad = change(user(0));
  const good = change(user(1));
  let asked = 0;
  const store = createSignInStore(server.database.db, () => ++asked < 2);
  const broken = { ...bad, session: { ...bad.session, refreshKey: Buffer.alloc(1) } };
  const [failed, signedIn] = await Promise.allSettled([store.openSession(broken), store.openSession(good)]);
  expect(failed).toMatchObject({ status: 'rejected', reason: { code: '23514' } });
  expect(signedIn).toMatchObject({ status: 'fulfilled', value: { email: EMAILS[1] } });
  expect(await storedSessions()).toMatchObject([{ user_id: user(1).id }]);
});

test('accounts are read together, the unknown among them', async () => {
  let asked = 0;
  const store = createSignInStore(server.database.db, () => ++asked < 4);
  const emails = [EMAILS[0], 'nobody@example.com', EMAILS[2], EMAILS[0]] as string[];
  const found = await Promise.all(emails.map((email) => store.findUser(email)));
  expect(found).toEqual([user(0), undefined, user(2), user(0)]);
});

test('many traders at once are each answered with their own session', async () => {
  const { db } = server.database;
  const emails = Array.from({ length: 12 }, (_, index) => `trader-${index}@example.com`);
  const keys: string[] = [];
  for (const email of emails) keys.push((await createAccount(db, { email }, START)).key);
  const wrong = signInWith(server.app, emails[3] as string, 'a wrong key');
  const answers = await Promise.all(
    emails.map((email, index) => signInWith(server.app, email, keys[index] as string)),
  );
  expect((await wrong).statusCode).toBe(400);
  for (const [index, answer] of answers.entries()) {
    expect(answer.statusCode).toBe(200);
    const me = await getUser(server.app, answer.json().access_token);
    expect(me.json()).toEqual(answer.json().user);
    expect(me.json().email).toBe(emails[index]);
  }
  expect(await storedSessions()).toHaveLength(12);
});
