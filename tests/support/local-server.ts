import { once } from 'node:events';
import { createServer, type RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server of a test on this computer. */
export interface LocalServer {
  readonly port: number;
  /** `http://127.0.0.1:4711` */
  readonly origin: string;
  /** Ends its connections as well; once is enough, and more does no harm. */
  stop(): Promise<void>;
}

/** Lets a server listen on a free port of the loopback address, or on the given one. */
export async function listenHere(what: Server | RequestListener, wanted = 0): Promise<LocalServer> {
  const server = what instanceof Server ? what : createServer(what);
  server.listen(wanted, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      if (!server.listening) return;
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
