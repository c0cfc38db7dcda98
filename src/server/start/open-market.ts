import { Gauge, type Metric, type Registry } from 'prom-client';
import type { NoMarketReason } from '../../core/wire/market.ts';
import { openPush, startAlerts } from '../alerts/start-alerts.ts';
import { countWebhookMessages } from '../alerts/webhook-sender.ts';
import { type DeskStatus, measureStatus, NO_DESK, createDeskFigures } from '../desk/desk-status.ts';
import { followWitnesses, createWitnessFigures } from '../ledger/follow-witnesses.ts';
import { fileMarks } from '../ledger/ledger-marks.ts';
import { openMarketSource } from '../market/configured-source.ts';
import { loadModels } from '../market/load-models.ts';
import { MarketCore } from '../market/market-core.ts';
import { showGauge } from '../platform/metrics.ts';
import { type LedgerFindings, NO_FINDINGS, SignalRecord } from '../record/record.ts';
import type { Access } from '../routes/access.ts';
import { NO_PRICES, type NodeMarket, pricesOnNode } from '../routes/admin/node-report.ts';
import { serveAlerts } from '../routes/alerts/serve-alerts.ts';
import { serveLedger } from '../routes/ledger/serve-ledger.ts';
import { type MarketApi, serveMarketApi } from '../routes/market/serve-market-api.ts';
import { serveRecord } from '../routes/record/serve-record.ts';
import { serveTaken } from '../routes/record/serve-taken.ts';
import { mostConnections, mostStreams } from '../routes/site/connections.ts';
import type { AuthService } from './auth-service.ts';
import type { Foundation, Server } from './foundation.ts';
import { createDesk } from './desk-of-node.ts';

export interface ServerMarket extends NodeMarket {
  readonly status: DeskStatus;
  findings(): LedgerFindings;
}

interface MarketParts {
  readonly foundation: Foundation;
  readonly auth: AuthService;
  readonly access: Access;
}

export type OpenMarket = (server: Server, parts: MarketParts) => Promise<ServerMarket>;

/** Checks the market's settings before there is a database. */
export async function prepareMarket(server: Server): Promise<OpenMarket> {
  const { config, log } = server;
  const { feed, dataDir } = config;
  if (feed.kind === 'off') return openSwitchedOff;
  const source = await openMarketSource({ ...server, feed, dataDir });
  const core = new MarketCore({ models: await loadModels(dataDir, log), log });
  return (opened, parts) => openMarket(opened, parts, source, core);
}

/** The switched-off market: no prices, ledger, record or alerts. */
async function openSwitchedOff(server: Server, parts: MarketParts): Promise<ServerMarket> {
  const api = serveApi(server, parts, 'switched-off');
  server.app.addHook('preClose', async () => api.stop());
  return {
    status: NO_DESK,
    prices: () => NO_PRICES,
    streams: () => api.streamsByUser(),
    findings: () => NO_FINDINGS,
  };
}

function serveApi(
  { app, config, now }: Server,
  { access, auth: { sessions } }: MarketParts,
  reason: NoMarketReason,
): MarketApi {
  const most = mostStreams(config.streams, mostConnections(config.connections));
  return serveMarketApi(app, { access, now, mostStreams: most, sessions, reason });
}

function serveRecorded(
  { app, config, now, policy }: Server,
  { access, auth, foundation }: MarketParts,
  record: SignalRecord,
  desk: ReturnType<typeof createDesk>,
): void {
  const { db } = foundation.database;
  serveRecord(app, { db, record, access, prices: (...of) => desk.market.path(...of), policy });
  if (auth.hasAccounts) {
    const ledger = () => record.ownName;
    serveTaken(app, { db, access, ledger, deskNow: () => desk.market.clock.now(), now });
  }
  serveLedger(app, {
    db,
    secret: foundation.secret,
    reader: access.reader,
    marks: fileMarks(config.dataDir),
    isPublic: config.record === 'public',
    witnesses: policy && { policy, now },
  });
}

async function openMarket(
  server: Server,
  parts: MarketParts,
  source: Awaited<ReturnType<typeof openMarketSource>>,
  core: MarketCore,
): Promise<ServerMarket> {
  const { app, config, log, registry, now, policy } = server;
  const { access, auth, foundation } = parts;
  const { notices, node, secret } = foundation;
  const { db } = foundation.database;
  const push = auth.hasAccounts ? await openPush(config, db, secret, now) : undefined;
  const api = serveApi(server, parts, 'starting');
  const record = new SignalRecord({ db, log, engine: core.engine });
  const figures = createDeskFigures();
  const webhookMessages = countWebhookMessages();
  const witnessFigures = createWitnessFigures(policy?.witnesses.map((witness) => witness.name) ?? []);
  const desk = createDesk({
    ...server,
    db,
    secret,
    notices,
    source,
    core,
    api,
    figures,
    now: node.now,
    clockAheadMs: node.clockAheadMs,
    hasOthers: node.hasOthers,
    onShow: (ledger) => record.follow(ledger),
    onLead(ledger) {
      const ends = [
        // Each replay and made-up run has its own log, which no witness could know.
        policy !== undefined && ledger.name === 'live'
          ? followWitnesses(ledger, { db, log, policy, figures: witnessFigures })
          : () => {},
        startAlerts(ledger, {
          config,
          db,
          secret,
          log,
          now,
          webhookMessages,
          push,
          summary: (name) => record.summary({ ledger: name }),
        }),
      ];
      return async () => void (await Promise.all(ends.map((end) => end())));
    },
  });
  app.addHook('onListen', async () => desk.start());
  app.addHook('preClose', async () => {
    await desk.stop();
    api.stop();
  });
  serveRecorded(server, parts, record, desk);
  if (push !== undefined) {
    app.addHook('onClose', async () => push.close());
    serveAlerts(app, { ...push, db, access, now });
    registry.registerMetric(push.pushes);
  }
  const findings = () => record.findings();
  const counted: Metric[] = [...Object.values(figures), webhookMessages, ...Object.values(witnessFigures)];
  for (const metric of counted) registry.registerMetric(metric);
  measureStatus(registry, desk);
  measureFindings(registry, findings);
  showGauge(registry, 'pipcast_market_streams', 'Open event streams of the market.', () => api.streams());
  return {
    status: desk,
    prices: () => pricesOnNode(desk.market),
    streams: () => api.streamsByUser(),
    findings,
  };
}

function measureFindings(registry: Registry, read: () => LedgerFindings): void {
  const findings: Gauge = new Gauge({
    name: 'pipcast_ledger_findings',
    help: 'What is wrong with the ledger: overdue signals, silent minutes, wrong entries.',
    labelNames: ['finding'],
    registers: [registry],
    collect() {
      const { overdueSignals, silentMinutes, wrongEntries } = read();
      findings.set({ finding: 'overdue-signal' }, overdueSignals);
      findings.set({ finding: 'silent-minute' }, silentMinutes);
      findings.set({ finding: 'wrong-entry' }, wrongEntries);
    },
  });
}
