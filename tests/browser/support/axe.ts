import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe finds on the page once everything that moves has come to rest, each as the rule and what breaks it. */
export async function faults(page: Page): Promise<string[]> {
  return audit(await atRest(page));
}

/** As `faults`, of a page whose clock stands still: axe waits on timers, so a millisecond passes now and then, too few to change the screen. */
export async function faultsAtStandstill(page: Page): Promise<string[]> {
  let isDone = false;
  const found = audit(await atRest(page)).finally(() => {
    isDone = true;
  });
  while (!isDone) await Promise.race([page.clock.runFor(1), found]);
  return found;
}

async function audit(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { passes, violations } = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const results: AxeResults = await axe.run({ resultTypes: ['violations'], preload: false });
    return {
      passes: results.passes.length,
      violations: results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      ),
    };
  });
  expect(passes, page.url()).toBeGreaterThan(10);
  return violations;
}

/** The page once its animations have ended: colours on their way from one to the other have contrasts that are in no design. */
async function atRest(page: Page): Promise<Page> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(finite.map((animation) => animation.finished.catch(() => undefined)));
  });
  return page;
}
