import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { epochMs } from '../../core/time/instant.ts';
import { openAuth } from '../../server/auth/auth.ts';
import { openServerSecret } from '../../server/platform/server-secret.ts';
import { checkSignIn } from './database-checks.ts';

const SECRET = 'the secret that this database was used with';
const NO_FILES = '/nowhere/that/exists';
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
  const auth = await openAuth({
    db: database.db,
    now: () => epochMs(Date.parse('2026-11-18T09:32:00Z')),
    log: pino({ enabled: false }),
    signup: 'closed',
    rateLimit: 'on',
    publicUrl: undefined,
    secret: openServerSecret(SECRET, NO_FILES),
    sessionLife: { maxAgeMs: 1000, idleMs: 1000 },
    version: '0',
  });
  auth.close();
});
afterAll(() => database.drop());

describe('the check of sign-in', () => {
  test('finds nothing wrong with the configured secret, without any file', async () => {
    const result = await checkSignIn(database.db, { dataDir: NO_FILES, authSecret: SECRET });
    expect(result.found).toBe('the secret of the server opens the signing key');
  });

  test('names PIPCAST_AUTH_SECRET when it is another than the one the database was used with', async () => {
    const result = await checkSignIn(database.db, { dataDir: NO_FILES, authSecret: `${SECRET}, or not` });
    expect(JSON.stringify(result)).toContain('PIPCAST_AUTH_SECRET belongs to another database');
  });

  test('names the file when nothing is configured and the file is missing', async () => {
    const result = await checkSignIn(database.db, { dataDir: NO_FILES, authSecret: undefined });
    expect(JSON.stringify(result)).toContain(`the file ${NO_FILES}/auth-secret is missing`);
  });
});
