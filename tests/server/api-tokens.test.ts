import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase, Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { epochMs } from '../../src/core/time/instant.ts';
import { createAccount, disableAccount, resetKey } from '../../src/server/auth/accounts.ts';
import type { RunningServer } from '../../src/server/start/start-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { openStream } from './stream/stream-reader.ts';

let database: TestDatabase;
let db: Pool;
let folder: string;
let server: RunningServer;
let count = 0;
let email: string;
/** The access token of a trader of this test. */
let signedIn: string;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  folder = makeTemporaryFolder();
  const env = {
    PORT: '0',
    FEED: 'synthetic',
    PIPCAST_RECORD: 'signed-in',
    PIPCAST_TRUSTED_PROXIES: '127.0.0.1',
    PIPCAST_DATA_DIR: folder,
    DATABASE_URL: database.url,
  };
  server = await startTestServer(env);
  // Until its market runs, a busy computer answers late.
  while ((await (await fetch(`${server.origin}/readyz`)).json()).desk !== 'leads') await sleep(50);
});
afterAll(async () => {
  await server.stop();
  await database.drop();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  email = `trader-${(count += 1)}@example.com`;
  const { key } = await createAccount(db, { email }, now());
  const answer = await fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: key }),
  });
  signedIn = (await answer.json()).access_token;
});

const now = () => epochMs(Date.now());

async function call(token: string, method: string, path: string, json?: object, network = '192.0.2.1') {
  const answer = await fetch(server.origin + path, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      'x-forwarded-for': network,
      ...(json !== undefined && { 'content-type': 'application/json' }),
    },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith('{') ? JSON.parse(text) : text };
}

const make = async (name = 'bot') => (await call(signedIn, 'POST', '/api/tokens', { name })).body;
const market = async (token: string) => (await call(token, 'GET', '/api/market')).status;
/** The answers to so many requests side by side: refusals wait for half a second each. */
const markets = (token: string, most: number) =>
  Promise.all(Array.from({ length: most }, () => market(token)));

test('a token is shown once, listed by its name, and not stored', async () => {
  const { token, tokens } = await make(' my bot ');
  expect(token).toMatch(/^pipcast_[\w-]{43}$/);
  expect(tokens).toMatchObject([{ name: 'my bot', usedMs: null }]);
  expect(await market(token)).toBe(200);
  const listed = await call(signedIn, 'GET', '/api/tokens');
  expect(listed.body.tokens).toMatchObject([{ name: 'my bot', usedMs: expect.any(Number) }]);
  const { rows } = await db.query('select * from api_tokens');
  expect(JSON.stringify([listed, rows])).not.toContain(token.slice(8));
});

test('a token reads market signals and the record, and nothing else', async () => {
  const { token } = await make();
  const status = async (method: string, path: string, json?: object) =>
    (await call(token, method, path, json)).status;
  for (const path of ['/api/market', '/api/market/points?pair=EUR/USD', '/api/record', '/api/record/signals'])
    expect([200, 503], path).toContain(await status('GET', path));
  expect(await market(token)).toBe(200);
  for (const path of ['/api/me', '/api/alerts', '/api/tokens', '/auth/v1/user'])
    expect([401, 403], path).toContain(await status('GET', path));
  expect(await status('POST', '/api/tokens', { name: 'another' })).toBe(401);
  const asked = { key: '11111111-1111-4111-8111-111111111111', pair: 'EUR/USD', timeframe: '1min' };
  expect(await status('POST', '/api/market/signals', asked)).toBe(401);
});

test('a token that is ended is refused, and its stream ends within seconds; that of another trader cannot be ended', async () => {
  const { token, tokens } = await make();
  const { authorization } = { authorization: `Bearer ${token}` };
  const stream = await openStream(server.origin, { authorization });
  await stream.hello();
  const [{ id }] = tokens;
  const other = await createAccount(db, { email: `other-${email}` }, now());
  expect(other.account.email).toContain('other');
  await db.query('update api_tokens set user_id = $2 where id = $1', [id, other.account.id]);
  expect((await call(signedIn, 'DELETE', `/api/tokens/${id}`)).status).toBe(404);
  await db.query('update api_tokens set user_id = (select id from users where email = $2) where id = $1', [
    id,
    email,
  ]);
  expect((await call(signedIn, 'DELETE', `/api/tokens/${id}`)).body).toEqual({ tokens: [] });
  expect(await market(token)).toBe(401);
  await stream.closed;
});

test('a token stops with its account, and ends with a new key', async () => {
  const { token } = await make();
  await resetKey(db, email, now());
  expect(await market(token)).toBe(401);
  const { rows } = await db.query('select id from users where email = $1', [email]);
  const { rowCount } = await db.query('select from api_tokens where user_id = $1', [rows[0].id]);
  expect(rowCount).toBe(0);
});

test('a token of a disabled account is refused', async () => {
  const { token } = await make();
  await disableAccount(db, email, now());
  expect(await market(token)).toBe(401);
});

test('a trader has five tokens at most, each with a name', async () => {
  for (let n = 0; n < 5; n += 1) expect((await make(`bot ${n}`)).token).toBeDefined();
  expect((await call(signedIn, 'POST', '/api/tokens', { name: 'one more' })).status).toBe(400);
  for (const name of ['', ' ', 'x'.repeat(41), 'two\nlines'])
    expect((await call(signedIn, 'POST', '/api/tokens', { name })).status).toBe(400);
});

/** Asks for a token while another transaction has the account, and ends that once the request waits for it, or was answered. */
async function makeDuring(change: (client: ClientBase, userId: string) => Promise<unknown>): Promise<number> {
  const client = await db.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query('select id from users where email = $1 for update', [email]);
    await change(client, rows[0].id);
    const made = call(signedIn, 'POST', '/api/tokens', { name: 'bot' });
    const waits = async () => {
      const waiting =
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(async () => (await db.query(waiting)).rowCount).toBe(1);
    };
    await Promise.race([made, waits()]);
    await client.query('commit');
    return (await made).status;
  } finally {
    client.release(true);
  }
}

test('a trader has five tokens at most, also of those that are made at once', async () => {
  const status = await makeDuring((client, userId) =>
    client.query(
      `insert into api_tokens (user_id, name, hash, created_at)
       select $1, 'bot', sha256(random()::text::bytea), now() from generate_series(1, 5)`,
      [userId],
    ),
  );
  expect(status).toBe(400);
});

test('a token that is asked for while the account gets a new key is not made', async () => {
  const status = await makeDuring(async (client, userId) => {
    await client.query('delete from sessions where user_id = $1', [userId]);
    await client.query('delete from api_tokens where user_id = $1', [userId]);
  });
  expect(status).toBe(401);
});

/** No limit gives anything back from now on, however long this computer takes for its requests. */
function stopClock(): void {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['Date'] });
}

test('a token that takes the place of an ended one has what that one has left', async () => {
  stopClock();
  const { token, tokens } = await make();
  await markets(token, 120);
  await call(signedIn, 'DELETE', `/api/tokens/${tokens[0].id}`);
  const { token: next } = await make();
  expect(await markets(next, 40)).toContain(429);
});

test("a token has limits of its own, and what it takes is not its trader's", async () => {
  stopClock();
  const { token } = await make();
  expect(new Set(await markets(token, 140))).toEqual(new Set([200, 429]));
  expect(await market(signedIn)).toBe(200);
});

test('tokens cannot be guessed without limit, and guesses keep no one of their network from a token that was used there', async () => {
  stopClock();
  const { token } = await make();
  const from = async (of: string) => (await call(of, 'GET', '/api/market', undefined, '198.51.100.7')).status;
  expect(await from(token)).toBe(200);
  const wrong = `pipcast_${'a'.repeat(43)}`;
  const statuses: number[] = [];
  for (let n = 0; n < 20; n += 1) statuses.push(await from(wrong));
  expect(statuses.slice(0, 12)).toEqual(Array(12).fill(401));
  expect(statuses.slice(12)).toContain(429);
  expect(await from(token)).toBe(200);
});
