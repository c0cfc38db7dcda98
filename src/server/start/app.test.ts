import { once } from 'node:events';
import { type IncomingMessage, request as ask } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { webFiles } from '../../../tests/support/web-files.ts';
import { epochMs, HOUR_MS } from '../../core/time/instant.ts';
import { testApp, type TestAppOptions } from '../../../tests/support/test-app.ts';
import { AuthError } from '../auth/auth-error.ts';
import type { Environment } from '../platform/config.ts';
import { NETWORK_RULE } from '../routes/access.ts';
import { unhealthy } from '../routes/site/health.ts';

let app: FastifyInstance;
let log: ReturnType<typeof memoryLog>;
let now = epochMs(1_790_000_000_000);
// A test may build an app of its own, and none here.
afterEach(() => (app as FastifyInstance | undefined)?.close());

/** The app as with a hosted project, whose part the test plays. */
async function build(env: Environment = {}, deps: TestAppOptions = {}): Promise<FastifyInstance> {
  log = memoryLog();
  ({ app } = await testApp({ env, log: log.log, files: webFiles(), now: () => now, ...deps }));
  return app;
}

describe('every answer', () => {
  it.each(['/', '/nope', '/api/nope', '/healthz', '/config.json', '/%zz', '/assets/main-0123abcd.js'])(
    'carries a request id and the common headers: %s',
    async (url) => {
      await build();
      const { headers } = await app.inject({ url, headers: { accept: 'text/html' } });
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        'cross-origin-resource-policy': 'same-origin',
      });
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      for (const name of ['set-cookie', 'server', 'x-powered-by']) expect(headers).not.toHaveProperty(name);
    },
  );

  it('asks for TLS for a year only when the site is on https', async () => {
    for (const config of [{}, { PIPCAST_PUBLIC_URL: 'http://signals.example.com' }]) {
      await build(config);
      expect((await app.inject('/')).headers).not.toHaveProperty('strict-transport-security');
      await app.close();
    }
    await build({ PIPCAST_PUBLIC_URL: 'https://signals.example.com' });
    expect((await app.inject('/')).headers['strict-transport-security']).toBe('max-age=31536000');
  });

  it('does not take a request id from the client', async () => {
    await build();
    const { headers } = await app.inject({
      url: '/',
      headers: { 'x-request-id': 'forged', 'request-id': 'forged' },
    });
    expect(headers['x-request-id']).not.toBe('forged');
  });
});

describe('errors', () => {
  it('are plain to the client and whole in the log, under one request id', async () => {
    await build();
    app.get('/api/broken', () => {
      throw new Error('the secret inside');
    });
    const response = await app.inject('/api/broken');
    expect([response.statusCode, response.headers['cache-control']]).toEqual([500, 'no-store']);
    const id = response.headers['x-request-id'];
    expect(response.json()).toEqual({
      error: { code: 'internal', message: 'Something went wrong on the server.', requestId: id },
    });
    const entry = log.entries().find(({ level }) => level === 'error');
    expect(entry).toMatchObject({ reqId: id, err: { message: 'the secret inside' } });
  });

  it('say 503 and when to try again while the database is away', async () => {
    await build();
    app.get('/api/rows', () => {
      throw Object.assign(new Error('terminating connection'), { code: '57P01' });
    });
    const response = await app.inject('/api/rows');
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
    expect(response.json().error.code).toBe('unavailable');
  });

  it('say that the disk of the database is full', async () => {
    await build();
    app.get('/api/rows', () => {
      throw Object.assign(new Error('could not extend file'), { code: '53100' });
    });
    const response = await app.inject('/api/rows');
    expect([response.statusCode, response.json().error.message]).toEqual([
      503,
      'The disk of the database is full. Try again later.',
    ]);
  });

  it.each([
    [{ payload: '{', headers: { 'content-type': 'application/json' } }, 400, 'bad_request'],
    [{ payload: '', headers: { 'content-type': 'application/json' } }, 400, 'bad_request'],
    [{ payload: '<x/>', headers: { 'content-type': 'text/xml' } }, 415, 'unsupported_media_type'],
    [
      {
        payload: JSON.stringify({ x: 'x'.repeat(5_000) }),
        headers: { 'content-type': 'application/json' },
      },
      413,
      'payload_too_large',
    ],
  ])('refuse a bad body %#', async (request, status, code) => {
    await build();
    app.post('/api/things', () => ({}));
    const response = await app.inject({ method: 'POST', url: '/api/things', ...request });
    expect([response.statusCode, response.json().error.code]).toEqual([status, code]);
    expect(response.json().error.requestId).toBe(response.headers['x-request-id']);
  });

  it.each([[['Host', 'a', 'host', 'b']], [[]]])(
    'answer a request with the hosts %j with 400',
    async (headers) => {
      await build();
      await app.listen({ port: 0, host: '127.0.0.1' });
      const { port } = app.server.address() as AddressInfo;
      const asked = ask({ port, host: '127.0.0.1', path: '/healthz', headers, setHost: false });
      asked.end();
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      expect([answer.statusCode, answer.headers.connection]).toEqual([400, 'close']);
      expect(await json(answer)).toMatchObject({ error: { code: 'bad_request' } });
      expect(log.entries()).toContainEqual(expect.objectContaining({ path: '/healthz', status: 400 }));
    },
  );

  it.each(['/', '/nope', '/api/me', '/healthz'])(
    'answer QUERY %s as any other unknown method',
    async (url) => {
      await build();
      const response = await app.inject({ method: 'QUERY', url });
      expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found']);
      expect(log.entries().map(({ level }) => level)).toEqual(['info']);
    },
  );

  it.each(['/%', '/%zz', '/record/%'])('answer %s, which is no URL, as an unknown address', async (url) => {
    await build();
    const response = await app.inject(url);
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found']);
    const page = await app.inject({ url, headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.body).toBe((await app.inject({ url: '/', headers: { accept: 'text/html' } })).body);
    expect(log.entries()).toContainEqual(expect.objectContaining({ path: url, status: 404 }));
  });
});

it('an address that is no URL counts towards the limit of its network', async () => {
  await build();
  for (let count = 0; count < NETWORK_RULE.capacity; count += 1) await app.inject('/%');
  const refused = await app.inject('/%');
  expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'too_many_requests']);
});

it('refusals that take nothing from a limit come late after the first 30 of a network, so that a client that goes on keeps no other waiting', async () => {
  const refused = async () => Promise.reject(new AuthError(403, 'bad_jwt', 'invalid JWT'));
  /** How long the last one takes, in ms. */
  const lastOf = async (requests: number, url: string, refusalFloorMs: number, env: Environment = {}) => {
    const { app: one } = await testApp({ env, identify: refused, refusalFloorMs, now: () => epochMs(0) });
    let startedMs = 0;
    for (let request = 0; request < requests; request += 1) {
      startedMs = performance.now();
      await one.inject(url);
    }
    await one.close();
    return performance.now() - startedMs;
  };
  // A late one would not be answered within the test's time.
  await lastOf(30, '/api/me', HOUR_MS);
  await lastOf(31, '/api/me', HOUR_MS, { PIPCAST_RATE_LIMIT: 'off' });
  await lastOf(31, '/api/nothing', HOUR_MS);
  expect(await lastOf(31, '/api/me', 200)).toBeGreaterThanOrEqual(200);
});

it('a part of the start that takes long is waited for', async () => {
  onTestFinished(() => void vi.useRealTimers());
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await build();
  app.register(async () => void vi.advanceTimersByTime(HOUR_MS));
  await expect(app.ready()).resolves.toBe(app);
});

it('an address with a part that is longer than any route takes is unknown, and no error of the server', async () => {
  await build();
  app.delete('/api/things/:name', async () => 'gone');
  const status = async (length: number) =>
    (await app.inject({ method: 'DELETE', url: `/api/things/${'a'.repeat(length)}` })).statusCode;
  expect([await status(100), await status(101)]).toEqual([200, 404]);
  expect(log.entries().map(({ level }) => level)).toEqual(['info', 'info']);
});

describe('a request with more than a thousand headers', () => {
  const FILLER = Array.from({ length: 1_100 }, (_, index) => [`x${index}`, '']).flat();

  async function askWith(headers: readonly string[], path = '/') {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const all = ['Host', 'localhost', ...FILLER, ...headers];
    const asked = ask({ port, host: '127.0.0.1', path, headers: all, setHost: false });
    asked.end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    return answer.resume().statusCode;
  }

  it('cannot hide its second Host', async () => {
    await build();
    expect(await askWith(['Host', 'other.example.com'])).toBe(400);
  });

  it('cannot hide from /metrics that a proxy passed it on', async () => {
    await build();
    expect(await askWith(['X-Forwarded-For', '198.51.100.7'], '/metrics')).toBe(404);
  });

  it('is logged with the address that a trusted proxy forwarded', async () => {
    await build({ PIPCAST_TRUSTED_PROXIES: '127.0.0.1' });
    expect(await askWith(['X-Forwarded-For', '198.51.100.7'])).toBe(200);
    await expect.poll(() => log.entries()).toContainEqual(expect.objectContaining({ ip: '198.51.100.7' }));
  });
});

describe('the log', () => {
  it('has the unknown address, without its query, and no header', async () => {
    await build();
    await app.inject({
      url: '/nope?access_token=hunter2',
      headers: { accept: 'text/html', authorization: 'Bearer hunter2', apikey: 'hunter2' },
    });
    expect(log.entries()).toContainEqual(
      expect.objectContaining({ level: 'info', method: 'GET', path: '/nope', status: 404, ip: '127.0.0.1' }),
    );
    expect(log.text()).not.toContain('hunter2');
  });

  it('keeps probes and files below information', async () => {
    await build();
    for (const url of ['/healthz', '/readyz', '/config.json', '/assets/main-0123abcd.js'])
      await app.inject(url);
    expect(new Set(log.entries().map(({ level }) => level))).toEqual(new Set(['debug']));
  });

  it.each([
    ['by default', {}, '127.0.0.1'],
    ['from a proxy that is not trusted', { PIPCAST_TRUSTED_PROXIES: '192.0.2.1' }, '127.0.0.1'],
    ['from a trusted proxy', { PIPCAST_TRUSTED_PROXIES: '127.0.0.1' }, '198.51.100.7'],
  ])('names the client, whom a forwarding header tells %s', async (_when, env, ip) => {
    await build(env as Environment);
    await app.inject({ url: '/', headers: { 'x-forwarded-for': '203.0.113.9, 198.51.100.7' } });
    expect(log.entries()).toContainEqual(expect.objectContaining({ path: '/', ip }));
  });
});

describe('health', () => {
  it('is good when sign-in works', async () => {
    await build();
    for (const url of ['/healthz', '/readyz']) {
      const response = await app.inject(url);
      expect([response.statusCode, response.json()]).toMatchObject([200, { status: 'ok' }]);
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  it('is bad, with the reason in the log only, when sign-in does not', async () => {
    await build({}, { check: () => Promise.reject(new Error('the disk is full')) });
    for (const url of ['/healthz', '/readyz']) {
      const response = await app.inject(url);
      expect([response.statusCode, response.json().error.code]).toEqual([503, 'unavailable']);
      expect(response.body).not.toContain('disk');
    }
    expect(log.text()).toContain('the disk is full');
  });

  it('says what keeps sign-in from working where that is known', async () => {
    const message = 'Sign-in does not work: the disk of the database is full.';
    await build({}, { check: () => Promise.reject(unhealthy(message, new Error('/data'))) });
    const response = await app.inject('/readyz');
    expect(response.json()).toMatchObject({ error: { code: 'unavailable', message } });
    expect(response.body).not.toContain('/data');
    expect(log.text()).toContain('/data');
  });

  it('is looked at once in five seconds, good or bad', async () => {
    let checks = 0;
    await build({}, { check: async () => void checks++ });
    await Promise.all(Array.from({ length: 20 }, () => app.inject('/healthz')));
    now = epochMs(now + 4_999);
    await app.inject('/readyz');
    expect(checks).toBe(1);
    now = epochMs(now + 1);
    await app.inject('/readyz');
    expect(checks).toBe(2);
  });

  it('says how the node stands to the desk, and sends requests elsewhere while it does not reach the database', async () => {
    let isCutOff = false;
    await build({}, { status: { state: () => 'start-failed', isCutOff: () => isCutOff } });
    expect((await app.inject('/readyz')).json()).toEqual({ status: 'ok', desk: 'start-failed' });
    isCutOff = true;
    expect((await app.inject('/readyz')).statusCode).toBe(503);
    expect((await app.inject('/healthz')).statusCode).toBe(200);
  });

  it('sends new requests elsewhere while the server stops, and finishes those that come', async () => {
    await build({}, { isDraining: () => true });
    const ready = await app.inject('/readyz');
    expect([ready.statusCode, ready.headers['connection']]).toEqual([503, 'close']);
    const page = await app.inject({ url: '/', headers: { accept: 'text/html' } });
    expect([page.statusCode, page.headers['connection']]).toEqual([200, 'close']);
  });
});

it('keeps no connection for a next request while there are too many', async () => {
  let isCrowded = true;
  await build({}, { isCrowded: () => isCrowded });
  const closing = await app.inject('/healthz');
  expect([closing.statusCode, closing.headers['connection']]).toEqual([200, 'close']);
  isCrowded = false;
  expect((await app.inject('/healthz')).headers['connection']).not.toBe('close');
});

describe('/config.json', () => {
  it('points at the embedded auth server of the same origin', async () => {
    await build({ PIPCAST_BRAND_NAME: 'Example Signals' });
    const response = await app.inject('/config.json');
    expect(response.headers['cache-control']).toBe('no-cache');
    expect(response.json()).toMatchObject({ authUrl: '/auth/v1', brand: { name: 'Example Signals' } });
  });

  it('says whether there are market signals', async () => {
    await build();
    expect((await app.inject('/config.json')).json()).toMatchObject({ market: true });
    await app.close();
    await build({ FEED: 'off' });
    expect((await app.inject('/config.json')).json()).toMatchObject({ market: false });
  });

  it('points at the hosted project when there is one', async () => {
    await build({ SUPABASE_URL: 'https://project.example.com/', SUPABASE_ANON_KEY: 'sb_publishable_x' });
    expect((await app.inject('/config.json')).json()).toMatchObject({
      authUrl: 'https://project.example.com/auth/v1',
      anonKey: 'sb_publishable_x',
    });
    const page = await app.inject('/');
    expect(page.headers['content-security-policy']).toContain(
      "connect-src 'self' https://project.example.com;",
    );
  });
});

describe('/api/me', () => {
  it('tells who a token belongs to, and that no cache may keep it', async () => {
    await build({}, { identify: async (header) => ({ id: String(header), email: 'trader@example.com' }) });
    const response = await app.inject({ url: '/api/me', headers: { authorization: 'Bearer x' } });
    expect(response.json()).toEqual({ id: 'Bearer x', email: 'trader@example.com' });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it.each([
    [
      new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token'),
      401,
      'unauthorized',
    ],
    [new AuthError(403, 'bad_jwt', 'invalid JWT'), 401, 'unauthorized'],
    [new AuthError(503, 'unexpected_failure', 'not now', { retryAfterS: 1 }), 503, 'unavailable'],
  ])('answers %s with %i', async (error, status, code) => {
    await build(
      {},
      {
        identify: async () => {
          throw error;
        },
      },
    );
    const response = await app.inject('/api/me');
    expect([response.statusCode, response.json().error.code]).toEqual([status, code]);
    if (status === 401) expect(response.headers['www-authenticate']).toBe('Bearer');
    else expect(response.headers['retry-after']).toBe('1');
  });
});

describe('with a hosted project', () => {
  it('has no auth server of its own', async () => {
    await build({ SUPABASE_URL: 'https://project.example.com', SUPABASE_ANON_KEY: 'key' });
    const response = await app.inject({ method: 'POST', url: '/auth/v1/token?grant_type=password' });
    expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found']);
  });
});

describe('/metrics', () => {
  it('counts answers by route, for this computer', async () => {
    await build();
    await app.inject('/healthz');
    const { body, headers } = await app.inject({ url: '/metrics', headers: { host: '127.0.0.1:3000' } });
    expect(headers['content-type']).toContain('text/plain');
    expect(body).toMatch(
      /http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} 1/,
    );
    expect(body).toContain('nodejs_eventloop_lag_p99_seconds');
  });

  it.each([
    [{ 'x-forwarded-for': '198.51.100.7' }],
    [{ forwarded: 'for=198.51.100.7' }],
    [{ 'x-real-ip': '198.51.100.7' }],
    [{ via: '1.1 proxy' }],
    [{ host: 'signals.example.com' }],
  ])('does not exist for a request that came from elsewhere: %o', async (headers) => {
    await build();
    const response = await app.inject({ url: '/metrics', headers: { host: 'localhost:3000', ...headers } });
    expect(response.statusCode).toBe(404);
  });

  it('does not exist for another computer', async () => {
    await build();
    const headers = { host: 'localhost:3000' };
    const response = await app.inject({ url: '/metrics', headers, remoteAddress: '192.0.2.4' });
    expect(response.statusCode).toBe(404);
  });

  it('is open to all when it is set to public, and closed when off', async () => {
    await build({ PIPCAST_METRICS: 'public' });
    expect((await app.inject({ url: '/metrics', remoteAddress: '192.0.2.4' })).statusCode).toBe(200);
    await app.close();
    await build({ PIPCAST_METRICS: 'off' });
    expect((await app.inject('/metrics')).statusCode).toBe(404);
  });
});

describe('/metrics with a token', () => {
  const PIPCAST_METRICS_TOKEN = 'a-token-of-the-scraper';
  const REMOTE = { url: '/metrics', remoteAddress: '192.0.2.4' };

  it('is for every computer that sends it', async () => {
    await build({ PIPCAST_METRICS_TOKEN });
    const headers = { authorization: `Bearer ${PIPCAST_METRICS_TOKEN}` };
    expect((await app.inject({ ...REMOTE, headers })).statusCode).toBe(200);
  });

  it.each([[{}], [{ authorization: 'Bearer a-token-of-somebody-else' }], [{ authorization: 'Bearer ' }]])(
    'refuses another computer that sends %j',
    async (headers) => {
      await build({ PIPCAST_METRICS_TOKEN });
      const response = await app.inject({ ...REMOTE, headers });
      expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    },
  );

  it('stays open to this computer without it', async () => {
    await build({ PIPCAST_METRICS_TOKEN });
    const response = await app.inject({ url: '/metrics', headers: { host: 'localhost:3000' } });
    expect(response.statusCode).toBe(200);
  });
});

describe('the documentation of the API', () => {
  it('is there unless it is switched off', async () => {
    await build({ PIPCAST_API_DOCS: 'off' });
    for (const url of ['/docs', '/openapi.json']) expect((await app.inject(url)).statusCode).toBe(404);
  });

  it('is written from the schemas of the routes', async () => {
    await build();
    const { paths, components } = (await app.inject('/openapi.json')).json();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/me', '/healthz', '/readyz', '/config.json']),
    );
    expect(Object.keys(paths)).not.toContain('/');
    expect(paths['/api/me'].get.responses['200'].content['application/json'].schema.required).toEqual([
      'id',
      'email',
    ]);
    expect(paths['/api/me'].get.responses['401']).toEqual({
      description: 'Unauthorized',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    });
    expect(components.schemas.Error.properties.error.required).toEqual(['code', 'message']);
    const page = await app.inject({ url: '/docs', headers: { accept: 'text/html' } });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).not.toContain('unsafe');
  });

  it('has no file outside its own folder, and to ask for one is no fault of the server', async () => {
    await build({ PIPCAST_API_DOCS: 'on' });
    for (const url of [
      '/docs/static/%2e%2e/%2e%2e/package.json',
      '/docs/static//etc/passwd',
      '/docs/static/.%00',
    ]) {
      const response = await app.inject(url);
      expect([response.statusCode, response.json().error.code]).toEqual([404, 'not_found']);
    }
    expect(log.entries().filter(({ level }) => level === 'error')).toEqual([]);
  });
});
