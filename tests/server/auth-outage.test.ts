import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../src/server/auth/accounts.ts';
import { databasePool, endPool } from '../../src/server/db/database-pool.ts';
import { memoryLog } from '../support/memory-log.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { openWire, type Wire } from './database-wire.ts';
import {
  type AuthServer,
  getUser,
  post,
  refreshWith,
  signInWith,
  START,
  startAuthServer,
} from './auth-support.ts';

const EMAIL = 'mara@example.com';
let database: TestDatabase;
let wire: Wire;
let server: AuthServer;
let key: string;
const { log, text } = memoryLog();
beforeAll(async () => {
  const real = await createTestDatabase();
  wire = await openWire(real.url);
  const db = databasePool(wire.connection, log);
  database = { db, url: real.url, drop: real.drop };
  server = await startAuthServer({ log }, database);
  ({ key } = await createAccount(real.db, { email: EMAIL }, START));
});
afterAll(async () => {
  await server.close();
  await endPool(database.db);
  await wire.close();
  await database.drop();
});

test('while the database is away requests get a 503 to repeat, and all is well when it is back', async () => {
  const session = (await signInWith(server.app, EMAIL, key)).json();
  expect((await getUser(server.app, session.access_token)).statusCode).toBe(200);

  wire.cut();
  await expect.poll(async () => (await getUser(server.app, session.access_token)).statusCode).toBe(503);
  const answers = [
    await getUser(server.app, session.access_token),
    await refreshWith(server.app, session.refresh_token),
    await signInWith(server.app, EMAIL, key),
    await post(server.app, '/logout', '', { authorization: `Bearer ${session.access_token}` }),
    await post(server.app, '/recover', { email: EMAIL }),
  ];
  for (const answer of answers) {
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['retry-after']).toBe('1');
    expect(answer.json()).toEqual({
      code: 'unexpected_failure',
      message: 'The database cannot be reached, please retry after a moment.',
    });
  }

  wire.mend();
  expect((await refreshWith(server.app, session.refresh_token)).statusCode).toBe(200);
  expect((await getUser(server.app, session.access_token)).statusCode).toBe(200);
  const said = text();
  for (const secret of [key, session.access_token, session.refresh_token]) expect(said).not.toContain(secret);
});

test('a session ended while the database could not be reached is refused as soon as it can', async () => {
  const session = (await signInWith(server.app, EMAIL, key)).json();
  expect((await getUser(server.app, session.access_token)).statusCode).toBe(200);
  wire.cut();
  const direct = new Client({ connectionString: database.url });
  await direct.connect();
  await direct.query('delete from sessions');
  await direct.end();
  await expect.poll(async () => (await getUser(server.app, session.access_token)).statusCode).toBe(503);
  wire.mend();
  expect((await getUser(server.app, session.access_token)).json().code).toBe('session_not_found');
});
