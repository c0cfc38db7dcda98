import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EpochMs, epochMs } from '../../core/time/instant.ts';
import { type NodeSources, reportNode, siteNodes } from '../routes/admin/node-report.ts';
import { serveAdmin } from '../routes/admin/serve-admin.ts';
import { type AppDeps, buildApp } from './app.ts';
import { hostedService, startEmbedded, type Stops } from './auth-service.ts';
import { type AccountWithKey, createDemoAccount } from '../auth/accounts.ts';
import { backupFolderOf, type Config, isLocalOnly } from '../platform/config.ts';
import { diskFullError, isDiskFull } from '../platform/disk-space.ts';
import { readMigrations } from '../db/migrate.ts';
import { type JoinedNode, joinNodes } from '../db/nodes.ts';
import { Notices } from '../db/notices.ts';
import { type Database, openDatabase } from '../db/open-database.ts';
import { createDeskFigures } from '../desk/desk-figures.ts';
import { connectionNetwork } from '../routes/site/connection-network.ts';
import {
  type Connections,
  mostConnections,
  mostStreams,
  trackConnections,
} from '../routes/site/connections.ts';
import { fileMarks } from '../ledger/ledger-marks.ts';
import { serveLedger } from '../routes/ledger/serve-ledger.ts';
import { loadModels } from '../market/load-models.ts';
import type { ShownPrices } from '../market/market.ts';
import { MarketCore } from '../market/market-core.ts';
import { openMarketSource } from '../market/configured-source.ts';
import { serveAlerts } from '../routes/alerts/serve-alerts.ts';
import { SignalRecord } from '../record/record.ts';
import { serveRecord } from '../routes/record/serve-record.ts';
import { followWitnesses } from '../ledger/follow-witnesses.ts';
import { readServerPolicy } from '../ledger/policy-file.ts';
import { serveWitnessed } from '../routes/ledger/serve-witnessed.ts';
import { createWitnessFigures } from '../ledger/witness-figures.ts';
import { openServerSecret } from '../platform/server-secret.ts';
import { openPush, startAlerts } from '../alerts/start-alerts.ts';
import { backUpBeside, DailyBackups } from './daily-backups.ts';
import { watchSealedRows } from './sealed-rows.ts';
import { type RunningDesk, startDesk } from './start-desk.ts';
import { listenError } from '../platform/start-error.ts';
import { type MarketApi, serveMarketApi } from '../routes/market/serve-market-api.ts';
import { countWebhookMessages } from '../alerts/webhook-sender.ts';

export interface RunningServer {
  /** Where it listens, e.g. http://127.0.0.1:3000. */
  readonly origin: string;
  /** Where accounts are kept, for people. */
  readonly where: string;
  /** The account that this start made, on a first start on this computer only. */
  readonly demo: AccountWithKey | undefined;
  /** Finishes the requests under way, then stops everything, the database last. */
  stop(): Promise<void>;
}

export interface ServerOptions
  extends Pick<AppDeps, 'config' | 'log' | 'files' | 'drawSignIn' | 'droppedLogEntries'> {
  readonly version: string;
}

/** How long a node that stops beside others says that it is not ready before it closes anything. */
const DRAIN_NOTICE_MS = 3_000;
/** How long requests under way may take to finish once the server stops. */
const DRAIN_MS = 10_000;

const now = (): EpochMs => epochMs(Date.now());
const steadyMs = () => performance.now();

/**
 * Starts everything in order: database, auth, HTTP. When a step fails, what was started before is stopped.
 * @throws ConfigError, DatabaseError or StartError for what the operator can remove.
 */
// oxlint-disable-next-line max-lines-per-function -- The order of a start is read in one place.
export async function startServer({
  config,
  log,
  droppedLogEntries,
  version,
  files,
  drawSignIn,
}: ServerOptions): Promise<RunningServer> {
  const stops: Stops = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  let isDraining = false;
  const nodeName = nameOf(config);
  const build = { version, schema: readMigrations().at(-1)?.name ?? '' };
  try {
    const policy = config.witnessPolicy === undefined ? undefined : readServerPolicy(config.witnessPolicy);
    const witnessFigures = policy && createWitnessFigures(policy.witnesses.map((witness) => witness.name));
    const { feed, dataDir } = config;
    const source = await openMarketSource({ feed, dataDir, log, now, steadyMs });
    const core = source && new MarketCore({ models: await loadModels(dataDir, log), log });
    const database =
      config.hosted === undefined || source !== undefined ? await openDatabase(config, log) : undefined;
    let notices: Notices | undefined;
    let node: JoinedNode | undefined;
    if (database !== undefined) {
      stops.push(() => database.close());
      const opened = new Notices(database.db, log);
      stops.push(() => opened.close());
      notices = opened;
      node = await joinNodes(database.db, log, {
        ...build,
        name: nodeName,
        secretId: openServerSecret(config.authSecret, config.dataDir).id,
        isAlone: config.databaseUrl === undefined,
        now,
      });
      stops.push(node.leave);
    }
    const service =
      config.hosted !== undefined
        ? hostedService(config.hosted)
        : await startEmbedded(config, log, version, database as Database, stops);
    const backups =
      database === undefined || config.backup === 'off'
        ? undefined
        : new DailyBackups({
            folder: backupFolderOf(config),
            days: config.backupDays,
            log,
            now,
            write: backUpBeside,
          });
    const sealed =
      database &&
      (await watchSealedRows(database.db, openServerSecret(config.authSecret, config.dataDir), log));
    const figures = createDeskFigures();
    const startedAt = now();
    const webhookMessages = countWebhookMessages();
    const push =
      service.embedded !== undefined && source !== undefined
        ? await openPush(config, service.embedded.db, now)
        : undefined;
    if (push !== undefined) stops.push(async () => push.close());
    let connections: Connections | undefined;
    const most = mostConnections(config.connections);
    let api: MarketApi | undefined;
    let record: SignalRecord | undefined;
    let desk: RunningDesk | undefined;
    const own: NodeSources = {
      ...build,
      name: nodeName,
      startedAt,
      isDraining: () => isDraining,
      figures,
      market: () => desk?.market,
      connections: () => connections?.count() ?? 0,
      streams: () => api?.streamsByUser() ?? new Map(),
    };
    const app = await buildApp({
      ...service,
      config,
      log,
      now,
      files,
      build,
      ...(drawSignIn !== undefined && { drawSignIn }),
      ...(droppedLogEntries !== undefined && { droppedLogEntries }),
      isDraining: () => isDraining,
      isCrowded: () => connections?.isCrowded() ?? false,
      ...(witnessFigures !== undefined && { witnessFigures }),
      ...(database !== undefined && { pricesDb: database.db }),
      counters: [
        ...(service.embedded?.auth.metrics ?? []),
        ...(source === undefined ? [] : [webhookMessages]),
        ...(push === undefined ? [] : [push.pushes]),
        ...(backups?.metrics ?? []),
        ...(sealed === undefined ? [] : [sealed]),
      ],
      ...(source !== undefined && {
        deskFigures: figures,
        marketStreams: () => api?.streams() ?? 0,
      }),
      serveMarket: (routes, access) => {
        api = serveMarketApi(routes, {
          access,
          now,
          mostStreams: mostStreams(config.streams, most),
          sessions: service.sessions(notices),
          reason: source === undefined ? 'switched-off' : 'starting',
        });
        if (core === undefined || database === undefined) return;
        const { db } = database;
        const shown = new SignalRecord({ db, log, engine: core.engine });
        record = shown;
        figures.ledgerFindings = () => shown.findings();
        const prices: ShownPrices['path'] = async (...of) => desk?.market.path(...of) ?? [];
        serveRecord(routes, { db, record, access, prices, policy });
        serveLedger(routes, {
          db,
          secret: openServerSecret(config.authSecret, config.dataDir),
          reader: access.reader,
          marks: fileMarks(config.dataDir),
          isPublic: config.record === 'public',
        });
        serveWitnessed(routes, { db, policy, now });
        if (push !== undefined) serveAlerts(routes, { ...push, db, access, now });
      },
      serveAdmin: (routes, { takes }) =>
        serveAdmin(routes, {
          identifyAdmin: service.identifyAdmin,
          takes,
          now,
          db: database?.db,
          accounts: service.accounts,
          secondFactor: config.adminSecondFactor,
          nodes: siteNodes(own, node?.others),
          figures,
          policy,
        }),
    });
    const tracked = trackConnections(app.server, {
      most,
      mostOfNetwork: config.connectionsPerNetwork,
      networkOf: connectionNetwork(config.trustedProxies),
    });
    connections = tracked;
    if (tracked.mostOfNetwork < config.connectionsPerNetwork)
      log.warn(
        `One network may have ${tracked.mostOfNetwork} connections, not the ${config.connectionsPerNetwork} of PIPCAST_CONNECTIONS_PER_NETWORK: that is half of the ${most} that this node takes. Raise PIPCAST_CONNECTIONS, or the limit of open files (ulimit -n).`,
      );
    stops.push(async () => {
      const endDrain = tracked.drain(DRAIN_MS);
      await app.close().finally(endDrain);
    });
    await app.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw listenError(error, config);
    });
    if (
      source !== undefined &&
      core !== undefined &&
      database !== undefined &&
      notices !== undefined &&
      node !== undefined &&
      api !== undefined
    ) {
      const { db } = database;
      const running = startDesk({
        config,
        log,
        db,
        notices,
        source,
        core,
        api,
        now,
        steadyMs,
        figures,
        clockAheadMs: node.clockAheadMs,
        hasOthers: node.hasOthers,
        onShow: (ledger) => record?.follow(ledger) ?? (() => {}),
        onLead(ledger) {
          // Each replay and made-up run is a log of its own, which no witness could know.
          const shown = ledger.name === 'live' ? policy : undefined;
          const ends = [
            shown &&
              witnessFigures &&
              followWitnesses(ledger, { db, log, policy: shown, figures: witnessFigures }),
            startAlerts(ledger, {
              config,
              db,
              log,
              now,
              webhookMessages,
              push,
              summary: async (name) => record?.summary({ ledger: name }),
            }),
          ];
          return async () => void (await Promise.all(ends.map((end) => end?.())));
        },
      });
      desk = running;
      stops.push(() => running.stop());
    }
    if (backups !== undefined) {
      stops.push(() => backups.stop());
      backups.start();
    }
    node?.tell(() => ({ report: reportNode(own), streams: own.streams() }));
    return {
      origin: originOf(config.host, app.server.address() as AddressInfo),
      where: service.where,
      // Only now that nothing can fail any more: its key is shown once.
      demo:
        service.embedded && isLocalOnly(config)
          ? await createDemoAccount(service.embedded.db, now())
          : undefined,
      stop: async () => {
        isDraining = true;
        // A proxy in front of several nodes asks whether this one is ready, and sends requests elsewhere before it closes.
        if (await node?.drain()) await sleep(DRAIN_NOTICE_MS);
        await stopAll();
      },
    };
  } catch (error) {
    await stopAll();
    throw isDiskFull(error) && config.databaseUrl === undefined
      ? diskFullError(config.dataDir, error)
      : error;
  }
}

/** Tells this server from the others on its database, for people. */
function nameOf({ port }: Config): string {
  return port === 0 ? `${hostname()} ${randomUUID().slice(0, 8)}` : `${hostname()}:${port}`;
}

/** An address that works in a browser on this computer: one that stands for all networks is shown as localhost. */
function originOf(host: string, { port }: AddressInfo): string {
  if (host === '0.0.0.0' || host === '::') return `http://localhost:${port}`;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
