import type { AuthContext, Client } from './auth-context.ts';
import { AuthError } from './auth-error.ts';
import type { TraderEvent } from './security-events.ts';

/**
 * Does what a trader asked for and records how it ended: `ok` or the code of the refusal. `about` is called with the account's ID
 * once it is known. A failure of the server (5xx) is no refusal and is not recorded.
 */
export async function recorded<T>(
  { events, now }: AuthContext,
  what: TraderEvent,
  { ip, network }: Client,
  work: (about: (account: string) => void) => Promise<T>,
): Promise<T> {
  let account: string | undefined;
  const record = (result: string) =>
    events.record({ at: now(), what, result, account, operator: undefined, ip });
  try {
    const done = await work((id) => {
      account = id;
    });
    await record('ok');
    return done;
  } catch (error) {
    if (!(error instanceof AuthError) || error.status >= 500) throw error;
    if (error.code !== 'over_request_rate_limit' || events.isFirstLimited(network, now())) {
      await record(error.code);
    }
    throw error;
  }
}
