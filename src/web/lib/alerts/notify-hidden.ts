import type { AlertMessage } from '../../../core/alerts/alert-facts.ts';

/** Shows an alert of the page itself, unless a tab is in view; the service worker decides, and writes it in the reader's language. */
export async function notifyHidden(alert: AlertMessage): Promise<void> {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  (await workers?.getRegistration())?.active?.postMessage(alert);
}
