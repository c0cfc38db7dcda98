import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../ready/paths.mjs';
import { runProgram } from '../ready/run-program.mjs';

/**
 * The checks that only read files, each a Node program, so that they start alike on every system.
 * @type {readonly { name: string, args: () => readonly string[], needsBuild?: true }[]}
 */
const CHECKS = [
  // One thread: the compiler's others check much of the same again, and all cores are at work anyway.
  { name: 'types', args: () => [tool('typescript', 'tsc'), '-b', '--singleThreaded'] },
  { name: 'unused code', args: () => [tool('knip'), '--no-progress', ...kept('all')] },
  {
    name: 'code that only tests use',
    args: () => [
      tool('knip'),
      '--production',
      '--config=knip.production.json',
      '--no-progress',
      ...kept('production'),
    ],
  },
  { name: 'format', args: () => [tool('@biomejs/biome', 'biome'), 'format', '--colors=off'] },
  { name: 'lint', args: () => [tool('oxlint'), '--deny-warnings'] },
  { name: 'boundaries', args: () => [own('boundaries.mjs')] },
  { name: 'links of the docs', args: () => [own('doc-links.mjs')] },
  { name: 'private texts', args: () => [own('private-texts.mjs')] },
  { name: 'texts outside the catalogue', args: () => [own('loose-texts.mjs')] },
  { name: 'languages', args: () => [own('languages.mjs')] },
  { name: 'sizes', args: () => [own('sizes.mjs')], needsBuild: true },
];

/**
 * The static checks as tasks that report, the slow ones first.
 * @param {import('./report.mjs').Report} report
 * @param {{ built: boolean }} options whether dist/web is there and up to date
 */
export function staticChecks(report, { built }) {
  return CHECKS.filter(({ needsBuild }) => built || !needsBuild).map(({ name, args }) => async () => {
    const env = { ...process.env, NO_COLOR: '1' };
    const outcome = await runProgram(process.execPath, args(), { env });
    report.add(name, { ...outcome, passed: outcome.ok ? 1 : 0, failed: outcome.ok ? 0 : 1 });
  });
}

/**
 * Has knip read only what changed since its last run; the two runs know files by other plug-ins, and work at the same time.
 * @param {string} name
 */
function kept(name) {
  return ['--cache', `--cache-location=${join(ROOT, 'node_modules', '.cache', 'knip', name)}`];
}

function own(/** @type {string} */ file) {
  return join(ROOT, 'scripts', 'checks', file);
}

/**
 * The program behind a package's command.
 * @param {string} packageName
 * @param {string} [command] the package's name unless given
 */
export function tool(packageName, command = packageName) {
  const folder = join(ROOT, 'node_modules', packageName);
  const manifest = join(folder, 'package.json');
  if (!existsSync(manifest)) throw new Error(`${packageName} is not installed; run "npm ci"`);
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'));
  return join(folder, typeof bin === 'string' ? bin : bin[command]);
}
