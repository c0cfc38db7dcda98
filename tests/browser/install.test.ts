import type { Page } from 'playwright-core';
import { afterAll, beforeEach, describe, expect, inject } from 'vitest';
import { createAccount, type StoredSession } from './support/accounts.ts';
import { type AppProxy, startAppProxy } from './support/app-proxy.ts';
import { OPEN_AT, SECOND_MS } from './support/instants.ts';
import { runUntilShown } from './support/run-until.ts';
import { homeScreen, readSignal, signInScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

let app: AppProxy;
const started: AppProxy[] = [];
beforeEach(async () => {
  app = await startAppProxy(inject('appUrl'));
  started.push(app);
});
// Not sooner: a window asks until it is closed, which is after the test.
afterAll(() => Promise.all(started.map((one) => one.close())));

/** Resolves once the app's files are kept and the page is under the service worker. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  if (await page.evaluate(() => navigator.serviceWorker.controller === null)) await page.reload();
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

/** The addresses of all that the browser keeps. */
const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const paths: string[] = [];
    for (const name of await caches.keys())
      for (const { url } of await (await caches.open(name)).keys()) paths.push(new URL(url).pathname);
    return paths.sort();
  });

/** A session that is good for an hour of the page's clock. */
const anHour = (session: StoredSession): StoredSession => ({
  ...session,
  expires_at: OPEN_AT / SECOND_MS + 3_600,
});

describe('the installed app', () => {
  test('passes the browser’s own checks: a manifest by the operator’s name, icons, screens', async ({
    visit,
  }) => {
    const { page, context } = await visit('/check', { url: app.url, keepsApp: true });
    await kept(page);
    const devtools = await context.newCDPSession(page);
    const { errors, data } = await devtools.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    const manifest = JSON.parse(data ?? '{}') as Record<string, unknown>;
    expect(manifest).toMatchObject({ name: 'Pipcast', id: '/', start_url: '/', display: 'standalone' });
    const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
    // A window of a test has no profile to install into.
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
    const sizes = await page.evaluate(
      (icons) =>
        Promise.all(
          icons.map(async ({ src, sizes: said }) => {
            const { width, height } = await createImageBitmap(await (await fetch(src)).blob());
            return `${width}x${height}` === said;
          }),
        ),
      manifest['icons'] as { src: string; sizes: string }[],
    );
    expect(sizes).toEqual([true, true, true]);
    for (const { url } of manifest['shortcuts'] as { url: string }[])
      expect((await fetch(new URL(url, inject('marketUrl')))).status).toBe(200);
  });

  test('opens without a line and says so, from its own files and nothing else', async ({ visit }) => {
    const { session } = await createAccount();
    const { page, expectNoise } = await visit('/', {
      url: app.url,
      keepsApp: true,
      session: anHour(session),
    });
    await homeScreen(page).signOut.waitFor();
    await kept(page);
    const paths = await keptPaths(page);
    expect(paths).toContain('/alerts');
    expect(paths.filter((path) => path !== '/alerts' && !/^\/assets\/[^/]+$/.test(path))).toEqual([]);
    expectNoise(/net::ERR_/);
    app.cut();
    await page.goto('/');
    await page.getByText('You are offline.').waitFor();
    await homeScreen(page).current.waitFor();
    await page.goto('/check');
    await page.getByText('You are offline', { exact: true }).waitFor();
    await page.getByText('Drop a file here').waitFor();
    app.mend();
    await page.goto('/');
    await homeScreen(page).current.waitFor();
    await expect.poll(() => page.getByText('You are offline.').count()).toBe(0);
  });

  test('opens without a line for who is not signed in, and says so', async ({ visit }) => {
    const { page, context } = await visit('/check', { url: app.url, keepsApp: true });
    await kept(page);
    app.cut();
    await page.goto('/auth');
    await page.getByText('You are offline', { exact: true }).waitFor();
    await signInScreen(page).button.waitFor();
    await context.setOffline(true);
    await context.setOffline(false);
    await expect.poll(() => page.getByText('You are offline', { exact: true }).count()).toBe(0);
    app.mend();
    await page.reload();
    await signInScreen(page).button.waitFor();
    expect(await page.getByText('You are offline', { exact: true }).count()).toBe(0);
  });

  test('never answers from what is kept for prices, accounts, the ledger and the settings', async ({
    visit,
  }) => {
    const { page, expectNoise } = await visit('/check', { url: app.url, keepsApp: true });
    await kept(page);
    const data = ['/config.json', '/api/prices', '/auth/v1/settings', '/ledger/checkpoint'];
    await page.evaluate(async (addresses) => {
      const [name = ''] = await caches.keys();
      const cache = await caches.open(name);
      for (const address of addresses) await cache.put(address, new Response('old'));
    }, data);
    const answers = (): Promise<string[]> =>
      page.evaluate(
        (addresses) =>
          Promise.all(
            addresses.map(async (address) => {
              const answer = await fetch(address).catch(() => undefined);
              return answer === undefined ? 'none' : await answer.text();
            }),
          ),
        data,
      );
    expectNoise(/net::ERR_/, /40\d/);
    expect(await answers()).not.toContain('old');
    app.cut();
    expect(await answers()).toEqual(['none', 'none', 'none', 'none']);
  });

  /** The page under the first build's worker, and then the second build's worker in its place. */
  async function update(page: Page, clock: 'running' | 'still' = 'running'): Promise<void> {
    // What listens for a new version comes once the page is at rest.
    const rest = () => (clock === 'still' ? page.clock.runFor(5 * SECOND_MS) : undefined);
    await rest();
    await kept(page);
    await rest();
    await page.evaluate(() => Object.assign(globalThis, { isOld: true }));
    await page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          new PerformanceObserver((list) => {
            if (list.getEntries().some(({ name }) => name.includes('/keep-app-'))) resolve();
          }).observe({ type: 'resource', buffered: true });
        }),
    );
    app.publish('N');
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    const offer = page.getByText('A new version is ready');
    await (clock === 'still' ? runUntilShown(page, offer) : offer.waitFor());
  }
  const isOld = (page: Page): Promise<boolean> => page.evaluate(() => 'isOld' in globalThis);
  /** Whether the scripts of the page are those of the second build. */
  const isNewBuild = (page: Page): Promise<boolean> =>
    page.evaluate(() => [...document.scripts].some(({ src }) => src.includes('/assets/N.index-')));

  test('offers a new version and goes on with the one before, until it is loaded', async ({ visit }) => {
    const { page } = await visit('/check', { url: app.url, keepsApp: true });
    await kept(page);
    const before = await page.evaluate(() => caches.keys());
    await update(page);
    // A part of the version before that was not fetched yet is still there.
    expect(await page.evaluate(() => caches.keys())).toEqual(expect.arrayContaining(before));
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signInScreen(page).button.waitFor();
    expect([await isOld(page), await isNewBuild(page)]).toEqual([true, false]);
    await page.getByRole('button', { name: 'Load it' }).click();
    await expect.poll(() => isNewBuild(page)).toBe(true);
    await signInScreen(page).button.waitFor();
    expect(await isOld(page)).toBe(false);
    expect(await page.getByText('A new version is ready').count()).toBe(0);
    app.cut();
    await page.goto('/check');
    await page.getByText('Drop a file here').waitFor();
    expect(await isNewBuild(page)).toBe(true);
  });

  test('loads a new version that was asked for during a signal at its end, not before', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', {
      url: app.url,
      keepsApp: true,
      at: OPEN_AT,
      session: anHour(session),
    });
    const { current } = homeScreen(page);
    await current.waitFor();
    await update(page, 'still');
    await page.getByRole('button', { name: 'Load it' }).click();
    await runUntilShown(page, page.getByText('It is loaded once the running signal has ended.'));
    const shown = await readSignal(current);
    await page.clock.runFor(shown.secondsLeft * SECOND_MS - SECOND_MS);
    await expect.poll(() => readSignal(current)).toEqual({ ...shown, secondsLeft: 1 });
    expect([await isOld(page), await isNewBuild(page)]).toEqual([true, false]);
    await page.clock.runFor(SECOND_MS);
    await expect.poll(() => isNewBuild(page)).toBe(true);
    await current.waitFor();
    expect(await isOld(page)).toBe(false);
  });

  test('keeps nothing after a sign-out', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { url: app.url, keepsApp: true, session: anHour(session) });
    await homeScreen(page).signOut.waitFor();
    await kept(page);
    expect((await keptPaths(page)).length).toBeGreaterThan(5);
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    const left = () =>
      page.evaluate(async () => [
        (await caches.keys()).length,
        (await navigator.serviceWorker.getRegistrations()).length,
      ]);
    // One follows the other: a page that is loaded in between fills the caches again.
    await expect.poll(left).toEqual([0, 0]);
    await page.reload();
    await signInScreen(page).button.waitFor();
    expect(await left()).toEqual([0, 0]);
    await page.goto('/check');
    await expect.poll(async () => (await keptPaths(page)).length).toBeGreaterThan(5);
  });

  test('opens a shortcut on its screen', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/?show=p-bot', { url: app.url, session: anHour(session) });
    const { special, current, generate } = homeScreen(page);
    await generate.waitFor();
    await special.click();
    await page.reload();
    await current.waitFor();
    expect(await generate.count()).toBe(0);
  });
});
