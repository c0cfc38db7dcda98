import { rm } from 'node:fs/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { AdminNewKey } from '../../../src/core/wire/admin.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import { createAccount, setAdmin } from '../../../src/server/auth/accounts.ts';
import { startTestServer } from '../../support/start-test-server.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { makeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';

test('no key is in a line of the log or an event, whether an account is added, has its key reset, or that fails', async () => {
  const database = await createTestDatabase();
  const folder = makeTemporaryFolder();
  const log = memoryLog('debug');
  const env = {
    PORT: '0',
    FEED: 'off',
    LOG_LEVEL: 'debug',
    PIPCAST_DATA_DIR: folder,
    DATABASE_URL: database.url,
    PIPCAST_AUTH_SECRET: 'one secret of all nodes of this cluster',
  };
  const server = await startTestServer(env, { log: log.log, version: '1.0.0' });
  onTestFinished(async () => {
    await server.stop();
    await database.drop();
    await rm(folder, { recursive: true });
  });
  const now = epochMs(Date.now());
  const { account, key } = await createAccount(database.db, { email: 'ada@example.com' }, now);
  await setAdmin(database.db, account.id, true, now);
  const send = async (path: string, body: object | undefined, token?: string) =>
    fetch(`${server.origin}${path}`, {
      method: 'POST',
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const signedIn = await send('/auth/v1/token?grant_type=password', {
    email: 'ada@example.com',
    password: key,
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  const mara = { email: 'mara@example.com', traderId: 'T-1', name: 'Mara' };

  const added = (await (await send('/api/admin/accounts', mara, token)).json()) as AdminNewKey;
  expect((await send('/api/admin/accounts', mara, token)).status).toBe(422);
  const path = `/api/admin/accounts/${added.account.id}/reset-key`;
  const reset = (await (await send(path, undefined, token)).json()) as AdminNewKey;
  // The database refuses the new hash.
  await database.db.query(`alter table users add constraint refused check (password_hash is null) not valid`);
  expect((await send(path, undefined, token)).status).toBeGreaterThanOrEqual(500);

  expect(log.text()).toContain(path);
  const { rows } = await database.db.query(`select string_agg(e::text, ' ') as text from security_events e`);
  for (const secret of [key, added.key, reset.key, token]) {
    expect(secret).toMatch(/^[\w.-]{20,}$/);
    expect(log.text()).not.toContain(secret);
    expect(rows[0].text).not.toContain(secret);
  }
});
