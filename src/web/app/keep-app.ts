import { HOUR_MS } from '../../core/time/instant.ts';
import { now } from '../lib/now.ts';
import { runningSignalEndsAt } from '../lib/running-signal.ts';
import { scriptAddress } from '../lib/script-address.ts';
import { dismissToast, showToast } from '../ui/toasts.ts';
import { texts } from './keep-app-texts.ts';

/** Pages whose own banner says that the server does not answer. */
const WITH_BANNER = /^\/(?:record.*)?$/;

/** Lets the browser keep the app's files, so that it opens without a line; see docs/installed-app.md. */
export async function keepApp(): Promise<void> {
  sayWhereNoAnswerCame();
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!import.meta.env.PROD || workers === undefined) return;
  // The first version changes nothing on a page without one.
  workers.addEventListener('controllerchange', offerNewVersion);
  const registration = await workers
    .register(scriptAddress('service-worker', '/service-worker.js'))
    .catch(() => undefined);
  if (registration !== undefined) setInterval(() => void registration.update().catch(() => {}), HOUR_MS);
}

/** Offers to load the new version: not before the running signal has ended, and never by itself. */
export function offerNewVersion(): void {
  const title = texts.newVersion;
  const action = { label: texts.load, press: loadNewVersion };
  showToast({ title, text: texts.howToHaveIt, action }, 'lasting');

  function loadNewVersion(): void {
    const leftMs = Math.max(0, runningSignalEndsAt() - now());
    if (leftMs > 0) showToast({ title, text: texts.loadsLater }, 'lasting');
    setTimeout(() => location.reload(), leftMs);
  }
}

/** The service worker marks a page that it kept. */
function sayWhereNoAnswerCame(): void {
  const { dataset } = document.documentElement;
  if (dataset['kept'] === undefined || WITH_BANNER.test(location.pathname)) return;
  showToast({ title: texts.offline, text: texts.noAnswer }, 'lasting');
  addEventListener('online', () => dismissToast(texts.offline), { once: true });
}
