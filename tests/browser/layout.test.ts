import { expect, inject, vi } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { homeScreen } from './support/screens.ts';
import { DESKTOP, test } from './support/visit.ts';

test('the language of the sign-in page is chosen beside the name of the brand, not on it', async ({
  visit,
}) => {
  const { page } = await visit('/auth');
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    const [brand, field] = await Promise.all(
      [page.locator('.brand__word'), page.locator('.language')].map((part) => part.boundingBox()),
    );
    expect(field?.x, `${width} px`).toBeGreaterThanOrEqual((brand?.x ?? Infinity) + (brand?.width ?? 0));
  }
});

test('at 768 px no menu or field is wider than what it holds needs; a screen of 1920 px has the chart beside the card, in both modes; between a phone and a desktop nothing in the header lies on anything else', async ({
  visit,
}) => {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page } = await visit('/', { session, url, size: { width: 768, height: 1024 } });
  const widest = () =>
    page
      .locator('select:visible, input:visible')
      .evaluateAll((fields) => Math.max(...fields.map((field) => field.getBoundingClientRect().width)));
  await homeScreen(page).bot.click();
  await homeScreen(page).generate.waitFor();
  expect(await widest(), 'draws').toBeLessThan(400);
  await page.getByRole('button', { name: 'Market', exact: true }).click();
  await page.getByRole('textbox', { name: 'Payout, % of the stake' }).waitFor();
  expect(await widest(), 'market').toBeLessThan(400);

  await page.setViewportSize({ width: 1920, height: 1080 });
  for (const mode of ['P-BOT', 'P-Special']) {
    await page.getByRole('button', { name: mode, exact: true }).click();
    // Its place is empty for a moment when a card comes.
    await vi.waitFor(async () => {
      const [card, chart, main] = await Promise.all(
        ['.market-card', '.price-chart', 'main'].map((part) => page.locator(part).boundingBox()),
      );
      expect(chart?.x, mode).toBeGreaterThan((card?.x ?? 0) + (card?.width ?? Infinity));
      expect(Math.abs((chart?.y ?? 0) - (card?.y ?? Infinity)), mode).toBeLessThan(200);
      expect(main?.width, mode).toBeGreaterThan(1600);
    }, 60_000);
  }

  for (const width of [641, 700, 768, 900, 1024, 1200, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    const over = await page
      .locator('header :is(.brand > *, .nav, .clock, button):visible')
      .evaluateAll((parts) => {
        const boxes = parts.map((part) => part.getBoundingClientRect());
        return boxes.flatMap((one, index) =>
          boxes.slice(index + 1).flatMap((other, further) => {
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            return across > 0 && down > 0 ? [`${index} and ${index + 1 + further}`] : [];
          }),
        );
      });
    expect(over, `${width} px`).toEqual([]);
  }

  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto('/record');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  expect(await widest(), '/record').toBeLessThan(400);
});

test('a phone of 360 px shows the name of the brand and the zone of the market clock; a telephone number, times, spans and English sentences keep their order on a page from right to left', async ({
  visit,
}) => {
  const { session } = await createAccount();
  const { page } = await visit('/', { session, size: { width: 360, height: 740 } });
  const header = page.getByRole('banner');
  for (const part of [header.locator('.brand__word'), header.getByText('UTC+5', { exact: true })]) {
    await expect.poll(async () => (await part.boundingBox())?.width ?? 0).toBeGreaterThan(30);
  }
  await page.setViewportSize(DESKTOP);
  await homeScreen(page).current.waitFor();
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const sentence = 'Pipcast publishes signals. It never holds your money.';
  for (const text of ['+1 202 555 0143', '04:00–13:00', sentence]) {
    const [first, last] = await page.getByText(text, { exact: true }).first().evaluate(placesOfEnds);
    expect(first, text).toBeLessThan(last ?? 0);
  }
  const arrow = page.locator('.icon--out').first();
  expect(await arrow.evaluate((icon) => getComputedStyle(icon).scale)).toBe('-1 1');
});

/** Where the first and the last letter of an element stand, in px from the left. */
function placesOfEnds(element: Element): number[] {
  const [start, end] = [element.firstChild, element.lastChild];
  if (!(start instanceof Text && end instanceof Text)) throw new Error('no text');
  const placeOf = (at: number, node: Text) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect().left;
  };
  return [placeOf(0, start), placeOf(end.length - 1, end)];
}
