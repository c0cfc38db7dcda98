import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type Counter, Registry } from 'prom-client';
import { epochMs } from '../../core/time/instant.ts';
import { readServerPolicy } from '../ledger/policy-file.ts';
import { readMigrations } from '../db/migrate.ts';
import { urlHost } from '../platform/client-network.ts';
import type { Config } from '../platform/config.ts';
import { diskFullError, isDiskFull } from '../platform/data-directory.ts';
import { listenError } from '../platform/start-error.ts';
import { createAccess } from '../routes/access.ts';
import { type NodeSources, reportNode, siteNodes } from '../routes/admin/node-report.ts';
import { serveAdmin } from '../routes/admin/serve-admin.ts';
import { servePrices } from '../routes/market/serve-prices.ts';
import {
  closeConnections,
  connectionNetwork,
  type Connections,
  mostConnections,
  trackConnections,
} from '../routes/site/connections.ts';
import type { BuiltWeb } from '../routes/site/drawn-pages.ts';
import { serveHealth } from '../routes/site/health.ts';
import { serveMetrics } from '../routes/site/metrics.ts';
import { serveSessionUser } from '../routes/auth/api-token-routes.ts';
import { createApp } from './app.ts';
import { startAuth } from './auth-service.ts';
import { backUpDaily } from './daily-backups.ts';
import { openFoundation, type Server } from './foundation.ts';
import { prepareMarket } from './open-market.ts';
import { watchSealedRows } from './sealed-rows.ts';

export type RunningServer = Awaited<ReturnType<typeof startServer>>;

export interface ServerOptions {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly version: string;
  readonly web: BuiltWeb;
  readonly droppedLogEntries: Counter;
}

/** How long a node that stops beside others answers "not ready" before it closes anything. */
const DRAIN_NOTICE_MS = 3_000;

const now = () => epochMs(Date.now());
const steadyMs = () => performance.now();

/**
 * Starts everything in order: database, auth, market, HTTP. Each concern adds to the application its routes, its metrics, and how it
 * ends: `preClose` hooks, in this order, while requests are still answered; then `onClose` hooks, the last one first. When a step
 * fails, those before it are ended so.
 * @throws ConfigError, DatabaseError or StartError for what the operator can remove.
 */
export async function startServer({ config, log, version, web, droppedLogEntries }: ServerOptions) {
  const startedAt = now();
  const draining = new AbortController();
  const isDraining = () => draining.signal.aborted;
  const build = { version, schema: readMigrations().at(-1)?.name ?? '' };
  const policy = config.witnessPolicy === undefined ? undefined : readServerPolicy(config.witnessPolicy);
  const registry = new Registry();
  const app = await createApp({ config, log, web, now });
  const server: Server = { app, config, log, registry, build, policy, now, steadyMs, isDraining };
  try {
    const openMarket = await prepareMarket(server);
    serveMetrics(server);
    registry.registerMetric(droppedLogEntries);
    const foundation = await openFoundation(server);
    const { db } = foundation.database;
    const auth = await startAuth(server, foundation);
    const access = createAccess({ ...auth, now, record: config.record, rateLimit: config.rateLimit });
    await auth.serve(access);
    registry.registerMetric(await watchSealedRows(db, foundation.secret, log));
    backUpDaily(server);
    const market = await openMarket(server, { foundation, auth, access });
    const connections = limitConnections(server);
    serveSessionUser(app, access);
    servePrices(app, { dataDir: config.dataDir, db, readers: config.prices, access, log });
    serveHealth(app, { check: auth.check, config, isDraining, status: market.status, now });
    const own: NodeSources = {
      ...build,
      name: foundation.name,
      startedAt,
      isDraining,
      market,
      connections: () => connections.count(),
    };
    serveAdmin(app, {
      identifyAdmin: auth.identifyAdmin,
      takes: access.takes,
      now,
      db,
      accounts: auth.accounts,
      secondFactor: config.adminSecondFactor,
      nodes: siteNodes(own, foundation.node.others),
      findings: market.findings,
      policy,
    });
    app.addHook('onListen', async () =>
      foundation.node.tell(() => ({ report: reportNode(own), streams: market.streams() })),
    );
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw listenError(error, config);
    });
    return {
      /** Where it listens, e.g. http://127.0.0.1:3000. */
      origin: originOf(config.host, app.server.address() as AddressInfo),
      /** Where accounts are kept, for messages. */
      where: auth.where,
      /** The account that this start made, on a first start on this computer only: now that nothing can fail any more, as its key is shown once. */
      demo: await auth.createDemo(),
      /** Finishes the requests under way, then stops everything, the database last. */
      stop: async () => {
        draining.abort();
        // A proxy in front of several nodes checks readiness, and sends requests elsewhere before this one closes.
        if (await foundation.node.drain()) await sleep(DRAIN_NOTICE_MS);
        await app.close();
      },
    };
  } catch (error) {
    await app.close();
    throw isDiskFull(error) && config.databaseUrl === undefined
      ? diskFullError(config.dataDir, error)
      : error;
  }
}

function limitConnections({ app, config, log, isDraining }: Server): Connections {
  const most = mostConnections(config.connections);
  const connections = trackConnections(app.server, {
    most,
    mostOfNetwork: config.connectionsPerNetwork,
    networkOf: connectionNetwork(config.trustedProxies),
  });
  if (connections.mostOfNetwork < config.connectionsPerNetwork)
    log.warn(
      `One network may have ${connections.mostOfNetwork} connections, not the ${config.connectionsPerNetwork} of PIPCAST_CONNECTIONS_PER_NETWORK: that is half of the ${most} that this node takes. Raise PIPCAST_CONNECTIONS, or the limit of open files (ulimit -n).`,
    );
  closeConnections(app, connections, isDraining);
  return connections;
}

/** An address that works in a browser on this computer: one for all networks is shown as localhost. */
function originOf(host: string, { port }: AddressInfo): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${urlHost(host)}:${port}`;
}
