import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { epochMs } from '../../src/core/time/instant.ts';
import { checkSealed } from '../../src/operator/doctor/webhook-checks.ts';
import { runHere } from '../support/run-here.ts';
import { openVapidKey } from '../../src/server/alerts/push-service.ts';
import { insertDevice } from '../../src/server/alerts/push-rows.ts';
import { insertWebhook, listWebhooks } from '../../src/server/alerts/webhook-rows.ts';
import { createAccount } from '../../src/server/auth/accounts.ts';
import { setSecondFactor } from '../../src/server/auth/second-factor.ts';
import { watchSealedRows } from '../../src/server/start/sealed-rows.ts';
import { memoryLog } from '../support/memory-log.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { testSecret } from './ledger/ledger-support.ts';

const NOW = epochMs(Date.UTC(2026, 10, 23));
const FORMER = 'the former secret of this test, long enough';
const PRESENT = 'the present secret of this test, long enough';
const HOOK = { url: 'https://hooks.example.com/signals', secret: 'whsec_c2VjcmV0IG9mIGEgdGVzdCwgbG9uZw==' };

let database: TestDatabase;
let folder: string;
beforeEach(async () => {
  database = await createTestDatabase();
  folder = makeTemporaryFolder();
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('PIPCAST_DATA_DIR', folder);
  vi.stubEnv('PIPCAST_AUTH_SECRET', PRESENT);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await database.drop();
  await removeTemporaryFolder(folder);
});

async function run(input: string) {
  const { code, stdout, stderr } = await runHere(['reseal', '--json'], input);
  return { code, ...JSON.parse(stdout || stderr) };
}

/** A trader whose browser knows the push key of a secret. Returns that key. */
async function addBrowser(secret: string, name: string): Promise<string> {
  const server = testSecret(secret);
  const { publicKey } = await openVapidKey(database.db, server, 'mailto:ops@example.com', NOW);
  const { account } = await createAccount(database.db, { email: `${name}@example.com` }, NOW);
  const { rows } = await database.db.query<{ id: string }>(
    `insert into sessions (id, user_id, created_at, refresh_key) values (gen_random_uuid(), $1, $2, sha256('')) returning id`,
    [account.id, new Date(NOW)],
  );
  const target = {
    endpoint: `https://push.example.com/${name}`,
    p256dh: Buffer.alloc(65),
    auth: Buffer.alloc(16),
  };
  await insertDevice(
    database.db,
    { userId: account.id, session: rows[0]?.id ?? '', secretId: server.id },
    target,
    NOW,
  );
  return publicKey;
}

test('what is sealed with the former secret is counted at a start, and sealed with the present one by the command', async () => {
  const former = testSecret(FORMER);
  const present = testSecret(PRESENT);
  await insertWebhook(database.db, HOOK, former, NOW);
  const publicKey = await addBrowser(FORMER, 'mara');
  const { rows } = await database.db.query<{ id: string; email: string }>('select id, email from users');
  await setSecondFactor(database.db, { ...(rows[0] as (typeof rows)[0]), brand: 'Pipcast' }, former, NOW);

  const { log, entries } = memoryLog();
  const gauge = await watchSealedRows(database.db, present, log);
  expect(entries().map(({ msg }) => msg)).toEqual([
    '1 webhook, 1 browser that takes alerts, 1 second factor: sealed with another secret of the server, and silent until npx pipcast reseal seals them with this one.',
  ]);
  expect((await gauge.get()).values.map(({ value }) => value)).toEqual([1, 1, 1]);
  expect((await checkSealed(database.db, present)).status).toBe('problem');

  const all = { webhooks: 1, browsers: 1, secondFactors: 1 };
  const none = { webhooks: 0, browsers: 0, secondFactors: 0 };
  expect(await run(`${FORMER}\n`)).toEqual({ code: 0, resealed: all, left: none });
  expect((await gauge.get()).values.map(({ value }) => value)).toEqual([0, 0, 0]);
  expect((await checkSealed(database.db, present)).status).toBe('ok');
  expect(await run(`${FORMER}\n`)).toEqual({ code: 0, resealed: none, left: none });

  expect(await listWebhooks(database.db, present)).toMatchObject([{ isReadable: true }]);
  const opened = await openVapidKey(database.db, present, 'mailto:ops@example.com', NOW);
  expect(opened.publicKey).toBe(publicKey);
});

test('a push key that no browser knows yet gives way; where one knows it, browsers of the former are left and said', async () => {
  const former = await addBrowser(FORMER, 'mara');
  const present = testSecret(PRESENT);
  const key = async () => (await openVapidKey(database.db, present, 'mailto:ops@example.com', NOW)).publicKey;
  expect(await key()).not.toBe(former);
  expect(await run(FORMER)).toMatchObject({ code: 0, resealed: { browsers: 1 }, left: { browsers: 0 } });
  expect(await key()).toBe(former);

  await addBrowser('a third secret of this test, long enough', 'ivo');
  expect(await run('a third secret of this test, long enough')).toMatchObject({
    code: 0,
    resealed: { browsers: 0 },
    left: { browsers: 1 },
  });
});

test('nothing is sealed while a server runs, with the present secret, or with no secret', async () => {
  await insertWebhook(database.db, HOOK, testSecret(FORMER), NOW);
  expect(await run(PRESENT)).toMatchObject({
    code: 2,
    error: { message: 'That is the secret that the server has now.' },
  });
  expect(await run('')).toMatchObject({ code: 2, error: { message: 'Nothing was given.' } });
  await database.db.query(
    `insert into nodes (id, name, version, schema, secret_id, connections, started_at, seen_at, is_draining)
     values (gen_random_uuid(), 'one:3000', '0.2.0', '', '', 12, clock_timestamp(), clock_timestamp(), false)`,
  );
  expect(await run(FORMER)).toMatchObject({
    code: 2,
    error: { message: 'Stop the server first: one:3000. One that was killed counts for 15 s more.' },
  });
  expect(await listWebhooks(database.db, testSecret(PRESENT))).toMatchObject([{ isReadable: false }]);
});
