import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { announced, recordAnnouncements } from './support/announcements.ts';
import { CLOSED_AT, MINUTE_MS, OPEN_AT, SECOND_MS } from './support/instants.ts';
import { runUntilShown } from './support/run-until.ts';
import { homeScreen, readSignal, signIn } from './support/screens.ts';
import { test } from './support/visit.ts';

describe('decisions, accessible names', () => {
  test('the regions and controls of the home page carry their names', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session });
    const home = homeScreen(page);
    for (const region of [home.current, home.pairs, home.hours, home.about]) await region.waitFor();
    for (const control of [home.special, home.bot, home.signOut]) await control.waitFor();
    await page.getByRole('link', { name: 'Pipcast home', exact: true }).waitFor();
    await home.bot.click();
    for (const part of [home.latest, home.otcPair, home.timeframe, home.generate, home.about])
      await part.waitFor();
  });
});

describe('decisions, announcements', () => {
  test('a new automatic signal is announced once, politely, and no second is', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session, before: recordAnnouncements });
    const { current } = homeScreen(page);
    await current.waitFor();
    const heard = async () => (await announced(page)).filter(({ text }) => text.includes('confidence'));
    await page.clock.runFor(59 * SECOND_MS);
    const before = (await heard()).length;
    expect(before).toBeLessThanOrEqual(1);
    await page.clock.runFor(30 * SECOND_MS);
    await expect.poll(async () => (await heard()).length).toBeGreaterThan(before);
    const { pair, direction, confidence } = await readSignal(current);
    expect((await heard()).slice(before)).toEqual([
      { text: `${pair} ${direction}, 1min, confidence ${confidence}%, simulated`, live: 'polite' },
    ]);
    const seconds = (await announced(page)).filter(({ text }) => /\b\d+ ?s\b|\d{2}:\d{2}:\d{2}/.test(text));
    expect(seconds).toEqual([]);
  });

  test('a P-BOT signal is announced once, politely', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session, before: recordAnnouncements });
    const { bot, generate, latest, timeframe } = homeScreen(page);
    await bot.click();
    await timeframe.selectOption({ value: '30s' });
    const before = (await announced(page)).length;
    await generate.click();
    await page.clock.runFor(20 * SECOND_MS);
    const heard = async () =>
      (await announced(page)).slice(before).filter(({ text }) => text.includes('confidence'));
    await expect.poll(async () => (await heard()).length).toBeGreaterThan(0);
    const { pair, direction, confidence } = await readSignal(latest);
    expect(await heard()).toEqual([
      { text: `${pair} ${direction}, 30s, confidence ${confidence}%, simulated`, live: 'polite' },
    ]);
  });

  test('the countdown to the opening is not read out', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: CLOSED_AT, session, before: recordAnnouncements });
    await homeScreen(page).currentTimer.waitFor();
    const before = (await announced(page)).length;
    await page.clock.runFor(2 * MINUTE_MS);
    expect((await announced(page)).slice(before)).toEqual([]);
  });

  test('a refused sign-in interrupts, a successful one does not', async ({ visit }) => {
    const account = await createAccount();
    const { page, expectNoise } = await visit('/auth', { at: OPEN_AT, before: recordAnnouncements });
    expectNoise(/status of 400/);
    await signIn(page, { ...account, password: 'wrong' });
    await runUntilShown(page, page.getByRole('alert').filter({ hasText: 'Sign In Failed' }));
    await signIn(page, account);
    await runUntilShown(page, page.getByText('Welcome back!', { exact: true }));
    expect(await page.getByRole('status').filter({ hasText: 'Welcome back!' }).count()).toBe(1);
    expect(await page.getByRole('alert').filter({ hasText: 'Welcome back!' }).count()).toBe(0);
  });
});
