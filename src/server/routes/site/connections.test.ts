import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mostConnections, mostStreams, trackConnections } from './connections.ts';
import { answerConnectionError } from '../http-error.ts';

let app: FastifyInstance;
let port: number;
/** The network of the next connection. */
let network: string | undefined;
let connections: ReturnType<typeof trackConnections>;
/** Requests for /quick that reached their handler. */
let handled: number;
/** Lets the answer under way end. */
let finish: (() => void) | undefined;

beforeEach(async () => {
  finish = undefined;
  network = undefined;
  app = Fastify({ clientErrorHandler: answerConnectionError, return503OnClosing: false });
  // As the application does.
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.raw.socket.destroyed) done();
  });
  handled = 0;
  app.get('/quick', () => {
    handled += 1;
    return 'quick';
  });
  app.get('/long', () => LONG);
  app.get('/slow', async () => {
    await new Promise<void>((resolve) => {
      finish = resolve;
    });
    return 'slow';
  });
  connections = trackConnections(app.server, { most: 8, mostOfNetwork: 8, networkOf: () => network });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(() => drain(0));

async function open() {
  const socket = connect(port, '127.0.0.1').setEncoding('utf8');
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk;
  });
  // A reset is an end like any other.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'connect');
  return { socket, closed, received: () => received };
}

async function drain(graceMs: number): Promise<void> {
  const end = connections.drain(graceMs);
  await app.close().finally(end);
}

const connectionCount = () => promisify(app.server.getConnections.bind(app.server))();

/** More than the system takes off a server's hands for a client that reads nothing. */
const LONG = 'long '.repeat(4_000_000);
const QUICK = 'GET /quick HTTP/1.1\r\nHost: x\r\n\r\n';

describe('draining', () => {
  it('lets an answer that is ready reach a client that takes its time', async () => {
    const slow = await open();
    slow.socket.pause().write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n');
    const [, answer] = (await once(app.server, 'request')) as [unknown, ServerResponse];
    await expect.poll(() => answer.writableEnded).toBe(true);
    const drained = drain(60_000);
    slow.socket.resume();
    await Promise.all([slow.closed, drained]);
    expect(slow.received().length).toBeGreaterThan(LONG.length);
  });

  it('lets a request that has begun come in', async () => {
    const ends: Socket[] = [];
    app.server.on('connection', (socket) => ends.push(socket));
    const begun = [await open(), await open()];
    begun[1]?.socket.write(QUICK);
    await expect.poll(() => begun[1]?.received()).toContain('quick');
    const before = ends.map(({ bytesRead }) => bytesRead);
    for (const { socket } of begun) socket.write(QUICK.slice(0, 10));
    await expect
      .poll(() => ends.map(({ bytesRead }, index) => bytesRead - (before[index] ?? 0)))
      .toEqual([10, 10]);
    const drained = drain(60_000);
    for (const { socket } of begun) socket.write(QUICK.slice(10));
    await Promise.all([...begun.map(({ closed }) => closed), drained]);
    expect(begun.map(({ received }) => received().match(/\r\n\r\nquick/g)?.length)).toEqual([1, 2]);
  });

  it('closes connections that wait for nothing and lets an answer under way end', async () => {
    const [unused, kept, busy] = await Promise.all([open(), open(), open()]);
    kept.socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
    busy.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => kept.received()).toContain('quick');
    await expect.poll(() => finish).toBeDefined();
    const drained = drain(60_000);
    await Promise.all([unused.closed, kept.closed]);
    expect(busy.socket.destroyed).toBe(false);
    finish?.();
    await Promise.all([busy.closed, drained]);
    expect(busy.received()).toContain('slow');
  });

  it('gives up on an answer that takes too long', async () => {
    const busy = await open();
    busy.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => finish).toBeDefined();
    await drain(1);
    await busy.closed;
    expect(busy.received()).toBe('');
  });
});

describe('when there are many', () => {
  it('keeps none for a next request from three quarters of the most on', async () => {
    const kept = await Promise.all(Array.from({ length: 5 }, open));
    for (const { socket } of kept) socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => kept.every(({ received }) => received().includes('quick'))).toBe(true);
    expect(connections.isCrowded()).toBe(false);
    const sixth = await open();
    sixth.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => finish).toBeDefined();
    expect(connections.isCrowded()).toBe(true);
    kept[0]?.socket.destroy();
    await expect.poll(() => connections.isCrowded()).toBe(false);
  });

  it('those that asked nothing give way to new ones, the oldest first; those that wait for an answer stay', async () => {
    const busy = await open();
    busy.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => finish).toBeDefined();
    const idle: Awaited<ReturnType<typeof open>>[] = [];
    for (let count = 0; count < 4; count += 1) idle.push(await open());
    const sixth = await open();
    await idle[0]?.closed;
    const asking = await open();
    await idle[1]?.closed;
    asking.socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
    await expect.poll(() => asking.received()).toContain('quick');
    expect([busy, sixth, idle[2], idle[3]].map((each) => each?.socket.destroyed)).toEqual(
      Array(4).fill(false),
    );
    finish?.();
    await expect.poll(() => busy.received()).toContain('slow');
  });

  it('takes no more than there are files for, a reserve left for all the rest', () => {
    expect([1_048_576, 4096, 256].map((files) => mostConnections(25_000, files))).toEqual([
      25_000, 3896, 128,
    ]);
  });

  it('leaves a fifth of them for what are no streams', () => {
    expect(mostStreams(20_000, 25_000)).toBe(20_000);
    expect(mostStreams(20_000, 3_896)).toBe(3_116);
    expect(mostStreams(500, 25_000)).toBe(500);
  });
});

describe('of one network', () => {
  /** Connections that wait for an answer. */
  async function openWaiting(count: number, from: string | undefined) {
    network = from;
    const opened: Awaited<ReturnType<typeof open>>[] = [];
    for (let i = 0; i < count; i += 1) {
      const one = await open();
      finish = undefined;
      one.socket.write('GET /slow HTTP/1.1\r\nHost: x\r\n\r\n');
      await expect.poll(() => finish).toBeDefined();
      opened.push(one);
    }
    return opened;
  }
  const areGone = (those: Awaited<ReturnType<typeof open>>[]) => those.map(({ socket }) => socket.destroyed);

  it('a connection above the limit is refused, and other networks are served', async () => {
    const four = await openWaiting(4, 'greedy');
    network = 'greedy';
    const refused = connect(port, '127.0.0.1').on('error', () => {});
    await new Promise((resolve) => refused.once('close', resolve));
    const other = await openWaiting(1, 'other');
    expect(areGone([...four, ...other])).toEqual(Array(5).fill(false));
  });

  it('an idle connection gives way to a new one', async () => {
    network = 'greedy';
    const idle = await open();
    idle.socket.write(QUICK);
    await expect.poll(idle.received).toContain('quick');
    const waiting = await openWaiting(3, 'greedy');
    const coming = await openWaiting(1, 'greedy');
    await idle.closed;
    expect(areGone([...waiting, ...coming])).toEqual(Array(4).fill(false));
  });

  it('a connection that was closed makes room', async () => {
    const four = await openWaiting(4, 'greedy');
    four[0]?.socket.destroy();
    await expect.poll(() => connectionCount()).toBe(3);
    expect(areGone(await openWaiting(1, 'greedy'))).toEqual([false]);
  });

  it('a reverse proxy has as many as it opens', async () => {
    expect(areGone(await openWaiting(7, undefined))).toEqual(Array(7).fill(false));
  });
});

describe('a client that does not read', () => {
  it('is cut when it asks for more answers at once than any client does', async () => {
    const greedy = await open();
    greedy.socket.write(QUICK.repeat(60));
    await greedy.closed;
    expect(handled).toBe(4);
  });

  it('is served four requests that it sends at once', async () => {
    const eager = await open();
    eager.socket.write(QUICK.repeat(4));
    await expect.poll(() => eager.received().match(/\r\n\r\nquick/g)?.length).toBe(4);
  });

  it('is reset when its answer has not moved for the timeout, so that the kernel forgets the rest', async () => {
    const slow = await open();
    slow.socket.pause().write('GET /long HTTP/1.1\r\nHost: x\r\n\r\n');
    const [, answer] = (await once(app.server, 'request')) as [unknown, ServerResponse];
    const serverSide = answer.socket as Socket;
    await expect.poll(() => answer.writableEnded).toBe(true);
    const reset = vi.spyOn(serverSide, 'resetAndDestroy');
    app.server.emit('timeout', serverSide);
    slow.socket.resume();
    await slow.closed;
    expect(reset).toHaveBeenCalledOnce();
  });
});

describe('what is not a request', () => {
  it('is cut off a moment after its answer, even where the other end does not hang up', async () => {
    const silent = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    await once(silent, 'connect');
    silent.write('hello\r\n\r\n');
    silent.resume();
    await once(silent, 'end');
    await expect.poll(() => connectionCount()).toBe(0);
    expect(silent.writable).toBe(true);
    silent.destroy();
  });

  it.each([
    ['nonsense', 'hello\r\n\r\n', 400, 'bad_request'],
    ['too long headers', `GET / HTTP/1.1\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
    [
      'two lengths',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      400,
      'bad_request',
    ],
    [
      'a length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
      'bad_request',
    ],
  ])('gets an error in the one format and a closed connection: %s', async (_what, text, status, code) => {
    const { socket, closed, received } = await open();
    socket.write(text);
    await closed;
    const [head = '', body = ''] = received().split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('Connection: close');
    expect(JSON.parse(body)).toMatchObject({ error: { code } });
  });
});
