import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureBrowser, launchOptions } from '../scripts/ensure-browser.mjs';
import { runPipcast, startApp } from '../scripts/running-app.mjs';
import { madeUpBars } from '../src/core/lab/made-up.ts';
import { bounded, type Figure } from './figure.ts';
import { longestTaskMs, TRACED, WATCHED } from './long-tasks.ts';

const TURNS = 3;
/** Two thirds of it are a year: what the page counts on, while the rest is sealed. */
const PRICES = { pair: 'EUR/USD', fromMs: Date.UTC(2024, 0, 1), untilMs: Date.UTC(2025, 6, 1) } as const;
const MANY = 'Try 640 like it';

/** What 640 rules on a year of minutes cost the page that counts them: its wait, its longest task, and how soon it is back after Cancel. */
export async function* labPage(): AsyncGenerator<Figure> {
  const { path } = await ensureBrowser();
  const app = await startApp({ PIPCAST_CHECK_PRICES: 'public' });
  const browser = await chromium.launch(launchOptions(path));
  try {
    const file = join(app.dataDir, 'made-up.csv');
    await writeFile(file, madeUpFile());
    await runPipcast(app.dataDir, ['import', file, '--pair', PRICES.pair, '--zone', 'UTC']);
    const seen: Awaited<ReturnType<typeof countMany>>[] = [];
    for (let turn = 0; turn < TURNS; turn += 1) {
      const context = await browser.newContext({ baseURL: app.url, viewport: { width: 1280, height: 900 } });
      seen.push(await countMany(browser, await context.newPage()));
      await context.close();
    }
    // Of waits the least: what else the machine does only adds. It adds nothing to processor time.
    const least = (part: 'drawnMs' | 'readyMs') => Math.min(...seen.map((each) => each[part]));
    const longest = Math.max(...seen.map(({ longestMs }) => longestMs));
    yield bounded('lab page: 640 rules on a year of minutes, to the answer drawn', least('drawnMs'), 'ms', {
      atMost: 2_000,
    });
    yield bounded('lab page: longest task, by processor time', longest, 'ms', { atMost: 50 });
    yield bounded('lab page: from Cancel to a page that is ready', least('readyMs'), 'ms', { atMost: 100 });
  } finally {
    await browser.close();
    await app.stop();
  }
}

function madeUpFile(): string {
  const bars = madeUpBars(PRICES, 1);
  const price = (steps: number | undefined) => ((steps ?? 0) / 1e5).toFixed(5);
  const rows = Array.from(
    { length: bars.length },
    (_, row) =>
      `${bars.openTimeMs[row]},${[bars.open, bars.high, bars.low, bars.close].map((of) => price(of[row])).join(',')},0`,
  );
  return `timestamp_ms_utc,open,high,low,close,volume\n${rows.join('\n')}\n`;
}

async function countMany(browser: Browser, page: Page) {
  await page.goto('/lab');
  await page.getByRole('combobox', { name: 'Prices' }).getByText('Jan 2024').waitFor({ state: 'attached' });
  await browser.startTracing(page, { categories: TRACED });
  // The first answer too: prices come, are unpacked and joined.
  await clickUntil(page, 'Try it', '^Right');
  const drawnMs = await clickUntil(page, MANY, '^The best of');
  const longestMs = longestTaskMs(await browser.stopTracing());
  await page.getByRole('button', { name: MANY }).click();
  const readyMs = await clickUntil(page, 'Cancel', MANY);
  return { drawnMs, longestMs, readyMs };
}

/** Presses a button and waits until the headline or a button says something and is painted: how long that took, in ms. */
function clickUntil(page: Page, name: string, says: string): Promise<number> {
  return page.evaluate(
    ([button, wanted, mark]) =>
      new Promise<number>((resolve) => {
        performance.mark(mark);
        const began = performance.now();
        const pattern = new RegExp(wanted);
        // Without a name of its own: the compiler would add a call that the page does not have.
        new MutationObserver((_, changes) => {
          const texts = [...document.querySelectorAll('h1, button')].map(({ textContent }) => textContent);
          if (!texts.some((text) => pattern.test(text))) return;
          changes.disconnect();
          // A task after a frame: it is painted.
          requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
        }).observe(document.body, { subtree: true, childList: true, characterData: true });
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent === button)?.click();
      }),
    [name, says, WATCHED] as const,
  );
}
