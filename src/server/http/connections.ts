import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type ConnectionOwner, connectionOwner } from './connection-owner.ts';
import { Shares } from './shares.ts';

const IDLE_CHECK_MS = 100;

/** Room for every stream that there may be, and for what else traders ask. */
const MOST_CONNECTIONS = 25_000;

/** Open files for all that is no connection of a client: the database, the feeds, what is read and written. */
const RESERVED_FILES = 200;

/** From this part of the most on, no connection is kept for a next request. */
const CROWDED = 0.75;

/** From this part of the most on, who has the most connections loses one for each that comes. */
const FULL = 0.95;

/** The part of the most that may be there without having asked anything, once it is crowded. */
const UNUSED = 0.1;

export interface Connections {
  /** Whether there are so many that each is to be closed with its answer. */
  isCrowded(): boolean;
  /** Begins closing; the function returned ends it once the server has closed. */
  drain(graceMs: number): () => void;
}

export interface ConnectionsOptions {
  readonly most?: number;
  readonly ownerOf?: ConnectionOwner;
}

/** What a connection is doing. */
interface Use {
  /** Requests whose answers are not yet handed to the system whole. */
  answering: number;
  /** What had been received when the last answer was: more is the start of a next request. */
  answeredBytes: number;
}

/**
 * Keeps a server's connections from becoming too many, and closes them when it stops: idle ones at once, the others as their
 * answers end, all after `graceMs`. Node alone leaves open then those that a browser opened ahead and never used, and cuts off
 * answers that are ready but that a slow client has not taken yet.
 */
export function trackConnections(
  server: Server,
  { most = mostConnections(openFilesLimit()), ownerOf = connectionOwner([]) }: ConnectionsOptions = {},
): Connections {
  const uses = new Map<Socket, Use>();
  /** The one opened first comes first. */
  const unused = new Set<Socket>();
  const shares = new Shares<Socket>();
  const isCrowded = () => uses.size >= most * CROWDED;

  const makeRoom = (coming: Socket, owner: string | undefined) => {
    const largest = shares.largest();
    // Who has as many as anybody is refused, so that equals do not drive each other out for ever.
    if (owner !== undefined && shares.of(owner).size === largest.size) coming.destroy();
    else oldestOf(largest)?.destroy();
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
    const owner = ownerOf(socket.remoteAddress);
    if (owner !== undefined) {
      shares.add(owner, socket);
      socket.once('close', () => shares.remove(owner, socket));
    }
    if (uses.size > most * FULL) makeRoom(socket, owner);
    if (!isCrowded() || unused.size <= Math.max(1, most * UNUSED)) return;
    // Whoever opens connections to fill the server up loses them first; who means to ask something soon does.
    oldestOf(unused)?.destroy();
  });
  // Listening for the socket's data instead would take Node off its fast path for parsing.
  server.on('request', ({ socket }, response) => {
    unused.delete(socket);
    const use = uses.get(socket);
    if (use === undefined) return;
    use.answering += 1;
    response.once('close', () => {
      use.answering -= 1;
      use.answeredBytes = socket.bytesRead;
    });
  });
  // Whoever closes the server calls this too, and Node's own counts an answer that still waits for its reader as sent.
  server.closeIdleConnections = () => {
    for (const [socket, use] of uses) {
      if (use.answering === 0 && socket.bytesRead === use.answeredBytes) socket.destroy();
    }
  };
  return {
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

function oldestOf(sockets: ReadonlySet<Socket>): Socket | undefined {
  const [oldest] = sockets;
  return oldest;
}

/** How many connections to take where the process may have so many files open; undefined: as many as it likes. */
export function mostConnections(openFiles: number | undefined): number {
  if (openFiles === undefined) return MOST_CONNECTIONS;
  return Math.min(MOST_CONNECTIONS, Math.max(openFiles - RESERVED_FILES, Math.ceil(openFiles / 2)));
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
