import type { Page, Worker } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import type { AlertFacts, AlertMessage } from '../../src/core/alerts/alert-facts.ts';
import { test } from './support/visit.ts';

/**
 * The page under its service worker, and a way to push to it as the browser's push service would. What the worker shows is kept by
 * its tag, as a desktop does: a headless shell has no desktop.
 */
async function withPushes(page: Page) {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await workerOf(page).evaluate(() => {
    const shown = new Map<string | undefined, string>();
    const show = async (title: string, { tag, lang, body }: NotificationOptions = {}) =>
      void shown.set(tag, [tag, lang, title, body].join(' | '));
    Object.assign(globalThis, { shown });
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    Object.assign(registration, { showNotification: show });
  });
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations;
      if (own !== undefined) resolve(own.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  const registrationId = await registered;
  return (alert: AlertMessage) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId,
      data: JSON.stringify(alert),
    });
}

function workerOf(page: Page): Worker {
  const [worker] = page.context().serviceWorkers();
  if (worker === undefined) throw new Error('the page has no service worker');
  return worker;
}

const shown = (page: Page): Promise<string[]> =>
  workerOf(page).evaluate(() => {
    const { shown: all } = globalThis as unknown as { shown: ReadonlyMap<string, string> };
    return [...all.values()].sort();
  });

const lateCount = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => (await caches.match('/late'))?.text());

const OPENING: AlertFacts = { type: 'market.open', label: null };
/** A signal that starts so long after now. */
const signalIn = (ms: number): AlertFacts => ({
  type: 'signal.recorded',
  pair: 'EUR/USD',
  direction: 'CALL',
  timeframe: '1min',
  confidence: 51.2,
  needed: 100 / 1.8,
  startMs: Date.now() + ms,
  label: null,
});

describe('an alert that is pushed', () => {
  test('says what the card says, once for its tag, and is counted instead when it is late', async ({
    visit,
  }) => {
    const { page } = await visit('/auth', { url: inject('appUrl'), keepsApp: true });
    const push = await withPushes(page);
    const lateMs = Date.now() + 60_000;
    await push({ tag: 'signal 1', lateMs, facts: OPENING });
    await push({ tag: 'signal 1', lateMs, facts: signalIn(60_000) });
    await push({ tag: 'signal 2', lateMs, facts: signalIn(-20_000) });
    const card = 'EUR/USD CALL, 1min | 51.2% measured, you need 55.6%';
    await expect
      .poll(() => shown(page), { timeout: 10_000 })
      .toEqual([
        `signal 1 | en-GB | ${card}`,
        expect.stringMatching(/^signal 2 \| en-GB \| .* you need 55\.6%\. Started 2\d s ago\.$/),
      ]);
    const late = ['signal 3', 'signal 4', 'signal 5', 'signal 6'].map((tag) =>
      push({ tag, lateMs: Date.now() - 1, facts: signalIn(-6_000) }),
    );
    await Promise.all(late);
    await expect.poll(() => lateCount(page), { timeout: 10_000 }).toBe('4');
    expect(await shown(page)).toHaveLength(2);
  });

  test('is in the language that its reader has chosen, also while the server is away', async ({ visit }) => {
    const { page, context } = await visit('/auth', { url: inject('appUrl'), keepsApp: true });
    const push = await withPushes(page);
    await context.addCookies([
      { name: 'pipcast.language', value: 'ur', url: new URL(page.url()).origin, sameSite: 'Lax' },
    ]);
    await context.setOffline(true);
    await push({ tag: 'signal 1', lateMs: Date.now() + 60_000, facts: signalIn(60_000) });
    await expect
      .poll(() => shown(page), { timeout: 10_000 })
      .toEqual([
        'signal 1 | ur | \u2068EUR/USD\u2069 CALL، \u20681min\u2069 | \u206851.2%\u2069 ناپا گیا، آپ کو \u206855.6%\u2069 چاہیے',
      ]);
  });
});

describe('an alert of the page itself', () => {
  test('is shown once for its request where no tab is in view, and not at all where one is', async ({
    visit,
  }) => {
    const { page, context } = await visit('/auth', { url: inject('appUrl'), keepsApp: true });
    await withPushes(page);
    const facts: AlertFacts = {
      type: 'bot.drawn',
      pair: 'AUD/CAD OTC',
      direction: 'PUT',
      timeframe: '1min',
      confidence: 91,
      label: null,
    };
    const tell = (tag: string) =>
      page.evaluate(async (alert) => (await navigator.serviceWorker.ready).active?.postMessage(alert), {
        tag,
        lateMs: Date.now() + 60_000,
        facts,
      });
    await tell('bot 1');
    // Tabs of this browser are always in view: the worker is given one that is not.
    await context.serviceWorkers()[0]?.evaluate(() => {
      const { clients } = globalThis as unknown as { clients: { matchAll: unknown } };
      clients.matchAll = async () => [{ visibilityState: 'hidden' }];
    });
    await tell('bot 2');
    await tell('bot 2');
    await expect
      .poll(() => shown(page), { timeout: 10_000 })
      .toEqual([
        'bot 2 | en-GB | AUD/CAD OTC PUT, 1min | 91%, simulated. Drawn at random. Not market analysis.',
      ]);
  });
});
