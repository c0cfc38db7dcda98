import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { test as base, inject } from 'vitest';
import { SESSION_KEY } from '../../../src/web/lib/session/session-storage.ts';
import type { StoredSession } from './accounts.ts';
import { Noise } from './noise.ts';

export interface VisitOptions {
  /**
   * The page's clock, standing still at this instant until the test moves it (`page.clock.runFor`). Without it the page has
   * the real time.
   */
  readonly at?: number;
  /** A session found in the browser's storage, as after an earlier visit. */
  readonly session?: StoredSession;
  /** Further values in local storage. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly theme?: 'light' | 'dark';
  readonly size?: { readonly width: number; readonly height: number };
  readonly reducedMotion?: boolean;
  readonly timezone?: string;
  /** Origins that may be called besides the page's own. */
  readonly otherOrigins?: readonly string[];
  /** Another app than the one under test. */
  readonly url?: string;
  /** Runs before any script of the page, in it. */
  readonly before?: (context: BrowserContext, page: Page) => Promise<unknown>;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Console messages, failed requests and the like that belong to the test; each must occur. */
  expectNoise(...patterns: RegExp[]): void;
  /** Another tab of the same browser window, at the same address. */
  openTab(path: string): Promise<Page>;
}

export type OpenVisit = (path: string, options?: VisitOptions) => Promise<Visit>;

export const DESKTOP = { width: 1280, height: 900 };
export const PHONE = { width: 390, height: 844 };

/** A test with `visit`: opens a page of the app in a window of its own, and fails when that page was not silent. */
export const test = base.extend<{ browser: Browser; visit: OpenVisit }>({
  browser: [
    async ({}, use) => {
      const browser = await chromium.connect(inject('browserEndpoint'));
      await use(browser);
      await browser.close();
    },
    { scope: 'file' },
  ],
  visit: async ({ browser }, use) => {
    const opened: { context: BrowserContext; noise: Noise }[] = [];
    await use(async (path, options = {}) => {
      const url = options.url ?? inject('appUrl');
      const noise = new Noise([url, ...(options.otherOrigins ?? [])]);
      const context = await browser.newContext({
        baseURL: url,
        viewport: options.size ?? DESKTOP,
        colorScheme: options.theme ?? 'light',
        reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
        timezoneId: options.timezone ?? 'Asia/Karachi',
        locale: 'en-GB',
        serviceWorkers: 'block',
        storageState: { cookies: [], origins: [{ origin: url, localStorage: storedValues(options) }] },
      });
      context.setDefaultTimeout(8_000);
      opened.push({ context, noise });
      const openTab = async (tabPath: string, before?: VisitOptions['before']) => {
        const page = await context.newPage();
        noise.listenTo(page);
        await before?.(context, page);
        await page.goto(tabPath);
        return page;
      };
      if (options.at !== undefined) {
        await context.clock.install({ time: options.at });
        await context.clock.pauseAt(options.at);
      }
      const page = await openTab(path, options.before);
      return { page, context, expectNoise: (...patterns) => noise.expect(...patterns), openTab };
    });
    for (const { context } of opened) await context.close();
    for (const { noise } of opened) noise.check();
  },
});

function storedValues({ session, stored = {} }: VisitOptions) {
  const values = session ? { [SESSION_KEY]: JSON.stringify(session), ...stored } : stored;
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
