import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { type Socket, BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { clientNetwork, plainAddress, customerNetwork } from '../../platform/client-network.ts';

/** Requests of one connection that may be under way at once. Browsers and proxies wait for each answer. */
const MOST_PIPELINED = 4;

const IDLE_CHECK_MS = 100;

/** Open files for all that is no connection of a client: the database, the feeds, what is read and written. */
const RESERVED_FILES = 200;

/** The part of the most that may be streams. */
const STREAMS = 0.8;

/** From this part of the most on, no connection is kept for a next request. */
const CROWDED = 0.75;

/** The part of the most that may be there without having asked anything, once it is crowded. */
const UNUSED = 0.1;

export interface Connections {
  /** The most connections of one network that there may be: fewer than were asked for where few files may be open. */
  readonly mostOfNetwork: number;
  /** How many there are. */
  count(): number;
  /** Whether there are so many that each is to be closed with its answer. */
  isCrowded(): boolean;
  /** Begins closing; the function returned ends it once the server has closed. */
  drain(graceMs: number): () => void;
}

export interface ConnectionsOptions {
  /** The most connections of all networks together. */
  readonly most: number;
  /** The most connections of one network. */
  readonly mostOfNetwork: number;
  readonly networkOf?: ConnectionNetwork;
}

/** What a connection is doing. */
interface Use {
  /** Requests whose answers are not yet handed to the system whole. */
  answering: number;
  /** What had been received when the last answer was: more is the start of a next request. */
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
): Connections {
  const uses = new Map<Socket, Use>();
  /** The one opened first comes first. */
  const unused = new Set<Socket>();
  /** The connections of each network, the one opened first comes first. */
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

  // Past the most, Node closes what comes.
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
    // A flood of connections that ask nothing loses its own first; a client's own request follows its connection at once.
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
    mostOfNetwork: networkLimit,
    count: () => uses.size,
    isCrowded,
    drain(graceMs) {
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

/** The one that was opened first, of those that `matches`. */
function oldest(sockets: Iterable<Socket>, matches: (socket: Socket) => boolean = () => true) {
  for (const socket of sockets) if (matches(socket)) return socket;
  return undefined;
}

/** How many connections to take where this process may have so many files open; undefined: as many as it likes. */
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
  const list = new BlockList();
  for (const range of proxies) {
    const [address = '', bits] = range.split('/');
    if (bits === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => {
    const plain = plainAddress(address ?? '');
    if (plain !== undefined && list.check(plain, familyOf(plain))) return undefined;
    return customerNetwork(clientNetwork(plain ?? ''));
  };
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4';
}
