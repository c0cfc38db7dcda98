import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureBrowser, launchOptions } from '../scripts/ensure-browser.mjs';
import { seededRandom } from '../tests/support/seeded-random.ts';
import { startApp } from '../scripts/running-app.mjs';
import { checkCalibration } from './check-calibration.ts';
import { peakMegabytes } from './command-memory.ts';
import { bounded, compared, type Figure } from './figure.ts';
import { longestTaskMs, TRACED, WATCHED } from './long-tasks.ts';

const ROWS = 200_000;

/** How long a large track record takes to read and to judge, and for how long that stops the page. */
export async function* checkBench(): AsyncGenerator<Figure> {
  yield* await onFiles();
  yield* checkCalibration();
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

/** Trades with numbers and comments, and profits of 0 that may be losses. */
function askingText(): string {
  const random = seededRandom(3);
  const rows = Array.from({ length: ROWS }, (_, at) => {
    const time = new Date(Date.UTC(2026, 2, 2) + at * 60_000).toISOString();
    return `${at},${time},EUR/USD,10,${random() % 2 === 0 ? '8.2' : '0'},a comment of trade ${at}`;
  });
  return ['id,time,symbol,amount,profit,comment', ...rows].join('\n');
}

/** A channel as Telegram exports it: a signal with a price of its own, and its outcome. */
function chatText(): string {
  const random = seededRandom(4);
  const messages = Array.from({ length: ROWS }, (_, at) => ({
    id: at,
    type: 'message',
    date_unixtime: String(Date.UTC(2026, 2, 2) / 1_000 + at * 60),
    from: 'Signals',
    text:
      at % 2 === 1 ? (random() % 2 === 0 ? 'WIN ✅' : 'LOSS ❌') : `EURUSD CALL 1 MIN\nEntry 1.${random()}`,
    text_entities: [{ type: 'plain', text: '' }],
  }));
  return JSON.stringify({ name: 'Signals', messages }, null, 1);
}

/** A small chat, as most are. */
function smallChatText(): string {
  const random = seededRandom(5);
  return Array.from({ length: 48 }, (_, at) => {
    const said =
      at % 2 === 0 ? `📊 EURUSD OTC\n⏰ 1 min\n🟢 CALL ${at}` : random() % 2 === 0 ? 'WIN ✅' : 'LOSS ❌';
    return `[${1 + (at % 28)}/2/26, 9:${10 + at}] Signals: ${said}`;
  }).join('\n');
}

/** From the choice of the first file of a visit, so long after the page has come, to what was read of it. */
async function firstReadMs(browser: Browser, url: string, file: string, afterMs: number): Promise<number> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/check`);
  await page.getByText('Drop a file here').waitFor();
  await page.waitForTimeout(afterMs);
  const startMs = performance.now();
  await page.getByLabel('Choose a file').setInputFiles(file);
  await page.getByText('messages understood').waitFor();
  const readMs = performance.now() - startMs;
  await context.close();
  return readMs;
}

async function memory(what: string, file: string, atMost: number): Promise<Figure> {
  const peak = await peakMegabytes(['check', file, '--assume']);
  return bounded(`check: memory of the command, ${what}`, peak, 'MB for 200,000', { atMost });
}

async function onFiles(): Promise<Figure[]> {
  const app = await startApp();
  // By its path: handing over its bytes would be work of the page.
  const file = join(app.dataDir, 'trades.csv');
  const asking = join(app.dataDir, 'asking.csv');
  await writeFile(file, tradesText());
  await writeFile(asking, askingText());
  const chat = join(app.dataDir, 'chat.json');
  await writeFile(chat, chatText());
  const small = join(app.dataDir, 'small.txt');
  await writeFile(small, smallChatText());
  const { path } = await ensureBrowser();
  const browser = await chromium.launch(launchOptions(path));
  try {
    const page = await browser.newPage();
    await page.goto(`${app.url}/check`);
    await page.getByText('Drop a file here').waitFor();
    await browser.startTracing(page, { categories: TRACED });
    await page.evaluate(`performance.mark('${WATCHED}')`);
    const startMs = performance.now();
    await page.getByLabel('Choose a file').setInputFiles(file);
    await pressed(page, 'Check these 200,000 trades');
    await page.waitForSelector('.check__head', { timeout: 120_000 });
    const verdictMs = performance.now() - startMs;
    await page.evaluate(OPEN_FOLDS);
    await page.goBack();
    await page.waitForSelector('.check__trades', { state: 'attached' });
    // What each trade was made of: the longest list of the page.
    await page.evaluate(OPEN_FOLDS);
    await pressed(page, 'Show more');
    await page.waitForFunction(() => document.querySelectorAll('.check__trades li').length > 1_000);
    const trace = await browser.stopTracing();
    const atOnceMs = await firstReadMs(browser, app.url, small, 0);
    const laterMs = await firstReadMs(browser, app.url, small, 6_000);
    return [
      compared(
        'check: the first chat of a visit, chosen after 6 s',
        laterMs,
        'ms to what was read',
        { name: 'chosen at once', value: atOnceMs },
        { atMost: 0.7 },
      ),
      bounded('check: file to verdict on the page', verdictMs, 'ms for 200,000'),
      bounded('check: longest task of the page', longestTaskMs(trace), 'ms of processor time', {
        atMost: 50,
      }),
      await memory('a chat', chat, 400),
      await memory('a question to ask', asking, 400),
    ];
  } finally {
    await browser.close();
    await app.stop();
  }
}

/** Presses a button without the search by role, whose work would be counted as the page's. */
async function pressed(page: Page, name: string): Promise<void> {
  const find = (text: string): HTMLElement | false =>
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text) ?? false;
  const button = await page.waitForFunction(find, name, { timeout: 120_000 });
  await button.evaluate((element) => (element as HTMLElement).click());
}

const OPEN_FOLDS = `for (const fold of document.querySelectorAll('.check__fold > details')) fold.open = true`;
