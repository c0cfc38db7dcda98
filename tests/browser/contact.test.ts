import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { homeScreen, textOf } from './support/screens.ts';
import { test as base } from './support/visit.ts';

/** A signed-in trader's page, which these tests only read. */
const test = base.extend<{ home: Page }>({
  home: [
    async ({ visitOnce }, use) => {
      const { session } = await createAccount();
      const { page } = await visitOnce('/', { session });
      await homeScreen(page).about.waitFor();
      await use(page);
    },
    { scope: 'file' },
  ],
});

describe('specification 1 and decisions, contact and brand', () => {
  test('About Us has the phone, the broker, the short videos and the community of the configuration', async ({
    home,
  }) => {
    const { about } = homeScreen(home);
    const links = await about
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links).toEqual([
      'tel:+12025550143',
      'https://example.com/broker',
      'https://example.com/videos',
      'https://example.com/community',
    ]);
    await about.getByRole('link', { name: '+1 202 555 0143' }).waitFor();
  });

  test('links to other sites open a tab that knows nothing of this one, and say that they do', async ({
    home,
  }) => {
    const { about } = homeScreen(home);
    for (const link of await about.locator('a[href^="https:"]').all()) {
      expect(await link.getAttribute('target')).toBe('_blank');
      expect(await link.getAttribute('rel')).toContain('noopener');
      expect(await link.getAttribute('aria-description')).toMatch(/new tab/i);
    }
  });

  test('the footer carries the risk note and the way home leads home', async ({ home }) => {
    const footer = await textOf(home.getByRole('contentinfo'));
    expect(footer).toMatch(/prohibited for retail clients in the EU and the UK and restricted elsewhere\./);
    expect(footer).toMatch(/Most retail accounts lose money\./);
    expect(footer).toMatch(/Nothing here is advice\./i);
    expect(await home.getByRole('link', { name: 'Pipcast home' }).getAttribute('href')).toBe('/');
  });

  test('links lead only to pages that exist', async ({ home }) => {
    const own = await home
      .locator('a[href^="/"]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(own.length).toBeGreaterThan(0);
    for (const href of new Set(own)) {
      const response = await home.request.get(href ?? '');
      expect(response.status(), href ?? '').toBe(200);
    }
  });

  test('nothing on the page suggests that a signal is more than a random draw', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { session });
    const { signOut, bot, generate } = homeScreen(page);
    await signOut.waitFor();
    const promises =
      /win rate|accurate|accuracy|guarante|profit|AI-powered|market analysis(?<!Not market analysis)/i;
    expect(await textOf(page.locator('body'))).not.toMatch(promises);
    await bot.click();
    await generate.waitFor();
    expect(await textOf(page.locator('body'))).not.toMatch(promises);
  });
});
