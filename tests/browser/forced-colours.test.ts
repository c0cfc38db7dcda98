import type { Locator } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { homeScreen } from './support/screens.ts';
import { test } from './support/visit.ts';
import { withSignals } from './support/with-signals.ts';

const styleOf = (part: Locator, name: string) =>
  part.first().evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name);

describe('where the reader forces colours', () => {
  test('lit and spent pips differ, every toggle has a border, and closed hours are hatched', async ({
    visit,
  }) => {
    const url = inject('marketUrl');
    const { session } = await createAccount(undefined, url);
    const { page } = await visit('/', {
      session,
      url,
      before: (_, one) => one.emulateMedia({ forcedColors: 'active' }),
    });
    const { current, hours } = homeScreen(page);
    await current.waitFor();
    for (const property of ['stroke', 'stroke-width']) {
      const lit = await styleOf(page.locator('.ring__on'), property);
      expect(await styleOf(page.locator('.ring__off'), property)).not.toBe(lit);
    }
    const face = await styleOf(page.locator('.face'), 'background-color');
    expect(await styleOf(page.locator('.face'), 'color')).not.toBe(face);
    await page.getByRole('button', { name: 'Market', exact: true }).click();
    await page.locator('.price-chart').scrollIntoViewIfNeeded();
    await page.locator('.price-chart canvas').first().waitFor();
    for (const toggle of await page.locator('.toggle').all()) {
      expect(await styleOf(toggle, 'border-top-style')).toBe('solid');
      expect(await styleOf(toggle.locator('[aria-pressed=true]'), 'outline-style')).toBe('solid');
    }
    expect(await page.locator('.toggle').count()).toBe(4);
    // The browser lays a plate under words whose colours it chooses: no line of the race crosses them.
    const words = await page
      .locator('.race__label, .race__say')
      .evaluateAll((all) =>
        all.map((each) => getComputedStyle(each).getPropertyValue('forced-color-adjust')),
      );
    expect(words.length).toBeGreaterThan(0);
    expect(new Set(words)).toEqual(new Set(['auto']));
    const bands = hours.locator('dl > :not(.is-open) i');
    expect(await styleOf(bands, 'background-image')).toContain('repeating-linear-gradient');
    const open = hours.locator('dl > .is-open i');
    expect(await styleOf(open, 'background-image')).toBe('none');
  });

  test('right and wrong of the record differ in form, and what coins do is hatched', async ({ visit }) => {
    const { page } = await visit('/record', {
      url: inject('marketUrl'),
      before: async (context, one) => {
        await one.emulateMedia({ forcedColors: 'active' });
        await withSignals(context, 500);
      },
    });
    await page.locator('.course').waitFor();
    const coin = page.locator('.waffle--coin');
    expect(await styleOf(coin.locator('.waffle__right'), 'fill')).not.toBe(
      await styleOf(coin.locator('.waffle__off'), 'fill'),
    );
    expect(await styleOf(coin.locator('.waffle__off'), 'stroke')).not.toBe('none');
    expect(await styleOf(page.locator('.course__funnel'), 'fill')).toContain('funnel-hatch');
    expect(await page.locator('#funnel-hatch').count()).toBe(1);
  });
});
