import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { CLOSED_AT } from './support/instants.ts';
import { homeScreen, signIn } from './support/screens.ts';
import { smallTargets } from './support/small-targets.ts';
import { type OpenVisit, PHONE, test } from './support/visit.ts';

const LOOK = { size: PHONE, hasTouch: true };

async function openHome(visit: OpenVisit, source: 'simulated' | 'market'): Promise<Page> {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page } = await visit('/', { ...LOOK, session, url, stored: { 'pipcast.source': source } });
  await homeScreen(page).current.waitFor();
  return page;
}

describe('on a phone a finger has 44 px of every control', () => {
  test('of /auth, with a toast, and of an unknown address', async ({ visit }) => {
    const { page, expectNoise } = await visit('/auth', LOOK);
    expectNoise(/status of 400/, /404/);
    await page.locator('summary').first().click();
    await signIn(page, { email: 'nobody@example.com', password: 'any-key' });
    await page.getByRole('button', { name: 'Dismiss' }).waitFor();
    expect(await smallTargets(page), '/auth').toEqual([]);
    await page.goto('/no-such-page');
    await page.getByRole('link', { name: 'Return to Home' }).waitFor();
    expect(await smallTargets(page), '404').toEqual([]);
  });

  test('of the simulated signals, the menu, the introduction and the alerts', async ({ visit }) => {
    const page = await openHome(visit, 'simulated');
    expect(await smallTargets(page), 'P-Special').toEqual([]);
    await page.getByRole('button', { name: 'Menu', exact: true }).click();
    await homeScreen(page).signOut.waitFor();
    expect(await smallTargets(page), 'menu').toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Show the introduction' }).click();
    await page.getByRole('dialog').waitFor();
    expect(await smallTargets(page), 'introduction').toEqual([]);
    await page.getByRole('button', { name: 'Skip' }).click();
    await homeScreen(page).bot.click();
    await homeScreen(page).generate.waitFor();
    expect(await smallTargets(page), 'P-BOT').toEqual([]);
    await page.goto('/alerts');
    await page.getByRole('checkbox', { name: /^Market signals/ }).click();
    await page.getByRole('checkbox', { name: /^Quiet hours/ }).click();
    await page.getByText(/^Last week that would/).waitFor();
    expect(await smallTargets(page), 'alerts').toEqual([]);
  });

  test('of the market signals', async ({ visit }) => {
    const page = await openHome(visit, 'market');
    await page.locator('.strip__columns a').last().waitFor();
    await page.locator('.price-chart').scrollIntoViewIfNeeded();
    await page.locator('.price-chart canvas').first().waitFor();
    await page.getByRole('slider', { name: /./ }).waitFor();
    expect(await smallTargets(page), 'P-Special').toEqual([]);
    await homeScreen(page).bot.click();
    await homeScreen(page).generate.waitFor();
    expect(await smallTargets(page), 'P-BOT').toEqual([]);
  });

  test('of the closed market', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { ...LOOK, session, at: CLOSED_AT });
    await page.getByRole('button', { name: 'Open P-BOT' }).waitFor();
    expect(await smallTargets(page)).toEqual([]);
  });

  test('of the record, its folds open, of a story, and of the check, empty and with its verdict', async ({
    visit,
  }) => {
    const url = inject('marketUrl');
    const settled = async () =>
      ((await (await fetch(`${url}/api/record/signals`)).json()) as { total: number }).total;
    await expect.poll(settled, { timeout: 60_000, interval: 500 }).toBeGreaterThan(0);
    const { page } = await visit('/record', { ...LOOK, url });
    await page.getByRole('button', { name: 'Filters', exact: true }).click();
    await page.locator('.signals__table a').first().waitFor();
    for (const fold of await page.locator('summary').all()) await fold.click();
    expect(await smallTargets(page), 'record').toEqual([]);
    await page.locator('.signals__table a').first().click();
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await smallTargets(page), 'story').toEqual([]);
    await page.goto('/check');
    await page.locator('form').first().waitFor();
    expect(await smallTargets(page), 'empty').toEqual([]);
    const row = (at: number) =>
      `2026-11-16 09:${10 + at}:00,EUR/USD,CALL,60,10,0.8,${at % 3 ? 'won' : 'lost'}`;
    const file = `time,pair,direction,expiry,stake,payout,result\n${Array.from({ length: 40 }, (_, at) => row(at)).join('\n')}`;
    await page
      .getByLabel('File with trades')
      .setInputFiles({ name: 'record.csv', mimeType: 'text/csv', buffer: Buffer.from(file) });
    const judge = page.getByRole('button', { name: 'Check these 40 trades' });
    await judge.waitFor();
    expect(await smallTargets(page), 'understood').toEqual([]);
    await judge.click();
    await page.getByText('26 of 40 won.').waitFor();
    for (const fold of await page.locator('summary:visible').all()) await fold.click();
    expect(await smallTargets(page), 'verdict').toEqual([]);
  });
});
