import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import { type Access, createAccess, createNetworkLimit } from '../routes/access.ts';
import { HttpError } from '../routes/http-error.ts';
import type { Identify, IdentifyToken } from '../routes/identify.ts';
import { serveApiTokens } from '../routes/auth/api-token-routes.ts';
import type { Auth } from '../auth/auth.ts';
import { authRoutes } from '../routes/auth/auth-routes.ts';
import type { Config } from '../platform/config.ts';
import { answerConnectionError, answerError } from '../routes/site/error-answers.ts';
import type { MoreSources } from '../routes/site/metrics.ts';
import { type HealthCheck, serveHealth } from '../routes/site/health.ts';
import { namesOneHost } from '../routes/site/host-header.ts';
import { appManifest } from '../routes/site/app-manifest.ts';
import { type DrawSignIn, drawPages } from '../routes/site/drawn-pages.ts';
import { notFoundAnswer, servePages } from '../routes/site/pages.ts';
import { publicConfigOf, servePublicConfig } from '../routes/site/public-config.ts';
import { logAnswer } from '../routes/site/request-log.ts';
import { commonHeaders } from '../routes/site/security-headers.ts';
import { serveSessionUser } from '../routes/site/session-user.ts';
import type { StaticFile } from '../routes/site/static-files.ts';
import { servePrices } from '../routes/market/serve-prices.ts';

export interface AppDeps extends MoreSources {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  /** Where the live market's quotes are kept; undefined: nowhere. */
  readonly pricesDb?: Pool;
  /** The embedded auth server and its database; undefined: browsers use a hosted project. */
  readonly embedded: { readonly auth: Auth; readonly db: Pool } | undefined;
  readonly identify: Identify;
  readonly identifyToken?: IdentifyToken | undefined;
  /** The built web app; undefined: another server serves it, as in development. */
  readonly files: ReadonlyMap<string, StaticFile> | undefined;
  /** Draws the sign-in page into the app's page; without it a browser draws it when the scripts are there. */
  readonly drawSignIn?: DrawSignIn;
  readonly check: HealthCheck;
  readonly now: () => EpochMs;
  /** Adds the routes of market signals, ledger and record. */
  readonly serveMarket?: (app: FastifyInstance, access: Access) => void;
  /** Adds the routes of the screen of operators. */
  readonly serveAdmin?: (app: FastifyInstance, access: Access) => void;
  /** True once the server is shutting down. */
  readonly isDraining: () => boolean;
  /** True while there are too many connections to keep one for a next request. */
  readonly isCrowded?: () => boolean;
}

/** Routes that take a body have limits of their own; this one is for what is sent to where nothing is. */
const BODY_LIMIT_BYTES = 1_024;
/** A request must have arrived whole within this. */
const REQUEST_TIMEOUT_MS = 10_000;
const HEADERS_TIMEOUT_MS = 8_000;
/** How often Node looks for requests that are over their time. */
const TIMEOUT_CHECK_MS = 2_000;
/** A connection on which nothing moves, an unread answer included, is closed. Streams send something every 5 s. */
const SILENT_CONNECTION_MS = 30_000;
/** Longer than the minute for which reverse proxies keep theirs, so that it is never this end that hangs up on a request. */
const KEEP_ALIVE_MS = 72_000;
const HANDLER_TIMEOUT_MS = 20_000;
const LONGEST_PARAMETER = 100;
const ONE_HOST = new HttpError(400, 'bad_request', 'Send exactly one Host header that names a host.');

/** The whole HTTP application without a socket. */
export async function buildApp(deps: AppDeps): Promise<FastifyInstance> {
  const { config, log } = deps;
  const headers = commonHeaders(config);
  const publicConfig = publicConfigOf(config);
  const site = {
    ...deps,
    pages: deps.files && drawPages(deps.files, publicConfig, deps.drawSignIn),
    manifest: appManifest(publicConfig, deps.files),
  };
  const answerNotFound = notFoundAnswer(site);
  const limitNetwork = createNetworkLimit({ now: deps.now, rateLimit: config.rateLimit });
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Those under way when the server stops are finished; the hook below ends their connections.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENT_CONNECTION_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Refused below, in the one format.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    clientErrorHandler: answerConnectionError,
    frameworkErrors: (error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      if (error.code === 'FST_ERR_BAD_URL') answerNotFound(request, reply);
      else answerError(error, request, reply);
      logAnswer(request, reply);
    },
  });
  // Node would drop the headers after the 1,000th: X-Forwarded-For, or a second Host. Their size is limited anyway.
  app.server.maxHeadersCount = 0;
  // Fastify expects a body of QUERY, which no route here takes.
  app.addHttpMethod('QUERY', { overrideExisting: true });
  // Answers are typed where they are made; their schemas document them, and the tests hold the two together.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', (request, reply, done) => {
    // Cut while its pipelined requests were read.
    if (request.raw.socket.destroyed) return;
    reply.headers(headers).header('x-request-id', request.id);
    if (!namesOneHost(request.raw))
      return void answerError(ONE_HOST, request, reply.header('connection', 'close'));
    limitNetwork(request);
    done();
  });
  // Not sooner: the server may begin to stop while a request is under way.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (deps.isDraining() || deps.isCrowded?.()) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    logAnswer(request, reply);
    done();
  });

  if (config.apiDocs) {
    const { serveApiDocs } = await import('../routes/site/api-docs.ts');
    await serveApiDocs(app, config.publicUrl ?? '/');
  }
  if (config.metrics !== 'off') {
    const { serveMetrics } = await import('../routes/site/metrics.ts');
    serveMetrics(app, config, deps.embedded?.db, deps);
  }
  if (deps.embedded !== undefined) {
    const origins = [...(config.publicUrl === undefined ? [] : [config.publicUrl]), ...config.authOrigins];
    await app.register(authRoutes, { prefix: '/auth/v1', auth: deps.embedded.auth, origins });
  }
  const access = createAccess({ ...deps, record: config.record, rateLimit: config.rateLimit });
  serveAccount(app, deps, access);
  servePrices(app, { dataDir: config.dataDir, db: deps.pricesDb, readers: config.prices, access, log });
  serveHealth(app, deps);
  deps.serveMarket?.(app, access);
  deps.serveAdmin?.(app, access);
  servePublicConfig(app, publicConfig);
  servePages(app, site);
  return app;
}

/** What a signed-in trader asks of the account itself, beside the auth service. */
function serveAccount(app: FastifyInstance, { embedded, now }: AppDeps, access: Access): void {
  serveSessionUser(app, access);
  if (embedded === undefined) return;
  const { auth, db } = embedded;
  serveApiTokens(app, { db, access, events: auth.context.events, now });
}
