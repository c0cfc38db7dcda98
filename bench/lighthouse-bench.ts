import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { type RunnerResult } from 'lighthouse';
import { type BrowserContext, chromium } from 'playwright-core';
import { launchOptions } from '../scripts/ensure-browser.mjs';
import { bounded, type Figure, median } from './figure.ts';

const RUNS = 3;
const CATEGORIES = [
  ['performance', 99],
  ['accessibility', 100],
  ['best-practices', 100],
] as const;

/** Lighthouse's phone profile (slow 4G, a CPU slowed down four times) on the sign-in screen and on the signed-in home page. */
export async function lighthouseBench(
  origin: string,
  browserPath: string,
  email: string,
  key: string,
): Promise<Figure[]> {
  const profile = await mkdtemp(join(tmpdir(), 'pipcast-lighthouse-'));
  try {
    const figures = await audit(`${origin}/auth`, '/auth', profile, browserPath);
    await withBrowser(profile, browserPath, async (context) => {
      const page = await context.newPage();
      await page.goto(`${origin}/auth`);
      await page.getByRole('textbox', { name: 'Email' }).fill(email);
      await page.getByRole('textbox', { name: 'Password' }).fill(key);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('button', { name: 'Sign Out' }).waitFor();
    });
    return [...figures, ...(await audit(`${origin}/`, '/', profile, browserPath))];
  } finally {
    await rm(profile, { recursive: true, force: true });
  }
}

async function withBrowser<T>(
  profile: string,
  browserPath: string,
  use: (context: BrowserContext, port: number) => Promise<T>,
): Promise<T> {
  const port = await freePort();
  const options = launchOptions(browserPath);
  const context = await chromium.launchPersistentContext(profile, {
    ...options,
    args: [...options.args, `--remote-debugging-port=${port}`],
  });
  try {
    return await use(context, port);
  } finally {
    await context.close();
  }
}

/**
 * Each run has a browser that has just started, on the same profile, as Lighthouse's own command has. In one that goes on, the
 * process that shows the page first clears away the page of the run before: 50 to 75 ms that count as the new page's.
 */
async function audit(url: string, name: string, profile: string, browserPath: string): Promise<Figure[]> {
  const runs: RunnerResult['lhr'][] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const result = await withBrowser(profile, browserPath, (_context, port) =>
      lighthouse(url, {
        port,
        disableStorageReset: true,
        logLevel: 'error',
        onlyCategories: CATEGORIES.map(([id]) => id),
      }),
    );
    if (result === undefined) throw new Error(`Lighthouse gave no result for ${name}`);
    runs.push(result.lhr);
  }
  const timing = (id: string) => median(runs.map((lhr) => lhr.audits[id]?.numericValue ?? Number.NaN));
  return [
    ...CATEGORIES.map(([id, atLeast]) =>
      bounded(
        `Lighthouse phone ${name}: ${id}`,
        median(runs.map((lhr) => (lhr.categories[id]?.score ?? 0) * 100)),
        'points',
        {
          atLeast,
        },
      ),
    ),
    bounded(`Lighthouse phone ${name}: largest contentful paint`, timing('largest-contentful-paint'), 'ms'),
    bounded(`Lighthouse phone ${name}: total blocking time`, timing('total-blocking-time'), 'ms'),
    bounded(`Lighthouse phone ${name}: layout shift`, timing('cumulative-layout-shift'), 'score', {
      atMost: 0,
    }),
  ];
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address !== null && typeof address === 'object'
          ? resolve(address.port)
          : reject(new Error('no port')),
      );
    });
  });
}
