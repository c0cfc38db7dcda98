import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/core/time/instant.ts';
import { askHosted, checkHostedKeys } from '../../src/operator/doctor/hosted-checks.ts';
import { listenHere } from '../support/local-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase } from '../support/test-database.ts';

const SECRET = 'the shared secret of the project, 2026';

afterEach(() => {
  vi.restoreAllMocks();
});

/** A hosted project from before asymmetric keys: it signs with a shared secret and publishes no key. */
async function startProject() {
  const user = { id: randomUUID(), email: 'mara@example.com', role: 'authenticated', aud: 'authenticated' };
  /** By its token. */
  const standing = new Set<string>();
  const signIn = async () => {
    const claims = { sub: user.id, aud: 'authenticated', role: 'authenticated', session_id: randomUUID() };
    const token = await new SignJWT({ ...claims, email: user.email })
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime(Math.floor(Date.now() / SECOND_MS) + 3_600)
      .sign(Buffer.from(SECRET));
    standing.add(token);
    return token;
  };
  const { origin, stop } = await listenHere(async ({ method, url = '', headers }, response) => {
    const token = headers.authorization?.slice('Bearer '.length) ?? '';
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    if (url.endsWith('/jwks.json')) answer(200, { keys: [] });
    else if (url.startsWith('/auth/v1/token')) answer(200, { access_token: await signIn(), user });
    else if (url === '/auth/v1/user' && standing.has(token)) answer(200, user);
    else if (method === 'POST' && standing.delete(token)) answer(204, {});
    else if (url === '/auth/v1/user') answer(403, { code: 'session_not_found' });
    else answer(200, { external: { email: true } });
  });
  onTestFinished(stop);
  return origin;
}

/** A site whose accounts are at the project, and a trader who is signed in there. */
async function startSite(settings: Readonly<Record<string, string>> = {}) {
  const project = await startProject();
  const database = await createTestDatabase();
  const folder = makeTemporaryFolder();
  const site = await startTestServer({
    PORT: '0',
    FEED: 'synthetic',
    PIPCAST_RECORD: 'signed-in',
    PIPCAST_DATA_DIR: folder,
    DATABASE_URL: database.url,
    SUPABASE_URL: project,
    SUPABASE_ANON_KEY: 'sb_publishable_example',
    ...settings,
  });
  onTestFinished(async () => {
    await site.stop();
    await database.drop();
    await removeTemporaryFolder(folder);
  });
  const post = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
  const answer = await fetch(`${project}/auth/v1/token?grant_type=password`, post);
  const { access_token: token } = (await answer.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  return {
    get: (path: string) => fetch(`${site.origin}${path}`, { headers }),
    signOut: () => fetch(`${project}/auth/v1/logout?scope=global`, { method: 'POST', headers }),
    doctor: async () => {
      const hosted = {
        url: project,
        anonKey: 'sb_publishable_example',
        jwtSecret: settings['SUPABASE_JWT_SECRET'],
      };
      return checkHostedKeys(hosted, await askHosted(hosted));
    },
  };
}

async function expectMarketAndRecord(get: (path: string) => Promise<Response>) {
  // The desk begins its ledger a moment after the start.
  await expect.poll(async () => (await get('/api/market')).text()).toContain('"name":"synthetic-');
  for (const path of ['/api/market', '/api/record', '/api/me'])
    await expect.poll(async () => (await get(path)).status).toBe(200);
}

test('traders of a project with a shared secret have the market and the record, until a minute after their session has ended there', async () => {
  let aheadMs = 0;
  const realNow = Date.now;
  vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);
  const { get, signOut, doctor } = await startSite();
  await expectMarketAndRecord(get);
  const answer = await get('/api/market/stream');
  expect(answer.status).toBe(200);
  const stream = answer.body?.getReader();
  let isOpen = true;
  const reading = (async () => {
    while (!(await stream?.read())?.done);
    isOpen = false;
  })();
  expect((await doctor()).found).toContain('the project is asked about each token, at most once a minute');
  await signOut();
  expect([(await get('/api/me')).status, isOpen]).toEqual([200, true]);
  aheadMs = MINUTE_MS;
  for (const path of ['/api/market', '/api/record', '/api/me']) expect((await get(path)).status).toBe(401);
  await expect.poll(() => isOpen).toBe(false);
  await reading;
});

test('with the secret in its settings a site verifies the tokens itself', async () => {
  const { get, doctor } = await startSite({ SUPABASE_JWT_SECRET: SECRET });
  await expectMarketAndRecord(get);
  expect((await doctor()).found).toContain('verified with SUPABASE_JWT_SECRET');
});
