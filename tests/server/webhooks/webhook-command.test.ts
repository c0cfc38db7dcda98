import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
  vi,
} from 'vitest';
import { checkWebhooks } from '../../../src/operator/doctor/webhook-checks.ts';
import { runHere } from '../../support/run-here.ts';
import { insertEvents } from '../../../src/server/alerts/event-rows.ts';
import { findLedger } from '../../../src/server/ledger/ledger-rows.ts';
import { dueWebhooks, keepAside, keepFailed } from '../../../src/server/alerts/webhook-rows.ts';
import {
  isWebhookSecret,
  newWebhookSecret,
  webhookProblem,
} from '../../../src/server/alerts/webhook-signature.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { type ReceivedMessage, startReceiver } from './webhook-support.ts';
import { openTestLedger, START_MS, stories, testSecret } from '../ledger/ledger-support.ts';

const SERVER_SECRET = 'the secret of this test, long enough';
const HOOK = 'http://127.0.0.1:9/hook';

let database: TestDatabase;
let folder: string;
beforeAll(async () => {
  folder = makeTemporaryFolder();
  database = await createTestDatabase();
  const ledger = await openTestLedger(database, { name: 'live', secret: testSecret(SERVER_SECRET) });
  await ledger.append(stories(2));
  await ledger.close();
  const { id } = (await findLedger(database.db, 'live')) as { id: number };
  const events = [0, 3].map((index) => ({ index, type: 'signal.recorded', atMs: START_MS }) as const);
  await insertEvents(database.db, id, { fromIndex: 0, nextIndex: 6 }, events);
});
afterAll(async () => {
  await database.drop();
  await removeTemporaryFolder(folder);
});
beforeEach(async () => {
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('PIPCAST_DATA_DIR', folder);
  vi.stubEnv('PIPCAST_AUTH_SECRET', SERVER_SECRET);
  vi.stubEnv('PIPCAST_WEBHOOK_ALLOW', '127.0.0.1');
  await database.db.query('truncate webhooks restart identity cascade');
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function webhook(args: readonly string[], input?: string) {
  const { code, stdout, stderr } = await runHere(['webhook', ...args, '--json'], input);
  return { code, ...JSON.parse(stdout || stderr) };
}

const tried = async () => {
  const [due] = await dueWebhooks(database.db, testSecret(SERVER_SECRET), epochMs(START_MS));
  return { id: due?.id as number, place: due?.place as number, event: (due?.place as number) + 1 };
};
const doctor = () => checkWebhooks(database.db, testSecret(SERVER_SECRET));

describe('webhook add', () => {
  test('draws a secret and shows it once; the list and the database hold no trace of it', async () => {
    const added = await webhook(['add', HOOK]);
    expect(added).toMatchObject({ code: 0, webhook: { id: 1, url: HOOK } });
    const { secret } = added.webhook;
    expect(isWebhookSecret(secret)).toBe(true);
    const listed = await webhook(['list']);
    expect(listed.webhooks).toMatchObject([
      { id: 1, url: HOOK, delivered: null, waiting: 0, dead: 0, state: 'ok' },
    ]);
    const { rows } = await database.db.query('select * from webhooks');
    expect(JSON.stringify([listed, rows])).not.toContain(secret);
    expect((await runHere(['webhook', 'list'])).stdout).toContain(HOOK);
  });

  test('takes a secret from stdin and does not show it', async () => {
    const secret = newWebhookSecret();
    const added = await webhook(['add', HOOK, '--secret-stdin'], `${secret}\n`);
    expect(added).toEqual({ code: 0, webhook: { id: 1, url: HOOK } });
    await webhook(['replay', '1', '--from', '0']);
    expect(await dueWebhooks(database.db, testSecret(SERVER_SECRET), epochMs(START_MS))).toMatchObject([
      { secret },
    ]);
    expect(await webhook(['add', HOOK, '--secret-stdin'], 'hunter2\n')).toMatchObject({ code: 2 });
  });

  test.each([
    'https://127.0.0.2/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'http://example.com/',
    'nonsense',
  ])('refuses %s', async (url) => {
    expect(await webhook(['add', url])).toMatchObject({ code: 2, error: { code: 'usage' } });
    expect((await webhook(['list'])).webhooks).toEqual([]);
  });

  test('is a security event, as removing and replaying are, without the address', async () => {
    await webhook(['add', HOOK]);
    await webhook(['replay', '1', '--from', '3']);
    await webhook(['remove', '1']);
    const { stdout } = await runHere(['audit', '--json', '--limit', '3']);
    expect(
      JSON.parse(stdout).events.map(({ what, result }: { what: string; result: string }) => [what, result]),
    ).toEqual([
      ['webhook remove', 'ok'],
      ['webhook replay', 'ok'],
      ['webhook add', 'ok'],
    ]);
    expect(stdout).not.toContain('hook?');
    expect((await runHere(['audit', '--what', 'webhook add', '--json'])).code).toBe(0);
  });
});

test('a webhook that is removed is gone, and one that is not there is not found', async () => {
  await webhook(['add', HOOK]);
  expect(await webhook(['remove', '1'])).toEqual({ code: 0, webhook: { id: 1 } });
  for (const args of [
    ['remove', '1'],
    ['replay', '1', '--from', '0'],
    ['replay', '1', '--from', '0', '--ledger', 'other'],
  ])
    expect(await webhook(args)).toMatchObject({ code: 3, error: { code: 'not_found' } });
  const { stdout } = await runHere(['audit', '--json', '--limit', '3']);
  const { events } = JSON.parse(stdout) as { events: { result: string }[] };
  expect(events.map(({ result }) => result)).toEqual(['not_found', 'not_found', 'not_found']);
});

test('a replay sends everything from an entry on again, and nothing where nothing follows', async () => {
  await webhook(['add', HOOK]);
  const counts = [];
  for (const from of ['0', '1', '3', '4'])
    counts.push((await webhook(['replay', '1', '--from', from])).webhook.waiting);
  expect(counts).toEqual([2, 1, 1, 0]);
});

test('dead letters are listed with their place and reason, and doctor speaks of what is wrong', async () => {
  expect(await doctor()).toEqual({ status: 'ok', found: 'none' });
  await webhook(['add', HOOK]);
  expect(await doctor()).toMatchObject({ status: 'ok' });
  await webhook(['replay', '1', '--from', '0']);
  const event = (await tried()).event;
  const failure = { problem: 'answers 500', retryMs: START_MS + 1_000 };
  await keepAside(database.db, await tried(), failure, epochMs(START_MS));
  expect((await webhook(['list'])).webhooks).toMatchObject([{ again: 1, dead: 0 }]);
  expect((await webhook(['dead'])).dead).toMatchObject([{ retry: '2026-11-21T00:00:01Z' }]);
  expect(await doctor()).toMatchObject({ status: 'ok' });
  await database.db.query('update webhook_dead_letters set retry_at = null');
  expect((await webhook(['dead'])).dead).toEqual([
    {
      webhook: 1,
      event,
      retry: null,
      ledger: 'live',
      index: 0,
      type: 'signal.recorded',
      problem: 'answers 500',
      failed: '2026-11-21T00:00:00Z',
    },
  ]);
  expect((await runHere(['webhook', 'dead'])).stdout).toContain('answers 500');
  expect(await doctor()).toMatchObject({ status: 'note', found: '1 in all; with dead letters: 1' });
  expect(await webhook(['retry', '1', String(event)])).toMatchObject({ code: 0 });
  expect((await webhook(['list'])).webhooks).toMatchObject([{ again: 1, dead: 0 }]);
  expect(await webhook(['retry', '1', '999999'])).toMatchObject({ code: 3 });
  await keepFailed(database.db, await tried(), { problem: 'answers 410', retryMs: START_MS, isGone: true });
  expect(await doctor()).toMatchObject({ status: 'note', found: '1 in all; gone (410): 1' });
  vi.stubEnv('PIPCAST_AUTH_SECRET', 'another secret of this test, long enough');
  expect((await webhook(['list'])).webhooks).toMatchObject([
    { state: "sealed with another server's secret" },
  ]);
});

test('a webhook gets the types that are chosen, paused and resumed', async () => {
  await webhook(['add', HOOK, '--types', 'signal.recorded,signal.settled']);
  const listed = async () => (await webhook(['list'])).webhooks[0];
  expect(await listed()).toMatchObject({ types: ['signal.recorded', 'signal.settled'], state: 'ok' });
  expect(await webhook(['types', '1', 'all'])).toMatchObject({ code: 0 });
  expect(await listed()).toMatchObject({ types: 'all' });
  expect(await webhook(['types', '1', 'signal.made'])).toMatchObject({ code: 2 });
  await webhook(['pause', '1']);
  expect(await listed()).toMatchObject({ state: 'paused' });
  await webhook(['resume', '1']);
  expect(await listed()).toMatchObject({ state: 'ok' });
  for (const args of [
    ['types', '2', 'all'],
    ['pause', '2'],
    ['resume', '2'],
    ['test', '2'],
    ['rotate', '2'],
  ])
    expect(await webhook(args)).toMatchObject({ code: 3 });
});

test('a test reaches the receiver, signed with both secrets after a rotation, and says what it answered', async () => {
  const receiver = await startReceiver();
  onTestFinished(() => receiver.stop());
  const { secret: before } = (await webhook(['add', receiver.url])).webhook;
  const { secret: after } = (await webhook(['rotate', '1'])).webhook;
  expect(after).not.toBe(before);
  expect(await webhook(['test', '1'])).toEqual({ code: 0, webhook: { id: 1, answer: 'answers 204' } });
  const [{ headers, body }] = receiver.messages as [ReceivedMessage];
  for (const secret of [before, after])
    expect(webhookProblem(secret, headers, Date.now(), body)).toBeUndefined();
  expect(JSON.parse(body)).toMatchObject({ type: 'webhook.test', data: { webhook: 1 } });
  receiver.answers.push(500);
  expect(await webhook(['test', '1'])).toMatchObject({
    code: 1,
    error: { message: expect.stringContaining('answers 500') },
  });
});
