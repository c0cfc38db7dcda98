import { spawnSync } from 'node:child_process';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { once } from 'node:events';

/** A network of a node's own, with the database behind a relay; it can be cut off and joined again. */
export interface NodeNetwork {
  /** The settings of a node that runs in it. */
  readonly settings: Readonly<Record<string, string>>;
  /** What starts a program in it. */
  readonly command: readonly [string, ...string[]];
  /** From now on nothing comes through, and neither end notices. */
  cutOff(): void;
  join(): void;
  close(): void;
}

/** Whether this computer lets us make network namespaces: Linux, as root. */
export function hasNamespaces(): boolean {
  const name = `pipcast-${process.pid}`;
  if (spawnSync('ip', ['netns', 'add', name]).status !== 0) return false;
  return spawnSync('ip', ['netns', 'del', name]).status === 0;
}

/**
 * A network namespace with a pair of virtual interfaces. `number`, 1 to 250, tells those of one test apart; `database` is the socket of the
 * PostgreSQL, and `urlOf` its address through a host and port.
 */
export async function openNodeNetwork(
  number: number,
  database: string,
  urlOf: (host: string, port: number) => string,
): Promise<NodeNetwork> {
  const name = `pipcast-${process.pid}-${number}`;
  const outside = `pc${process.pid}o${number}`.slice(-15);
  const inside = `pc${process.pid}i${number}`.slice(-15);
  const [ours, theirs] = [`10.213.${number}.1`, `10.213.${number}.2`];
  ip('netns', 'add', name);
  ip('link', 'add', outside, 'type', 'veth', 'peer', 'name', inside, 'netns', name);
  ip('addr', 'add', `${ours}/30`, 'dev', outside);
  ip('link', 'set', outside, 'up');
  ip('-n', name, 'addr', 'add', `${theirs}/30`, 'dev', inside);
  ip('-n', name, 'link', 'set', inside, 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  const relay = await startRelay(ours, database);
  return {
    settings: { HOST: theirs, DATABASE_URL: urlOf(ours, relay.port) },
    command: ['ip', 'netns', 'exec', name],
    cutOff: () => ip('link', 'set', outside, 'down'),
    join: () => ip('link', 'set', outside, 'up'),
    close() {
      relay.close();
      ip('netns', 'del', name);
    },
  };
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync('ip', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`ip ${args.join(' ')}: ${stderr}`);
}

/** Hands connections of a port on to a socket. */
async function startRelay(host: string, path: string): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(path);
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy()).on('close', () => to.destroy());
    }
  }).listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
