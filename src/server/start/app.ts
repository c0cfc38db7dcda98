import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import { REFUSAL_FLOOR_MS, waitForFloor } from '../auth/rate-limits.ts';
import { createNetworkLimit } from '../routes/access.ts';
import { answerConnectionError, answerError, badRequest } from '../routes/http-error.ts';
import { clientNetwork } from '../platform/client-network.ts';
import type { Config } from '../platform/config.ts';
import { TokenBuckets } from '../platform/token-bucket.ts';
import { appManifest } from '../routes/site/app-manifest.ts';
import { type BuiltWeb, openPages } from '../routes/site/drawn-pages.ts';
import { notFoundAnswer, publicConfigOf, servePages, servePublicConfig } from '../routes/site/pages.ts';
import { commonHeaders } from '../routes/site/security-headers.ts';
import type { IncomingMessage } from 'node:http';
import type { TypedApp } from '../routes/typed-app.ts';

export interface AppDeps {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly web: BuiltWeb;
  readonly now: () => EpochMs;
  /** How long a refusal takes at least. */
  readonly refusalFloorMs?: number;
}

/** Several times an honest body of any route but those that have a limit of their own. */
const BODY_LIMIT_BYTES = 4_096;
/** Longest time for a request to arrive whole. */
const REQUEST_TIMEOUT_MS = 10_000;
const HEADERS_TIMEOUT_MS = 8_000;
/** How often Node checks requests for the time limit. */
const TIMEOUT_CHECK_MS = 2_000;
/** A connection without traffic for this long, an unread answer included, is closed. Streams send something every 5 s. */
const SILENT_CONNECTION_MS = 30_000;
/** Longer than reverse proxies keep idle connections (a minute), so that this end never closes one as a request comes. */
const KEEP_ALIVE_MS = 72_000;
const HANDLER_TIMEOUT_MS = 20_000;
const LONGEST_PARAMETER = 100;
/** These take nothing from a limit: a client that goes on after them would keep others waiting. */
const UNLIMITED_REFUSALS: ReadonlySet<number> = new Set([401, 403, 429, 503]);
/** How many of them come at once: a page whose session has ended elsewhere does not wait. */
const PROMPT_REFUSALS = { capacity: 30, refillMs: SECOND_MS };
const MOST_NETWORKS = 50_000;
const ONE_HOST = badRequest('Send exactly one Host header that names a host.');

/** The HTTP application with the headers, hooks and pages of every request; plug-ins add their routes to it. Opens no socket. */
export async function createApp({
  config,
  log,
  web,
  now,
  refusalFloorMs = REFUSAL_FLOOR_MS,
}: AppDeps): Promise<TypedApp> {
  const headers = commonHeaders(config);
  const publicConfig = publicConfigOf(config);
  const site = {
    config,
    files: web.files,
    pages: openPages(web, publicConfig),
    manifest: appManifest(publicConfig, web.files),
  };
  const answerNotFound = notFoundAnswer(site);
  const limitNetwork = createNetworkLimit({ now, rateLimit: config.rateLimit });
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    // Requests under way are finished when the server stops; `limitConnections` closes their connections.
    return503OnClosing: false,
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: SILENT_CONNECTION_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    handlerTimeout: HANDLER_TIMEOUT_MS,
    // A part of the start takes as long as a busy computer needs for it.
    pluginTimeout: 0,
    http: {
      headersTimeout: HEADERS_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      // Refused below, in the one format.
      requireHostHeader: false,
    },
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
    clientErrorHandler: answerConnectionError,
    // For addresses that are no URL, or have a part that is too long for every route.
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers).header('x-request-id', request.id);
      try {
        limitNetwork(request);
        answerNotFound(request, reply);
      } catch (error) {
        answerError(error as Error, request, reply);
      }
      logAnswer(request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();
  // Node would drop the headers after the 1,000th: X-Forwarded-For, or a second Host. Their size is limited anyway.
  app.server.maxHeadersCount = 0;
  // Fastify expects a body of QUERY, which no route here takes.
  app.addHttpMethod('QUERY', { overrideExisting: true });
  // Answers are typed where they are made; their schemas document them, and tests compare the two.
  app.setSerializerCompiler(() => JSON.stringify);
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', (request, reply, done) => {
    // The connection was cut while its pipelined requests were read.
    if (request.raw.socket.destroyed) return;
    reply.headers(headers).header('x-request-id', request.id);
    if (!namesOneHost(request.raw))
      return void answerError(ONE_HOST, request, reply.header('connection', 'close'));
    limitNetwork(request);
    done();
  });
  const prompt = new TokenBuckets(PROMPT_REFUSALS, MOST_NETWORKS);
  app.addHook('onSend', async ({ ip }, reply, payload) => {
    const isPrompt =
      config.rateLimit === 'off' ||
      !UNLIMITED_REFUSALS.has(reply.statusCode) ||
      prompt.take(clientNetwork(ip) ?? 'unknown', now());
    if (!isPrompt) await waitForFloor(performance.now() - reply.elapsedTime, refusalFloorMs);
    return payload;
  });
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));

  if (config.apiDocs) {
    const { serveApiDocs } = await import('../routes/site/api-docs.ts');
    await serveApiDocs(app, config.publicUrl ?? '/');
  }
  servePublicConfig(app, publicConfig);
  servePages(app, site);
  return app;
}

/** What a host and a port are written with. No comma: a proxy may join two hosts with one. */
const HOST = /^[\w.~!$&'()*+;=%:[\]-]*$/;

/**
 * Whether a request says for which host it is as HTTP demands: once, and in the characters of a host; only HTTP/1.0 may leave it
 * out. Of two, a proxy in front may have used the other one.
 */
export function namesOneHost({
  rawHeaders,
  httpVersion,
}: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion'>): boolean {
  let host: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return false;
    host = rawHeaders[i + 1] as string;
  }
  return host === undefined ? httpVersion === '1.0' : HOST.test(host);
}

const LONGEST_PATH = 200;
/** Probes and static files are too many; a stream is logged when it is opened, not when it ends. */
const QUIET_ROUTES = new Set(['/healthz', '/readyz', '/metrics', '/*', '/config.json', '/api/market/stream']);

/** What a whole URL as the target has in front of its path, which may be a name and a password. */
const AUTHORITY = /^\w+:\/\/[^/]*/;

/**
 * One entry for an answered request: who asked what, and what came of it. The query string is left out, since links of mails
 * and careless clients carry tokens there.
 */
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const status = reply.statusCode;
  const quiet = status < 400 && QUIET_ROUTES.has(request.routeOptions.url ?? '');
  request.log[quiet ? 'debug' : 'info'](
    {
      method: request.method,
      path: (request.url.split('?', 1)[0] ?? '').replace(AUTHORITY, '').slice(0, LONGEST_PATH),
      status,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ip: request.ip,
    },
    'request',
  );
}
