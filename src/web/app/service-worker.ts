import format from 'icu-minify/format';
import type { AlertFacts, AlertMessage } from '../../core/alerts/alert-facts.ts';
import { type AlertTexts, type AlertWords, alertWords } from '../lib/alerts/alert-words.ts';
import { messageTexts } from '../lib/alerts/message-texts.ts';
import type { LanguagePart, CompiledMessages } from '../lib/catalogue.ts';
import { FORMATTERS, isolate } from '../lib/intl-formatters.ts';
import { texts as labelTexts } from '../lib/market/price-label-texts.ts';

/**
 * Keeps the app's own files, so that it opens without a line. A plain script of its own, which carries what it imports
 * (scripts/vite/service-worker.ts). It answers for pages and for files that are named after their content, and for nothing else: prices, signals,
 * accounts, the ledger and the settings always come from the server. See docs/installed-app.md. It also shows the alerts that are pushed
 * (docs/alerts.md).
 */

/** The built files and the name of this version, put in by the build. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_NAME: string;

const worker = globalThis as unknown as ServiceWorkerGlobalScope;

/** The app without a drawn screen in it: it draws the one that the address asks for. */
const PAGE = '/alerts';
const PAGES = /^\/(?:alerts|auth|check|lab|record(?:\/[\da-f-]{36})?)?$/;
const CACHE = `pipcast ${SHELL_NAME}`;
/** This version's and the one before: an open tab may still ask for its files. */
const KEPT_CACHES = 2;
/** The badge is a shape in one colour, for status bars. */
const PICTURES = { icon: '/icons/icon-512.png', badge: '/icons/badge-96.png' };
/** Where alerts are counted; a sign-out deletes it. */
const COUNTS = 'alerts';
/** How many outcomes were shown while no page was open. */
const UNSEEN = '/unseen';

// Activated at once: open pages keep their scripts, and find the rest in the cache of their version.
worker.addEventListener('install', (event) => event.waitUntil(keepFiles().then(() => worker.skipWaiting())));
worker.addEventListener('activate', (event) => event.waitUntil(start()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.mode === 'navigate') event.waitUntil(forgetUnseen());
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (pathname.startsWith('/assets/')) event.respondWith(fileFor(request));
  else if (request.mode === 'navigate' && PAGES.test(pathname)) event.respondWith(pageFor(event));
});

worker.addEventListener('push', (event) => event.waitUntil(showPushed(event)));
worker.addEventListener('message', (event) => event.waitUntil(showUnseen(event.data)));
worker.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openApp(event.notification.data));
});

/** English is in the build's own words: in this script `defineTexts` gives the messages themselves. */
const ENGLISH: LanguagePart = {
  locale: 'en-GB',
  direction: 'ltr',
  messages: { alerts: messageTexts, labels: labelTexts } as unknown as CompiledMessages,
};
const LANGUAGES = [
  ENGLISH,
  ...Object.values(
    import.meta.glob<LanguagePart>('../languages/*.ts', {
      query: '?part=worker',
      import: 'default',
      eager: true,
    }),
  ),
];

/** Browsers take the permission away from a site whose pushes show nothing: a late or unknown one shows that. */
async function showPushed({ data }: PushEvent): Promise<void> {
  const language = await readersLanguage();
  const { alerts } = textsOf(language);
  let alert: AlertMessage | undefined;
  try {
    alert = data?.json();
    if (alert !== undefined && Date.now() <= alert.lateMs) return await show(alert, pathOf(alert.facts));
  } catch {
    // From a newer server, or no alert at all.
    alert = undefined;
  }
  const words =
    alert === undefined
      ? { title: alerts.unknown, body: alerts.unknownMeans }
      : { title: alerts.late, body: alerts.lateMeans };
  await notify(words, language, {
    tag: alert === undefined ? 'unknown' : 'late',
    data: '/alerts',
    silent: true,
  });
}

/** A press of it leads to the path `data`. */
async function show({ tag, facts }: AlertMessage, data: string): Promise<void> {
  const language = await readersLanguage();
  await notify(alertWords(facts, textsOf(language), Date.now()), language, { tag, data });
  if (facts.type === 'signal.settled') await markUnseen();
}

function notify(
  { title, body }: AlertWords,
  { locale: lang, direction: dir }: LanguagePart,
  options: NotificationOptions,
): Promise<void> {
  return worker.registration.showNotification(title, {
    ...options,
    lang,
    dir,
    ...PICTURES,
    ...(body !== undefined && { body }),
  });
}

function pathOf(facts: AlertFacts): string {
  switch (facts.type) {
    case 'signal.recorded':
    case 'signal.settled':
      return `/record/${facts.signal}`;
    case 'record.verdict':
      return '/record';
    case 'test':
      return '/alerts';
    default:
      return '/';
  }
}

/** Serialised: two that come at once would both add to the same count. */
function countUp(path: string): Promise<number> {
  return navigator.locks.request(COUNTS, async () => {
    const cache = await caches.open(COUNTS);
    const count = Number((await (await cache.match(path))?.text()) ?? 0) + 1;
    await cache.put(path, new Response(String(count)));
    return count;
  });
}

/** On the icon of the installed app. A page that is open counts by itself (src/web/features/market-signals/alerts/signal-alerts.ts). */
async function markUnseen(): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.length === 0) await navigator.setAppBadge?.(await countUp(UNSEEN));
}

async function forgetUnseen(): Promise<void> {
  if ((await caches.match(UNSEEN, { cacheName: COUNTS })) === undefined) return;
  await (await caches.open(COUNTS)).delete(UNSEEN);
  await navigator.clearAppBadge?.();
}

/** Alerts that a page hands over while no tab is in view (src/web/lib/alerts/notify-hidden.ts). */
async function showUnseen(alert: AlertMessage): Promise<void> {
  const tabs = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (tabs.some(({ visibilityState }) => visibilityState === 'visible') || Date.now() > alert.lateMs) return;
  await show(alert, '/');
}

/** As the server chooses a page's (src/server/routes/site/pages.ts): the reader's choice, else the first of the browser's. */
async function readersLanguage(): Promise<LanguagePart> {
  const chosen = await worker.cookieStore?.get('pipcast.language');
  for (const wish of [chosen?.value ?? '', ...navigator.languages]) {
    const found =
      LANGUAGES.find(({ locale }) => locale === wish) ??
      LANGUAGES.find(({ locale }) => locale.split('-')[0] === wish.split('-')[0]);
    if (found !== undefined) return found;
  }
  return ENGLISH;
}

function textsOf({ locale, direction, messages }: LanguagePart): AlertTexts {
  const room = (name: 'alerts' | 'labels') =>
    new Proxy(Object.create(null), {
      get(_room, key: string) {
        const message = messages[name]?.[key] ?? ENGLISH.messages[name]?.[key] ?? '';
        if (typeof message === 'string') return message;
        return (values: Readonly<Record<string, string>>) => {
          const isolated = Object.entries(values).map(([value, text]) => [value, isolate(text, direction)]);
          return format(message, locale, Object.fromEntries(isolated), { formatters: FORMATTERS });
        };
      },
    });
  return { alerts: room('alerts'), labels: room('labels'), locale };
}

/** Focuses a page that has the alert's address open; for the home page any will do. No open page is led elsewhere: there may be work in it. */
async function openApp(path: string): Promise<void> {
  const open = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const there =
    open.find(({ url }) => new URL(url).pathname === path) ?? (path === '/' ? open[0] : undefined);
  await (there?.focus() ?? worker.clients.openWindow(path));
}

async function keepFiles(): Promise<void> {
  const cache = await caches.open(CACHE);
  await cache.addAll([new Request(PAGE, { cache: 'reload' }), ...SHELL_FILES]);
}

async function start(): Promise<void> {
  await worker.registration.navigationPreload.enable();
  const names = (await caches.keys()).filter((name) => name.startsWith('pipcast '));
  await Promise.all(names.slice(0, -KEPT_CACHES).map((name) => caches.delete(name)));
}

/** What was not kept beforehand, a language with its typeface, is kept once it is asked for. */
async function fileFor(request: Request): Promise<Response> {
  const cached = await caches.match(request, { ignoreVary: true });
  if (cached !== undefined) return cached;
  // Opened before the answer comes: a sign-out deletes it meanwhile, and the file is then not kept.
  const cache = (await caches.has(CACHE)) ? await caches.open(CACHE) : undefined;
  const answer = await fetch(request);
  if (answer.ok) await cache?.put(request, answer.clone());
  return answer;
}

/** From the server; the kept page where no answer comes. */
async function pageFor(event: FetchEvent): Promise<Response> {
  try {
    const answer = (await event.preloadResponse) ?? (await fetch(event.request));
    // A sign-out has emptied the caches: they are filled again.
    event.waitUntil(caches.has(CACHE).then((isKept) => (isKept ? undefined : keepFiles())));
    return answer;
  } catch (error) {
    const page = await caches.match(PAGE, { cacheName: CACHE, ignoreVary: true });
    if (page === undefined) throw error;
    // The page says that no answer came (src/web/app/keep-app.ts).
    const html = (await page.text()).replace('<html', '<html data-kept');
    return new Response(html, { headers: page.headers });
  }
}
