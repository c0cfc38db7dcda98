import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('a migrated database says which migrations it has had', async () => {
  const { rows } = await database.db.query('SELECT name FROM pipcast_migrations');
  expect(rows).toBeInstanceOf(Array);
});
