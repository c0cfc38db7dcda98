import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compileTexts, cutLanguages } from './scripts/compile-texts.mjs';

/**
 * Where processes, databases and browsers are started, a computer at its limit now and then makes a test fail. In CI such a
 * test is tried a second time, and the report says which was.
 */
const TRIES = { retry: process.env['CI'] ? 1 : 0 };

/** One project per kind of test; `npm test` runs them all, `npx vitest --project core` one of them. */
export default defineConfig({
  plugins: [compileTexts()],
  test: {
    allowOnly: false,
    // Limits of what hangs, not of what takes long: a busy computer may need ten times as long as an idle one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000 } },
    // A log must say what was found, not that there was one.
    chaiConfig: { truncateThreshold: 2_000 },
    sequence: { shuffle: { files: false, tests: true } },
    projects: [
      { extends: true, test: { name: 'checks', include: ['scripts/**/*.test.ts'] } },
      // Pure modules share nothing that a test could change; loading them again for each file takes a third of the time.
      { extends: true, test: { name: 'core', include: ['src/core/**/*.test.ts'], isolate: false } },
      {
        extends: true,
        test: {
          name: 'server',
          ...TRIES,
          include: ['src/{server,operator}/**/*.test.ts', 'tests/server/**/*.test.ts'],
          globalSetup: ['tests/support/postgres-setup.ts'],
          setupFiles: ['tests/support/server-setup.ts'],
          // Loading the server again for each file takes a tenth of the time.
          isolate: false,
          // Half of its time is waiting: with fewer, this project is the last to end and leaves a core idle.
          maxWorkers: 3,
        },
      },
      {
        extends: true,
        plugins: [cutLanguages(), react()],
        test: {
          name: 'web',
          include: ['src/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          // Loading React, the page and the browser's model again for each file takes four fifths of the time.
          isolate: false,
          setupFiles: ['tests/support/web-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'system',
          ...TRIES,
          include: ['tests/system/**/*.test.ts'],
          globalSetup: ['tests/system/support/child-processes.ts', 'tests/system/support/prepared-data.ts'],
          testTimeout: 300_000,
          // Loading what the command line loads again for each file takes a second.
          isolate: false,
          // Whole servers and their databases: much of it is waiting, but more than two would be in each other's way.
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          ...TRIES,
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/browser/support/app-setup.ts'],
          maxWorkers: 2,
          // The files share nothing but what they import; loading that again for each takes a second.
          isolate: false,
          // A walk through every state of a screen, with the accessibility checks of each, is many waits in a row. In CI it has every
          // look, beside all other tests.
          testTimeout: 300_000,
        },
      },
    ],
  },
});
