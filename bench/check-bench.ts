import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { ensureBrowser, launchOptions } from '../scripts/ensure-browser.mjs';
import { binomialAtLeast, clopperPearson } from '../src/core/check/binomial.ts';
import { winsAtLeast } from '../src/core/check/poisson-binomial.ts';
import { readTradesText } from '../src/core/check/reading/read-trades.ts';
import { fixedClock } from '../src/core/time/wall-clock.ts';
import { seededRandom } from '../tests/support/seeded-random.ts';
import { type AppProcess, removeData, startApp } from './app-process.ts';
import { checkCalibration } from './check-calibration.ts';
import { bounded, type Figure, median } from './figure.ts';

const ROWS = 200_000;
const ROUNDS = 3;
const COINS = 1_000_000;

/** How long a large track record takes to read and to judge, and for how long that stops the page. */
export async function* checkBench(): AsyncGenerator<Figure> {
  const text = tradesText();
  const chances = differentChances();
  yield* [
    bounded(
      'check: rows read',
      timed(() => readTradesText(text, { payout: 0.8, clock: fixedClock('UTC', 0) })),
      'ms for 200,000',
      { atMost: 2_000 },
    ),
    bounded(
      'check: coins',
      timed(() => [binomialAtLeast(COINS / 2 + 500, COINS, 0.5), clopperPearson(COINS / 2, COINS, 0.05)]),
      'ms for 1,000,000',
      { atMost: 1_000 },
    ),
    bounded(
      'check: payouts that differ',
      timed(() => winsAtLeast(ROWS / 2, chances)),
      'ms for 200,000',
      {
        atMost: 3_000,
      },
    ),
  ];
  yield* checkCalibration();
  yield* await onThePage(text);
}

/** In ms of processor time, which other work on the machine does not change. */
function timed(work: () => unknown): number {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1_000);
  }
  return median(times);
}

/** Trades a minute apart, each with a stake and a payout of its own. */
function tradesText(): string {
  const random = seededRandom(1);
  const share = (): number => random() / 2 ** 32;
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const time = new Date(Date.UTC(2026, 2, 2) + at * 60_000).toISOString();
    const pair = ['EUR/USD', 'GBP/USD', 'USD/JPY'][at % 3];
    return `${time},${pair},${at % 2 === 0 ? 'CALL' : 'PUT'},60,${(1 + share() * 99).toFixed(2)},${(0.7 + share() * 0.2).toFixed(4)},${share() < 0.5 ? 'won' : 'lost'}`;
  });
  return ['time,pair,direction,expiry,stake,payout,result', ...rows].join('\n');
}

function differentChances(): Float64Array {
  const random = seededRandom(2);
  return Float64Array.from({ length: ROWS }, () => 1 / (1.5 + random() / 2 ** 33));
}

async function onThePage(text: string): Promise<Figure[]> {
  const app: AppProcess = await startApp();
  // By its path: handing over its bytes would be work of the page.
  const file = join(app.dataDir, 'trades.csv');
  await writeFile(file, text);
  const { path } = await ensureBrowser();
  const browser = await chromium.launch(launchOptions(path));
  try {
    const page = await browser.newPage();
    await page.goto(`${app.origin}/check`);
    await page.getByText('Drop a file here').waitFor();
    await countBlocks(page);
    const startMs = performance.now();
    await page.getByLabel('File with trades').setInputFiles(file);
    await page.getByRole('button', { name: /^Check these/ }).click({ timeout: 120_000 });
    await page.getByText(/of 200,000 won\./).waitFor({ timeout: 120_000 });
    const verdictMs = performance.now() - startMs;
    await page
      .getByRole('region', { name: 'Against prices' })
      .or(page.getByText('Beside a second record'))
      .waitFor();
    const longestMs = await page.evaluate(() => (globalThis as { longestMs?: number }).longestMs ?? 0);
    return [
      bounded('check: file to verdict on the page', verdictMs, 'ms for 200,000'),
      bounded('check: longest task of the page', longestMs, 'ms', { atMost: 50 }),
    ];
  } finally {
    await browser.close();
    await app.stop();
    await removeData(app);
  }
}

/** The browser tells of tasks of 50 ms and more only. */
async function countBlocks(page: Page): Promise<void> {
  await page.evaluate(`globalThis.longestMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) globalThis.longestMs = Math.max(globalThis.longestMs, duration);
    }).observe({ type: 'longtask' });`);
}
