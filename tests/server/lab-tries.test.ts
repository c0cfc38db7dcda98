import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { epochMs } from '../../src/core/time/instant.ts';
import type { LabTries } from '../../src/core/wire/lab-tries.ts';
import { createAccount, removeAccount } from '../../src/server/auth/accounts.ts';
import { createAccess } from '../../src/server/routes/access.ts';
import { HttpError } from '../../src/server/routes/http-error.ts';
import { serveLabTries } from '../../src/server/routes/lab/serve-lab-tries.ts';
import { apiApp } from '../support/api-app.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const PRICES = '0123456789ab';
const NONE: LabTries = { byHand: [], sweeps: [], luck: { rates: [], scores: [] } };

let database: TestDatabase;
let db: Pool;
let count = 0;
let me: { readonly id: string; readonly email: string };

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());
beforeEach(async () => {
  count += 1;
  const email = `me-${count}@example.com`;
  me = { id: (await createAccount(db, { email } as never, epochMs(0))).account.id, email };
});

async function put(tries: Partial<LabTries>, prices = PRICES, userId = me.id) {
  const app = apiApp();
  const access = createAccess({
    identify: async (id) => {
      if (id) return { id, email: '' };
      throw new HttpError(401, 'unauthorized', 'Sign in.');
    },
    now: () => epochMs(0),
    record: 'signed-in',
    rateLimit: 'off',
  });
  serveLabTries(app, { db, access });
  const answer = await app.inject({
    method: 'PUT',
    url: '/api/lab-tries',
    headers: { authorization: userId },
    payload: { prices, ...NONE, ...tries },
  });
  await app.close();
  return answer;
}

const tried = (rule: string, right = 300) => ({ rule, decided: 600, right });

test('what was tried in two browsers is the account’s in both, each rule once, with the better luck', async () => {
  await put({ byHand: [tried('a'), tried('b')], luck: { rates: [5, 1, 3], scores: [1, 1, -4] } });
  const answer = await put({
    byHand: [tried('b', 310), tried('c')],
    sweeps: [{ rule: 's', rules: 640, best: null }],
    luck: { rates: [2, 4, 3], scores: [0, 2, -5] },
  });
  const all = {
    byHand: [tried('a'), tried('b', 310), tried('c')],
    sweeps: [{ rule: 's', rules: 640, best: null }],
    luck: { rates: [5, 4, 3], scores: [1, 2, -4] },
  };
  expect(answer.json()).toEqual(all);
  expect((await put({})).json()).toEqual(all);
});

test('of two openings the one that came first stands, with what it came to, whatever clock the other one has', async () => {
  const first = { rule: 'a', atMs: 200, tries: 3 };
  await put({ opened: first });
  const result = { ...first, decided: 600, right: 310 };
  expect((await put({ opened: result })).json<LabTries>().opened).toEqual(result);
  expect((await put({ opened: { rule: 'b', atMs: 100, tries: 9 } })).json<LabTries>().opened).toEqual(result);
  const rules = ['c', 'd', 'e', 'f'];
  const answers = await Promise.all(
    rules.map((rule) => put({ opened: { rule, atMs: 1, tries: 1 } }, 'made-up')),
  );
  expect(new Set(answers.map((answer) => answer.json<LabTries>().opened?.rule)).size).toBe(1);
});

test('two browsers that say what they tried at once lose none', async () => {
  const rules = Array.from({ length: 12 }, (_, at) => `rule ${at}`);
  await Promise.all(rules.map((rule) => put({ byHand: [tried(rule)] })));
  const { byHand } = (await put({})).json<LabTries>();
  expect(byHand.map(({ rule }) => rule).sort()).toEqual(rules.sort());
});

test('tries are of these prices and this account alone, and go with the account', async () => {
  await put({ byHand: [tried('a')] });
  expect((await put({}, 'made-up')).json()).toEqual(NONE);
  const email = `other-${count}@example.com`;
  const other = (await createAccount(db, { email } as never, epochMs(0))).account.id;
  expect((await put({}, PRICES, other)).json()).toEqual(NONE);
  await removeAccount(db, me.email, epochMs(0));
  expect((await db.query('select from lab_tries where user_id = $1', [me.id])).rowCount).toBe(0);
});

test('an account keeps 500 tries by hand on each of 40 prices, and no more', async () => {
  const many = Array.from({ length: 500 }, (_, at) => tried(`rule ${at}`));
  expect((await put({ byHand: many })).statusCode).toBe(200);
  expect((await put({ byHand: [tried('one more')] })).statusCode).toBe(400);
  expect((await put({})).json<LabTries>().byHand).toHaveLength(500);
  const edition = (at: number) => String(at).padStart(12, '0');
  const answers = await Promise.all(Array.from({ length: 45 }, (_, at) => put({}, edition(at))));
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(39);
});

test('refuses who is not signed in, and prices and tries that cannot be', async () => {
  expect((await put({}, PRICES, '')).statusCode).toBe(401);
  expect((await put({}, 'EUR/USD 0123456789ab')).statusCode).toBe(400);
  expect((await put({ byHand: [{ ...tried('a'), right: -1 }] })).statusCode).toBe(400);
  expect((await put({ byHand: [tried('x'.repeat(401))] })).statusCode).toBe(400);
  expect((await put({ byHand: [tried('x'.repeat(300_000))] })).statusCode).toBe(413);
});
