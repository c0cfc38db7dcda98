import type { RequestListener } from 'node:http';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { listenHere } from '../../../tests/support/local-server.ts';
import { ForbiddenTargetError, pushTargets, webhookTargets } from './address-guard.ts';
import { checkTarget, OutboundClient } from './outbound-client.ts';

// The files of a worker share modules: this one loads them with its mocks, the next one without.
vi.hoisted(() => vi.resetModules());
afterAll(() => vi.resetModules());

/** A name with a public address and one of a private network. */
const BOTH = 'both.example.com';
/** A name whose address is public when it is looked up first, and one of a private network from then on. */
const MOVED = 'moved.example.com';
vi.mock(import('node:dns'), async (original) => {
  const dns = await original();
  const away = { address: '8.8.8.8', family: 4 };
  const inside = { address: '10.0.0.7', family: 4 };
  const moved = [away];
  const lookup = (host: string, options: object, done: (...answer: unknown[]) => void) => {
    if (host === BOTH) return done(null, [away, inside]);
    return host === MOVED ? done(null, [moved.pop() ?? inside]) : dns.lookup(host, options, done);
  };
  return { ...dns, lookup: lookup as typeof dns.lookup };
});

const HERE = webhookTargets(['127.0.0.1']);
const NOBODY = webhookTargets([]);
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

async function serve(listener: RequestListener): Promise<number> {
  const { port, stop } = await listenHere(listener);
  ends.push(stop);
  return port;
}

function client(targets = HERE, timeoutMs = 5_000, mostConnections = 2): OutboundClient {
  const made = new OutboundClient({ targets, timeoutMs, mostConnections });
  ends.push(() => made.close());
  return made;
}

const post = (sender: OutboundClient, url: string) =>
  sender.post({ url, headers: { 'x-a': 'b' }, body: 'ä' });

describe('a request', () => {
  test('sends body and headers, and answers with status and headers', async () => {
    const seen: unknown[] = [];
    const port = await serve((request, response) => {
      seen.push(request.method, request.headers['x-a'], request.headers['content-length']);
      request.on('data', (bytes: Buffer) => seen.push(bytes.toString()));
      response.writeHead(202, { 'retry-after': '7' }).end('taken');
    });
    const answer = await post(client(), `http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ status: 202, headers: { 'retry-after': '7' } });
    expect(seen).toEqual(['POST', 'b', '2', 'ä']);
  });

  test('follows no redirect', async () => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.writeHead(307, { location: '/again' }).end();
    });
    expect((await post(client(), `http://127.0.0.1:${port}/`)).status).toBe(307);
    expect(asked).toBe(1);
  });

  test('ends the connection of an answer that has no end', async () => {
    let onClosed: () => void = () => {};
    const closed = new Promise<void>((resolve) => {
      onClosed = resolve;
    });
    const port = await serve((_request, response) => {
      response.on('error', () => {});
      response.on('close', onClosed);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(65_536)));
      };
      response.on('drain', more);
      more();
    });
    expect((await post(client(), `http://127.0.0.1:${port}/`)).status).toBe(200);
    await closed;
  });

  test('fails when the answer is cut off', async () => {
    const port = await serve((_request, response) => {
      response.write('a', () => response.destroy());
    });
    await expect(post(client(), `http://127.0.0.1:${port}/`)).rejects.toThrow('aborted');
  });

  test.each([
    ['come', () => {}],
    ['end', (_request, response) => response.write('a')],
  ] as [string, RequestListener][])('fails when the answer does not %s in time', async (_what, listener) => {
    const port = await serve(listener);
    await expect(post(client(HERE, 50), `http://127.0.0.1:${port}/`)).rejects.toThrow(
      'no answer within 0.05 s',
    );
  });
});

test('a request that waits for a socket has its whole time from when it has one', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  ends.push(() => vi.useRealTimers());
  const arrivals: ((answer: () => void) => void)[] = [];
  const arrived = [0, 1].map(() => new Promise<() => void>((resolve) => arrivals.push(resolve)));
  const port = await serve((_request, response) => arrivals.shift()?.(() => response.end()));
  const one = client(HERE, 400, 1);
  const both = [post(one, `http://127.0.0.1:${port}/`), post(one, `http://127.0.0.1:${port}/`)];
  for (const answer of arrived) {
    const end = await answer;
    vi.advanceTimersByTime(300);
    end();
  }
  expect((await Promise.all(both)).map(({ status }) => status)).toEqual([200, 200]);
});

test('a push goes to no private address, also where its service is known', async () => {
  const targets = pushTargets([BOTH]);
  await expect(checkTarget(`https://${BOTH}/`, targets)).rejects.toThrow(`${BOTH} (10.0.0.7) is not`);
});

describe('a target in a private network', () => {
  test.each([
    'https://127.0.0.1/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://2130706433/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.7/',
  ])('%s is refused before anything is sent', async (url) => {
    expect(() => NOBODY.require(url)).toThrow(ForbiddenTargetError);
    await expect(post(client(NOBODY), url)).rejects.toThrow('is not an address of the public Internet');
  });

  test('is refused by the address that its name stands for at the connection', async () => {
    let asked = 0;
    const port = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    // The name is allowed by nothing, and the address only shows when it is resolved.
    const url = `https://localhost:${port}/`;
    expect(NOBODY.require(url).hostname).toBe('localhost');
    await expect(post(client(NOBODY), url)).rejects.toThrow(/localhost \((127\.0\.0\.1|::1)\) is not/);
    await expect(checkTarget(url, NOBODY)).rejects.toThrow('PIPCAST_WEBHOOK_ALLOW');
    expect(asked).toBe(0);
  });

  test('is refused where one of several addresses of its name is in one', async () => {
    await expect(checkTarget(`https://${BOTH}/`, NOBODY)).rejects.toThrow(`${BOTH} (10.0.0.7) is not`);
    await checkTarget(`https://${BOTH}/`, webhookTargets(['10.0.0.0/8']));
  });

  test('is refused where its name stood for a public one before', async () => {
    const url = `https://${MOVED}/`;
    await checkTarget(url, NOBODY);
    await expect(post(client(NOBODY), url)).rejects.toThrow(`${MOVED} (10.0.0.7) is not`);
  });

  test.each([
    ['http://hooks.example.com/', 'https://'],
    ['ftp://127.0.0.1/', 'https://'],
    ['nonsense', 'https://'],
    ['https://user:key@hooks.example.com/', 'user name'],
  ])('%s is refused', (url, why) => {
    expect(() => HERE.require(url)).toThrow(why);
  });
});
