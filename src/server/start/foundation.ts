import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import type { Registry } from 'prom-client';
import type { WitnessPolicy } from '../../core/log/witness-policy.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { type JoinedNode, joinNodes, type NodeIdentity } from '../db/nodes.ts';
import { openNotices, type Notices } from '../db/notices.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import type { Config } from '../platform/config.ts';
import { openServerSecret, type ServerSecret } from '../platform/server-secret.ts';
import { measureDatabase } from '../routes/site/metrics.ts';
import type { TypedApp } from '../routes/typed-app.ts';

/** What a plug-in of the server is added to: routes, hooks and metrics. */
export interface Server {
  readonly app: TypedApp;
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly registry: Registry;
  readonly build: Pick<NodeIdentity, 'version' | 'schema'>;
  /** The witnesses' policy; undefined: none. */
  readonly policy: WitnessPolicy | undefined;
  readonly now: () => EpochMs;
  /** Milliseconds on a clock that only runs forward. */
  readonly steadyMs: () => number;
  readonly isDraining: () => boolean;
}

export interface Foundation {
  readonly database: Database;
  readonly secret: ServerSecret;
  readonly notices: Notices;
  readonly node: JoinedNode;
  /** Names this node among those of its database. */
  readonly name: string;
}

/** Opens the database and joins the nodes on it; it is closed last. */
export async function openFoundation({
  app,
  config,
  log,
  registry,
  build,
  now,
}: Server): Promise<Foundation> {
  const database = await openDatabase(config, log);
  app.addHook('onClose', () => database.close());
  measureDatabase(registry, database.db);
  const notices = openNotices(database.db, log);
  app.addHook('onClose', () => notices.close());
  const secret = openServerSecret(config.authSecret, config.dataDir);
  const name = nameOf(config);
  const node = await joinNodes(database.db, log, {
    ...build,
    name,
    secretId: secret.id,
    isAlone: config.databaseUrl === undefined,
    now,
  });
  app.addHook('onClose', () => node.leave());
  return { database, secret, notices, node, name };
}

function nameOf({ port }: Config): string {
  return port === 0 ? `${hostname()} ${randomUUID().slice(0, 8)}` : `${hostname()}:${port}`;
}
