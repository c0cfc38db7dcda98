import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { Registry } from 'prom-client';
import { type EpochMs, epochMs } from '../../src/core/time/instant.ts';
import { type DeskStatus, NO_DESK } from '../../src/server/desk/desk-status.ts';
import { type Environment, loadConfig } from '../../src/server/platform/config.ts';
import { type Access, createAccess } from '../../src/server/routes/access.ts';
import { type Identify, type IdentifyToken } from '../../src/server/routes/identify.ts';
import { closeConnections } from '../../src/server/routes/site/connections.ts';
import { NO_WEB } from '../../src/server/routes/site/drawn-pages.ts';
import { type HealthCheck, serveHealth } from '../../src/server/routes/site/health.ts';
import { serveMetrics } from '../../src/server/routes/site/metrics.ts';
import { serveSessionUser } from '../../src/server/routes/auth/api-token-routes.ts';
import { createApp } from '../../src/server/start/app.ts';
import type { StaticFile } from '../../src/server/routes/site/static-files.ts';
import { memoryLog } from './memory-log.ts';

export interface TestAppOptions {
  readonly env?: Environment;
  readonly log?: FastifyBaseLogger;
  readonly files?: ReadonlyMap<string, StaticFile>;
  readonly identify?: Identify;
  readonly identifyToken?: IdentifyToken | undefined;
  readonly check?: HealthCheck;
  readonly now?: () => EpochMs;
  readonly isDraining?: () => boolean;
  readonly isCrowded?: () => boolean;
  readonly status?: Partial<DeskStatus>;
  readonly refusalFloorMs?: number;
}

/** The HTTP application without a socket, with what needs no database: pages, health, metrics, and who a token belongs to. */
export async function testApp({
  env = {},
  log = memoryLog().log,
  files = NO_WEB.files,
  identify = async () => ({ id: '1', email: 'trader@example.com' }),
  identifyToken,
  check = async () => {},
  now = () => epochMs(Date.now()),
  isDraining = () => false,
  isCrowded = () => false,
  status = {},
  refusalFloorMs = 0,
}: TestAppOptions = {}): Promise<{ readonly app: FastifyInstance; readonly access: Access }> {
  const config = loadConfig(env);
  const { record, rateLimit } = config;
  const app = await createApp({ config, log, now, web: { ...NO_WEB, files }, refusalFloorMs });
  const access = createAccess({ identify, identifyToken, now, record, rateLimit });
  serveMetrics({ app, config, registry: new Registry() });
  closeConnections(app, { isCrowded, drain: () => () => {} }, isDraining);
  serveSessionUser(app, access);
  serveHealth(app, { check, config, isDraining, status: { ...NO_DESK, ...status }, now });
  return { app, access };
}
