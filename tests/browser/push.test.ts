import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { test } from './support/visit.ts';

/** The page under its service worker, which may show notifications, and a way to push to it as the browser's push service would. */
async function withPushes(page: Page) {
  await page.context().grantPermissions(['notifications']);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
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
  return (alert: { tag: string; text: string; lateMs: number }) =>
    devtools.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId,
      data: JSON.stringify(alert),
    });
}

const shown = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ tag, title }) => `${tag}: ${title}`).sort();
  });

const lateCount = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => (await caches.match('/late'))?.text());

describe('an alert that is pushed', () => {
  test('is shown in the words that came, once for its tag, and counted instead when it is late', async ({
    visit,
  }) => {
    const { page } = await visit('/auth', { url: inject('appUrl'), keepsApp: true });
    const push = await withPushes(page);
    const now = Date.now();
    const text = 'EUR/USD CALL, 1min, 51.2% measured, you need 55.6%';
    await push({ tag: 'signal 1', text: 'Prices are back.', lateMs: now + 60_000 });
    await push({ tag: 'signal 1', text, lateMs: now + 60_000 });
    await push({ tag: 'signal 2', text: 'The market is open.', lateMs: now + 60_000 });
    await expect
      .poll(() => shown(page), { timeout: 10_000 })
      .toEqual([`signal 1: ${text}`, 'signal 2: The market is open.']);
    for (const tag of ['signal 3', 'signal 4']) await push({ tag, text, lateMs: now - 1 });
    await expect.poll(() => lateCount(page), { timeout: 10_000 }).toBe('2');
    expect(await shown(page)).toHaveLength(2);
  });
});
