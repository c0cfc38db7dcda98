import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { openSocket } from './feed-protocol.ts';

test('a frame that is too long ends a connection that is no longer read, and nothing else', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const { port } = server.address() as AddressInfo;
  const { frames } = await openSocket(`ws://127.0.0.1:${port}`, new AbortController().signal);
  const [peer] = await accepted;
  peer.send('first');
  for await (const frame of frames) {
    expect(frame).toBe('first');
    break;
  }
  const ended = once(peer, 'close');
  peer.send('x'.repeat(1_048_577));
  expect((await ended)[0]).toBe(1009);
});
