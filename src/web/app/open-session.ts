import type { PublicConfig } from '../../core/wire/public-config.ts';
import { storeChoice, storedChoice } from '../lib/stored-choice.ts';
import { createSession, type Session } from '../lib/session/session.ts';
import { dismissToasts } from '../ui/toasts.ts';
import { introductionAsked } from './introduction-asked.ts';
import { authPage } from './pages.ts';

/** As src/web/lib/alerts/keep-push.ts has it, which is fetched only where a browser takes pushes. */
const PUSH_KEY = 'pipcast.push';
/** As src/web/lib/alerts/alert-settings.ts has it. */
const ALERTS_KEY = 'pipcast.alerts';

/** Opens the page's session. A trader's data in the browser is removed with its end. */
export function openSession(config: PublicConfig): Session {
  const session = createSession(config);
  let wasSignedIn = false;
  session.subscribe(() => {
    const { status } = session.getState();
    if (status === 'signed-out') forgetTrader();
    if (status === 'signed-out' && wasSignedIn) void forgetFiles();
    if (status === 'signed-in' && !wasSignedIn && storedChoice(PUSH_KEY) !== undefined)
      void renewPush(session);
    wasSignedIn = status === 'signed-in';
  });
  return session;
}

/**
 * The app's own files and what keeps them (service-worker.ts), after the one of the screen that follows: a cache that is read while it
 * goes stays, empty.
 */
async function forgetFiles(): Promise<void> {
  // Only a secure context has caches.
  const caches = globalThis.caches as CacheStorage | undefined;
  if (caches === undefined) return;
  await Promise.all([authPage.load(), forgetPushes()]);
  for (const name of await caches.keys()) await caches.delete(name);
}

/** With the results of pushes; that script is kept as the others are. */
async function forgetPushes(): Promise<void> {
  await import('../lib/alerts/keep-push.ts').then((pushes) => pushes.forgetPushes()).catch(() => {});
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  await (await workers?.getRegistration())?.unregister();
}

async function renewPush({ accessToken }: Session): Promise<void> {
  await import('../lib/alerts/keep-push.ts').then((push) => push.renewPush(accessToken)).catch(() => {});
}

/** A trader's data on the page and in this tab's storage is not for the next one. */
function forgetTrader(): void {
  dismissToasts();
  introductionAsked.set(false);
  storeChoice(PUSH_KEY, undefined);
  storeChoice(ALERTS_KEY, undefined);
  // Their readers read them again, as when another tab changes one.
  dispatchEvent(new StorageEvent('storage', { key: ALERTS_KEY }));
  try {
    sessionStorage.clear();
  } catch {
    // Storage is forbidden.
  }
}
