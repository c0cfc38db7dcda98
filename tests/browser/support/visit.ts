import { type BrowserContext, chromium, type Page, type Response } from 'playwright-core';
import { test as base, inject } from 'vitest';
import { launchOptions } from '../../../scripts/ensure-browser.mjs';
import { SESSION_KEY } from '../../../src/web/lib/session/session-storage.ts';
import type { StoredSession } from './accounts.ts';
import { OPEN_AT } from './instants.ts';
import { Noise } from './noise.ts';

export interface VisitOptions {
  /**
   * The page's clock, standing still at this instant until the test moves it (`page.clock.runFor`). Without it the page's clock
   * runs on from OPEN_AT, so that no test depends on the day and the hour of its run.
   */
  readonly at?: number;
  /**
   * A session found in the browser's storage, as after an earlier visit. Where the clock stands still, the visit begins once the
   * page knows that the session is good: the test moves the clock by more than a page waits for an answer.
   */
  readonly session?: StoredSession;
  /** Further values in local storage. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly theme?: 'light' | 'dark';
  readonly size?: { readonly width: number; readonly height: number };
  readonly reducedMotion?: boolean;
  readonly hasTouch?: boolean;
  readonly timezone?: string;
  /** Origins that may be called besides the page's own. */
  readonly otherOrigins?: readonly string[];
  /** Another app than the one under test. */
  readonly url?: string;
  /** Lets the browser keep the app's files (the service worker); elsewhere every answer is the server's. */
  readonly keepsApp?: boolean;
  /** Goes on as soon as the page begins to come, not when all it links is there. */
  readonly atOnce?: boolean;
  /** Runs before any script of the page, in it. */
  readonly before?: (context: BrowserContext, page: Page) => Promise<unknown>;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** The server's answer to the first address. */
  readonly response: Response;
  /** Console messages, failed requests and the like that belong to the test; each must occur. */
  expectNoise(...patterns: RegExp[]): void;
  /** The same of what need not occur. */
  allowNoise(...patterns: RegExp[]): void;
  /** Another tab of the same browser window, at the same address. */
  openTab(path: string): Promise<Page>;
}

export type OpenVisit = (path: string, options?: VisitOptions) => Promise<Visit>;

/** How long a test waits for what must come: only a failure takes as long, and a busy machine may need it. */
const PATIENCE_MS = 60_000;

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/**
 * A test with `visit`: opens a page of the app in a window of its own, and fails when that page was not silent. `visitOnce` is
 * the same for a fixture of a whole file: a page that several tests read and none changes.
 */
export const test = base.extend<{ visitOnce: OpenVisit; visit: OpenVisit }>({
  visitOnce: [
    async ({}, use) => {
      for (const noise of await withWindows(use)) noise.check();
    },
    { scope: 'file' },
  ],
  visit: async ({ onTestFinished }, use) => {
    let heard: Noise[] = [];
    // Not in the fixture's end: Vitest would run an end that throws once more after the test's second try, which would fail by it.
    onTestFinished(() => {
      for (const noise of heard) noise.check();
    });
    heard = await withWindows(use);
  },
});

/** The one browser of this worker's files. It ends with the worker: on its signal, or as the pipe to it breaks. */
const browser = chromium.launch(launchOptions(inject('browserPath')));

/** Hands out windows, and closes them all once the test is over: what was heard in each. */
async function withWindows(use: (visit: OpenVisit) => Promise<void>): Promise<Noise[]> {
  const opened: { context: BrowserContext; noise: Noise }[] = [];
  await use(async (path, options = {}) => {
    const url = options.url ?? inject('appUrl');
    const noise = new Noise([url, ...(options.otherOrigins ?? [])]);
    const context = await (await browser).newContext({
      baseURL: url,
      viewport: options.size ?? DESKTOP,
      colorScheme: options.theme ?? 'light',
      reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
      hasTouch: options.hasTouch ?? false,
      timezoneId: options.timezone ?? 'Asia/Karachi',
      locale: 'en-GB',
      serviceWorkers: options.keepsApp ? 'allow' : 'block',
    });
    context.setDefaultTimeout(PATIENCE_MS);
    opened.push({ context, noise });
    const newPage = async () => {
      const page = await context.newPage();
      noise.listenTo(page);
      if (!options.atOnce) waitForTheApp(page);
      return page;
    };
    const openTab = async (tabPath: string) => {
      const page = await newPage();
      await page.goto(tabPath);
      return page;
    };
    if (options.at === undefined) await runFrom(context, OPEN_AT);
    else {
      await context.addInitScript(() => {
        Object.assign(window, { browserSetTimeout: setTimeout.bind(window) });
      });
      await context.clock.install({ time: options.at });
      await context.clock.pauseAt(options.at);
    }
    const page = await newPage();
    const found = await storeBeforehand(page, options);
    await options.before?.(context, page);
    const response = await page.goto(path, { waitUntil: options.atOnce ? 'commit' : 'load' });
    if (!response) throw new Error(`${path} came without an answer`);
    await found?.dispose();
    if (options.at !== undefined && options.session) await waitForCheck(page, options.session);
    return {
      page,
      context,
      response,
      expectNoise: (...patterns) => noise.expect(...patterns),
      allowNoise: (...patterns) => noise.allow(...patterns),
      openTab,
    };
  });
  await Promise.all(opened.map(({ context }) => context.close()));
  return opened.map(({ noise }) => noise);
}

/** A page that was gone to or loaded again is the app's: what the server has drawn looks like it, but does not answer a press. */
function waitForTheApp(page: Page): void {
  const { goto, reload } = page;
  const settled = async (response: Response | null) => {
    // At / no test can take it for the app, and some look at it.
    if (new URL(page.url()).pathname !== '/') await page.locator('#drawn').waitFor({ state: 'detached' });
    return response;
  };
  page.goto = (...address) => goto.apply(page, address).then(settled);
  page.reload = (...how) => reload.apply(page, how).then(settled);
}

/** Moves the pages' date: it reads `at` now and goes on from there. Timers and animation frames stay the browser's own. */
async function runFrom(context: BrowserContext, at: number): Promise<void> {
  await context.addInitScript((offsetMs) => {
    const Real = Date;
    const now = () => Real.now() + offsetMs;
    globalThis.Date = new Proxy(Real, {
      construct: (_, args, target) => Reflect.construct(Real, args.length === 0 ? [now()] : args, target),
      get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    });
  }, at - Date.now());
}

/** As the page left the session before the account changed its address. */
function ofFormerAddress(session: StoredSession): StoredSession {
  return { ...session, user: { ...session.user, email: 'former-address@example.com' } };
}

/** Resolves once the page has the server's answer on its session: it found a former address, and says the one that it was given. */
async function waitForCheck(page: Page, { user }: StoredSession): Promise<void> {
  await page.locator('.top__user', { hasText: user.email }).waitFor({ state: 'attached' });
}

/**
 * Puts values into local storage as if they were there from an earlier visit; dispose of it once the page is there, that a reload
 * finds what the page left. Playwright's own `storageState` loads a page of its own for this, as dear as the visit itself.
 */
async function storeBeforehand(page: Page, { at, session, stored = {} }: VisitOptions) {
  const found = at === undefined ? session : session && ofFormerAddress(session);
  const values = found ? { [SESSION_KEY]: JSON.stringify(found), ...stored } : stored;
  if (Object.keys(values).length === 0) return undefined;
  return page.addInitScript((all) => {
    for (const [name, value] of Object.entries(all)) localStorage.setItem(name, value);
  }, values);
}
