import { SECOND_MS } from '../../../core/time/instant.ts';
import type { Config } from '../../platform/config.ts';
import { type HealthCheck, HealthProblem } from './health.ts';

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
      // Unread, the body would keep the connection busy.
      await response.body?.cancel();
    } catch (error) {
      throw new HealthProblem('Sign-in does not work: the hosted project does not answer.', { cause: error });
    }
    if (response.ok) return;
    throw new HealthProblem(
      `Sign-in does not work: the hosted project answers its health check with status ${response.status}.`,
    );
  };
}
