import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { epochMs } from '../../../src/core/time/instant.ts';
import { createAccess } from '../../../src/server/routes/access.ts';
import { hostedIdentity } from '../../../src/server/routes/identify.ts';
import { NO_DESK } from '../../../src/server/desk/desk-status.ts';
import { NO_PRICES, siteNodes } from '../../../src/server/routes/admin/node-report.ts';
import { NO_FINDINGS } from '../../../src/server/record/record.ts';
import { serveAdmin } from '../../../src/server/routes/admin/serve-admin.ts';
import { createAccount } from '../../../src/server/auth/accounts.ts';
import { createAskProject, createHostedTokens } from '../../../src/server/auth/hosted-tokens.ts';
import { apiApp } from '../../support/api-app.ts';
import {
  type AuthServer,
  getUser,
  post,
  refreshWith,
  signInWith,
  START,
  startAuthServer,
} from '../auth-support.ts';

/** One Pipcast is the hosted project of the site. */
let project: AuthServer;
let site: FastifyInstance;
let key: string;
let isProjectAway = false;
beforeAll(async () => {
  project = await startAuthServer();
  await project.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(project.app.server.address() as AddressInfo).port}`;
  ({ key } = await createAccount(project.database.db, { email: 'ada@example.com' }, START));
  const now = () => project.clock.now;
  const { verify } = createHostedTokens({ url, anonKey: 'public', jwtSecret: undefined, now });
  const askProject = createAskProject({
    url,
    anonKey: 'public',
    fetch: (...request) => (isProjectAway ? Promise.reject(new TypeError('away')) : fetch(...request)),
  });
  site = apiApp();
  const { takes } = createAccess({
    identify: hostedIdentity(verify, askProject).identify,
    now,
    record: 'signed-in',
    rateLimit: 'off',
  });
  const node = {
    name: 'one:3000',
    version: '1',
    schema: '0030-nodes.sql',
    startedAt: epochMs(0),
    isDraining: () => false,
    connections: () => 0,
    market: {
      status: NO_DESK,
      prices: () => NO_PRICES,
      streams: () =>
        new Map([
          ['a', 1],
          ['b', 3],
        ]),
    },
  };
  serveAdmin(site, {
    identifyAdmin: hostedIdentity(verify, askProject).identifyAdmin,
    takes,
    now,
    db: project.database.db,
    accounts: { hostedUrl: 'https://project.example.com' },
    nodes: siteNodes(node, undefined),
    findings: () => NO_FINDINGS,
    policy: undefined,
    secondFactor: 'optional',
  });
});
afterAll(async () => {
  await site.close();
  await project.close();
});
beforeEach(() => claim(true));

const claim = (isAdmin: unknown) =>
  project.database.db.query(
    `update users set app_metadata = jsonb_build_object('pipcast_admin', $1::jsonb)`,
    [JSON.stringify(isAdmin)],
  );
const signIn = async () => (await signInWith(project.app, 'ada@example.com', key)).json();
const get = (path: string, token: string) =>
  site.inject({ url: `/api/admin${path}`, headers: { authorization: `Bearer ${token}` } });

it('who has the claim in app_metadata is an admin, and learns where the accounts are', async () => {
  const { access_token: token, user } = await signIn();
  expect((await get('/self', token)).json()).toEqual({
    id: user.id,
    email: 'ada@example.com',
    hasSecondFactor: false,
    hostedUrl: 'https://project.example.com',
  });
});

it.each([false, 'true', 1, null])('%j is no such claim', async (value) => {
  await claim(value);
  expect((await get('/self', (await signIn()).access_token)).statusCode).toBe(404);
});

it('a claim in user_metadata, which users write themselves, makes no admin', async () => {
  await claim(false);
  const session = await signIn();
  const put = await project.app.inject({
    method: 'PUT',
    url: '/auth/v1/user',
    headers: { authorization: `Bearer ${session.access_token}`, 'content-type': 'application/json' },
    payload: { data: { pipcast_admin: true, app_metadata: { pipcast_admin: true } } },
  });
  expect(put.statusCode).toBe(200);
  const { access_token: token } = (await refreshWith(project.app, session.refresh_token)).json();
  expect((await get('/self', token)).statusCode).toBe(404);
});

it('a claim that was taken away counts at once, whatever the token says', async () => {
  const { access_token: token } = await signIn();
  await claim(false);
  expect((await get('/self', token)).statusCode).toBe(404);
});

it('a session that was ended at the project counts at once', async () => {
  const { access_token: token } = await signIn();
  await post(project.app, '/logout?scope=global', {}, { authorization: `Bearer ${token}` });
  expect((await getUser(project.app, token)).statusCode).toBe(403);
  expect((await get('/self', token)).statusCode).toBe(404);
});

it('a project that names another user than the token does makes no admin', async () => {
  const user = { id: '22222222-2222-4222-8222-222222222222', app_metadata: { pipcast_admin: true } };
  const identify = (userId: string) =>
    hostedIdentity(
      async () => ({ userId, email: undefined, isAdmin: true }),
      async () => user,
    ).identifyAdmin('Bearer x');
  expect(await identify(user.id)).toMatchObject({ id: user.id });
  expect(await identify('11111111-1111-4111-8111-111111111111')).toBeUndefined();
});

it('nobody is an admin while the project does not answer, and the answer says so', async () => {
  const { access_token: token } = await signIn();
  isProjectAway = true;
  try {
    expect((await get('/self', token)).statusCode).toBe(503);
    expect((await get('/self', 'x')).statusCode).toBe(404);
  } finally {
    isProjectAway = false;
  }
});

it('there are the servers and who is connected, and nothing of accounts and the audit log', async () => {
  const { access_token: token } = await signIn();
  const { nodes, ledger } = (await get('/site', token)).json();
  expect({ nodes, ledger }).toMatchObject({
    nodes: [
      {
        name: 'one:3000',
        streamCount: 4,
        accountCount: 2,
        streams: [
          { account: 'b', email: null, count: 3 },
          { account: 'a', email: null, count: 1 },
        ],
      },
    ],
    ledger: null,
  });
  for (const path of ['/accounts', '/events', '/accounts/11111111-1111-4111-8111-111111111111'])
    expect((await get(path, token)).statusCode, path).toBe(404);
});
