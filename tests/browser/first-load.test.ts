import type { Page } from 'playwright-core';
import { describe, expect, inject, onTestFinished } from 'vitest';
import { matrix } from '../support/rounds.ts';
import { createAccount } from './support/accounts.ts';
import { holdRequests } from './support/hold-requests.ts';
import { OPEN_AT, SECOND_MS } from './support/instants.ts';
import { DEVICES } from './support/looks.ts';
import { recordLayoutShifts, recordTransfers, shiftsOf, type Transfer } from './support/measure-visit.ts';
import { homeScreen, signInScreen } from './support/screens.ts';
import { startSlowPage } from './support/slow-page.ts';
import { test } from './support/visit.ts';

const PATHS = ['/auth', '/'] as const;
/** Where what is looked for is of every page. */
const USUAL = matrix(PATHS, (path) => path === '/auth');

async function settled(page: Page, path: string): Promise<void> {
  const { button } = signInScreen(page);
  await (path === '/auth' ? button : homeScreen(page).current).waitFor();
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
}

/** The names of the faces in which the page shows the sentence of risk. */
async function typefaces(page: Page): Promise<string[]> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('DOM.enable');
  await cdp.send('CSS.enable');
  const { root } = await cdp.send('DOM.getDocument');
  const { nodeId } = await cdp.send('DOM.querySelector', { nodeId: root.nodeId, selector: '.risk' });
  const { fonts } = await cdp.send('CSS.getPlatformFontsForNode', { nodeId });
  return [...new Set(fonts.map(({ familyName }) => familyName))];
}

describe('a cold visit', () => {
  test.for(PATHS.flatMap((path) => DEVICES.map(([device, size]) => [path, device, size] as const)))(
    'of %s on a %s loads its budget of scripts and styles, one small font and 8 files at most, and shifts nothing',
    async ([path, , size], { visit }) => {
      const { session } = await createAccount();
      let transfers: () => Promise<Transfer[]> = async () => [];
      const { page } = await visit(path, {
        ...(path === '/' && { session }),
        size,
        before: async (context, one) => {
          transfers = recordTransfers(one);
          await recordLayoutShifts(context);
        },
      });
      await settled(page, path);
      expect(await shiftsOf(page)).toEqual([]);
      // A second later comes the sign-in page, for a sign-out without a line: that is not of the first load.
      const all = (await transfers()).filter((one) => path === '/auth' || !/\/sign-in-/.test(one.path));
      const code = all.filter(({ type }) => type === 'script' || type === 'stylesheet');
      const weight = code.reduce((sum, { bytes }) => sum + bytes, 0);
      expect(weight, JSON.stringify(code)).toBeLessThanOrEqual(path === '/' ? 105_000 : 90_000);
      expect(code.every(({ encoding }) => encoding === 'br' || encoding === 'gzip')).toBe(true);
      const fonts = all.filter(({ type }) => type === 'font');
      expect(fonts).toHaveLength(1);
      expect(fonts[0]?.bytes).toBeLessThanOrEqual(20_000);
      expect(all.length, JSON.stringify(all.map((one) => one.path))).toBeLessThanOrEqual(8);
    },
  );

  test('of /auth without an account fetches nothing more while it stays open', async ({ visit }) => {
    let transfers: () => Promise<Transfer[]> = async () => [];
    const { page } = await visit('/auth', {
      at: OPEN_AT,
      keepsApp: true,
      before: async (_context, one) => {
        transfers = recordTransfers(one);
      },
    });
    await settled(page, '/auth');
    const first = (await transfers()).map(({ path }) => path);
    await page.clock.runFor(60 * SECOND_MS);
    await page.waitForLoadState('networkidle');
    expect((await transfers()).map(({ path }) => path)).toEqual(first);
    const workers = () =>
      page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);
    expect(await workers()).toBe(0);
  });

  test.for(USUAL)('of %s is shown in Geist, which it waits for', async (path, { visit }) => {
    const { session } = await createAccount();
    let release = () => {};
    const { page } = await visit(path, {
      ...(path === '/' && { session }),
      // The wait has no end but the typeface.
      at: OPEN_AT,
      atOnce: true,
      before: async (context, opened) => {
        await recordLayoutShifts(context);
        release = await holdRequests(opened, '**/*.woff2');
      },
    });
    await page.locator('main').first().waitFor({ state: 'attached' });
    expect(await page.getByText(/./).filter({ visible: true }).count()).toBe(0);
    // Not laid out in another face meanwhile: to find one blocks a slow phone.
    expect(await page.locator('main').first().boundingBox()).toBeNull();
    release();
    await (path === '/auth' ? signInScreen(page).button : homeScreen(page).current).waitFor();
    await expect.poll(() => typefaces(page)).toEqual(['Geist']);
    expect(await shiftsOf(page)).toEqual([]);
  });

  test.for(USUAL)(
    'of %s is shown without a typeface that is late, stays so, and shifts nothing',
    async (path, { visit }) => {
      const { session } = await createAccount();
      let release = () => {};
      const { page } = await visit(path, {
        ...(path === '/' && { session }),
        atOnce: true,
        before: async (context, opened) => {
          await recordLayoutShifts(context);
          release = await holdRequests(opened, '**/*.woff2');
        },
      });
      await (path === '/auth' ? signInScreen(page).button : homeScreen(page).current).waitFor();
      const font = page.waitForResponse(/\.woff2$/).then((response) => response.finished());
      release();
      await font;
      await settled(page, path);
      await expect.poll(() => typefaces(page)).not.toEqual([]);
      expect(await typefaces(page)).not.toContain('Geist');
      expect(await shiftsOf(page)).toEqual([]);
    },
  );

  test.for(DEVICES)(
    'of /auth on a %s shifts nothing when the page itself comes slowly',
    async ([, size], { visit }) => {
      const slow = await startSlowPage(inject('appUrl'), '</section>', SECOND_MS);
      onTestFinished(slow.close);
      const { page } = await visit('/auth', { url: slow.url, size, before: recordLayoutShifts });
      await settled(page, '/auth');
      expect(await shiftsOf(page)).toEqual([]);
    },
  );

  test.for(DEVICES)(
    'nothing jumps on a %s while signals come, go and are asked for',
    async ([, size], { visit }) => {
      const { session } = await createAccount();
      const { page } = await visit('/', { at: OPEN_AT, session, size, before: recordLayoutShifts });
      const { current, bot, generate, latest } = homeScreen(page);
      await current.waitFor();
      await page.clock.runFor(61 * SECOND_MS);
      await bot.click();
      await generate.waitFor();
      const before = (await shiftsOf(page)).length;
      await generate.click();
      await page.clock.runFor(SECOND_MS);
      await page.clock.runFor(SECOND_MS);
      await latest.getByRole('timer').waitFor();
      await page.clock.runFor(3 * SECOND_MS);
      await page.clock.runFor(2 * SECOND_MS);
      await latest.getByText('Expired', { exact: true }).waitFor();
      expect((await shiftsOf(page)).slice(before)).toEqual([]);
    },
  );

  test.for(USUAL)('of %s is not stored, while what it loads is stored for good', async (path, { visit }) => {
    const { page, response } = await visit(path);
    expect(response.headers()['cache-control']).toMatch(/no-cache|no-store/);
    await signInScreen(page).button.waitFor();
    const assets = await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .flatMap(({ name }) => (name.includes('/assets/') ? [name] : [])),
    );
    expect(assets.length).toBeGreaterThan(2);
    for (const asset of assets) {
      const { status, headers } = await page.evaluate(async (url) => {
        const answer = await fetch(url);
        return { status: answer.status, headers: answer.headers.get('cache-control') };
      }, asset);
      expect(status).toBe(200);
      expect(headers).toMatch(/max-age=31536000.*immutable/);
    }
  });

  test('carries a policy that allows no inline code and no other origin', async () => {
    const response = await fetch(`${inject('appUrl')}/auth`);
    const headers = Object.fromEntries(response.headers);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toMatch(/default-src 'self'|default-src 'none'/);
    expect(policy).not.toMatch(/unsafe|\*|https:|data:/);
    expect(policy).toMatch(/frame-ancestors 'none'/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': expect.stringMatching(/no-referrer|same-origin/),
    });
    expect(headers['set-cookie']).toBeUndefined();
  });
});

describe('motion', () => {
  test('with reduced motion nothing moves; without it the busy pips do', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session, reducedMotion: true });
    const { current, bot, generate, analyzing } = homeScreen(page);
    await current.waitFor();
    const moving = () =>
      page.evaluate(() =>
        document
          .getAnimations()
          .filter(
            (one) => Number(one.effect?.getComputedTiming().duration) > 0 && one.playState === 'running',
          )
          .map(
            (one) =>
              `${(one.effect as KeyframeEffect).target?.className} ${one.effect?.getComputedTiming().duration}`,
          ),
      );
    expect(await moving()).toEqual([]);
    await bot.click();
    await generate.click();
    await analyzing.waitFor();
    expect(await moving()).toEqual([]);
    await page.clock.runFor(2 * SECOND_MS);
    await generate.waitFor();
    expect(await moving()).toEqual([]);
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await generate.click();
    await analyzing.waitFor();
    expect(await page.evaluate(() => document.getAnimations().length)).toBeGreaterThan(0);
  });
});
