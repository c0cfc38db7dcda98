import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Client, type PoolConfig } from 'pg';

/** A way to a database that can be cut, frozen and mended. */
export interface Wire {
  /** How to connect through it. */
  readonly connection: PoolConfig;
  /** Ends all connections and refuses new ones. */
  cut(): void;
  /** Ends all connections, and answers new ones as PostgreSQL does that refuses them for this reason, a SQLSTATE. */
  refuse(sqlState: string): void;
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
  let refusal: string | undefined;
  const relay = createServer((near) => {
    if (isCut) return void near.destroy();
    if (refusal !== undefined) {
      const answer = errorResponse(refusal);
      near.on('error', () => {}).once('data', () => near.end(answer));
      return;
    }
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
    refuse(sqlState) {
      refusal = sqlState;
      for (const socket of sockets) socket.destroy();
    },
    freeze() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend() {
      isCut = false;
      refusal = undefined;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        relay.close(() => resolve());
      }),
  };
}

/** https://www.postgresql.org/docs/current/protocol-error-fields.html */
function errorResponse(sqlState: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${sqlState}\0Mrefused by the test\0\0`);
  const head = Buffer.from('E....');
  head.writeInt32BE(fields.length + 4, 1);
  return Buffer.concat([head, fields]);
}
