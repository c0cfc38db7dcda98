import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { CLOSED_AT, CLOSING_AT, OPEN_AT, OPENING_AT, SECOND_MS, WEEKEND_AT } from './support/instants.ts';
import { homeScreen, readSignal, textOf } from './support/screens.ts';
import { test as base } from './support/visit.ts';

/** A trader's page while the market is closed, its clock standing still, for tests that only read it. */
const test = base.extend<{ closed: Page }>({
  closed: [
    async ({ visitOnce }, use) => {
      const { session } = await createAccount();
      const { page } = await visitOnce('/', { at: CLOSED_AT, session });
      await homeScreen(page).current.waitFor();
      await use(page);
    },
    { scope: 'file' },
  ],
});

describe('specification 2, P-Special while the market is closed', () => {
  test('says so in the texts of the specification and shows no signal', async ({ closed }) => {
    const { current } = homeScreen(closed);
    await current.getByText('MARKET CLOSED', { exact: true }).waitFor();
    await current.getByText('Auto signals will start when market opens', { exact: true }).waitFor();
    await current.getByText('Waiting for Market Open', { exact: true }).waitFor();
    await current.getByText('Closed for the night', { exact: true }).waitFor();
    expect(await textOf(current)).not.toMatch(/CALL|PUT|Confidence|Expires/);
  });

  test('shows when the market opens next and counts down to it, also after the tab slept', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: CLOSED_AT, session });
    const { current, currentTimer } = homeScreen(page);
    await current.waitFor();
    expect(await textOf(currentTimer)).toContain('04:47:24');
    expect(await textOf(current)).toMatch(/Thursday 19 Nov,? 04:00/);
    await page.clock.runFor(SECOND_MS);
    await expect.poll(() => textOf(currentTimer)).toContain('04:47:23');
    await page.clock.fastForward(47 * 60 * SECOND_MS + 23 * SECOND_MS);
    await expect.poll(() => textOf(currentTimer)).toContain('04:00:00');
  });

  test('counts the days and hours of a whole weekend', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: WEEKEND_AT, session });
    const { currentTimer, current } = homeScreen(page);
    await currentTimer.waitFor();
    expect(await textOf(currentTimer)).toContain('1 day 16:00:00');
    expect(await textOf(current)).toMatch(/Monday 23 Nov,? 04:00/);
  });
});

describe('decisions, the page follows the market by itself', () => {
  test('at the opening it draws a signal at once', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPENING_AT - 2 * SECOND_MS, session });
    const { current } = homeScreen(page);
    await current.getByText('MARKET CLOSED').waitFor();
    await page.clock.runFor(2 * SECOND_MS - 1);
    expect(await current.getByText('MARKET CLOSED').count()).toBe(1);
    await page.clock.runFor(1);
    await expect.poll(() => readSignal(current)).toMatchObject({ time: '04:00:00', secondsLeft: 60 });
    await page.getByText('Market open', { exact: true }).waitFor();
  });

  test('at the closing it closes, though the last signal has time left', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: CLOSING_AT - 5 * SECOND_MS, session });
    const { current } = homeScreen(page);
    await current.waitFor();
    expect(await readSignal(current)).toMatchObject({ time: '21:59:55' });
    await page.clock.runFor(5 * SECOND_MS - 1);
    expect(await current.getByText('MARKET CLOSED').count()).toBe(0);
    await page.clock.runFor(1);
    await current.getByText('MARKET CLOSED', { exact: true }).waitFor();
    await page.getByText('Market closed', { exact: true }).waitFor();
  });

  test('over a whole night, asleep or awake', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session });
    const { current } = homeScreen(page);
    await current.waitFor();
    await page.clock.fastForward(CLOSED_AT - OPEN_AT);
    await current.getByText('MARKET CLOSED').waitFor();
    await page.clock.fastForward(OPENING_AT + 30 * SECOND_MS - CLOSED_AT);
    await expect.poll(() => readSignal(current)).toMatchObject({ time: '04:00:30', secondsLeft: 60 });
  });
});

describe('specification 9, market windows', () => {
  test('the strip names the three windows on the UTC+5 clock and says which is open', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session, timezone: 'America/New_York' });
    const { hours } = homeScreen(page);
    await hours.waitFor();
    const text = await textOf(hours);
    expect(text).toMatch(/Asian 04:00–13:00/);
    expect(text).toMatch(/Tokyo 05:00–14:00/);
    expect(text).toMatch(/London 13:00–22:00 ?, open now/);
    expect(text).toContain('UTC+5');
    expect(text.match(/open now/g)).toHaveLength(1);
  });

  test('when all are closed none is open, and the card beside them says which opens next', async ({
    closed,
  }) => {
    const { hours, current } = homeScreen(closed);
    await hours.waitFor();
    expect(await textOf(hours)).not.toContain('open now');
    expect(await textOf(current)).toMatch(/Opens .*04:00 UTC\+5.* Asian session, then Tokyo/);
  });

  test('on a closed day each open day has its hours, and they stand in words, in both zones', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: WEEKEND_AT, session, timezone: 'Asia/Dhaka' });
    const { hours, current } = homeScreen(page);
    await hours.waitFor();
    expect(await hours.locator('.week i').count()).toBe(5);
    const text = await textOf(hours);
    expect(text).toContain('Asian 04:00–13:00, Tokyo 05:00–14:00, London 13:00–22:00.');
    expect(text).toMatch(/In your time zone, .*: Asian 05:00–14:00, Tokyo 06:00–15:00, London 14:00–23:00\./);
    expect(await textOf(current)).toContain('Closed for the weekend');
  });

  test('the header carries the market clock, to the second', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', {
      at: OPEN_AT + 18 * SECOND_MS,
      session,
      timezone: 'America/New_York',
    });
    const header = page.getByRole('banner');
    await header.getByText('Market open', { exact: true }).waitFor();
    expect(await textOf(header)).toContain('14:32:18 UTC+5');
    await page.clock.runFor(SECOND_MS);
    await expect.poll(() => textOf(header)).toContain('14:32:19');
  });
});
