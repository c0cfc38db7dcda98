import type { AlertReport } from '../../../core/wire/alerts.ts';
import { type ApiClient, createApiClient, type GetToken } from '../api-client.ts';
import { storeChoice, storedChoice } from '../stored-choice.ts';

/** The hash of the subscription that the server has for this browser; a sign-out forgets it (src/web/app/open-session.ts). */
const STORAGE_KEY = 'pipcast.push';

/** Notes which subscription the server has; undefined: none. */
export function notePush(hash: string | undefined): void {
  storeChoice(STORAGE_KEY, hash);
}

/** SHA-256 of the address of a subscription, in base64url: the server's name for a browser. */
export async function hashOf(endpoint: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  return btoa(String.fromCharCode(...new Uint8Array(hash)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Subscribes to the key of the server, which is in base64url. Rejects with the browser's error. */
export function subscribeTo(manager: PushManager, publicKey: string): Promise<PushSubscription> {
  const key = Uint8Array.from(atob(publicKey.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
}

/** Serialises changes of the subscription in all tabs: otherwise a renewal could follow on "Stop sending here" and undo it. */
export function inTurn<T>(change: () => Promise<T>): Promise<T> {
  return navigator.locks.request(STORAGE_KEY, change);
}

/**
 * Gives the server this browser's subscription where it is another one than the server has, or has ended: a browser may change it while no page is
 * open, and its worker, which hears of that, has no token. One that the server does not have any more was refused by its service: another takes its
 * place. Never rejects.
 */
export async function renewPush(getToken: GetToken): Promise<void> {
  try {
    const manager = (await navigator.serviceWorker.getRegistration())?.pushManager;
    if (manager === undefined || Notification.permission !== 'granted') return;
    await inTurn(() => renew(manager, createApiClient({ getToken })));
  } catch {
    // The next start of a page tries again.
  }
}

async function renew(manager: PushManager, client: ApiClient): Promise<void> {
  const noted = storedChoice(STORAGE_KEY);
  // Switched off or signed out meanwhile.
  if (noted === undefined) return;
  const { devices, publicKey } = await client.json<AlertReport>('/api/alerts');
  let subscription = await manager.getSubscription();
  const name = subscription === null ? undefined : await hashOf(subscription.endpoint);
  if (name !== undefined && devices.includes(name)) return;
  if (name === noted) {
    await subscription?.unsubscribe();
    subscription = null;
  }
  const fresh = subscription ?? (await subscribeTo(manager, publicKey));
  await client.json('/api/alerts/devices', { method: 'POST', json: fresh });
  const hash = await hashOf(fresh.endpoint);
  // A sign-out does not wait for its turn.
  if (storedChoice(STORAGE_KEY) !== undefined) notePush(hash);
}

/** Ends this browser's subscription to pushes at a sign-out, and takes away the alerts that it shows: they are not for the next trader. Never rejects. */
export async function forgetPushes(): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  try {
    const registration = await workers?.getRegistration();
    for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close();
    const subscription = await registration?.pushManager?.getSubscription();
    await subscription?.unsubscribe();
  } catch {
    // The browser keeps it: the server has ended it with the session.
  }
}
