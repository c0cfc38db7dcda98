/**
 * `npm test`: everything that CI runs, from a fresh clone. Installs and builds what is missing, finds or installs a browser, runs
 * every check to its end and closes with one line, `N passed, N failed`. A check that cannot run is a failure.
 *
 * By hand the costly files are left out, which CI and `npm run test:long` run; the latter also repeats the tests that kill processes
 * more often. `npm test -- --changed` runs the static checks and only the
 * tests that the uncommitted change affects, `npm test -- --changed REVISION` those that the change since a revision does.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Report } from './checks/report.mjs';
import { runInParallel } from './checks/run-in-parallel.mjs';

const { values, positionals } = parseArgs({
  options: { long: { type: 'boolean' }, changed: { type: 'boolean' } },
  allowPositionals: true,
});
const [revision = ''] = positionals;
if (positionals.length > 1 || (revision !== '' && !values.changed)) {
  console.error('usage: npm test [-- --changed [REVISION]]');
  process.exit(2);
}
if (values.long) process.env.PIPCAST_LONG_TESTS = '1';
const isWhole = values.long === true || values.changed === true || (process.env.CI ?? '') !== '';

const report = new Report();

const ready = spawnSync(process.execPath, [fileURLToPath(new URL('ready.mjs', import.meta.url))], {
  stdio: ['ignore', 'inherit', 'inherit'],
});
if (ready.status === 0) await runChecks();
else report.add('install and build', { passed: 0, failed: 1, output: '', durationMs: 0 });
report.close();

async function runChecks() {
  // These need what was just installed.
  const { ensureBrowser } = await import('./ensure-browser.mjs');
  const { staticChecks } = await import('./checks/static-checks.mjs');
  const { COSTLY_FILES, runVitestProject } = await import('./checks/vitest-project.mjs');

  /** @type {string | undefined} */
  let browserPath;
  const findBrowser = async () => {
    const startedAt = performance.now();
    const result = await ensureBrowser((line) => report.note(`       ${line}`), { wantsShell: true }).then(
      ({ path, version }) => {
        browserPath = path;
        return { passed: 1, failed: 0, output: '', name: `browser ${version}` };
      },
      (error) => ({ passed: 0, failed: 1, output: error.message, name: 'browser' }),
    );
    report.add(result.name, { ...result, durationMs: performance.now() - startedAt });
  };

  const tests = (/** @type {string} */ project) => async () => {
    const env = browserPath ? { ...process.env, CHROME_PATH: browserPath } : process.env;
    const changedSince = values.changed ? revision : undefined;
    report.add(`tests: ${project}`, await runVitestProject(project, { env, changedSince, isWhole }));
  };
  const browserTests = async () => {
    await findBrowser();
    await tests('browser')();
  };

  if (!isWhole) report.note(`Left to CI and npm run test:long: ${COSTLY_FILES.join(', ')}`);
  // The longest first: the short ones fill the lanes that come free.
  await runInParallel(
    [
      browserTests,
      tests('system'),
      tests('server'),
      ...staticChecks(report, { built: true }),
      tests('web'),
      tests('core'),
      tests('checks'),
    ],
    Math.max(2, availableParallelism()),
  );
}
