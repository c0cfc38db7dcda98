import type { FastifyReply, FastifyRequest } from 'fastify';

const LONGEST_PATH = 200;
/** Probes and static files are too many; a stream is logged when it is opened, not when it ends. */
const QUIET_ROUTES = new Set([
  '/healthz',
  '/readyz',
  '/metrics',
  '/*',
  '/robots.txt',
  '/config.json',
  '/api/market/stream',
]);

/** What a whole URL as the target has in front of its path, which may be a name and a password. */
const AUTHORITY = /^\w+:\/\/[^/]*/;

/**
 * One entry for an answered request: who asked what, and what came of it. The query string is left out, since links of mails
 * and careless clients carry tokens there.
 */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
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
