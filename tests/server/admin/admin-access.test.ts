import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/core/time/instant.ts';
import { disableAccount, setAdmin } from '../../../src/server/auth/accounts.ts';
import { getUser, START } from '../auth-support.ts';
import {
  type AdminServer,
  adminPerson,
  ask,
  type Person,
  person,
  startAdminServer,
} from './admin-support.ts';

let server: AdminServer;
beforeAll(async () => {
  server = await startAdminServer();
});
afterAll(() => server.close());

let ada: Person;
let mara: Person;
beforeEach(async () => {
  await server.clear();
  server.auth.clock.now = START;
  ada = await adminPerson(server);
  mara = await person(server, 'mara@example.com');
});

const READS = ['GET /self', 'GET /site', 'GET /accounts', 'GET /accounts/ID', 'GET /events'];
const ACTIONS = [
  'POST /accounts',
  'POST /accounts/ID/disable',
  'POST /accounts/ID/enable',
  'POST /accounts/ID/reset-key',
  'DELETE /accounts/ID/sessions',
  'DELETE /accounts/ID/sessions/11111111-1111-4111-8111-111111111111',
];
/** The one that adds an account needs what to add. */
const bodyOf = (route: string) => (route === 'POST /accounts' ? { email: 'new@example.com' } : undefined);
const ofMara = (route: string) => route.replace('ID', mara.id);

describe.each([...READS, ...ACTIONS])('%s', (route) => {
  it('answers everybody who is no admin like an address where nothing is', async () => {
    const nothing = await ask(server, undefined, `${route.split(' ')[0]} /no/such/thing`, bodyOf(route));
    expect(nothing.statusCode).toBe(404);
    const { date: _date, ...headers } = nothing.headers;
    const forged = `${ada.token.slice(0, -4)}AAAA`;
    for (const who of [undefined, mara, { token: 'x' }, { token: forged }]) {
      const answer = await ask(server, who, ofMara(route), bodyOf(route));
      expect(answer.statusCode, who?.token).toBe(404);
      expect(answer.headers).toMatchObject({ ...headers, 'content-length': expect.any(String) });
      expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(nothing.headers).sort());
      const [one, other] = [answer.json(), nothing.json()];
      expect({ ...one.error, requestId: '' }).toEqual({ ...other.error, requestId: '' });
    }
    expect((await getUser(server.auth.app, mara.token)).statusCode).toBe(200);
  });

  it('lets an admin pass, and no cache keep the answer', async () => {
    const answer = await ask(server, ada, ofMara(route), bodyOf(route));
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'authorization' });
  });
});

it.each([
  ['is an admin no more', (id: string) => setAdmin(server.auth.database.db, id, false, START)],
  ['is disabled', (id: string) => disableAccount(server.auth.database.db, id, START)],
  [
    'was signed out',
    (id: string) => server.auth.database.db.query('delete from sessions where user_id = $1', [id]),
  ],
])('every route is nothing at once to who %s', async (_what, end) => {
  expect((await ask(server, ada, 'GET /self')).statusCode).toBe(200);
  await end(ada.id);
  for (const route of [...READS, ...ACTIONS])
    expect((await ask(server, ada, ofMara(route), bodyOf(route))).statusCode, route).toBe(404);
});

describe('a sign-in', () => {
  it.each(READS)('of long ago is enough for %s', async (route) => {
    server.auth.clock.advance(50 * MINUTE_MS);
    expect((await ask(server, ada, ofMara(route))).statusCode).toBe(200);
  });

  it.each(ACTIONS)('of 15 minutes ago is enough for %s, an older one is not', async (route) => {
    server.auth.clock.advance(15 * MINUTE_MS);
    expect((await ask(server, ada, ofMara(route), bodyOf(route))).statusCode).toBe(200);
    server.auth.clock.advance(1);
    const refused = await ask(server, ada, ofMara(route), bodyOf(route));
    expect([refused.statusCode, refused.json().error.code]).toEqual([403, 'sign_in_again']);
    expect(refused.headers['cache-control']).toBe('no-store');
  });

  it('that is renewed is not a new one', async () => {
    server.auth.clock.advance(16 * MINUTE_MS);
    await server.auth.database.db.query('update sessions set refreshed_at = $1', [
      new Date(server.auth.clock.now),
    ]);
    expect((await ask(server, ada, `POST /accounts/${mara.id}/disable`)).statusCode).toBe(403);
    expect((await getUser(server.auth.app, mara.token)).statusCode).toBe(200);
  });
});

describe('a page of another site', () => {
  it('is not let send a token here: no answer allows it', async () => {
    const asked = await server.app.inject({
      method: 'OPTIONS',
      url: `/api/admin/accounts/${mara.id}/disable`,
      headers: {
        origin: 'https://evil.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(asked.statusCode).toBe(404);
    const answer = await server.app.inject({
      url: '/api/admin/self',
      headers: { origin: 'https://evil.example', authorization: `Bearer ${ada.token}` },
    });
    for (const { headers } of [asked, answer])
      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('cannot do anything with a form: what a browser sends by itself is no sign-in', async () => {
    const sent = await server.app.inject({
      method: 'POST',
      url: `/api/admin/accounts/${mara.id}/disable`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `token=${ada.token}` },
      payload: `authorization=Bearer ${ada.token}`,
    });
    expect(sent.statusCode).toBe(404);
    expect((await getUser(server.auth.app, mara.token)).statusCode).toBe(200);
  });
});

it('requests of an admin are limited, the making of keys to about a dozen at once', async () => {
  const codes: number[] = [];
  for (let each = 0; each < 13; each += 1)
    codes.push((await ask(server, ada, 'POST /accounts', { email: `t${each}@example.com` })).statusCode);
  expect(codes.filter((code) => code === 200).length).toBeLessThanOrEqual(12);
  expect(codes.at(-1)).toBe(429);
});
