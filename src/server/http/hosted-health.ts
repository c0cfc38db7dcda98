import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Config } from '../config/config.ts';
import type { HealthCheck } from './health.ts';

const TIMEOUT_MS = 3 * SECOND_MS;
/** How long an answer of the project counts, so that probes of this server do not become load on that one. */
const REMEMBERED_MS = 5 * SECOND_MS;

/** Whether a hosted project answers: then browsers can sign in there, and its tokens can be verified here. */
export function checkHostedProject(
  { url, anonKey }: NonNullable<Config['hosted']>,
  now: () => EpochMs,
  request: typeof fetch = fetch,
): HealthCheck {
  let last: { readonly at: number; readonly error: Error | undefined } | undefined;
  return async () => {
    if (last === undefined || now() - last.at >= REMEMBERED_MS) {
      const error = await problemOf(() =>
        request(`${url}/auth/v1/health`, {
          headers: { apikey: anonKey },
          redirect: 'error',
          signal: AbortSignal.timeout(TIMEOUT_MS),
        }),
      );
      last = { at: now(), error };
    }
    if (last.error !== undefined) throw last.error;
  };
}

async function problemOf(ask: () => Promise<Response>): Promise<Error | undefined> {
  try {
    const response = await ask();
    // Unread, the body would keep the connection busy.
    await response.body?.cancel();
    return response.ok
      ? undefined
      : new Error(`The hosted project answers its health check with status ${response.status}.`);
  } catch (error) {
    return new Error('The hosted project does not answer.', { cause: error });
  }
}
