import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signIn } from './auth-calls.ts';
import type { ServerProcess } from '../../../scripts/server-process.mjs';

/** Several servers on one database, and a trader who may use each of them. */
export interface Cluster {
  readonly nodes: readonly ClusterNode[];
  readonly token: string;
  /** Starts one more. */
  add(settings?: Readonly<Record<string, string>>): ClusterNode;
  /** The node that has the desk; waits until one has. */
  desk(among?: readonly ClusterNode[]): Promise<ClusterNode>;
}

export interface ClusterOptions {
  readonly databaseUrl: string;
  /** Where each node has a data folder of its own. */
  readonly folder: string;
  readonly start: (settings: Readonly<Record<string, string>>) => ServerProcess;
  readonly settings?: Readonly<Record<string, string>>;
}

export interface ClusterNode {
  readonly server: ServerProcess;
  /** Resolves once it has started and is healthy, which a busy computer may delay; rejects when it ends before. */
  healthy(): Promise<void>;
  /** A value of /metrics. */
  metric(name: string): Promise<number | undefined>;
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** Starts so many servers on made-up prices. */
export async function startCluster(
  count: number,
  { databaseUrl, folder, start, settings: common = {} }: ClusterOptions,
): Promise<Cluster> {
  const nodes: ClusterNode[] = [];
  const add = (settings: Readonly<Record<string, string>> = {}): ClusterNode => {
    const server = start({
      FEED: 'synthetic',
      DATABASE_URL: databaseUrl,
      PIPCAST_AUTH_SECRET: 'a secret that all servers share, long enough',
      PIPCAST_DATA_DIR: join(folder, `node-${nodes.length + 1}`),
      ...common,
      ...settings,
    });
    const node = clusterNode(server);
    nodes.push(node);
    return node;
  };
  const first = add();
  const origin = await first.server.origin;
  const key = /Key +(\S+)/.exec(first.server.stdout())?.[1] ?? '';
  const token = String((await signIn(origin, 'demo@example.com', key)).body['access_token']);
  for (let left = count - 1; left > 0; left -= 1) add();
  await Promise.all(nodes.map((node) => node.healthy()));
  return {
    nodes,
    token,
    add,
    async desk(among = nodes) {
      for (;;) {
        for (const node of among) if ((await node.metric('pipcast_desk_leader')) === 1) return node;
        await sleep(20);
      }
    },
  };
}

function clusterNode(server: ServerProcess): ClusterNode {
  const ask = async (path: string, init?: RequestInit) => fetch(`${await server.origin}${path}`, init);
  return {
    server,
    fetch: ask,
    async healthy() {
      await server.origin;
      while (!(await ask('/healthz')).ok) await sleep(20);
    },
    async metric(name) {
      const text = await ask('/metrics').then(
        (response) => response.text(),
        () => '',
      );
      const value = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, 'm').exec(text)?.[1];
      return value === undefined ? undefined : Number(value);
    },
  };
}
