import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRunning, readPostmasterNote, SOCKET_PORT } from './postmaster-note.ts';

/** How our processes reach the cluster: a socket in its folder, or (where there are none) a port on 127.0.0.1. */
export interface ClusterAddress {
  /** What `pg` takes as host: the socket's folder, or an IP address. */
  readonly host: string;
  /** The port to connect to now. */
  port(): number;
  /** The arguments that make PostgreSQL listen there, and only there. */
  listenOptions(): Promise<string[]>;
  /** Takes away what was made to reach the socket. */
  release(): void;
}

/** No program listens on it. `pg` would take a port that is left out for 5432, where another PostgreSQL may be. */
const PORT_WHILE_DOWN = 1;

/** The kernel's limit is 108 bytes on Linux and 104 on macOS, for the path with the socket's name. */
const LONGEST_SOCKET_PATH = 100;

/** The address of the cluster in `cluster`. A socket whose path is too long is reached by a short link to its folder. */
export function clusterAddress(cluster: string): ClusterAddress {
  return process.platform === 'win32' ? portAddress(cluster) : socketAddress(cluster);
}

function socketAddress(cluster: string): ClusterAddress {
  let host = cluster;
  let linkFolder: string | undefined;
  if (Buffer.byteLength(`${cluster}/.s.PGSQL.${SOCKET_PORT}`) > LONGEST_SOCKET_PATH) {
    linkFolder = mkdtempSync(path.join(tmpdir(), 'pipcast-'));
    host = path.join(linkFolder, 'pg');
    symlinkSync(cluster, host);
  }
  return {
    host,
    port: () => SOCKET_PORT,
    // PostgreSQL works inside its folder, so that a relative path keeps the socket's short however long ours is.
    listenOptions: async () => [
      '--listen_addresses=',
      '--unix_socket_directories=.',
      '--unix_socket_permissions=0700',
      `--port=${SOCKET_PORT}`,
    ],
    release: () => {
      if (linkFolder !== undefined) rmSync(linkFolder, { recursive: true, force: true });
    },
  };
}

function portAddress(cluster: string): ClusterAddress {
  return {
    host: '127.0.0.1',
    // The port of a database that is gone may be another program's by now.
    port: () => {
      const note = readPostmasterNote(cluster);
      return note !== undefined && isRunning(cluster, note) ? note.port : PORT_WHILE_DOWN;
    },
    listenOptions: async () => {
      const port = await freePort();
      return ['--listen_addresses=127.0.0.1', '--unix_socket_directories=', `--port=${port}`];
    },
    release: () => undefined,
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => {
        if (typeof address === 'object' && address !== null) resolve(address.port);
        else reject(new Error('no free port on 127.0.0.1'));
      });
    });
  });
}
