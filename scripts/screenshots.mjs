/**
 * `npm run screenshots` takes the README's two pictures from the running app, its clock and its random draws fixed, so that a
 * picture changes only when the page does. `npm run screenshots -- --all DIR` takes every screen in both themes and sizes, to lay
 * beside the design.
 */
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readyOrExit } from './ready.mjs';

const README_PICTURES = fileURLToPath(new URL('../docs/screenshots', import.meta.url));
const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };
const ACCOUNT = { email: 'mara.lind@example.com', password: 'key-for-pictures' };
const SESSION_KEY = 'pipcast.session';

/** A Wednesday: 14:32:00 and 23:12:36 on the market's clock. */
const OPEN_AT = Date.parse('2026-11-18T09:32:00Z');
const CLOSED_AT = Date.parse('2026-11-18T18:12:36Z');
/** What the browser's generator answers, over and over: draws EUR/USD, CALL, 91%. */
const DRAWS = [0, 0, 3];

/**
 * @typedef {import('playwright-core').Page} Page
 * @typedef {{ name: string, path: string, at: number, signedIn?: boolean, prepare?: (page: Page) => Promise<void> }} Screen
 */

/** @type {readonly Screen[]} */
const SCREENS = [
  { name: '1-auth', path: '/auth', at: OPEN_AT },
  {
    name: '1-auth-busy',
    path: '/auth',
    at: OPEN_AT,
    prepare: async (page) => {
      await page.route('**/auth/v1/token**', () => {});
      await fillIn(page, ACCOUNT);
      await page.getByRole('button', { name: 'Signing In...' }).waitFor();
    },
  },
  {
    name: '1-auth-failed',
    path: '/auth',
    at: OPEN_AT,
    prepare: async (page) => {
      await fillIn(page, { ...ACCOUNT, password: 'wrong' });
      for (let tries = 0; tries < 50 && !(await page.getByText('Sign In Failed').isVisible()); tries += 1) {
        await page.clock.runFor(50);
      }
      await page.clock.runFor(1000);
    },
  },
  {
    name: '2-home-special-open',
    path: '/',
    at: OPEN_AT,
    signedIn: true,
    prepare: async (page) => {
      await page.getByRole('region', { name: 'Current signal' }).waitFor();
      await page.clock.runFor(18_000);
    },
  },
  {
    name: '3-home-special-closed',
    path: '/',
    at: CLOSED_AT,
    signedIn: true,
    prepare: (page) => page.getByText('MARKET CLOSED', { exact: true }).waitFor(),
  },
  {
    name: '4-home-bot',
    path: '/',
    at: OPEN_AT,
    signedIn: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'P-BOT', exact: true }).click();
      await page.getByRole('combobox', { name: 'Timeframe' }).selectOption({ value: '30s' });
      await page.getByRole('button', { name: 'Generate P-BOT Signal' }).click();
      await page.clock.runFor(2000);
      await page.clock.runFor(7000);
    },
  },
  {
    name: '4-home-bot-busy',
    path: '/',
    at: OPEN_AT,
    signedIn: true,
    prepare: async (page) => {
      await page.getByRole('button', { name: 'P-BOT', exact: true }).click();
      await page.getByRole('button', { name: 'Generate P-BOT Signal' }).click();
      await page.getByRole('button', { name: 'Analyzing Market...' }).waitFor();
    },
  },
  { name: '7-not-found', path: '/no-such-page', at: OPEN_AT },
];

/** @param {Page} page @param {{ email: string, password: string }} account */
async function fillIn(page, { email, password }) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

const { values } = parseArgs({ options: { all: { type: 'string' } } });
await readyOrExit();
const { chromium } = await import('playwright-core');
const { ensureBrowser, launchOptions } = await import('./ensure-browser.mjs');
const { startApp } = await import('./running-app.mjs');

const { path: executable } = await ensureBrowser(console.error);
const app = await startApp({ PIPCAST_SIGNUP: 'open' });
const browser = await chromium.launch(launchOptions(executable));
try {
  const session = await signUp();
  if (values.all) await takeAll(resolve(values.all), session);
  else await takeReadmePictures(session);
} finally {
  await browser.close();
  await app.stop();
}

/** @param {unknown} session */
async function takeReadmePictures(session) {
  const screen = SCREENS.find(({ name }) => name === '2-home-special-open');
  if (!screen) throw new Error('the picture of the signals is gone');
  await mkdir(README_PICTURES, { recursive: true });
  for (const theme of /** @type {const} */ (['light', 'dark'])) {
    await take(screen, {
      theme,
      size: DESKTOP,
      session,
      file: join(README_PICTURES, `signals-${theme}.png`),
    });
  }
}

/** @param {string} folder @param {unknown} session */
async function takeAll(folder, session) {
  await mkdir(folder, { recursive: true });
  for (const screen of SCREENS) {
    for (const theme of /** @type {const} */ (['light', 'dark'])) {
      for (const [sizeName, size] of /** @type {const} */ ([
        ['desktop', DESKTOP],
        ['mobile', PHONE],
      ])) {
        const file = join(folder, `${screen.name}-${sizeName}-${theme}`);
        await take(screen, { theme, size, session, file: `${file}.png`, fullFile: `${file}-full.png` });
      }
    }
  }
}

/**
 * @param {Screen} screen
 * @param {{
 *   theme: 'light' | 'dark',
 *   size: { width: number, height: number },
 *   session: unknown,
 *   file: string,
 *   fullFile?: string,
 * }} options `fullFile`: a second picture, of the whole page, where it is longer than the window
 */
async function take(screen, { theme, size, session, file, fullFile }) {
  const stored = screen.signedIn ? [{ name: SESSION_KEY, value: JSON.stringify(session) }] : [];
  const context = await browser.newContext({
    baseURL: app.url,
    viewport: size,
    colorScheme: theme,
    reducedMotion: 'reduce',
    timezoneId: 'Asia/Karachi',
    locale: 'en-GB',
    storageState: { cookies: [], origins: [{ origin: app.url, localStorage: stored }] },
  });
  await context.clock.install({ time: screen.at });
  await context.clock.pauseAt(screen.at);
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
  await page.goto(screen.path);
  await page.getByRole('main').waitFor();
  await screen.prepare?.(page);
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: file });
  const isLonger = await page.evaluate(() => document.documentElement.scrollHeight > innerHeight);
  if (fullFile && isLonger) await page.screenshot({ path: fullFile, fullPage: true });
  await context.close();
  console.log(file);
}

/** The session of an account made for the pictures. */
async function signUp() {
  const response = await fetch(`${app.url}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ACCOUNT),
  });
  if (!response.ok) throw new Error(`sign-up answered ${response.status}: ${await response.text()}`);
  return response.json();
}
