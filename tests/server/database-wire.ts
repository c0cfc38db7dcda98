import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Client, type PoolConfig } from 'pg';

/** A way to a database that can be cut, frozen and mended. */
export interface Wire {
  /** How to connect through it. */
  readonly connection: PoolConfig;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  /** Leaves connections open on which nothing arrives any more, as when the machine at the other end is gone. */
  freeze(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Opens a wire to the database of a connection string. */
export async function openWire(url: string): Promise<Wire> {
  const { host, port, user, password, database } = new Client({ connectionString: url });
  const sockets = new Set<Socket>();
  let isCut = false;
  const relay = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.pipe(other);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        other.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  return {
    connection: {
      host: '127.0.0.1',
      port: (relay.address() as AddressInfo).port,
      ...(user === undefined ? {} : { user }),
      ...(database === undefined ? {} : { database }),
      ...(typeof password === 'string' ? { password } : {}),
    },
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      isCut = false;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        relay.close(() => resolve());
      }),
  };
}
