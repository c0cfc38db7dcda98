import { hashOf, subscribeTo } from '../../lib/alerts/keep-push.ts';

/** How this browser stands to alerts; `needs-install`: an iPhone or iPad outside of the installed app. */
export type OwnBrowser = 'unsupported' | 'needs-install' | 'denied' | 'off' | 'on';

/** The worker that shows alerts did not come, or not yet: it is fetched some seconds after the page. */
export class NotReadyError extends Error {
  override readonly name = 'NotReadyError';
}

/** The person has not answered the browser, or the browser its push service. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

const READY_WITHIN_MS = 10_000;
const ANSWER_WITHIN_MS = 15_000;

/** What the browser is asked for, or a NoAnswerError after 15 s: it goes on meanwhile. */
export async function inTime<T>(asked: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswerError()), ANSWER_WITHIN_MS);
  });
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}

/** What the server calls this browser; undefined while it has not subscribed. */
export async function ownName(): Promise<string | undefined> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  const subscription = await (await workers?.getRegistration())?.pushManager?.getSubscription();
  return subscription ? hashOf(subscription.endpoint) : undefined;
}

/** Whether alerts come to this browser: it has subscribed, and is among the `devices` that the server sends to, by their hashes. */
export async function readOwnBrowser(devices: readonly string[]): Promise<OwnBrowser> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (workers === undefined || !('PushManager' in globalThis) || !('Notification' in globalThis)) {
    return 'standalone' in navigator && navigator.standalone === false ? 'needs-install' : 'unsupported';
  }
  if (Notification.permission === 'denied') return 'denied';
  return devices.includes((await ownName()) ?? '') ? 'on' : 'off';
}

/** Asks for notifications; false when the person said no. */
export async function mayNotify(): Promise<boolean> {
  return (await Notification.requestPermission()) === 'granted';
}

/** Subscribes to the server's key. Throws a NotReadyError, or what the browser says. */
export async function subscribe(publicKey: string): Promise<PushSubscriptionJSON> {
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

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<never>((_, reject) => {
      setTimeout(() => reject(new NotReadyError()), READY_WITHIN_MS);
    }),
  ]);
}
