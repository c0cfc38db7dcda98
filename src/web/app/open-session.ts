import type { PublicConfig } from '../../core/protocol/public-config.ts';
import { createSession, type Session } from '../lib/session/session.ts';
import { dismissToasts } from '../ui/toasts.ts';
import { introductionAsked } from './introduction-asked.ts';

/** Opens the page's session. What a trader leaves behind ends with it. */
export function openSession(config: PublicConfig): Session {
  const session = createSession(config);
  session.subscribe(() => {
    if (session.getState().status === 'signed-out') forgetTrader();
  });
  return session;
}

/** What a trader left on the page and in this tab's own storage is not for the next one. */
function forgetTrader(): void {
  dismissToasts();
  introductionAsked.set(false);
  try {
    sessionStorage.clear();
  } catch {
    // Storage is forbidden: nothing is in it.
  }
}
