import type { PublicConfig } from '../../core/protocol/public-config.ts';
import { ConfigUnavailableError, loadPublicConfig } from '../lib/public-config.ts';
import { dismissToasts } from '../ui/toasts.ts';
import { createSession, type Session } from '../lib/session/session.ts';

/** What the page can be drawn from: the operator's configuration and the session, or why there is none. */
export type Start =
  | { readonly isReady: true; readonly config: PublicConfig; readonly session: Session }
  | { readonly isReady: false; readonly reason: string };

/** Fetches the configuration and opens the session on it. Never rejects. */
export async function start(): Promise<Start> {
  try {
    const config = await loadPublicConfig();
    const session = createSession(config);
    session.subscribe(() => {
      if (session.getState().status === 'signed-out') forgetTrader();
    });
    return { isReady: true, config, session };
  } catch (error) {
    if (error instanceof ConfigUnavailableError) return { isReady: false, reason: error.message };
    throw error;
  }
}

/** What a trader left on the page and in this tab's own storage is not for the next one. */
function forgetTrader(): void {
  dismissToasts();
  try {
    sessionStorage.clear();
  } catch {
    // Storage is forbidden: nothing is in it.
  }
}
