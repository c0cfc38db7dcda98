import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAccount } from '../../src/server/auth/accounts.ts';
import { openServerSecret } from '../../src/server/platform/server-secret.ts';
import { openSigningKey } from '../../src/server/auth/access-tokens.ts';
import { memoryLog } from '../support/memory-log.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { getUser, refreshWith, signInWith, START, startAuthServer } from './auth-support.ts';

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  database = await createTestDatabase();
  dataDir = mkdtempSync(path.join(tmpdir(), 'pipcast-keys-'));
});
afterAll(async () => {
  await database.drop();
  rmSync(dataDir, { recursive: true });
});

const secret = (text: string) => openServerSecret(text.repeat(8), dataDir);

test('servers that start at once on an empty database end with one key', async () => {
  const opened = await Promise.all(
    Array.from({ length: 8 }, () => openSigningKey(database.db, secret('first'), START)),
  );
  expect(new Set(opened.map(({ key }) => key.kid)).size).toBe(1);
  const { rowCount } = await database.db.query('select from signing_keys where secret_id = $1', [
    secret('first').id,
  ]);
  expect(rowCount).toBe(1);
});

test('the private key is sealed: a copy of the database does not hold it', async () => {
  const { key } = await openSigningKey(database.db, secret('first'), START);
  expect(key.publicJwk).not.toHaveProperty('d');
  const { rows } = await database.db.query('select * from signing_keys');
  for (const row of rows) {
    expect(row.public_jwk).not.toHaveProperty('d');
    // A private key in the clear would show the names of its parts.
    for (const name of ['kty', 'crv', '"d"']) expect(row.sealed_private_key.includes(name)).toBe(false);
  }
  const otherSecret = { ...secret('second'), id: secret('first').id };
  await expect(openSigningKey(database.db, otherSecret, START)).rejects.toThrow(
    'unable to authenticate data',
  );
});

test('a key that was tampered with is refused', async () => {
  await openSigningKey(database.db, secret('tampered'), START);
  await database.db.query(
    'update signing_keys set sealed_private_key = set_byte(sealed_private_key, 20, 255 - get_byte(sealed_private_key, 20)) where secret_id = $1',
    [secret('tampered').id],
  );
  await expect(openSigningKey(database.db, secret('tampered'), START)).rejects.toThrow(
    'unable to authenticate data',
  );
});

test('sessions outlive a restart with the same secret; another secret signs everybody out and says so', async () => {
  const { key } = await createAccount(database.db, { email: 'mara@example.com' }, START);
  const options = { secret: 'one secret of 32 characters, same' };
  const first = await startAuthServer(options, database);
  const session = (await signInWith(first.app, 'mara@example.com', key)).json();
  await first.close();

  const again = await startAuthServer(options, database);
  expect((await getUser(again.app, session.access_token)).statusCode).toBe(200);
  const refreshed = (await refreshWith(again.app, session.refresh_token)).json();
  expect(refreshed.access_token).toEqual(expect.any(String));
  await again.close();

  const { log, text } = memoryLog();
  const other = await startAuthServer({ secret: 'two secrets, 32 characters, other', log }, database);
  expect((await getUser(other.app, refreshed.access_token)).json().code).toBe('bad_jwt');
  expect((await refreshWith(other.app, refreshed.refresh_token)).json().code).toBe('validation_failed');
  expect((await signInWith(other.app, 'mara@example.com', key)).statusCode).toBe(200);
  expect(text()).toContain('PIPCAST_AUTH_SECRET');
  await other.close();
});
