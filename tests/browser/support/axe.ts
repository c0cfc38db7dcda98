import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** What axe finds on the page once everything that moves has come to rest, each as the rule and what breaks it. */
export async function faults(page: Page): Promise<string[]> {
  await atRest(page);
  return audit(page, new AxeBuilder({ page }).setLegacyMode().analyze());
}

/** As `faults`, of a page whose clock stands still: axe waits on timers, so a millisecond passes now and then, too few to change the screen. */
export async function faultsAtStandstill(page: Page): Promise<string[]> {
  await atRest(page);
  let isDone = false;
  const analysis = new AxeBuilder({ page })
    .setLegacyMode()
    .analyze()
    .finally(() => {
      isDone = true;
    });
  while (!isDone) await Promise.race([page.clock.runFor(1), analysis]);
  return audit(page, analysis);
}

async function audit(page: Page, analysis: ReturnType<AxeBuilder['analyze']>): Promise<string[]> {
  const { passes, violations } = await analysis;
  expect(passes.length, page.url()).toBeGreaterThan(10);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** Colours on their way from one to the other have contrasts that are in no design. */
async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(finite.map((animation) => animation.finished.catch(() => undefined)));
  });
}
