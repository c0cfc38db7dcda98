import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { runProgram } from '../ready/run-program.mjs';
import { tool } from './static-checks.mjs';

/**
 * @typedef {{ passed: number, failed: number, skipped: number, failures: import('./report.mjs').Failure[], secondTries: import('./report.mjs').Failure[], problem?: string }} Count
 * @typedef {{ status: string, fullName: string, failureMessages: string[] }} TestReport
 * @typedef {{ name: string, status: string, message: string, assertionResults: TestReport[] }} FileReport
 */

/**
 * Starts a program in a network of its own, where only this computer is. The system tests make interfaces where they may
 * (cut-off-network.ts); Chromium ends what it fetches when one comes or goes, and the browser tests run at the same time.
 */
const OWN_NETWORK = ['unshare', '--net', 'sh', '-c', 'ip link set lo up && exec "$0" "$@"'];

/**
 * Files of tests that start whole sites, break databases, read years of prices or a million rows, or look at the corners of screens
 * whose main states other files look at: some 400 s of processor.
 */
export const COSTLY_FILES = [
  'tests/browser/{admin,alerts,check-readings,explained,forced-colours,hosted,install,introduction,killed-node,lab,letters,market-alerts,market-arrival,market-chart,market-circle,market-cost,market-race,open-story,own-record,pseudo-language,push,record-pictures,storage}.test.ts',
  'tests/system/{alerts-takeover,backup,clock-wrong,cluster-faults,cluster,database-kill-accounts,database-lifecycle,database-places,database-refusals,desk-kill,dev,import-faults,log-reader}.test.ts',
  'tests/server/admin/admin-accounts.test.ts',
  'tests/server/{api-tokens,backup,nodes}.test.ts',
  'tests/server/ledger/forged-ledger.test.ts',
  'tests/server/market/replay-real-prices.test.ts',
  'tests/server/webhooks/webhook-sender.test.ts',
  'tests/server/witness/{follow-witnesses,verify-policy}.test.ts',
  'src/core/check/reading/hostile-files.test.ts',
  'src/operator/evaluate/evaluate-real-history.test.ts',
  'src/operator/import/import-real-files.test.ts',
  'src/operator/prices/prices.test.ts',
];

/**
 * Runs one project of vitest.config.ts and counts its tests.
 * @param {string} project
 * @param {{ env?: NodeJS.ProcessEnv, changedSince?: string, isWhole?: boolean }} [options] `changedSince` runs only the tests that
 * the uncommitted change affects (''), or the change since a revision; that there are none is no failure then. Unless
 * `isWhole`, COSTLY_FILES are left out
 * @returns {Promise<import('../ready/run-program.mjs').Outcome & Count>}
 */
export async function runVitestProject(project, { env = process.env, changedSince, isWhole = true } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'pipcast-report-'));
  try {
    const file = join(folder, 'report.json');
    const [command = '', ...args] = [
      ...(project === 'system' && mayOwnNetwork() ? OWN_NETWORK : []),
      process.execPath,
      tool('vitest'),
      'run',
      `--project=${project}`,
      `--sequence.seed=${orderSeed()}`,
      ...(isWhole ? [] : COSTLY_FILES.map((costly) => `--exclude=${costly}`)),
      ...(changedSince === undefined ? [] : [changedOption(changedSince), '--passWithNoTests']),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${file}`,
    ];
    const outcome = await runProgram(command, args, { env: { ...env, NO_COLOR: '1' } });
    return { ...outcome, ...countTests(readReport(file), outcome.ok, changedSince !== undefined) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * How many tests passed and failed, which failed, and which passed at the second try alone. What leaves no failed test behind still counts as one failure: a file that does not load,
 * a run without tests, a crash, an error outside of every test.
 * @param {{ testResults: FileReport[] } | undefined} report vitest's JSON report; undefined when it wrote none
 * @param {boolean} exitedWell whether vitest's exit code was 0
 * @param {boolean} [mayBeNone] whether a run without tests is fine
 * @returns {Count}
 */
export function countTests(report, exitedWell, mayBeNone = false) {
  /** @type {import('./report.mjs').Failure[]} */
  const failures = [];
  /** @type {import('./report.mjs').Failure[]} */
  const secondTries = [];
  const count = { passed: 0, failed: 0, skipped: 0, failures, secondTries };
  if (!report) return { ...count, failed: 1, problem: 'vitest wrote no report' };
  for (const { name, status, message, assertionResults } of report.testResults) {
    const file = relative('.', name);
    const failedBefore = failures.length;
    for (const { status: outcome, fullName, failureMessages } of assertionResults) {
      const failure = { title: `${file}: ${fullName}`, reason: failureMessages.join('\n') };
      if (outcome === 'passed') {
        count.passed += 1;
        if (failureMessages.length > 0) secondTries.push(failure);
      } else if (outcome === 'failed') failures.push(failure);
      else count.skipped += 1;
    }
    if (status === 'failed' && failures.length === failedBefore)
      failures.push({ title: `${file}: outside of its tests`, reason: message });
  }
  count.failed = failures.length;
  if (count.failed > 0) return count;
  if (count.passed === 0 && !(mayBeNone && exitedWell))
    return { ...count, failed: 1, problem: 'no test ran' };
  if (!exitedWell) return { ...count, failed: 1, problem: 'vitest failed outside of every test' };
  return count;
}

/**
 * What the order of the tests in each file is drawn from, 0 to 2^32 - 1: the commit, so that all who check it see the same, and
 * each commit tries another. 0 outside of a repository.
 * @param {string} [folder] where to ask; by default where we are
 */
export function orderSeed(folder) {
  const { stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: folder, encoding: 'utf8' });
  return Number.parseInt(stdout?.slice(0, 8), 16) || 0;
}

function mayOwnNetwork() {
  const [command = '', ...args] = [...OWN_NETWORK, 'true'];
  return spawnSync(command, args).status === 0;
}

/** @param {string} since */
function changedOption(since) {
  return since === '' ? '--changed' : `--changed=${since}`;
}

/** @param {string} file */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
