import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { HttpError } from './http-error.ts';

/** Resolves when sign-in works right now; throws what keeps it from working. */
export type HealthCheck = () => Promise<void>;

const RETRY_SECONDS = 5;
const healthy = { 200: z.object({ status: z.literal('ok') }) };

/**
 * `GET /healthz`: whether sign-in works. `GET /readyz`: whether new requests should come here at all, which a server that is
 * shutting down denies while it still answers those under way.
 */
export function serveHealth(
  app: FastifyInstance,
  { check, isDraining }: { check: HealthCheck; isDraining: () => boolean },
): void {
  let running: Promise<void> | undefined;
  // However many ask at once, one question goes to the database.
  const checkOnce = () => {
    running ??= check().finally(() => {
      running = undefined;
    });
    return running;
  };
  const answer = async () => {
    try {
      await checkOnce();
    } catch (error) {
      throw new HttpError(503, 'unavailable', 'Sign-in does not work right now.', {
        retryAfterSeconds: RETRY_SECONDS,
        cause: error,
      });
    }
    return { status: 'ok' as const };
  };
  const headers = { 'cache-control': 'no-store' };
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/healthz',
      { schema: { summary: 'Whether sign-in works', tags: ['service'], response: healthy } },
      (_, reply) => {
        reply.headers(headers);
        return answer();
      },
    );
  app
    .withTypeProvider<ZodTypeProvider>()
    .get(
      '/readyz',
      { schema: { summary: 'Whether new requests should come here', tags: ['service'], response: healthy } },
      (_, reply) => {
        reply.headers(headers);
        if (isDraining())
          throw new HttpError(503, 'unavailable', 'The server is shutting down.', {
            retryAfterSeconds: RETRY_SECONDS,
          });
        return answer();
      },
    );
}
