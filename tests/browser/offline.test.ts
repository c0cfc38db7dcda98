import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { OPEN_AT, SECOND_MS } from './support/instants.ts';
import { homeScreen, readSignal } from './support/screens.ts';
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
});
