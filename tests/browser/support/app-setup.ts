import type { TestProject } from 'vitest/node';
import { ensureBrowser } from '../../../scripts/ensure-browser.mjs';
import { startApp } from '../../../scripts/running-app.mjs';
import { startMadeUpMarket } from '../../../scripts/made-up-market.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    /** The app under test: the built server with its own PostgreSQL; sign-up is open, so that each test has its own account. */
    appUrl: string;
    appDataDir: string;
    /**
     * Another app, with a market: a replay of made-up ticks at twenty times their speed, its record open to everybody. The market
     * is open all the time that the replay lasts: from its opening to its closing, 54 minutes of a run.
     */
    marketUrl: string;
    marketDataDir: string;
    /** What starts the browser. */
    browserPath: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const [app, market, browserPath] = await Promise.all([
    startApp({ PIPCAST_AUTH_ORIGINS: '*' }),
    startMadeUpMarket({ hours: 21, speed: 20 }),
    // `npm test` has started the one in CHROME_PATH just now.
    process.env['CHROME_PATH'] || ensureBrowser().then(({ path }) => path),
  ]);
  project.provide('appUrl', app.url);
  project.provide('appDataDir', app.dataDir);
  project.provide('marketUrl', market.url);
  project.provide('marketDataDir', market.dataDir);
  project.provide('browserPath', browserPath);
  return async () => {
    await Promise.all([app.stop(), market.stop()]);
  };
}
