import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** A source that plays documented frames over a real WebSocket, as the test tells it. */
export interface FakeSource {
  readonly url: string;
  /** What clients sent so far, parsed. */
  readonly received: Record<string, unknown>[];
  /** How many connections were opened so far. */
  readonly connections: () => number;
  /** Sends a frame to each connected client. */
  send(frame: unknown): void;
  /** Waits until a client has sent `count` frames in all. */
  heard(count: number): Promise<void>;
  /** Waits until connection number `count` is open. */
  connected(count: number): Promise<void>;
  /** Cuts the connections without a closing handshake: code 1006 at the client. */
  cut(): void;
  close(): Promise<void>;
}

/** Starts one on a free loopback port; `answer` is called with each frame a client sends. */
export async function fakeSource(
  answer: (frame: Record<string, unknown>, send: (frame: unknown) => void) => void = () => undefined,
): Promise<FakeSource> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  await once(server, 'listening');
  const received: Record<string, unknown>[] = [];
  const sockets = new Set<WebSocket>();
  const waiters = new Set<() => void>();
  let connections = 0;
  const wake = () => {
    for (const waiter of waiters) waiter();
  };
  const write = (socket: WebSocket, frame: unknown) =>
    socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  server.on('connection', (socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('message', (data) => {
      const frame = JSON.parse(String(data)) as Record<string, unknown>;
      received.push(frame);
      answer(frame, (reply) => write(socket, reply));
      wake();
    });
    wake();
  });
  const until = (isDone: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isDone()) return;
        waiters.delete(look);
        resolve();
      };
      waiters.add(look);
      look();
    });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    connections: () => connections,
    send: (frame) => {
      for (const socket of sockets) write(socket, frame);
    },
    heard: (count) => until(() => received.length >= count),
    connected: (count) => until(() => connections >= count),
    cut: () => {
      for (const socket of sockets) socket.terminate();
    },
    close: async () => {
      for (const socket of sockets) socket.terminate();
      server.close();
      await once(server, 'close');
    },
  };
}
