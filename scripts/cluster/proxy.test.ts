import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createProxy } from './proxy.mjs';

const closes: (() => void)[] = [];
afterEach(() => {
  for (const close of closes.splice(0)) close();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** A node that is ready unless the test says otherwise. */
async function startNode(listener: RequestListener) {
  const node = { isReady: true, isSilent: false };
  const server = createServer((incoming, answer) => {
    if (incoming.url === '/readyz' && node.isSilent) return;
    if (incoming.url === '/readyz') answer.writeHead(node.isReady ? 200 : 503).end();
    else listener(incoming, answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const kill = () => {
    server.close();
    server.closeAllConnections();
  };
  closes.push(kill);
  return Object.assign(node, { origin: `http://127.0.0.1:${portOf(server)}`, kill });
}

async function startProxy(...nodes: { origin: string }[]) {
  const proxy = createProxy(() => nodes.map(({ origin }) => origin));
  closes.push(proxy.close);
  proxy.server.listen(0, '127.0.0.1');
  await once(proxy.server, 'listening');
  // A busy computer may need more than one look.
  await expect.poll(() => proxy.look()).toBe(nodes.length);
  return { look: proxy.look, port: portOf(proxy.server), origin: `http://127.0.0.1:${portOf(proxy.server)}` };
}

const named = (name: string) => startNode((_, answer) => answer.end(name));
const textOf = async (url: string) => (await fetch(url)).text();

test('requests go to the nodes that are ready, in turn', async () => {
  const [a, b] = [await named('a'), await named('b')];
  const { origin, look } = await startProxy(a, b);
  const four = async () => [
    await textOf(origin),
    await textOf(origin),
    await textOf(origin),
    await textOf(origin),
  ];
  expect((await four()).toSorted()).toEqual(['a', 'a', 'b', 'b']);
  a.isReady = false;
  await expect.poll(look).toBe(1);
  expect(await four()).toEqual(['b', 'b', 'b', 'b']);
  b.isReady = false;
  await expect.poll(look).toBe(0);
  expect((await fetch(origin)).status).toBe(503);
});

test('the only node serves on while it is too busy to say that it is ready', async () => {
  const node = await named('a');
  const { origin, look } = await startProxy(node);
  node.isSilent = true;
  await look();
  expect(await textOf(origin)).toBe('a');
});

test('a node that was killed is passed over at once', async () => {
  const [a, b] = [await named('a'), await named('b')];
  const { origin } = await startProxy(a, b);
  a.kill();
  for (let turn = 0; turn < 4; turn += 1)
    expect(await (await fetch(origin, { method: 'POST', body: 'x' })).text()).toBe('b');
});

test('each event is passed on at once, and the end of a killed node ends its streams', async () => {
  const node = await startNode((_, answer) => answer.writeHead(200).write('data: first\n\n'));
  const { origin } = await startProxy(node);
  const response = await new Promise<IncomingMessage>((resolve) => {
    request(origin, resolve).end();
  });
  const failed = once(response, 'error');
  expect(String(((await once(response, 'data')) as [Buffer])[0])).toBe('data: first\n\n');
  node.kill();
  await failed;
});

test('a node learns who asks from the proxy, not from the visitor', async () => {
  const node = await startNode(({ headers, method, url }, answer) =>
    answer.end(JSON.stringify([method, url, headers['x-forwarded-for'], headers.host])),
  );
  const { origin, port } = await startProxy(node);
  const headers = { 'x-forwarded-for': '192.0.2.7' };
  const answer = await fetch(`${origin}/a?b=c`, { method: 'PUT', headers, body: 'x' });
  expect(await answer.json()).toEqual(['PUT', '/a?b=c', '127.0.0.1', `127.0.0.1:${port}`]);
});

test('an address that is no path does not end the proxy', async () => {
  const node = await named('a');
  const { origin, port } = await startProxy(node);
  const socket = connect(port, '127.0.0.1');
  socket.end('OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await once(socket.resume(), 'close');
  expect(await textOf(origin)).toBe('a');
});
