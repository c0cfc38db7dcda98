import { expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { homeScreen, signInScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

test('P-BOT and what it decided on the market are there again after a reload, and nothing of it after signing out', async ({
  visit,
}) => {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page } = await visit('/', { session, url, stored: { 'pipcast.source': 'market' } });
  const { bot, generate, latest, signOut } = homeScreen(page);
  await bot.click();
  await page.getByRole('combobox', { name: 'Timeframe' }).selectOption('30s');
  await expect.poll(() => generate.isEnabled()).toBe(true);
  await generate.click();
  // A direction, or the reason for none with its time.
  const decided = latest.getByText(/^(CALL|PUT|.* at \d\d:\d\d:\d\d\.)$/).first();
  await decided.waitFor();
  const decision = await decided.innerText();
  await page.reload();
  await latest.getByText(decision, { exact: true }).first().waitFor();
  expect(await page.getByRole('combobox', { name: 'Timeframe' }).inputValue()).toBe('30s');
  await signOut.click();
  await signInScreen(page).button.waitFor();
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
});
