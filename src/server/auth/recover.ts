import { MINUTE_MS } from '../../core/time/instant.ts';
import type { AuthContext, Client } from './auth-context.ts';
import { requireEmail } from './email.ts';
import { waitForFloor } from './refusal-floor.ts';
import { recordRecoveryRequest } from './user-store.ts';

/** An account's request is noted at most once in this time. */
const NOTE_INTERVAL_MS = MINUTE_MS;

/**
 * Notes that a trader asked for a new key; there is no mail, so the operator sees it in the list of users and answers
 * with a new key. Whether the account exists shows neither in the answer nor in the time it takes.
 */
export async function requestRecovery(
  context: AuthContext,
  address: string | undefined,
  client: Client,
): Promise<Record<string, never>> {
  const startedAt = performance.now();
  const email = requireEmail(address ?? '');
  const now = context.now();
  await context.rateLimits.countRecovery(client.network, email);
  await recordRecoveryRequest(context.db, email, now, NOTE_INTERVAL_MS);
  await waitForFloor(startedAt, context.refusalFloorMs);
  return {};
}
