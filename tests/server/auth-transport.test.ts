import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { HOUR_MS } from '../../src/core/time/instant.ts';
import { authRoutes } from '../../src/server/routes/auth/auth-routes.ts';
import { testApp } from '../support/test-app.ts';
import { createAccount } from '../../src/server/auth/accounts.ts';
import { embeddedIdentity } from '../../src/server/routes/identify.ts';
import { webFiles } from '../support/web-files.ts';
import {
  type AuthServer,
  getUser,
  post,
  refreshWith,
  signInWith,
  START,
  startAuthServer,
} from './auth-support.ts';

const EMAIL = 'mara@example.com';
const VERSION = 'x-supabase-api-version';
let server: AuthServer;
let origin: string;
let key: string;
beforeAll(async () => {
  server = await startAuthServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}/auth/v1`;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.db.query('delete from users');
  ({ key } = await createAccount(server.database.db, { email: EMAIL }, START));
});

const inject = (
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH' | 'OPTIONS',
  url: string,
  headers = {},
) => server.app.inject({ method, url: `/auth/v1${url}`, headers });

describe('an error', () => {
  test('is in the new form, with the version, for a client of 2024 or later', async () => {
    const response = await inject('GET', '/user', { [VERSION]: '2024-01-01' });
    expect(response.headers).toMatchObject({
      'content-type': 'application/json',
      [VERSION]: '2024-01-01',
      'x-sb-error-code': 'no_authorization',
    });
    expect(response.json()).toEqual({
      code: 'no_authorization',
      message: 'This endpoint requires a valid Bearer token',
    });
    expect((await inject('GET', '/user', { [VERSION]: '2030-06-30' })).headers[VERSION]).toBe('2024-01-01');
  });

  test.each([undefined, '2023-12-31', 'nonsense'])(
    'is in the old form, without a version, for %s',
    async (version) => {
      const response = await inject('GET', '/user', version === undefined ? {} : { [VERSION]: version });
      expect(response.headers[VERSION]).toBeUndefined();
      expect(response.headers['x-sb-error-code']).toBe('no_authorization');
      expect(response.json()).toEqual({
        code: 401,
        error_code: 'no_authorization',
        msg: 'This endpoint requires a valid Bearer token',
      });
    },
  );

  test('in the old form says why a password is weak, too', async () => {
    const open = await startAuthServer({ signup: 'open' }, server.database);
    try {
      const response = await open.app.inject({
        method: 'POST',
        url: '/auth/v1/signup',
        payload: { email: 'ivo@example.com', password: '1' },
      });
      expect(response.json()).toEqual({
        code: 422,
        error_code: 'weak_password',
        msg: 'Password should be at least 8 characters.',
        weak_password: { reasons: ['length'] },
      });
    } finally {
      await open.close();
    }
  });

  test.each([
    ['/nothing', '/verify', '/token/', '/logout/', '/user//', '/', '/admin/users', '/user/../user/x'],
  ])('for an address where nothing is has a code', async (...urls) => {
    for (const url of urls) {
      const response = await inject('GET', url, { [VERSION]: '2024-01-01' });
      expect(response.statusCode).toBe(404);
      expect(response.json()).toEqual({ code: 'not_found', message: 'There is nothing at this address' });
    }
  });

  test.each([
    ['GET', '/token', 'POST'],
    ['DELETE', '/user', 'GET, HEAD, PUT'],
    ['PATCH', '/user', 'GET, HEAD, PUT'],
    ['GET', '/signup', 'POST'],
    ['GET', '/logout?scope=global', 'POST'],
    ['POST', '/settings', 'GET, HEAD'],
  ] as const)('for %s %s says which methods there are', async (method, url, allow) => {
    const response = await inject(method, url, { [VERSION]: '2024-01-01' });
    expect(response.statusCode).toBe(405);
    expect((response.headers['allow'] as string).split(', ').sort().join(', ')).toBe(allow);
    expect(response.json().code).toBe('method_not_allowed');
  });

  test('is the auth server’s own beside the web app, whose files are looked for at any other address', async () => {
    const { app: whole } = await testApp({
      files: webFiles(),
      identify: embeddedIdentity(server.auth).identify,
    });
    await whole.register(authRoutes, { prefix: '/auth/v1', auth: server.auth, origins: [] });
    try {
      for (const [url, status, code] of [
        ['', 404, 'not_found'],
        ['/', 404, 'not_found'],
        ['/otp', 404, 'not_found'],
        ['/token', 405, 'method_not_allowed'],
        ['/signup/', 404, 'not_found'],
      ] as const) {
        const response = await whole.inject({ url: `/auth/v1${url}`, headers: { accept: 'text/html' } });
        expect([url, response.statusCode, response.json().error_code]).toEqual([url, status, code]);
        expect(response.headers).toMatchObject({
          'content-type': 'application/json',
          'x-sb-error-code': code,
        });
      }
    } finally {
      await whole.close();
    }
  });

  test('that was not expected tells nothing and ties to the log by the request’s id', async () => {
    const broken = await startAuthServer();
    try {
      await broken.database.db.query('drop table sessions cascade; drop table users cascade');
      const response = await broken.app.inject({
        method: 'POST',
        url: '/auth/v1/token?grant_type=password',
        payload: { email: EMAIL, password: 'hunter2' },
      });
      expect(response.statusCode).toBe(500);
      expect(response.json()).toEqual({
        code: 500,
        error_code: 'unexpected_failure',
        msg: 'Unexpected failure, please check server logs for more information',
        error_id: expect.any(String),
      });
    } finally {
      await broken.close();
    }
  });

  test.each([
    ['out of reach', 'ECONNREFUSED', false, 'The database cannot be reached, please retry after a moment.'],
    ['full', '53100', false, "The disk of the server's database is full, please retry later."],
    [
      'stopped by a full disk',
      'ECONNREFUSED',
      true,
      "The disk of the server's database is full, please retry later.",
    ],
  ])('of a database that is %s is a 503 that says so', async (_what, code, hasNoRoom, message) => {
    const failing = Object.create(server.database.db) as typeof server.database.db;
    const failure = Object.assign(new Error('no'), { code, syscall: 'connect' });
    failing.query = (() => Promise.reject(failure)) as typeof failing.query;
    const over = await startAuthServer({ hasNoRoom: () => hasNoRoom }, server.database);
    try {
      Object.assign(over.auth.context, { db: failing });
      const response = await signInWith(over.app, EMAIL, key);
      expect(response.statusCode).toBe(503);
      expect(response.json()).toEqual({ code: 'unexpected_failure', message });
    } finally {
      await over.close();
    }
  });

  test('of a query that took too long is a 504', async () => {
    const slow = await startAuthServer({}, server.database);
    const cancelled = Object.assign(new Error('canceling statement due to statement timeout'), {
      code: '57014',
    });
    const failing = Object.create(server.database.db) as typeof server.database.db;
    failing.query = (() => Promise.reject(cancelled)) as typeof failing.query;
    const over = await startAuthServer({}, server.database);
    try {
      Object.assign(over.auth.context, { db: failing });
      const response = await signInWith(over.app, EMAIL, key);
      expect(response.statusCode).toBe(504);
      expect(response.json()).toEqual({
        code: 'request_timeout',
        message: 'Processing this request timed out, please retry after a moment.',
      });
      expect(response.headers['retry-after']).toBe('1');
    } finally {
      await slow.close();
      await over.close();
    }
  });
});

describe('a body', () => {
  const signInBody = () => JSON.stringify({ email: EMAIL, password: key });
  const send = (payload: string | Buffer, headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: '/auth/v1/token?grant_type=password',
      headers: { [VERSION]: '2024-01-01', ...headers },
      payload,
    });

  test.each([
    'application/json',
    'application/json;charset=UTF-8',
    'text/plain',
    'application/x-www-form-urlencoded',
    'nonsense',
    ';;;',
  ])('is read as JSON when it is called %s', async (type) => {
    expect((await send(signInBody(), { 'content-type': type })).statusCode).toBe(200);
  });

  test('is read as JSON when nothing is said of its type, and by field names in any case', async () => {
    const response = await fetch(`${origin}/token?grant_type=password`, {
      method: 'POST',
      body: new Blob([JSON.stringify({ EMAIL, PassWord: key, phone: null })]),
    });
    expect(response.status).toBe(200);
  });

  test.each(['', '   ', 'email=a&password=b', '{"email":', '[]', 'null', '"x"', '{"email":"a"} {}'])(
    'that is %j is refused',
    async (payload) => {
      const response = await send(payload, { 'content-type': 'application/json' });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toMatchObject({
        code: 'bad_json',
        message: expect.stringMatching(/^Could not parse request body as JSON: /),
      });
    },
  );

  test.each([
    { email: 5, password: 'x' },
    { email: EMAIL, password: ['x'] },
    { email: {}, password: 'x' },
  ])('with a field of a wrong type, %j, is refused', async (body) => {
    expect((await send(JSON.stringify(body), { 'content-type': 'application/json' })).json()).toMatchObject({
      code: 'bad_json',
    });
  });

  test('never comes back in an error', async () => {
    const response = await send('{"password":"hunter2"', { 'content-type': 'application/json' });
    expect(response.body).not.toContain('hunter2');
  });

  test('of random bytes is refused', async () => {
    for (let seed = 1; seed < 50; seed++) {
      const bytes = Buffer.from(Array.from({ length: 40 }, (_, i) => (seed * 7919 + i * 104_729) % 256));
      expect((await send(bytes, { 'content-type': 'application/json' })).statusCode).toBe(400);
    }
  });

  test('of 32 KiB and a byte is refused before it is read, and one of 32 KiB is read', async () => {
    const body = (bytes: number) => `{"email":"${'x'.repeat(bytes - 12)}"}`;
    const large = await send(body(32 * 1024 + 1), { 'content-type': 'application/json' });
    expect(large.statusCode).toBe(413);
    expect(large.json()).toEqual({
      code: 'request_entity_too_large',
      message: 'Request body too large (max 32768 bytes)',
    });
    expect((await send(body(32 * 1024), { 'content-type': 'application/json' })).json().code).toBe(
      'invalid_credentials',
    );
  });

  test('of 10 MB sent over the network gets its answer, with a length or without', async () => {
    for (const chunked of [false, true]) {
      const { status, body } = await upload(`${origin}/token?grant_type=password`, 10_000_000, chunked);
      expect(status).toBe(413);
      expect(JSON.parse(body)).toMatchObject({ error_code: 'request_entity_too_large' });
    }
    expect((await fetch(`${origin}/health`)).status).toBe(200);
  });

  test('that is empty ends a session although it is called JSON', async () => {
    const { access_token: accessToken } = (await signInWith(server.app, EMAIL, key)).json();
    const response = await fetch(`${origin}/logout?scope=global`, {
      method: 'POST',
      headers: { 'content-type': 'application/json;charset=UTF-8', authorization: `Bearer ${accessToken}` },
    });
    expect(response.status).toBe(204);
    expect(await response.text()).toBe('');
  });
});

describe('a browser of another origin', () => {
  const headers = { origin: 'https://app.example.com' };

  test('may ask for all that the client sends, the key of a gateway included', async () => {
    const asked = ['apikey', 'authorization', 'content-type', 'x-client-info', 'x-supabase-api-version'];
    for (const [method, url] of [
      ['POST', '/token?grant_type=password'],
      ['POST', '/logout?scope=global'],
      ['PUT', '/user'],
      ['GET', '/nothing'],
    ] as const) {
      const response = await inject('OPTIONS', url, {
        ...headers,
        'access-control-request-method': method,
        'access-control-request-headers': asked.join(','),
      });
      expect(response.statusCode).toBe(204);
      expect(response.body).toBe('');
      expect(response.headers['access-control-allow-origin']).toBe('*');
      expect(response.headers['access-control-allow-methods']).toContain(method);
      const allowed = (response.headers['access-control-allow-headers'] as string).split(', ');
      for (const each of asked) expect(allowed).toContain(each);
    }
  });

  test('may read answers and errors, their version header too, but never with cookies', async () => {
    const answers = [
      await inject('GET', '/settings', headers),
      await inject('GET', '/user', { ...headers, [VERSION]: '2024-01-01' }),
      await inject('GET', '/nothing', headers),
      await inject('DELETE', '/user', headers),
      await inject('POST', '/token?grant_type=password', headers),
      await inject('GET', '/.well-known/jwks.json', headers),
    ];
    for (const { headers: answered } of answers) {
      expect(answered['access-control-allow-origin']).toBe('*');
      expect(answered['access-control-expose-headers']).toContain('X-Supabase-Api-Version');
      expect(answered['access-control-allow-credentials']).toBeUndefined();
    }
  });
});

describe('a server that allows the pages of one other site', () => {
  const ALLOWED = 'https://app.example.com';
  let narrow: AuthServer;
  beforeAll(async () => {
    narrow = await startAuthServer({}, server.database, { origins: [ALLOWED] });
  });
  afterAll(() => narrow.close());
  const asked = (method: 'GET' | 'OPTIONS', page?: string) =>
    narrow.app.inject({
      method,
      url: '/auth/v1/user',
      headers: { ...(page !== undefined && { origin: page }), 'access-control-request-method': 'GET' },
    });
  const cors = (headers: object) => Object.keys(headers).filter((name) => name.startsWith('access-control'));

  test('names it in its answers, and lets it ask', async () => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers } = await asked(method, ALLOWED);
      expect(headers['access-control-allow-origin']).toBe(ALLOWED);
      expect(headers['vary']).toMatch(/^Origin/);
      expect(headers['access-control-allow-credentials']).toBeUndefined();
    }
  });

  test.each([
    'https://evil.example',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.evil.example',
    'https://APP.example.com',
    'null',
    '*',
    undefined,
  ])('lets no page of %s read an answer or send a request', async (page) => {
    for (const method of ['GET', 'OPTIONS'] as const) {
      const { headers, statusCode } = await asked(method, page);
      expect(statusCode).toBe(method === 'GET' ? 401 : 204);
      expect(cors(headers)).toEqual([]);
      expect(headers['vary']).toBe('Origin');
    }
  });
});

test('every answer calls itself JSON, without a charset', async () => {
  const headers = { 'content-type': 'text/plain' };
  const answers = [
    await signInWith(server.app, EMAIL, key, headers),
    await post(server.app, '/recover', { email: EMAIL }),
    await inject('GET', '/settings'),
    await inject('GET', '/health'),
    await inject('GET', '/.well-known/jwks.json'),
    await inject('GET', '/nothing'),
  ];
  expect(answers.map((answer) => answer.headers['content-type'])).toEqual(Array(6).fill('application/json'));
});

describe('the small routes', () => {
  test('say what answers here and which ways to sign in there are', async () => {
    expect((await inject('GET', '/health')).json()).toEqual({
      version: '0.0.0',
      name: 'GoTrue',
      description: expect.stringContaining('Pipcast'),
    });
    const settings = (await inject('GET', '/settings')).json();
    expect(settings).toMatchObject({
      disable_signup: true,
      mailer_autoconfirm: true,
      phone_autoconfirm: false,
    });
    const { email, ...others } = settings.external;
    expect(email).toBe(true);
    expect(new Set(Object.values(others))).toEqual(new Set([false]));
    const open = await startAuthServer({ signup: 'open' }, server.database);
    expect((await open.app.inject({ url: '/auth/v1/settings' })).json().disable_signup).toBe(false);
    await open.close();
  });

  test('publish the public key only', async () => {
    const response = await inject('GET', '/.well-known/jwks.json');
    expect(response.headers['cache-control']).toBe('public, max-age=600');
    expect(response.json()).toEqual({
      keys: [
        {
          kty: 'EC',
          crv: 'P-256',
          x: expect.any(String),
          y: expect.any(String),
          kid: expect.any(String),
          alg: 'ES256',
          use: 'sig',
          key_ops: ['verify'],
        },
      ],
    });
  });
});

test('a refusal takes at least as long as the floor where a password is sent', async () => {
  const slow = await startAuthServer({ refusalFloorMs: 150 }, server.database);
  const took = async (status: number, answer: Promise<{ statusCode: number }>) => {
    const startedAt = performance.now();
    expect((await answer).statusCode).toBe(status);
    return performance.now() - startedAt;
  };
  const refused = await Promise.all([
    took(400, refreshWith(slow.app, 'no token')),
    took(400, post(slow.app, '/token?grant_type=password', '{"email":')),
    took(422, post(slow.app, '/signup', { email: 'ivo@example.com', password: key })),
  ]);
  for (const ms of refused) expect(ms).toBeGreaterThanOrEqual(150);
  await slow.close();
  // With the floor this would not be answered within the test's time.
  const slowest = await startAuthServer({ refusalFloorMs: HOUR_MS }, server.database);
  expect((await getUser(slowest.app, 'no.access.token')).statusCode).toBe(403);
  await slowest.close();
});

describe('asking for a new key', () => {
  test('is noted for the operator; the answer does not tell whether there is an account', async () => {
    for (const email of [EMAIL, 'Mara@Example.com', 'nobody@example.com']) {
      const response = await post(server.app, '/recover', { email, code_challenge: null });
      expect(response.statusCode).toBe(200);
      expect(response.json()).toEqual({});
    }
    const { rows } = await server.database.db.query('select recovery_requested_at from users');
    expect(rows).toEqual([{ recovery_requested_at: new Date(START) }]);
    const { access_token: accessToken } = (await signInWith(server.app, EMAIL, key)).json();
    expect((await getUser(server.app, accessToken)).json().recovery_sent_at).toBe(
      new Date(START).toISOString(),
    );
  });

  test('takes at least as long as the floor, whether there is an account or not', async () => {
    const slow = await startAuthServer({ refusalFloorMs: 150 }, server.database);
    try {
      for (const email of [EMAIL, 'nobody@example.com']) {
        const startedAt = performance.now();
        expect((await post(slow.app, '/recover', { email })).statusCode).toBe(200);
        expect(performance.now() - startedAt).toBeGreaterThanOrEqual(150);
      }
    } finally {
      await slow.close();
    }
  });

  test.each([
    [{}, 'An email address is required'],
    [{ email: '' }, 'An email address is required'],
    [{ email: 'mara' }, 'Unable to validate email address: invalid format'],
    [{ email: `${'a'.repeat(300)}@example.com` }, 'An email address is too long'],
  ])('is refused for %j', async (body, message) => {
    const response = await post(server.app, '/recover', body);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ code: 'validation_failed', message });
  });
});

/** Sends a body of that many bytes without stopping early, as a browser does, and reads the answer. */
function upload(
  url: string,
  bytes: number,
  chunked: boolean,
): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(chunked ? {} : { 'content-length': String(bytes) }),
    };
    const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
      let body = '';
      response.on('data', (chunk) => (body += chunk));
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    sent.on('error', reject);
    const piece = Buffer.alloc(100_000, 'x');
    let left = bytes;
    const write = () => {
      while (left > 0) {
        left -= piece.length;
        if (!sent.write(piece)) return void sent.once('drain', write);
      }
      sent.end();
    };
    write();
  });
}
