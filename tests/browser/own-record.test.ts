import { expect, inject } from 'vitest';
import { faults } from './support/axe.ts';
import { createAccount } from './support/accounts.ts';
import { PHONE, test } from './support/visit.ts';

test('a signal that was taken with one press is in the trader’s own record beside the engine’s, and in its file', async ({
  visit,
}) => {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page, allowNoise } = await visit('/', {
    url,
    session,
    size: PHONE,
    stored: { 'pipcast.source': 'market' },
  });
  // The replay's minute is three seconds: a press may come when a signal has just ended.
  allowNoise(/404/);
  const take = page.getByRole('button', { name: 'I took this', exact: true });
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await expect
    .poll(async () => {
      await take.click({ timeout: 5_000 }).catch(() => {});
      return undo.waitFor({ timeout: 1_000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  await page.goto('/record');
  const own = page.getByRole('region', { name: 'My own record' });
  await own.getByText('Signals that I took').waitFor();
  // Which of them are settled by then, the replay says.
  await expect.poll(() => own.getByText(/^(Too few: )?\d+ of \d+ won$/).count()).toBe(3);
  await own
    .getByText(/^(It was|Both were|Half of mine were) taken (within )?[\d.]+\ss (after|of)/u)
    .waitFor();
  expect(await faults(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await own.getByRole('button', { name: 'CSV' }).click();
  expect((await download).suggestedFilename()).toBe('pipcast-taken.csv');
});
