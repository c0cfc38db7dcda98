import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest';
import { answerError, HttpError } from '../../server/routes/http-error.ts';
import { ApiError, createApiClient } from './api-client.ts';

/** Answers as the server's own error mapper makes them. */
const server: FastifyInstance = Fastify();
server.setErrorHandler(answerError);
server.setNotFoundHandler((request, reply) =>
  answerError(new HttpError(404, 'not_found', 'There is nothing here.'), request, reply),
);
server.get('/ok', async () => ({ answer: 42 }));
server.get('/limit', async () => {
  throw new HttpError(429, 'too_many_requests', 'Try again in 4 s.', { retryAfterSeconds: 4 });
});
server.get('/fault', async () => {
  throw new TypeError('a secret of the server');
});
server.get('/taken', async () => {
  throw new HttpError(422, 'email_taken', 'There is an account for it already.');
});
server.get('/trader', async ({ headers }) => {
  if (headers.authorization !== 'Bearer fresh') throw new HttpError(401, 'unauthorized', 'Sign in again.');
  return { answer: 'for you' };
});
server.get('/page', (_, reply) => reply.type('text/html').send('<h1>Welcome to our hotel</h1>'));
server.get('/proxy', (_, reply) => reply.code(502).type('text/html').send('<h1>Bad gateway</h1>'));

afterAll(() => server.close());

const requests: (string | undefined)[] = [];
afterEach(() => {
  requests.length = 0;
});

const overTheWire: typeof fetch = async (path, init) => {
  const headers = Object.fromEntries(new Headers(init?.headers));
  requests.push(headers['authorization']);
  const { statusCode, body, headers: answered } = await server.inject({ url: String(path), headers });
  return new Response(body, {
    status: statusCode,
    headers: Object.entries(answered).map(([name, value]) => [name, String(value)] as [string, string]),
  });
};
const client = createApiClient({ fetch: overTheWire });

it('hands on a good answer', async () => {
  expect(await client.json('/ok')).toEqual({ answer: 42 });
});

describe('an error of the server', () => {
  it.each([
    ['/limit', 'Too many requests. Try again in 4 s.', 429, 4_000],
    ['/nothing', 'The server has nothing by this name.', 404, undefined],
    ['/taken', 'There is an account for it already.', 422, undefined],
    ['/fault', 'Something went wrong on the server.', 500, undefined],
    ['/proxy', 'The server gave an answer that this page cannot read (502).', 502, undefined],
    ['/page', 'The server gave an answer that this page cannot read (200).', 200, undefined],
  ])('at %s is known by its code, or its message: "%s"', async (path, message, status, retryAfterMs) => {
    const error = await client.json(path).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message, status, retryAfterMs });
  });
});

describe('the token', () => {
  const asTrader = (...tokens: (string | undefined)[]) =>
    createApiClient({
      getToken: async (refused) => tokens[refused === undefined ? 0 : 1],
      fetch: overTheWire,
    });

  it('is renewed once when the server refuses it', async () => {
    expect(await asTrader('stale', 'fresh').json('/trader')).toEqual({ answer: 'for you' });
    expect(requests).toEqual(['Bearer stale', 'Bearer fresh']);
  });

  it.each([
    ['the new one is refused as well', ['stale', 'stale too'], 2],
    ['there is no other', ['stale', 'stale'], 1],
  ] as const)('is given up when %s', async (_, tokens, sent) => {
    await expect(asTrader(...tokens).json('/trader')).rejects.toMatchObject({
      status: 401,
      message: 'Your session ended. Sign in again.',
    });
    expect(requests).toHaveLength(sent);
  });

  it('is not asked for by a reader who is not signed in, and nothing is sent for a trader without one', async () => {
    expect(await client.json('/ok')).toEqual({ answer: 42 });
    await expect(asTrader(undefined).json('/ok')).rejects.toMatchObject({ status: undefined });
    expect(requests).toEqual([undefined]);
  });
});

describe('without an answer', () => {
  const silent: typeof fetch = (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
    });

  it('says that the server cannot be reached, after ten seconds at the latest', async () => {
    vi.useFakeTimers();
    const failure = createApiClient({ fetch: silent })
      .json('/ok')
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await failure).toMatchObject({
      status: undefined,
      message: 'The server cannot be reached. Check your connection and try again.',
    });
  });

  it('ends with the reason of the caller who gave it up', async () => {
    const abort = new AbortController();
    const answer = createApiClient({ fetch: silent }).json('/ok', { signal: abort.signal });
    abort.abort(new Error('left'));
    await expect(answer).rejects.toThrow('left');
  });
});
