import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { OPEN_AT, SECOND_MS } from './support/instants.ts';
import { homeScreen, readSignal } from './support/screens.ts';
import { test } from './support/visit.ts';

describe('offline', () => {
  test('a banner says so with the time of the last answer, signals go on, and it leaves when the line is back', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    const { page, context, allowNoise } = await visit('/', {
      at: OPEN_AT,
      session: { ...session, expires_at: OPEN_AT / SECOND_MS + 3600 },
    });
    const { current } = homeScreen(page);
    await current.waitFor();
    // The sign-in screen is fetched in the first idle time, for a sign-out without a line.
    allowNoise(/\/assets\/sign-in-/);
    await context.setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: /offline/i });
    await banner.waitFor();
    expect(await banner.innerText()).toMatch(/14:3\d/);
    await page.clock.runFor(2 * SECOND_MS);
    await expect.poll(() => readSignal(current)).toMatchObject({ secondsLeft: 58 });
    await context.setOffline(false);
    await banner.waitFor({ state: 'detached' });
  });

  test('a page whose code does not come says so, and the way home is in its header', async ({ visit }) => {
    const url = inject('marketUrl');
    const { session } = await createAccount(undefined, url);
    const { page, expectNoise } = await visit('/', { session, url });
    await homeScreen(page).current.waitFor();
    expectNoise(/record-page/, /Failed to load resource/);
    await page.route('**/record-page-*.js', (route) => route.abort('internetdisconnected'));
    await page.getByRole('link', { name: 'Record', exact: true }).click();
    await page.getByText('This did not load', { exact: true }).waitFor();
    await page.getByRole('banner').getByRole('link', { name: 'Pipcast home' }).click();
    await homeScreen(page).current.waitFor();
    await page.unroute('**/record-page-*.js');
    await page.goBack();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.locator('.record').waitFor();
  });
});
