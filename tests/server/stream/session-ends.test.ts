import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { authRoutes } from '../../../src/server/routes/auth/auth-routes.ts';
import { testApp } from '../../support/test-app.ts';
import { NO_SESSION_ENDS } from './market-server.ts';
import { createAccount, disableAccount, removeAccount, resetKey } from '../../../src/server/auth/accounts.ts';
import { endedSessions, onSessionEnd } from '../../../src/server/auth/sessions.ts';
import { embeddedIdentity } from '../../../src/server/routes/identify.ts';
import { openNotices } from '../../../src/server/db/notices.ts';
import { serveMarketApi } from '../../../src/server/routes/market/serve-market-api.ts';
import { DAY_MS, epochMs } from '../../../src/core/time/instant.ts';
import { tokenClaims } from '../../../src/server/routes/market/session-watch.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { type AuthServer, getUser, signInWith, startAuthServer } from '../auth-support.ts';
import { memoryLedger, scriptedRequests, scriptedMarket } from './market-fakes.ts';
import { openStream, type StreamReader } from './stream-reader.ts';

const LIFE = { maxAgeMs: DAY_MS, idleMs: DAY_MS };

const EMAIL = 'mara@example.com';
const SECRET = 'one secret of all nodes of this cluster';

interface Node extends AuthServer {
  readonly origin: string;
}

let database: TestDatabase;
let key: string;
let nodes: Node[];

beforeEach(async () => {
  database = await createTestDatabase();
  nodes = [await startNode(), await startNode()];
  const { now } = (nodes[0] as Node).clock;
  key = (await createAccount(database.db, { email: EMAIL }, now)).key;
});
afterEach(async () => {
  for (const node of nodes) await node.close();
  await database.drop();
});

/** A node with sign-ins and streams. With `looks` no notice comes: the end of a session is found by looking. */
async function startNode({ looks = false } = {}): Promise<Node> {
  const server = await startAuthServer({ secret: SECRET }, database);
  const notices = openNotices(database.db, memoryLog().log);
  await expect.poll(() => notices.isListening).toBe(true);
  const now = () => server.clock.now;
  const env = { PIPCAST_RATE_LIMIT: 'off' };
  const { app, access } = await testApp({ env, identify: embeddedIdentity(server.auth).identify, now });
  await app.register(authRoutes, { prefix: '/auth/v1', auth: server.auth, origins: [] });
  const api = serveMarketApi(app, {
    access,
    now,
    mostStreams: 1_000,
    sessions: looks
      ? { ...NO_SESSION_ENDS, over: endedSessions(database.db, LIFE, now) }
      : { ...NO_SESSION_ENDS, onEnd: onSessionEnd(notices) },
    reason: 'starting',
  });
  app.addHook('preClose', async () => api.stop());
  await api.open({ market: scriptedMarket(), ledger: memoryLedger(), requests: scriptedRequests() });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    ...server,
    app,
    origin: `http://127.0.0.1:${port}`,
    close: async () => {
      await app.close();
      await server.close();
      await notices.close();
    },
  };
}

async function signedIn(node: Node): Promise<string> {
  return (await signInWith(node.app, EMAIL, key)).json().access_token;
}

async function streamOf(node: Node, token: string): Promise<StreamReader> {
  const reader = await openStream(node.origin, { authorization: `Bearer ${token}` });
  expect(reader.response.statusCode).toBe(200);
  return reader;
}

test('a sign-out on one node ends the streams of the session on the other, and of no other session', async () => {
  const [one, two] = nodes as [Node, Node];
  const [token, another] = [await signedIn(one), await signedIn(one)];
  const [mine, other] = [await streamOf(two, token), await streamOf(two, another)];
  const signedOut = await one.app.inject({
    method: 'POST',
    url: '/auth/v1/logout?scope=local',
    headers: { authorization: `Bearer ${token}` },
  });
  expect(signedOut.statusCode).toBe(204);
  expect((await getUser(two.app, token)).statusCode).toBe(403);
  await mine.closed;
  expect((await getUser(two.app, another)).statusCode).toBe(200);
  expect(other.response.closed).toBe(false);
});

test.each([
  ['disables the account', disableAccount],
  ['gives the account a new key', resetKey],
  ['removes the account', removeAccount],
])('the operator %s: its streams end on every node', async (_what, change) => {
  const [one, two] = nodes as [Node, Node];
  const token = await signedIn(one);
  const streams = [await streamOf(one, token), await streamOf(two, token)];
  await change(database.db, EMAIL, one.clock.now);
  await Promise.all(streams.map(({ closed }) => closed));
  expect((await getUser(two.app, token)).statusCode).toBe(403);
});

test('a stream whose session ended unheard ends within some seconds, and no other', async () => {
  const node = await startNode({ looks: true });
  nodes.push(node);
  const [token, another] = [await signedIn(node), await signedIn(node)];
  const [mine, other] = [await streamOf(node, token), await streamOf(node, another)];
  await database.db.query(`delete from sessions where id = $1`, [tokenClaims(`Bearer ${token}`).sessionId]);
  await mine.closed;
  expect(other.response.closed).toBe(false);
});

test('a session is over when it is gone, too old, or its account is disabled', async () => {
  const [one] = nodes as [Node];
  const ids: string[] = [];
  for (let each = 0; each < 2; each += 1)
    ids.push(tokenClaims(`Bearer ${await signedIn(one)}`).sessionId as string);
  const startMs = one.clock.now;
  let now = startMs;
  const over = endedSessions(database.db, LIFE, () => now);
  expect(await over(ids)).toEqual([]);
  const gone = '11111111-1111-4111-8111-111111111111';
  expect(await over([...ids, gone])).toEqual([gone]);
  now = epochMs(startMs + DAY_MS + 1);
  expect((await over(ids)).toSorted()).toEqual(ids.toSorted());
  now = startMs;
  await database.db.query(`update users set banned_until = $1`, [new Date(startMs + 1)]);
  expect((await over(ids)).toSorted()).toEqual(ids.toSorted());
  now = epochMs(startMs + 1);
  expect(await over(ids)).toEqual([]);
});
