/**
 * `npm run screenshots` takes the README's pictures. Those of the simulated signals come from an app whose clock and random
 * draws are fixed, so that they change only when the page does; those of the market and its record from a replay of made-up
 * quotes, whose draws for the control arm are the server's own and so differ each time.
 */
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { readyOrExit } from './ready.mjs';

const README_PICTURES = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const MINUTE_MS = 60_000;
const THEMES = /** @type {const} */ (['light', 'dark']);
const EMAIL = 'mara.lind@example.com';
/** The introduction would lie on the pictures. */
const INTRODUCED = { introduced: true };
const SESSION_KEY = 'pipcast.session';

/** Quotes that stray and do not come back leave the engine nothing to find: a picture must not promise an edge. */
const PULL_OF_PICTURES = 0;
/** The first signal comes some minutes into the replay. */
const SIGNAL_TIMEOUT_MS = 600_000;

/** A Wednesday, 14:32:00 on the market's clock. */
const OPEN_AT = Date.parse('2026-11-18T09:32:00Z');
/** What the browser's generator answers, over and over: draws EUR/USD, CALL, 91%. */
const DRAWS = [0, 0, 3];

/** @typedef {import('playwright-core').Page} Page */

await readyOrExit();
const { chromium } = await import('playwright-core');
const { ensureBrowser, launchOptions } = await import('./ensure-browser.mjs');
const { signUp, startApp } = await import('./running-app.mjs');
const { MADE_UP_OPENING_MS, startMadeUpMarket } = await import('./made-up-market.mjs');

const { path: executable } = await ensureBrowser(console.error);
const app = await startApp({ PIPCAST_SIGNUP: 'open' });
const browser = await chromium.launch(launchOptions(executable));
try {
  await takeSignalsPictures();
  await takeCheckPicture();
  await takeLabPicture();
  await takeMarketPictures();
  await takeRecordPictures();
} finally {
  await browser.close();
  await app.stop();
}

/** A simulated signal in its first half. */
async function takeSignalsPictures() {
  const session = await signUp(app.url, EMAIL, INTRODUCED);
  for (const theme of THEMES) {
    const context = await browser.newContext(pageOptions(app.url, { theme, session }));
    await context.clock.install({ time: OPEN_AT });
    await context.clock.pauseAt(OPEN_AT);
    await context.addInitScript((draws) => {
      let calls = 0;
      Object.defineProperty(crypto, 'getRandomValues', {
        value: (/** @type {Uint32Array} */ array) =>
          array.map((_, index, all) => {
            all[index] = draws[calls % draws.length] ?? 0;
            calls += 1;
            return all[index] ?? 0;
          }),
      });
    }, DRAWS);
    const page = await context.newPage();
    await page.goto('/');
    await page.getByRole('region', { name: 'Current signal' }).waitFor();
    await page.clock.runFor(18_000);
    await savePicture(page, `signals-${theme}`);
  }
}

/** The verdict on a made-up record, as the page draws it. */
async function takeCheckPicture() {
  const context = await browser.newContext(pageOptions(app.url, { theme: 'light' }));
  const page = await context.newPage();
  await page.goto('/check');
  // What the server drew is inert until the page's scripts are there.
  await page.locator('[inert]').waitFor({ state: 'detached' });
  await page
    .getByLabel('Choose a file')
    .setInputFiles({ name: 'record.csv', mimeType: 'text/csv', buffer: Buffer.from(madeUpRecord()) });
  await page.getByRole('button', { name: 'Check these 60 trades' }).click();
  await page.getByText('37 of 60 won.', { exact: false }).waitFor();
  await page.evaluate(() => scrollTo(0, 0));
  await savePicture(page, 'check-light');
}

/** A sweep on made-up prices, in which nothing can be found: what looking costs. */
async function takeLabPicture() {
  const context = await browser.newContext(pageOptions(app.url, { theme: 'light' }));
  const page = await context.newPage();
  await page.goto('/lab');
  await page.getByRole('button', { name: 'Try 640 like it' }).click();
  await page.getByRole('heading', { name: /^The best of/ }).waitFor();
  await savePicture(page, 'lab-light');
}

/** 37 of 60 won, twelve a day, the stake doubled after each loss. */
function madeUpRecord() {
  const endings = 'wwlwlwwlwwlwwwlwlwwlllwwlwwwlwwlwlwwwlwwlwlwwlwwlwlwwlwwlwll';
  const pairs = ['EUR/USD', 'EUR/USD', 'GBP/USD', 'USD/JPY', 'AUD/CAD'];
  let stake = 10;
  const rows = [...endings].map((ending, at) => {
    const time = new Date(
      Date.UTC(2026, 10, 16, 9) + Math.floor(at / 12) * 1440 * MINUTE_MS + (at % 12) * 43 * MINUTE_MS,
    );
    const row = [
      time.toISOString(),
      pairs[(at * 7) % 5],
      at % 3 === 0 ? 'PUT' : 'CALL',
      60,
      stake,
      0.8,
      ending === 'w' ? 'won' : 'lost',
    ];
    stake = ending === 'w' ? 10 : stake * 2;
    return row.join();
  });
  return ['time,pair,direction,expiry,stake,payout,result', ...rows].join('\n');
}

/** A signal in its first half, and how the one before it ended. The replay runs as fast as the page's clock, which tells its time. */
async function takeMarketPictures() {
  await withMarket({ hours: 12, speed: 1, pull: PULL_OF_PICTURES }, async (market, session) => {
    for (const theme of THEMES) {
      const nowMs = await deskTime(market.url, session);
      const page = await openMarket(market.url, theme, session, nowMs);
      await page.getByRole('button', { name: 'Market', exact: true }).click();
      const last = page.locator('.today__head');
      await last.filter({ hasText: /(won|lost)/ }).waitFor({ timeout: SIGNAL_TIMEOUT_MS });
      const timer = page.getByRole('region', { name: 'Current signal' }).getByRole('timer');
      await timer.filter({ hasText: /Expires in [345]\ds$/ }).waitFor({ timeout: SIGNAL_TIMEOUT_MS });
      // The prices before this page was opened come a moment later.
      await setTimeout(1_500);
      while (!(await areOneInstant(page))) await setTimeout(20);
      await savePicture(page, `market-${theme}`);
    }
  });
}

/** Whether the ring and the race, each drawn once a second, name the same second. @param {Page} page */
function areOneInstant(page) {
  return page.evaluate(() => {
    const [ring, race] = ['.market-card [role="timer"]', '.price-picture__say'].map(
      (part) => /(\d+) ?s/.exec(document.querySelector(part)?.textContent ?? '')?.[1],
    );
    return ring === race;
  });
}

/** The record once the whole replay is settled, its ledger verified. */
async function takeRecordPictures() {
  await withMarket({ hours: 12, speed: 1000, pull: PULL_OF_PICTURES }, async (market, session) => {
    await untilReplayIsOver(market.url);
    for (const theme of THEMES) {
      const page = await openMarket(market.url, theme, session, MADE_UP_OPENING_MS + 5 * MINUTE_MS);
      await page.goto('/record');
      await page.getByRole('button', { name: 'Check it yourself' }).click();
      await page.getByText('Ledger verified').waitFor();
      await page.evaluate(() => scrollTo(0, 0));
      await savePicture(page, `record-${theme}`);
    }
  });
}

/**
 * @param {Parameters<typeof startMadeUpMarket>[0]} options
 * @param {(market: Awaited<ReturnType<typeof startMadeUpMarket>>, session: unknown) => Promise<void>} work
 */
async function withMarket(options, work) {
  const market = await startMadeUpMarket(options);
  try {
    await work(market, await signUp(market.url, EMAIL, INTRODUCED));
  } finally {
    await market.stop();
  }
}

/** What the market's clock says. @param {string} url @param {unknown} session */
async function deskTime(url, session) {
  const { access_token: token } = /** @type {{ access_token: string }} */ (session);
  const response = await fetch(`${url}/api/market`, { headers: { authorization: `Bearer ${token}` } });
  const { nowMs } = await response.json();
  return nowMs;
}

/** @param {string} url resolves when the record has not grown for a while */
async function untilReplayIsOver(url) {
  let settled = -1;
  for (;;) {
    await setTimeout(6_000);
    const { engineArm } = await (await fetch(`${url}/api/record`)).json();
    if (engineArm.settled > 0 && engineArm.settled === settled) return;
    settled = engineArm.settled;
  }
}

/**
 * The header's clock is the browser's own: it starts at an instant of the market's, or the pictures would depend on the day.
 * @param {string} url @param {'light' | 'dark'} theme @param {unknown} session @param {number} atMs
 */
async function openMarket(url, theme, session, atMs) {
  const context = await browser.newContext(pageOptions(url, { theme, session }));
  await context.clock.install({ time: atMs });
  const page = await context.newPage();
  await page.goto('/');
  return page;
}

/** @param {Page} page @param {string} name */
async function savePicture(page, name) {
  await page.evaluate(() => document.fonts.ready);
  const file = join(README_PICTURES, `${name}.png`);
  await page.screenshot({ path: file });
  await page.context().close();
  console.log(file);
}

/**
 * @param {string} url
 * @param {{ theme: 'light' | 'dark', session?: unknown }} options
 * @returns {import('playwright-core').BrowserContextOptions}
 */
function pageOptions(url, { theme, session }) {
  const stored = session === undefined ? [] : [{ name: SESSION_KEY, value: JSON.stringify(session) }];
  return {
    baseURL: url,
    viewport: { width: 1280, height: 800 },
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Karachi',
    locale: 'en-GB',
    storageState: { cookies: [], origins: [{ origin: url, localStorage: stored }] },
  };
}
