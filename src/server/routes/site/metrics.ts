import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { collectDefaultMetrics, Histogram, type Registry } from 'prom-client';
import { type Config, isLoopback } from '../../platform/config.ts';
import { showGauge } from '../../platform/metrics.ts';
import { HttpError, nothingHere } from '../http-error.ts';

/** Headers that a proxy adds: the request came from elsewhere even if the connection did not. */
const PROXY_HEADERS = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'];
const LAG_PRECISION_MS = 20;

export interface ServeMetricsDeps {
  readonly app: FastifyInstance;
  readonly config: Pick<Config, 'metrics' | 'metricsToken'>;
  readonly registry: Registry;
}

/**
 * `GET /metrics` in Prometheus' text format, for whom PIPCAST_METRICS says and for a request with PIPCAST_METRICS_TOKEN; without a
 * token it does not exist for others.
 */
export function serveMetrics({ app, config, registry }: ServeMetricsDeps): void {
  const { metrics: access, metricsToken } = config;
  if (access === 'off') return;
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LAG_PRECISION_MS });

  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the arrival of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    // A stream's answer is not slow because it goes on for an hour.
    if (route !== '/api/market/stream') {
      const labels = { method: request.method, route, status: reply.statusCode };
      durations.observe(labels, reply.elapsedTime / 1000);
    }
    done();
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (access !== 'public' && !isFromThisComputer(request)) {
      if (metricsToken === undefined) throw nothingHere();
      if (!isSameText(request.headers.authorization ?? '', `Bearer ${metricsToken}`))
        throw new HttpError(
          401,
          'unauthorized',
          'Send the token of PIPCAST_METRICS_TOKEN as a bearer token.',
        );
    }
    return reply
      .type(registry.contentType)
      .header('cache-control', 'no-store')
      .send(await registry.metrics());
  });
}

export function measureDatabase(registry: Registry, db: Pool): void {
  showGauge(registry, 'pipcast_database_connections', 'Open database connections.', () => db.totalCount);
  showGauge(
    registry,
    'pipcast_database_connections_idle',
    'Database connections not in use.',
    () => db.idleCount,
  );
  showGauge(
    registry,
    'pipcast_database_queries_waiting',
    'Queries waiting for a connection.',
    () => db.waitingCount,
  );
}

/** Compares in the same time wherever the texts differ. */
function isSameText(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** The connection itself must come from here, not through a proxy, and the name asked for must be this computer's. */
function isFromThisComputer({ socket, headers }: FastifyRequest): boolean {
  if (PROXY_HEADERS.some((name) => name in headers)) return false;
  // A foreign page whose name was re-pointed at 127.0.0.1 asks under that foreign name.
  const name = (headers.host ?? '').replace(/:\d+$/, '');
  return isLoopback(socket.remoteAddress ?? '') && isLoopback(name);
}
