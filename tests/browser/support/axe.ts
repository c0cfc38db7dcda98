import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** On the browser's own timers, which go on where the page's clock stands still (visit.ts). */
const AXE = `((setTimeout) => {${readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')}
})(window.browserSetTimeout ?? window.setTimeout)`;

const MOST_LOOKS = 5;

/**
 * What axe finds on the page once everything that moves has come to rest, each as the rule and what breaks it; `within` a part of the
 * page, where a test has looked at the rest already.
 */
export async function faults(page: Page, within = 'html', looks = MOST_LOOKS): Promise<string[]> {
  const started = await startsOf(await atRest(page));
  const found = await audit(page, within);
  // What began to move while axe looked may be all that it found.
  const isSure = found.length === 0 || looks === 1 || (await startsOf(page)) === started;
  return isSure ? found : faults(page, within, looks - 1);
}

/** How many animations and transitions have begun on the page since this was first asked. */
function startsOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const counted = window as { animationStarts?: number };
    if (counted.animationStarts === undefined) {
      counted.animationStarts = 0;
      for (const event of ['animationstart', 'transitionrun'])
        document.addEventListener(event, () => ((counted.animationStarts as number) += 1), true);
    }
    return counted.animationStarts;
  });
}

async function audit(page: Page, within: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  const { passes, violations } = await page.evaluate(async (part) => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const results: AxeResults = await axe.run(part, {
      resultTypes: ['violations'],
      preload: false,
      selectors: false,
      // Not among those that axe has on by itself.
      rules: { 'target-size': { enabled: true } },
    });
    return {
      passes: results.passes.length,
      violations: results.violations.map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`,
      ),
    };
  }, within);
  expect(passes, page.url()).toBeGreaterThan(10);
  return violations;
}

/** The page once its animations have ended: colours on their way from one to the other have contrasts that are in no design. */
export async function atRest(page: Page): Promise<Page> {
  await page.evaluate(async () => {
    const running = () =>
      document
        .getAnimations()
        .filter(
          ({ effect, playState }) =>
            playState === 'running' && effect?.getComputedTiming().iterations !== Infinity,
        );
    for (let all = running(); all.length > 0; all = running())
      await Promise.all(all.map(({ finished }) => finished.catch(() => undefined)));
  });
  return page;
}
