import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const IDLE_CHECK_MS = 100;

/**
 * Closes a server's connections when it stops: idle ones at once, the others as their answers end, all after `graceMs`.
 * Node alone leaves two kinds open: those kept alive after an answer, and those a browser opened ahead and never used.
 */
export function trackConnections(server: Server): { drain(graceMs: number): () => void } {
  const unused = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  // Listening for the socket's data instead would take Node off its fast path for parsing.
  server.on('request', ({ socket }) => unused.delete(socket));
  return {
    /** Begins closing; the function returned ends it once the server has closed. */
    drain(graceMs) {
      const closeIdle = () => {
        server.closeIdleConnections();
        for (const socket of unused) socket.destroy();
      };
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
