import type { PublicConfig } from '../../core/protocol/public-config.ts';
import { ConfigUnavailableError, loadPublicConfig } from '../lib/public-config.ts';
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
      if (session.getState().status === 'signed-out') forgetTab();
    });
    return { isReady: true, config, session };
  } catch (error) {
    if (error instanceof ConfigUnavailableError) return { isReady: false, reason: error.message };
    throw error;
  }
}

/** What a trader left in this tab's own storage is nothing to the next. */
function forgetTab(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is forbidden: nothing is in it.
  }
}
