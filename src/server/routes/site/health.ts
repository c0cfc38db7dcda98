import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { type EpochMs, SECOND_MS } from '../../../core/time/instant.ts';
import { DESK_STATES, type DeskStatus } from '../../desk/desk-status.ts';
import { type Config, INSTALLATION_HEADER, installationId } from '../../platform/config.ts';
import { HttpError } from '../http-error.ts';
import type { TypedApp } from '../typed-app.ts';

/** Resolves when sign-in works right now; throws a 503 that says why not, or any error, when it does not. */
export type HealthCheck = () => Promise<void>;

const RETRY_SECONDS = 5;

/** Why sign-in does not work: the message is for everybody, the cause for the log. */
export function unhealthy(message: string, cause?: unknown): HttpError {
  const why = cause === undefined ? {} : { cause };
  return new HttpError(503, 'unavailable', message, { retryAfterSeconds: RETRY_SECONDS, ...why });
}

/** How long an answer is reused: probes come often, and each check lets the database write or asks the hosted project. */
const REMEMBERED_MS = 5 * SECOND_MS;
const healthy = z.object({ status: z.literal('ok') });
const ready = healthy.extend({
  desk: z.enum(DESK_STATES).describe('How this node stands to the desk of market signals.'),
});

export interface HealthDeps {
  readonly check: HealthCheck;
  readonly config: Pick<Config, 'dataDir'>;
  readonly isDraining: () => boolean;
  readonly status: Pick<DeskStatus, 'state' | 'isCutOff'>;
  readonly now: () => EpochMs;
}

/**
 * `GET /healthz`: whether sign-in works. `GET /readyz`: whether new requests should come here at all, which a server that is
 * shutting down denies while it still answers those under way, as one does that does not reach the database while others may.
 */
export function serveHealth(app: TypedApp, { check, config, isDraining, status, now }: HealthDeps): void {
  const installation = installationId(config);
  let last: { readonly atMs: EpochMs; readonly result: Promise<HttpError | undefined> } | undefined;

  const answer = async (reply: FastifyReply) => {
    reply.header('cache-control', 'no-store').header(INSTALLATION_HEADER, installation);
    if (last === undefined || now() - last.atMs >= REMEMBERED_MS) {
      const problemOf = (error: unknown) =>
        error instanceof HttpError ? error : unhealthy('Sign-in does not work right now.', error);
      last = { atMs: now(), result: check().then(() => undefined, problemOf) };
    }
    const problem = await last.result;
    if (problem !== undefined) throw problem;
    return { status: 'ok' as const };
  };
  const about = <Answer>(summary: string, answered: Answer) => ({
    schema: { summary, tags: ['service'], response: { 200: answered } },
  });

  app.get('/healthz', about('Whether sign-in works', healthy), (_request, reply) => answer(reply));
  app.get('/readyz', about('Whether new requests should come here', ready), async (_request, reply) => {
    if (isDraining()) throw unhealthy('The server is shutting down.');
    if (status.isCutOff()) throw unhealthy('The database does not answer here.');
    return { ...(await answer(reply)), desk: status.state() };
  });
}

const TIMEOUT_MS = 3 * SECOND_MS;

/** Whether a hosted project answers: then browsers can sign in there, and its tokens can be verified here. */
export function checkHostedProject({ url, anonKey }: NonNullable<Config['hosted']>): HealthCheck {
  return async () => {
    let response: Response;
    try {
      response = await fetch(`${url}/auth/v1/health`, {
        headers: { apikey: anonKey },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      // An unread body would keep the connection busy.
      await response.body?.cancel();
    } catch (error) {
      throw unhealthy('Sign-in does not work: the hosted project does not answer.', error);
    }
    if (response.ok) return;
    throw unhealthy(
      `Sign-in does not work: the hosted project answers its health check with status ${response.status}.`,
    );
  };
}
