import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import {
  addressRanges,
  clientNetwork,
  plainAddress,
  customerNetwork,
} from '../../platform/client-network.ts';

/** Most requests of one connection under way at once. Browsers and proxies wait for each answer. */
const MOST_PIPELINED = 4;

const IDLE_CHECK_MS = 100;

/** Open files that are not client connections: the database, the feeds, files. */
const RESERVED_FILES = 200;

/** The share of connections that may be streams. */
const STREAMS = 0.8;

/** Above this share no connection is kept for a next request. */
const CROWDED = 0.75;

/** The share of connections that may be unused, once it is crowded. */
const UNUSED = 0.1;

export type Connections = ReturnType<typeof trackConnections>;

export interface ConnectionsOptions {
  readonly most: number;
  readonly mostOfNetwork: number;
  readonly networkOf?: ConnectionNetwork;
}

interface Use {
  /** Requests whose answers are not yet handed over whole to the operating system. */
  answering: number;
  /** Bytes received when the last answer was sent: more is the start of a next request. */
  answeredBytes: number;
}

/**
 * Keeps a server's connections from becoming too many or too expensive, and closes them when it stops: idle ones at once, the
 * others as their answers end, all after `graceMs`. Node alone leaves open then those that a browser opened ahead and never
 * used, and cuts off answers that are ready but that a slow client has not taken yet.
 */
export function trackConnections(
  server: Server,
  { most, mostOfNetwork, networkOf = connectionNetwork([]) }: ConnectionsOptions,
) {
  const uses = new Map<Socket, Use>();
  /** In the order of opening. */
  const unused = new Set<Socket>();
  /** The connections of each network, in the order of opening. */
  const byNetwork = new Map<string, Set<Socket>>();
  // Where few files may be open, one network still leaves room for others.
  const networkLimit = Math.min(mostOfNetwork, Math.ceil(most / 2));
  const isCrowded = () => uses.size >= most * CROWDED;
  const isIdle = (socket: Socket) => {
    const use = uses.get(socket);
    return use?.answering === 0 && socket.bytesRead === use.answeredBytes;
  };

  const countForNetwork = (network: string, socket: Socket) => {
    const sockets = byNetwork.get(network) ?? new Set();
    if (sockets.size >= networkLimit) (oldest(sockets, isIdle) ?? socket).resetAndDestroy();
    byNetwork.set(network, sockets.add(socket));
    socket.once('close', () => {
      sockets.delete(socket);
      if (sockets.size === 0) byNetwork.delete(network);
    });
  };

  // Beyond this number Node closes new connections.
  server.maxConnections = most;
  server.on('connection', (socket: Socket) => {
    uses.set(socket, { answering: 0, answeredBytes: 0 });
    unused.add(socket);
    socket.once('close', () => {
      uses.delete(socket);
      unused.delete(socket);
    });
    const network = networkOf(socket.remoteAddress);
    if (network !== undefined) countForNetwork(network, socket);
    if (!isCrowded() || unused.size <= Math.max(1, most * UNUSED)) return;
    // A flood of connections without requests loses its own first; a client's own request follows its connection at once.
    oldest(unused)?.destroy();
  });
  // Reset, here and above: after an ordinary close the kernel would keep what the client did not read for minutes.
  server.on('timeout', (socket: Socket) => socket.resetAndDestroy());
  // Listening for the socket's data instead would take Node off its fast path for parsing.
  server.prependListener('request', ({ socket }, response) => {
    unused.delete(socket);
    const use = uses.get(socket);
    if (use === undefined) return;
    use.answering += 1;
    if (use.answering > MOST_PIPELINED) socket.resetAndDestroy();
    response.once('close', () => {
      use.answering -= 1;
      use.answeredBytes = socket.bytesRead;
    });
  });
  // Closing the server calls this too, and Node's own counts an answer that still waits for its reader as sent.
  server.closeIdleConnections = () => {
    for (const socket of uses.keys()) if (isIdle(socket)) socket.destroy();
  };
  return {
    /** The limit for one network: lower than the setting where the limit of open files is low. */
    mostOfNetwork: networkLimit,
    count: () => uses.size,
    /** Whether each connection is to be closed with its answer. */
    isCrowded,
    /** Begins closing; the returned function ends it once the server has closed. */
    drain(graceMs: number): () => void {
      const closeIdle = () => server.closeIdleConnections();
      closeIdle();
      const interval = setInterval(closeIdle, IDLE_CHECK_MS);
      const limit = setTimeout(() => server.closeAllConnections(), graceMs);
      return () => {
        clearInterval(interval);
        clearTimeout(limit);
      };
    },
  };
}

/** How long requests under way may take to finish once the server stops. */
const DRAIN_MS = 10_000;

/** Closes connections with their answers while there are too many or the server drains, and all of them once it is closed. */
export function closeConnections(
  app: FastifyInstance,
  connections: Pick<Connections, 'isCrowded' | 'drain'>,
  isDraining: () => boolean,
): void {
  // Not sooner: the server may begin to stop while a request is under way.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isDraining() || connections.isCrowded()) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('preClose', (done) => {
    app.server.once('close', connections.drain(DRAIN_MS));
    done();
  });
}

/** The matching one that was opened first. */
function oldest(sockets: Iterable<Socket>, matches: (socket: Socket) => boolean = () => true) {
  for (const socket of sockets) if (matches(socket)) return socket;
  return undefined;
}

export function mostConnections(wanted: number, openFiles = openFilesLimit()): number {
  if (openFiles === undefined) return wanted;
  return Math.min(wanted, Math.max(openFiles - RESERVED_FILES, Math.ceil(openFiles / 2)));
}

/** How many of the connections may be streams: there is room for what else traders ask. */
export function mostStreams(wanted: number, connections: number): number {
  return Math.min(wanted, Math.floor(connections * STREAMS));
}

/** How many files this process may have open, where the system tells (Linux); Node raises it to the most that is allowed. */
function openFilesLimit(): number | undefined {
  try {
    const limit = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
    return limit === undefined ? undefined : Number(limit);
  } catch {
    return undefined;
  }
}

/** The network that a connection from an address counts for; undefined for a proxy, which carries those of many clients. */
type ConnectionNetwork = (address: string | undefined) => string | undefined;

/** Counts connections by network, except those from `proxies` (addresses and CIDR ranges). */
export function connectionNetwork(proxies: readonly string[]): ConnectionNetwork {
  const isProxy = addressRanges(proxies);
  return (address) => {
    const plain = plainAddress(address ?? '');
    if (plain !== undefined && isProxy(plain)) return undefined;
    return customerNetwork(clientNetwork(plain ?? ''));
  };
}
