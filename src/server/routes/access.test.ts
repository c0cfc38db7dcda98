import type { FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { apiApp } from '../../../tests/support/api-app.ts';
import { epochMs } from '../../core/time/instant.ts';
import { AuthError } from '../auth/auth-error.ts';
import { type AccessOptions, API_RULE, createAccess, createNetworkLimit, NETWORK_RULE } from './access.ts';

let app: FastifyInstance;
let now = epochMs(1_790_000_000_000);
afterEach(() => app.close());

/** Routes for traders, who sign in with their name, and for readers. */
function serve(options: Partial<AccessOptions> = {}): void {
  const { signedIn, reader, takes } = createAccess({
    identify: async (name) => {
      if (name === undefined) throw new AuthError(401, 'no_authorization', 'A token is needed.');
      return { id: name, email: `${name}@example.com` };
    },
    now: () => now,
    record: 'signed-in',
    rateLimit: 'on',
    ...options,
  });
  app = apiApp();
  app.get('/trade', { onRequest: [signedIn, takes(1)] }, ({ user }) => user);
  app.get('/read', { onRequest: [reader, takes(1)] }, () => 'read');
  app.get('/file', { onRequest: [reader, takes(API_RULE.capacity / 2)] }, () => 'file');
}

const ask = (url: string, authorization?: string, remoteAddress = '192.0.2.1') =>
  app.inject({ url, remoteAddress, ...(authorization !== undefined && { headers: { authorization } }) });

async function spend(url: string, authorization?: string): Promise<void> {
  for (let count = 0; count < API_RULE.capacity; count += 1)
    expect((await ask(url, authorization)).statusCode).toBe(200);
}

describe('a route for traders', () => {
  it('knows who asks, and lets no cache keep the answer', async () => {
    serve();
    const response = await ask('/trade', 'mara');
    expect(response.json()).toEqual({ id: 'mara', email: 'mara@example.com' });
    expect(response.headers).toMatchObject({ 'cache-control': 'no-store', vary: 'authorization' });
  });

  it('refuses who is not signed in', async () => {
    serve();
    expect((await ask('/trade')).statusCode).toBe(401);
    expect((await ask('/read')).statusCode).toBe(401);
  });
});

describe('the limit of requests', () => {
  it('is one for all routes and networks of a trader, and says when to try again', async () => {
    serve();
    await spend('/trade', 'mara');
    const refused = await ask('/read', 'mara', '198.51.100.1');
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'too_many_requests']);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await ask('/trade', 'jon')).statusCode).toBe(200);
  });

  it('gives a token back after its time, and not before', async () => {
    serve();
    await spend('/trade', 'mara');
    now = epochMs(now + API_RULE.refillMs - 1);
    expect((await ask('/trade', 'mara')).statusCode).toBe(429);
    now = epochMs(now + 1);
    expect((await ask('/trade', 'mara')).statusCode).toBe(200);
    expect((await ask('/trade', 'mara')).statusCode).toBe(429);
  });

  it('counts a file as many requests', async () => {
    serve();
    expect((await ask('/file', 'mara')).statusCode).toBe(200);
    expect((await ask('/trade', 'mara')).statusCode).toBe(200);
    const refused = await ask('/file', 'mara');
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '1']);
    expect((await ask('/trade', 'mara')).statusCode).toBe(200);
  });

  it('goes by the network where the record is public', async () => {
    serve({ record: 'public' });
    await spend('/read');
    expect((await ask('/read')).statusCode).toBe(429);
    expect((await ask('/read', undefined, '198.51.100.1')).statusCode).toBe(200);
  });

  it('is off with the other limits', async () => {
    serve({ rateLimit: 'off' });
    await spend('/trade', 'mara');
    expect((await ask('/trade', 'mara')).statusCode).toBe(200);
  });
});

describe('the tokens of programs', () => {
  const token = (letter: string) => `Bearer pipcast_${letter.repeat(43)}`;
  let looks = 0;
  /** `r` is right, at `d` the database is away, all others are wrong. */
  function serveTokens(): void {
    looks = 0;
    serve({
      async identifyToken(text) {
        looks += 1;
        await new Promise(setImmediate);
        if (text.endsWith('d')) throw new AuthError(503, 'unexpected_failure', 'The database is away.');
        return text.endsWith('r') ? { id: 'mara', email: '', tokenId: 'bot' } : undefined;
      },
    });
  }
  const statuses = async (letter: string, times: number) =>
    (await Promise.all(Array.from({ length: times }, () => ask('/read', token(letter))))).map(
      ({ statusCode }) => statusCode,
    );

  it('that are guessed at once are looked up no more often than those that come one after the other', async () => {
    serveTokens();
    const answers = await statuses('x', 40);
    expect(looks).toBe(12);
    expect(answers.filter((status) => status === 429)).toHaveLength(28);
  });

  it('that are right, or cannot be looked up, leave the network its tries', async () => {
    serveTokens();
    for (let turn = 0; turn < 5; turn += 1) expect(await statuses('d', 10)).toEqual(Array(10).fill(503));
    expect(await statuses('r', 10)).toEqual(Array(10).fill(200));
    expect(await statuses('x', 12)).toEqual(Array(12).fill(401));
  });
});

describe('the limit of a network on pages, files and ledgers', () => {
  function serveSite(rateLimit: 'on' | 'off' = 'on'): void {
    const limitNetwork = createNetworkLimit({ now: () => now, rateLimit });
    app = apiApp();
    app.addHook('onRequest', async (request) => limitNetwork(request));
    app.get('/*', () => 'page');
    for (const url of ['/openapi.json', '/docs/json', '/docs/static/*']) app.get(url, () => 'document');
    for (const url of ['/auth/v1/user', '/api/market', '/healthz', '/readyz', '/metrics'])
      app.get(url, () => 'of its own');
  }
  const status = async (url: string, remoteAddress?: string) =>
    (await ask(url, undefined, remoteAddress)).statusCode;
  async function spendAll(): Promise<void> {
    for (let count = 0; count < NETWORK_RULE.capacity; count += 1) await ask('/ledger/live/checkpoint');
  }

  it('is one for all of them, gives back 200 a second, and leaves other networks alone', async () => {
    serveSite();
    await spendAll();
    const refused = await ask('/auth');
    expect([refused.statusCode, refused.json().error.code]).toEqual([429, 'too_many_requests']);
    expect(refused.headers['retry-after']).toBe('1');
    expect(await status('/assets/app.js')).toBe(429);
    expect(await status('/', '198.51.100.1')).toBe(200);
    now = epochMs(now + 1_000);
    for (let count = 0; count < 200; count += 1) expect(await status('/')).toBe(200);
    expect(await status('/')).toBe(429);
  });

  it.each(['/%6fpenapi.json', '/docs/json', '/%64ocs/static/script.js'])(
    'counts the document of all routes and what shows it, larger than any page, as 40 requests: %s',
    async (url) => {
      serveSite();
      for (let count = 0; count < NETWORK_RULE.capacity; count += 40) expect(await status(url)).toBe(200);
      expect(await status('/')).toBe(429);
    },
  );

  it('leaves alone what has limits of its own, and what operators ask', async () => {
    serveSite();
    await spendAll();
    for (const url of ['/auth/v1/user', '/api/market', '/%61pi/market', '/healthz', '/readyz?x', '/metrics'])
      expect(await status(url), url).toBe(200);
    for (const url of [
      '/authors',
      '/apiary',
      '/api',
      '/api/nothing',
      '/healthzz',
      '/auth/v12',
      '//api/market',
    ])
      expect(await status(url), url).toBe(429);
  });

  it('can be switched off', async () => {
    serveSite('off');
    await spendAll();
    expect(await status('/')).toBe(200);
  });
});
