import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { OPEN_AT, SECOND_MS } from './support/instants.ts';
import { homeScreen, readSignal, signInScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

describe('offline', () => {
  test('a banner says so with the time of the last answer, signals go on, and it leaves when the line is back', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    const { page, context } = await visit('/', {
      at: OPEN_AT,
      session: { ...session, expires_at: OPEN_AT / SECOND_MS + 3600 },
    });
    const { current } = homeScreen(page);
    await current.waitFor();
    await context.setOffline(true);
    const banner = page.getByRole('status').filter({ hasText: /offline/i });
    await banner.waitFor();
    expect(await banner.innerText()).toMatch(/14:3\d/);
    await page.clock.runFor(2 * SECOND_MS);
    await expect.poll(() => readSignal(current)).toMatchObject({ secondsLeft: 58 });
    await context.setOffline(false);
    await banner.waitFor({ state: 'detached' });
  });

  test('a page that cannot get its configuration says so and offers another try', async ({ visit }) => {
    const { page, expectNoise } = await visit('/auth', {
      before: async (_, one) => one.route('**/config.json', (route) => route.abort('connectionrefused')),
    });
    expectNoise(/request failed: GET \/config\.json/, /console error: Failed to load resource/);
    const retry = page.getByRole('button', { name: 'Try again' });
    await retry.waitFor();
    await page.unroute('**/config.json');
    await retry.click();
    await signInScreen(page).button.waitFor();
  });
});
