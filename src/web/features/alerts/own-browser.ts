import { hashOf, subscribeTo } from '../../lib/alerts/keep-push.ts';

/** How this browser stands to alerts; `needs-install`: an iPhone or iPad outside of the installed app. */
export type OwnBrowser = 'unsupported' | 'needs-install' | 'denied' | 'off' | 'on';

/** The worker that shows alerts did not come, or not yet: it is fetched some seconds after the page. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

const READY_WITHIN_MS = 10_000;

/** Whether alerts come to this browser: it has subscribed, and is among the `devices` that the server sends to, by their hashes. */
export async function readOwnBrowser(devices: readonly string[]): Promise<OwnBrowser> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return 'standalone' in navigator && navigator.standalone === false ? 'needs-install' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  const subscription = await (await workers.getRegistration())?.pushManager.getSubscription();
  if (subscription === null || subscription === undefined) return 'off';
  return devices.includes(await hashOf(subscription.endpoint)) ? 'on' : 'off';
}

/**
 * Asks for notifications and subscribes to the server's key; undefined when the person said no. Throws a NotReadyError, or what the
 * browser says.
 */
export async function subscribe(publicKey: string): Promise<PushSubscriptionJSON | undefined> {
  if ((await Notification.requestPermission()) !== 'granted') return undefined;
  const { pushManager } = await readyWorker();
  const old = await pushManager.getSubscription();
  // Of another key, as after the server's secret has changed, or of a trader before.
  await old?.unsubscribe();
  return (await subscribeTo(pushManager, publicKey)).toJSON();
}

/** Ends this browser's subscription; its address, undefined where there was none. */
export async function unsubscribe(): Promise<string | undefined> {
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}

/** How many alerts came too late to be shown (src/web/app/service-worker.ts). */
export async function countLate(): Promise<number> {
  const counted = await (globalThis.caches as CacheStorage | undefined)?.match('/late');
  return Number((await counted?.text()) ?? 0);
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new NotReadyError()), READY_WITHIN_MS);
    }),
  ]);
}
