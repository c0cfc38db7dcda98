import type { Browser, CDPSession, Page } from 'playwright-core';
import { MADE_UP_OPENING_MS, startMadeUpMarket } from '../scripts/made-up-market.mjs';
import { MINUTE_MS } from '../src/core/time/instant.ts';
import { bounded, compared, type Figure } from './figure.ts';
import { installRenderCounter } from '../tests/support/render-counter.ts';

/** P-Special's minute from its signal to the next one: frames cost more while a line is drawn and its scale moves. */
const OBSERVED_MS = MINUTE_MS;
const SETTLED_MS = 5_000;

interface Cost {
  readonly rendered: number;
  readonly cpuMs: number;
}

/** What a second of each mode costs on the market, beside the simulated one in the same run: components and main-thread CPU time. */
export async function marketTabBench(browser: Browser): Promise<Figure[]> {
  const market = await startMadeUpMarket({ hours: 4, speed: 1, fromMs: MADE_UP_OPENING_MS });
  try {
    const session = await openAccount(market.url);
    const figures: Figure[] = [];
    for (const mode of ['P-Special', 'P-BOT'] as const) {
      const simulated = await costOfSecond(browser, market.url, session, mode, 'simulated');
      const onMarket = await costOfSecond(browser, market.url, session, mode, 'market');
      figures.push(
        bounded(`${mode}, market: components rendered a second`, onMarket.rendered, 'components', {
          atMost: 10,
        }),
        compared(
          `${mode}, market: main-thread CPU time a second`,
          onMarket.cpuMs,
          'ms',
          { name: 'the simulated tab', value: simulated.cpuMs },
          { atMost: 2 },
        ),
      );
    }
    return figures;
  } finally {
    await market.stop();
  }
}

/** An account's session as the page keeps it. */
export async function openAccount(url: string): Promise<string> {
  const answer = await fetch(`${url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'market-tab@example.com',
      password: 'a key of the bench',
      data: { introduced: true },
    }),
  });
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}`);
  return answer.text();
}

async function costOfSecond(
  browser: Browser,
  url: string,
  session: string,
  mode: 'P-Special' | 'P-BOT',
  source: 'simulated' | 'market',
): Promise<Cost> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.addInitScript({ content: 'globalThis.__name = (named) => named;' });
  await context.addInitScript(
    ([offsetMs, stored]) => {
      // The market is open, whatever day the bench runs on.
      const Real = Date;
      const now = () => Real.now() + offsetMs;
      globalThis.Date = new Proxy(Real, {
        construct: (_, args, target) => Reflect.construct(Real, args.length === 0 ? [now()] : args, target),
        get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
      });
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value);
    },
    [
      MADE_UP_OPENING_MS + 600_000 - Date.now(),
      { 'pipcast.session': session, 'pipcast.source': source },
    ] as const,
  );
  const page = await context.newPage();
  await page.addInitScript(installRenderCounter);
  await page.goto(url);
  await page.getByRole('button', { name: mode, exact: true }).click();
  await showSignal(page, mode);
  const cdp = await context.newCDPSession(page);
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.waitForTimeout(SETTLED_MS);
  const [before, beganMs] = [await read(page, cdp), performance.now()];
  await page.waitForTimeout(OBSERVED_MS);
  const [after, endedMs] = [await read(page, cdp), performance.now()];
  await context.close();
  const seconds = (endedMs - beganMs) / 1000;
  return {
    rendered: (after.rendered - before.rendered) / seconds,
    cpuMs: (after.cpuMs - before.cpuMs) / seconds,
  };
}

/** P-BOT has a signal of a minute, so that a countdown runs in each. */
async function showSignal(page: Page, mode: 'P-Special' | 'P-BOT'): Promise<void> {
  if (mode === 'P-BOT') {
    await page.getByRole('combobox', { name: 'Timeframe' }).selectOption({ label: '1min' });
    await page.locator('button[type=submit]:not(:disabled)').click();
  }
  await page.getByRole('timer').filter({ hasText: ' in ' }).waitFor();
}

async function read(page: Page, cdp: CDPSession): Promise<Cost> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  const rendered = await page.evaluate(
    () => (globalThis as unknown as { pipcastRenders: { rendered: number } }).pipcastRenders.rendered,
  );
  const taskSeconds = metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
  return { rendered, cpuMs: taskSeconds * 1000 };
}
