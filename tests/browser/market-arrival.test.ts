import { expect, inject } from 'vitest';
import { abstainedAt, enteredFor, settledFor, signalAt } from '../support/fake-market-store.ts';
import { createAccount } from './support/accounts.ts';
import { holdRequests } from './support/hold-requests.ts';
import { DEVICES } from './support/looks.ts';
import { recordLayoutShifts, shiftsOf } from './support/measure-visit.ts';
import {
  EARLIER,
  endedOn,
  ENTERED,
  ENTRY,
  MINUTE,
  passWithPrices,
  SIGNAL,
  tellScene,
  visitScripted,
} from './support/scripted-market.ts';
import { homeScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

const SCENE = { at: 19, entries: [...EARLIER, SIGNAL, ENTERED], mid: ENTRY + 7 };

test.for(DEVICES.flatMap((device) => [['special', ...device] as const, ['bot', ...device] as const]))(
  'before its code is there the card has the boxes that it has then, and nothing shifts (%s, %s)',
  async ([mode, , size], { visit }) => {
    let release = () => {};
    const { page, stream } = await visitScripted(visit, SCENE, {
      size,
      before: async (context, one) => {
        await recordLayoutShifts(context);
        release = await holdRequests(one, '**/assets/market-panel*.js');
      },
    });
    const { current, latest, bot } = homeScreen(page);
    const card = mode === 'special' ? current : latest;
    if (mode === 'bot') await bot.click();
    await card.getByText('Loading...').waitFor();
    const boxOf = () =>
      card.evaluate((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        return [left, top, width, height].map(Math.round);
      });
    const before = await boxOf();
    const shiftsBefore = (await shiftsOf(page)).length;
    release();
    await card.locator('.market-card__head').waitFor();
    expect(await boxOf()).toEqual(before);
    await tellScene(page, stream, SCENE);
    await card.getByText('Live price').waitFor();
    await page.clock.runFor(300);
    expect(await boxOf()).toEqual(before);
    // Words that are replaced stand a little elsewhere in their line.
    const shifts = (await shiftsOf(page)).slice(shiftsBefore);
    expect(
      shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0),
      shifts.join('\n'),
    ).toBeLessThan(0.001);
  },
);

test.for(DEVICES)(
  'on a %s nothing shifts while signals start, win and lose, one is worth a stake, a minute has none, prices stop and the line breaks',
  async ([, size], { visit }) => {
    const { page, stream, allowNoise } = await visitScripted(visit, SCENE, {
      // All is in the window, and nothing scrolled: otherwise the browser scrolls along with what moves.
      size: { ...size, height: 1_800 },
      before: async (context) => {
        await recordLayoutShifts(context);
        await context.route('**/api/market/signals?*', (route) => route.fulfill({ json: { signals: [] } }));
      },
    });
    allowNoise(/Failed to load resource/);
    const { current } = homeScreen(page);
    await tellScene(page, stream, SCENE);
    await current.getByText('I took this').waitFor();
    await page.locator('.price-chart__canvas canvas').first().waitFor();
    const shiftsBefore = (await shiftsOf(page)).length;
    const passTo = async (second: number, mid: number) => {
      const left = second - ((await page.evaluate(() => Date.now())) - MINUTE) / 1000;
      await passWithPrices(page, stream, Array<number>(Math.ceil(left)).fill(mid));
    };
    await passTo(60, ENTRY + 7);
    const next = signalAt(MINUTE + 60_000, { direction: 'PUT', confidence: 56, reasons: {} });
    await stream.entries(page, next);
    await passTo(63, ENTRY + 7);
    await stream.entries(page, enteredFor(next), endedOn(ENTRY + 7, 'won'));
    await current.getByText('Won', { exact: true }).waitFor();
    await passTo(122, ENTRY + 9);
    await stream.entries(page, settledFor(next, { outcome: 'lost' }));
    await current.getByText('Lost', { exact: true }).waitFor();
    await stream.entries(page, abstainedAt(MINUTE + 120_000, { reasons: { 'EUR/USD': 'thin' } }));
    await passTo(140, ENTRY + 9);
    await current.getByText('No signal', { exact: true }).first().waitFor();
    await page.clock.runFor(45_000);
    await current.getByText(/^No price for/).waitFor();
    await stream.cut(page);
    await current.getByRole('button', { name: 'Try again' }).waitFor();
    // Words that are replaced stand a little elsewhere in their line.
    const shifts = (await shiftsOf(page)).slice(shiftsBefore);
    expect(
      shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0),
      shifts.join('\n'),
    ).toBeLessThan(0.01);
  },
);

test.for(DEVICES)('on a %s the face stays where it is when its signal ends', async ([, size], { visit }) => {
  const { page, stream } = await visitScripted(visit, SCENE, { size });
  const { current } = homeScreen(page);
  await tellScene(page, stream, SCENE);
  await current.getByRole('button', { name: 'I took this' }).waitFor();
  const top = () => current.locator('.face').evaluate((face) => face.getBoundingClientRect().top);
  const before = await top();
  await passWithPrices(page, stream, Array<number>(44).fill(ENTRY + 9));
  await stream.entries(page, endedOn(ENTRY + 9, 'won'));
  await current.getByText('Won', { exact: true }).waitFor();
  expect(await top()).toBe(before);
});

test.for(['Confidence', '80%', 'Coin'])(
  'a reader at the keyboard stays on “%s” when the first signal takes the place of the empty card, and that of the minute after it',
  async (name, { visit }) => {
    const { page, stream } = await visitScripted(visit, SCENE);
    const { current } = homeScreen(page);
    const word = current.locator('a, button').filter({ hasText: name });
    await word.focus();
    const isFocused = () => word.evaluate((element) => element === document.activeElement);
    expect(await isFocused()).toBe(true);
    await tellScene(page, stream, SCENE);
    await current.getByText('CALL', { exact: true }).waitFor();
    expect(await isFocused()).toBe(true);
    await page.clock.runFor(42_000);
    await stream.entries(page, abstainedAt(MINUTE + 60_000, { reasons: { 'EUR/USD': 'thin' } }));
    await current.getByText('No signal', { exact: true }).waitFor();
    expect(await isFocused()).toBe(true);
  },
);

test('a reader at the keyboard is on “I took this” again when the next signal comes, who left nothing else for it', async ({
  visit,
}) => {
  const { page, stream } = await visitScripted(visit, SCENE);
  const { current } = homeScreen(page);
  const took = current.getByRole('button', { name: 'I took this', exact: true });
  await tellScene(page, stream, SCENE);
  await took.focus();
  await page.clock.runFor(42_000);
  await took.waitFor({ state: 'detached' });
  await stream.entries(page, signalAt(MINUTE + 60_000, { direction: 'PUT' }));
  await current.getByText('PUT', { exact: true }).waitFor();
  await expect.poll(() => took.evaluate((element) => element === document.activeElement)).toBe(true);
});

test.for(DEVICES)(
  'the banner of a replay has its place before its words are known (%s)',
  async ([, size], { visit }) => {
    const url = inject('marketUrl');
    const { session } = await createAccount(undefined, url);
    let releaseCode = () => {};
    let releaseStream = () => {};
    const { page } = await visit('/', {
      session,
      url,
      size,
      stored: { 'pipcast.source': 'market' },
      before: async (context, one) => {
        await recordLayoutShifts(context);
        releaseCode = await holdRequests(one, '**/assets/market-panel*.js');
        releaseStream = await holdRequests(one, '**/api/market/stream');
      },
    });
    const { current } = homeScreen(page);
    const topOf = () => current.evaluate((element) => element.getBoundingClientRect().top);
    await current.getByText('Loading...').waitFor();
    const top = await topOf();
    releaseCode();
    await current.locator('.market-card__head').waitFor();
    expect(await topOf()).toBe(top);
    releaseStream();
    await page.getByText('Not live prices.').waitFor();
    expect(await topOf()).toBe(top);
    const shifts = await shiftsOf(page);
    // The price's age becomes wider and narrower as it is counted: some 0.0001 each time.
    expect(
      shifts.reduce((sum, shift) => sum + Number.parseFloat(shift), 0),
      shifts.join('\n'),
    ).toBeLessThan(0.01);
  },
);
