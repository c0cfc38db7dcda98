import type { PublicConfig } from '../../core/protocol/public-config.ts';
import { createSession, type Session } from '../lib/session/session.ts';
import { dismissToasts } from '../ui/toasts.ts';
import { introductionAsked } from './introduction-asked.ts';

/** Opens the page's session. What a trader leaves behind ends with it. */
export function openSession(config: PublicConfig): Session {
  const session = createSession(config);
  let wasSignedIn = false;
  session.subscribe(() => {
    const { status } = session.getState();
    if (status === 'signed-out') forgetTrader();
    // The app's own files (service-worker.ts). Only a secure context has caches.
    if (status === 'signed-out' && wasSignedIn)
      void globalThis.caches?.keys().then((names) => names.map((name) => caches.delete(name)));
    wasSignedIn = status === 'signed-in';
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
